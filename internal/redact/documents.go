package redact

import (
	"slices"

	"github.com/tspi-dev/harness/tspi"
)

// TableDocument is a process_table.json (contract, section 1).
type TableDocument struct {
	Schema      string `json:"schema"`
	Description string `json:"description"`
	PSText      string `json:"ps_text"`
}

// PolicyDocument is a pressure_policy.json without what the law ignores.
type PolicyDocument struct {
	Schema        string         `json:"schema"`
	Kinds         []KindDocument `json:"kinds"`
	KeepKinds     []string       `json:"keep_kinds"`
	MinAgeSeconds tspi.Integer   `json:"min_age_seconds"`
	// Nil where the original leaves them to the law.
	Launchers               []string `json:"launchers,omitzero"`
	ValueOptions            []string `json:"value_options,omitzero"`
	GenericNames            []string `json:"generic_names,omitzero"`
	ProcessSignalAuthorized bool     `json:"process_signal_authorized"`
}

// KindDocument is one of its kinds.
type KindDocument struct {
	Kind              string        `json:"kind"`
	MatchSubstrings   []string      `json:"match_substrings"`
	MatchAt           tspi.MatchAt  `json:"match_at"`
	RequireSubstrings []string      `json:"require_substrings,omitempty"`
	ExcludeSubstrings []string      `json:"exclude_substrings,omitempty"`
	Allowlisted       bool          `json:"allowlisted"`
	Budget            *tspi.Integer `json:"budget,omitempty"`
	KeepOwnerStatus   string        `json:"keep_owner_status"`
}

// OwnersDocument is an owner_classes.json without what the law ignores.
type OwnersDocument struct {
	Schema                  string               `json:"schema"`
	OwnerHints              []HintDocument       `json:"owner_hints"`
	ActiveOwnerStatusValues []string             `json:"active_owner_status_values"`
	OwnerReleaseTargets     map[string]string    `json:"owner_release_targets"`
	InitNames               []string             `json:"init_names"`
	RegisteredHelpers       []RegisteredDocument `json:"registered_helpers"`
}

// HintDocument is one of its owner hints.
type HintDocument struct {
	Substring string `json:"substring"`
	Status    string `json:"status"`
}

// RegisteredDocument is one of its registered helpers, under its new pid and the
// hash of its new command.
type RegisteredDocument struct {
	PID         int32  `json:"pid"`
	CommandHash string `json:"command_hash,omitempty"`
}

// policyDocument is the policy that was read from original.
func policyDocument(p *tspi.Policy, original tspi.Value) PolicyDocument {
	d := PolicyDocument{Schema: "pressure_policy_v1", KeepKinds: []string{}, MinAgeSeconds: p.MinAgeSeconds}
	given := func(name string, words []string) []string {
		object, _ := original.(tspi.Object)
		if _, there := object.Get(name); !there {
			return nil
		}
		return notNil(words)
	}
	d.Launchers = given("launchers", p.Launchers)
	d.ValueOptions = given("value_options", p.ValueOptions)
	d.GenericNames = given("generic_names", p.GenericNames)
	for _, k := range p.Kinds {
		d.Kinds = append(d.Kinds, KindDocument{
			Kind: k.Name, MatchSubstrings: notNil(k.Match), MatchAt: k.MatchAt, RequireSubstrings: k.Require,
			ExcludeSubstrings: k.Exclude,
			Allowlisted:       k.Allowlisted, Budget: k.Budget, KeepOwnerStatus: k.KeepOwnerStatus,
		})
		if k.Keep {
			d.KeepKinds = append(d.KeepKinds, k.Name)
		}
	}
	return d
}

// notNil keeps an empty array one: it is valid, and means none.
func notNil(words []string) []string {
	if words == nil {
		return []string{}
	}
	return words
}

func ownersDocument(o *tspi.Owners, registered []RegisteredDocument) OwnersDocument {
	d := OwnersDocument{
		Schema: "owner_classes_v1", OwnerHints: []HintDocument{}, ActiveOwnerStatusValues: o.ActiveStatuses,
		OwnerReleaseTargets: map[string]string{}, InitNames: o.InitNames, RegisteredHelpers: registered,
	}
	for _, h := range o.Hints {
		d.OwnerHints = append(d.OwnerHints, HintDocument(h))
	}
	for _, t := range o.ReleaseTargets {
		d.OwnerReleaseTargets[t.Status] = t.Target
	}
	return d
}

// hashOfNone stands for a registered command hash that no row has: the original
// could be guessed, as any hash of a command can.
const hashOfNone = "0000000000000000"

// registered follows each registered helper to its new pid and command.
func (w *writer) registered(table *tspi.Table, owners *tspi.Owners) []RegisteredDocument {
	rows := map[int64][]*tspi.Row{}
	for i := range table.Rows {
		row := &table.Rows[i]
		rows[int64(row.PID)] = append(rows[int64(row.PID)], row)
	}
	absent := map[string]int32{} // registered pids that no row has
	out := []RegisteredDocument{}
	for _, helper := range owners.Registered {
		pid, ok := helper.PID.Int64()
		same := rows[pid]
		if !ok || len(same) == 0 {
			key := helper.PID.String()
			if _, met := absent[key]; !met {
				absent[key] = w.pids.fresh()
			}
			d := RegisteredDocument{PID: absent[key]}
			if helper.CommandHash != "" {
				d.CommandHash = hashOfNone
			}
			out = append(out, d)
			continue
		}
		d := RegisteredDocument{PID: w.pids.of(int32(pid))}
		if helper.CommandHash != "" {
			d.CommandHash = hashOfNone
			i := slices.IndexFunc(same, func(row *tspi.Row) bool {
				return tspi.CommandHash(row.Command) == helper.CommandHash
			})
			if i >= 0 {
				d.CommandHash = tspi.CommandHash(w.commands.made[same[i].Command])
			}
		}
		out = append(out, d)
	}
	return out
}
