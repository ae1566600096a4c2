package second

// stands is section 4: the reason why a job does not stand, "" where it does.
func (f *facts) stands(x identity, on On) string {
	rec, state := f.records.get(x.job, on)
	switch {
	case on.Is("records-not-asked"):
	case state != "":
		return "record_" + state
	case rec.identity.generation != x.generation && !on.Is("generation-not-named"):
		return "generation_replaced"
	case rec.identity != x && !on.Is("identity-by-generation"):
		return "identity_changed"
	case !rec.status.Known && !on.Is("unknown-status-completed"):
		return "status_unknown"
	}
	running := rec.status.Is("running")

	pub, state := f.publications.get(x.generation, on)
	switch {
	case on.Is("publications-not-asked"):
	case state != "":
		return "publication_" + state
	case pub.launch && !on.Is("published-launch-accepted") || !pub.launch && pub.job != x &&
		!on.Is("publication-not-compared"):
		return "publication_mismatch"
	}
	side, state := f.sidecars.get(x.job, on)
	switch {
	case on.Is("sidecars-not-asked"):
	case state != "":
		return "sidecar_" + state
	case side.job != x && !on.Is("sidecar-not-compared"),
		side.authority != pub.authority && !on.Is("authority-not-compared"):
		return "sidecar_mismatch"
	}
	if reason := f.receiptOf(x, running, on); reason != "" {
		return reason
	}
	verdict, seen := f.verdicts[x.supervisor]
	if !seen {
		verdict = "unverifiable"
		for i, v := range f.verdicts {
			if on.Is("supervisor-by-pid") && i.pid == x.supervisor.pid && i.token != x.supervisor.token &&
				v == "owned" {
				verdict = v
			}
		}
		if on.Is("unseen-supervisor-owned") {
			verdict = "owned"
		}
	}
	judged := running || on.Is("completed-needs-supervisor")
	if judged && verdict != "owned" && !(on.Is("unverifiable-supervisor-trusted") && verdict == "unverifiable") &&
		!on.Is("supervisors-not-asked") {
		return "supervisor_" + verdict
	}
	return ""
}

func (f *facts) receiptOf(x identity, running bool, on On) string {
	if on.Is("receipts-not-asked") {
		return ""
	}
	rec, state := f.receipts.get(x.receipt, on)
	switch {
	case state == "unreadable":
		return "receipt_unreadable"
	case state == "absent":
		if running && !on.Is("running-without-receipt") || on.Is("completed-needs-receipt") {
			return "receipt_absent"
		}
		return ""
	case !rec.external.Is(false) && !on.Is("external-receipt-trusted") &&
		!(on.Is("unknown-receipt-contained") && !rec.external.Known):
		return "receipt_external"
	case on.Is("receipt-of-completed-not-compared") && !running:
		return ""
	}
	same := rec.generation == x.generation && (rec.owner == x.owner || on.Is("receipt-owner-not-compared")) &&
		(rec.thread == x.thread || on.Is("receipt-thread-not-compared")) &&
		(rec.supervisor == x.supervisor || on.Is("receipt-supervisor-not-compared"))
	if on.Is("receipt-generation-not-compared") {
		same = rec.owner == x.owner && rec.thread == x.thread && rec.supervisor == x.supervisor
	}
	if !same {
		return "receipt_mismatch"
	}
	return ""
}
