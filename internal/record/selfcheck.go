package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// SelfCheckError says that the records of a run do not pass the redaction guard
// or the secret scan although everything that stands in the inputs was left out
// of them, so that none may be written. What is left of others' making is the
// name of the sign-off.
type SelfCheckError struct {
	Codes []tspi.Code
}

// Error says what to do about it.
func (e *SelfCheckError) Error() string {
	codes := make([]string, len(e.Codes))
	for i, c := range e.Codes {
		codes[i] = string(c)
	}
	return fmt.Sprintf(
		"no record was written: they do not pass their own check (%s); choose another name for the sign-off",
		strings.Join(codes, ", "))
}

// records builds the records and holds them against the guard and the scan
// before anyone sees them.
func (j *judgement) records() (*Records, error) {
	redaction := j.lane(CheckRecordRedaction, j.contract.redaction)
	scan := j.checkOf(CheckSecretScan)
	j.scan.RecordsScanned = j.req.Scanner != nil
	built, err := j.build()
	if err != nil {
		return nil, err
	}
	checked := j.check(built)
	if checked.clean() {
		return built, nil
	}
	redaction.raise(checked.leaks...)
	scan.raise(checked.scan.findings...)
	j.scan.Status = worse(j.scan.Status, checked.scan.status)
	j.scan.HitCount += checked.scan.hits
	j.scan.RecordsScanned = checked.scan.status != NotRun
	j.withhold = true
	if built, err = j.build(); err != nil {
		return nil, err
	}
	if again := j.check(built); !again.harmless() {
		return nil, &SelfCheckError{again.codes()}
	}
	return built, nil
}

func (j *judgement) checkOf(check Check) *lane {
	return j.lanes[slices.IndexFunc(j.lanes, func(l *lane) bool { return l.check == check })]
}

// selfCheck is what the check of the records found.
type selfCheck struct {
	leaks []tspi.Finding
	scan  scanned
}

func (s selfCheck) clean() bool { return len(s.leaks) == 0 && s.scan.status == Pass }

// harmless admits records that could not be scanned: once nothing of the inputs
// is in them, they may say that they are blocked for just that.
func (s selfCheck) harmless() bool { return len(s.leaks) == 0 && s.scan.status != Blocked }

func (s selfCheck) codes() []tspi.Code {
	var codes []tspi.Code
	for _, f := range slices.Concat(s.leaks, s.scan.findings) {
		codes = append(codes, f.ErrorCode)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// check holds the very bytes that are to be written against the guard and the
// scan.
func (j *judgement) check(r *Records) selfCheck {
	outcome := selfCheck{scan: scanned{status: Pass}}
	for _, f := range r.files {
		document, err := tspi.Decode(f.Text)
		if err != nil {
			outcome.leaks = append(outcome.leaks, newFinding(tspi.CodeInputInvalid, tspi.SubjectRecord, f.subject, ""))
			continue
		}
		for _, leak := range tspi.Guard(document, j.contract.guardLevel(j.req.Level)) {
			outcome.leaks = append(outcome.leaks, newFinding(leak.Code, tspi.SubjectRecord, f.subject, ""))
		}
		if j.req.Scanner == nil {
			outcome.scan.status = NotRun
			continue
		}
		outcome.scan.add(scanText(j.req.Scanner, f.Text, document, tspi.SubjectRecord, f.subject))
	}
	return outcome
}
