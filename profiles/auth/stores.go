package auth

// stores are the facts by their keys.
type stores struct {
	*Facts
	records      store[RecordBody]
	publications store[PublicationBody]
	sidecars     store[SidecarBody]
	receipts     store[ReceiptBody]
	verdicts     map[Incarnation]string
	approvals    map[string]*Approval
	roots        map[string]*Root
	// reserved are the generations that a launch may not have again, those of requests
	// excepted (section 3, rule 19).
	reserved map[string]bool
	stand    map[Identity]string // what was looked up already: the reason, "" where it stands
}

// store is a store by its keys; a nil one exists and cannot be read.
type store[T any] map[string]*T

// lookUp returns the body of an entry, or why there is none: "absent" or "unreadable".
func (s store[T]) lookUp(key string) (body *T, missing string) {
	if s == nil {
		return nil, "unreadable"
	}
	body, there := s[key]
	switch {
	case !there:
		return nil, "absent"
	case body == nil:
		return nil, "unreadable"
	}
	return body, ""
}

func newStores(f *Facts) *stores {
	s := &stores{Facts: f, verdicts: map[Incarnation]string{}, approvals: map[string]*Approval{},
		roots:    map[string]*Root{},
		reserved: map[string]bool{}, stand: map[Identity]string{}}
	s.records = index(f.Records, func(r *Record) (string, *RecordBody) { return r.JobID, r.Body })
	s.publications = index(f.Publications, func(p *Publication) (string, *PublicationBody) {
		return p.Generation, p.Body
	})
	s.sidecars = index(f.Sidecars, func(c *Sidecar) (string, *SidecarBody) { return c.JobID, c.Body })
	s.receipts = index(f.Receipts, func(r *Receipt) (string, *ReceiptBody) { return r.ReceiptID, r.Body })
	for generation := range s.publications {
		s.reserved[generation] = true
	}
	for _, body := range s.records {
		s.reserve(body != nil, func() string { return body.Identity.Generation })
	}
	for _, body := range s.sidecars {
		s.reserve(body != nil, func() string { return body.Job.Generation })
	}
	for _, body := range s.receipts {
		s.reserve(body != nil, func() string { return body.Generation })
	}
	for _, p := range f.Processes {
		s.verdicts[p.Incarnation] = p.Verdict
	}
	for i := range f.Approvals {
		s.approvals[f.Approvals[i].ID] = &f.Approvals[i]
	}
	for i := range f.Roots {
		s.roots[f.Roots[i].ID] = &f.Roots[i]
	}
	return s
}

func index[E, T any](entries *[]E, read func(*E) (string, *T)) store[T] {
	if entries == nil {
		return nil
	}
	s := store[T]{}
	for i := range *entries {
		key, body := read(&(*entries)[i])
		s[key] = body
	}
	return s
}

func (s *stores) reserve(readable bool, generation func() string) {
	if readable {
		s.reserved[generation()] = true
	}
}

// isFresh reports whether every directory of a scope was observed as the very one that was
// sealed (section 2).
func (s *stores) isFresh(scope *Scope) bool {
	for _, ids := range [][]string{scope.Root, scope.Mounts} {
		for _, id := range ids {
			if root := s.roots[id]; root == nil || root.Live == nil || !*root.Live {
				return false
			}
		}
	}
	return true
}

// standing is the reason why a job does not stand, "" where it does (section 4).
func (s *stores) standing(x *Identity) string {
	reason, known := s.stand[*x]
	if !known {
		reason = s.lookUpStanding(x)
		s.stand[*x] = reason
	}
	return reason
}

func (s *stores) lookUpStanding(x *Identity) string {
	record, missing := s.records.lookUp(x.JobID)
	switch {
	case missing != "":
		return "record_" + missing
	case record.Identity.Generation != x.Generation:
		return "generation_replaced"
	case record.Identity != *x:
		return "identity_changed"
	case record.Status == nil:
		return "status_unknown"
	}
	publication, missing := s.publications.lookUp(x.Generation)
	switch {
	case missing != "":
		return "publication_" + missing
	case publication.Job == nil || *publication.Job != *x:
		return "publication_mismatch"
	}
	sidecar, missing := s.sidecars.lookUp(x.JobID)
	switch {
	case missing != "":
		return "sidecar_" + missing
	case sidecar.Job != *x || sidecar.Authority != publication.Authority:
		return "sidecar_mismatch"
	}
	if reason := s.receiptStanding(x); reason != "" {
		return reason
	}
	if verdict := s.verdict(x.Supervisor); s.isRunning(x) && verdict != verdictOwned {
		return "supervisor_" + verdict
	}
	return ""
}

func (s *stores) receiptStanding(x *Identity) string {
	receipt, missing := s.receipts.lookUp(x.ReceiptID)
	switch {
	case missing == "unreadable":
		return "receipt_unreadable"
	case missing == "absent" && s.isRunning(x):
		return "receipt_absent"
	case missing == "absent": // a completed job outlives its receipt
		return ""
	case receipt.External == nil || *receipt.External:
		return "receipt_external"
	case receipt.Generation != x.Generation || receipt.Owner != x.Owner || receipt.Thread != x.Thread ||
		receipt.Supervisor != x.Supervisor:
		return "receipt_mismatch"
	}
	return ""
}

// verdict is that on an equal incarnation: an entry with only the same pid says nothing.
func (s *stores) verdict(i Incarnation) string {
	if verdict, known := s.verdicts[i]; known {
		return verdict
	}
	return "unverifiable"
}

// isRunning reports whether the record of a job says so; a record that says nothing is
// neither running nor completed.
func (s *stores) isRunning(x *Identity) bool {
	record, _ := s.records.lookUp(x.JobID)
	return record != nil && record.Status != nil && *record.Status == statusRunning
}
