package record

import (
	"errors"

	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/tspi"
)

// judgePolicy says whether the policy authorizes what no policy may (section 1).
func (j *judgement) judgePolicy(authorized bool) {
	l := j.lane(CheckPolicyAuthority, 1, string(tspi.InputPressurePolicy)+".json")
	if authorized {
		l.raise(newFinding(tspi.CodeProcessSignal, tspi.SubjectInput, string(tspi.InputPressurePolicy),
			"Set process_signal_authorized to false or remove it."))
	}
}

// judgePositive holds the positive inputs against the redaction guard (section 7).
func (j *judgement) judgePositive(positive fixture.Positive) {
	documents := positive.Documents()
	l := j.lane(CheckPositiveInputs, 7, refs(documents)...)
	for _, d := range documents {
		for _, leak := range tspi.Guard(d.Value, j.req.Level) {
			l.raise(newFinding(leak.Code, tspi.SubjectInput, string(d.Input), place(d.Value, leak, j.req.Level)))
		}
	}
}

// classify takes the inventory, and as defence in depth has it audited like
// anyone's (section 8).
func (j *judgement) classify(positive fixture.Positive, inputs tspi.Inputs, authorized bool) {
	l := j.lane(CheckOwnInventory, 8, refs(positive.Documents())...)
	if authorized {
		l.status = NotRun
		return
	}
	inventory := tspi.Classify(inputs)
	j.projection = projectionOf(inventory.Summary)
	claim, err := tspi.ValueOf(inventory)
	if err != nil {
		// An inventory is made of checked text only; one that cannot be written
		// is no inventory.
		l.raise(newFinding(tspi.CodeClaimMalformed, tspi.SubjectClaim, string(tspi.InputClaimedInventory), ""))
		return
	}
	l.raise(tspi.AuditInventory(claim, inputs)...)
}

// judgeNegatives judges the negative cases of a fixture (section 9).
func (j *judgement) judgeNegatives() error {
	if j.req.Mode == ModeBundle {
		j.lane(CheckNegativeCases, 9).status = NotRun
		return nil
	}
	negatives, err := j.req.Folder.Negatives()
	if err != nil {
		return err
	}
	l := j.lane(CheckNegativeCases, 9)
	for _, n := range negatives {
		verdict, err := tspi.JudgeNegative(n.Case, n.Document.Value, j.req.Level)
		if err != nil {
			return err
		}
		if !verdict.Observed {
			l.status = Blocked
		}
		l.inputs = append(l.inputs, n.Document.Ref)
		j.basis = append(j.basis, n.Document.Digest())
		j.cases = append(j.cases, verdict)
	}
	return nil
}

// scanInputs searches inputs for credentials (section 11; of a profile of facts section 3
// of docs/profiles.md).
func (j *judgement) scanInputs(section int, documents []fixture.Document) {
	l := j.lane(CheckSecretScan, section, refs(documents)...)
	j.scan = SecretScan{Status: NotRun, Inputs: []string{}}
	if j.req.Scanner == nil {
		l.raise(newFinding(tspi.CodeSecret, tspi.SubjectRecord, string(CheckSecretScan),
			"There is no secret scanner here, and without a scan nothing passes."))
		return
	}
	engine := j.req.Scanner.Engine()
	j.scan.Scanner = &engine
	all := scanned{status: Pass}
	for _, d := range documents {
		one := scanText(j.req.Scanner, d.Text, d.Value, tspi.SubjectInput, string(d.Input))
		if one.status != NotRun {
			j.scan.Inputs = append(j.scan.Inputs, d.Ref)
		}
		all.add(one)
	}
	j.scan.Status, j.scan.HitCount = all.status, all.hits
	l.raise(all.findings...)
}

// judgeModules verifies the source modules (section 10): always of a bundle,
// and of a fixture that has a manifest.
func (j *judgement) judgeModules() error {
	present := j.req.Folder.Has(ManifestName)
	l := j.lane(CheckSourceModules, 10)
	if !present && j.req.Mode == ModeFixture {
		l.status, j.manifest = NotPresent, NotPresent
		return nil
	}
	if j.req.Manifest == nil {
		return errors.New("there are source modules and no verifier for them")
	}
	verdict, err := j.req.Manifest(j.req.Folder.Root())
	if err != nil {
		return err
	}
	if verdict.ModuleCount == 0 { // the lane passes with at least one module
		l.status = Blocked
	}
	l.raise(verdict.Findings...)
	for _, file := range verdict.Files {
		l.inputs = append(l.inputs, file.Path)
	}
	j.basis = append(j.basis, verdict.Files...)
	j.modules = ModuleSummary{
		ModuleCount:         verdict.ModuleCount,
		VerifiedModuleCount: verdict.VerifiedModuleCount,
		FindingCount:        len(verdict.Findings),
	}
	if j.manifest = l.status; !present {
		j.manifest = NotPresent
	}
	return nil
}
