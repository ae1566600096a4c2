package record

import (
	"errors"
	"time"

	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/internal/secretscan"
	"github.com/tspi-dev/harness/tspi"
)

// Request says what to judge, and by what.
type Request struct {
	Folder *fixture.Folder
	Mode   InputMode  // a fixture has negative cases, a bundle a manifest
	Level  tspi.Level // hardened by default
	// Clock is the time that the records tell. The caller honours
	// SOURCE_DATE_EPOCH.
	Clock time.Time
	// Scanner searches for credentials. Without one nothing passes.
	Scanner secretscan.Scanner
	// Manifest verifies the source modules, where there are any.
	Manifest ManifestVerifier
	// Facts is the profile of a fixture of facts; nil for a fixture or a bundle of tspi.
	Facts *FactsProfile
	// SignOff asks for a sign-off. SignOffPath is where it will lie relative to
	// the out folder, with slashes; empty if it will lie elsewhere.
	SignOff     bool
	SignOffPath string
}

// Judge reads and judges a folder and builds the records of the run, which pass
// or are blocked. It writes nothing.
//
// An unusable input is an *[tspi.InputError], except a policy that authorizes
// process signals: a run over that is blocked, with records (contract, sections
// 1 and 11). Records that pass no check even with all content withheld are a
// *[SelfCheckError].
func Judge(req Request) (*Records, error) {
	if req.Facts != nil {
		return judgeFacts(req)
	}
	positive, err := req.Folder.Positive()
	if err != nil {
		return nil, err
	}
	inputs, authorized, err := readInputs(positive, req.Level)
	if err != nil {
		return nil, err
	}
	j := &judgement{req: req, contract: req.contract()}
	j.basis = digestsOf(positive.Documents())
	j.judgePolicy(authorized)
	j.judgePositive(positive)
	j.classify(positive, inputs, authorized)
	if err := j.judgeNegatives(); err != nil {
		return nil, err
	}
	j.scanInputs(11, positive.Documents())
	if err := j.judgeModules(); err != nil {
		return nil, err
	}
	return j.records()
}

// readInputs reads the three positive inputs. A policy that authorizes process
// signals is told apart, once nothing else is wrong with any of them.
func readInputs(p fixture.Positive, level tspi.Level) (in tspi.Inputs, authorized bool, err error) {
	in, err = p.Read(level)
	var fault *tspi.InputError
	if errors.As(err, &fault) && fault.Code == tspi.CodeProcessSignal {
		_, err = tspi.ReadOwners(p.OwnerClasses.Value, level)
		return tspi.Inputs{}, true, err
	}
	return in, false, err
}

func digestsOf(documents []fixture.Document) []fixture.Digest {
	var digests []fixture.Digest
	for _, d := range documents {
		digests = append(digests, d.Digest())
	}
	return digests
}

// judgement gathers what a run finds out.
type judgement struct {
	req        Request
	contract   *contract
	basis      []fixture.Digest
	lanes      []*lane
	cases      []tspi.NegativeVerdict // as judged, in the contract's order
	projection *Projection
	decision   *DecisionProjection // of a profile of facts
	modules    ModuleSummary
	manifest   Status
	missing    int // cases whose file is not there, which only a fixture of facts survives
	scan       SecretScan
	withhold   bool // nothing that stands in the inputs may stand in a record
}

// lane is one check.
type lane struct {
	check    Check
	section  int
	status   Status
	inputs   []string // never nil
	findings []tspi.Finding
}

// lane begins a check over the named files; it passes until something is raised.
func (j *judgement) lane(check Check, section int, inputs ...string) *lane {
	if inputs == nil {
		inputs = []string{}
	}
	l := &lane{check: check, section: section, status: Pass, inputs: inputs}
	j.lanes = append(j.lanes, l)
	return l
}

// raise blocks the check, if there is anything to raise.
func (l *lane) raise(findings ...tspi.Finding) {
	if len(findings) > 0 {
		l.status = Blocked
		l.findings = append(l.findings, findings...)
	}
}

func refs(documents []fixture.Document) []string {
	var names []string
	for _, d := range documents {
		names = append(names, d.Ref)
	}
	return names
}
