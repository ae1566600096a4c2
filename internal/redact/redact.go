package redact

import "github.com/tspi-dev/harness/tspi"

// Source is what a fixture is made from: a captured ps text with the policy and
// the owner taxonomy to read it by.
type Source struct {
	PSText         string
	Policy, Owners tspi.Value
}

// read reads the three by the law of a level. The error is an *[tspi.InputError].
func (s Source) read(level tspi.Level) (tspi.Inputs, error) {
	return tspi.ReadInputs(tspi.Object{{Name: "ps_text", Value: s.PSText}}, s.Policy, s.Owners, level)
}

// Fixture is the three positive inputs of a fixture, ready to be written.
type Fixture struct {
	ProcessTable   TableDocument
	PressurePolicy PolicyDocument
	OwnerClasses   OwnersDocument
}

const description = "Made from a captured table by tspi redact: the tree, the ages and the kinds are those of the capture; " +
	"pids and commands are made up, and memory is rounded to two digits."

// Redact makes a publishable fixture. The same source gives the same fixture. The
// error is an *[tspi.InputError], or says which line no command can be made up
// for. What is written should be held against the source by [Check] first.
func Redact(s Source) (*Fixture, error) {
	in, err := s.read(tspi.Hardened)
	if err != nil {
		return nil, err
	}
	w := &writer{pids: newPIDs(in.Table.Rows), commands: newComposer(newRules(in))}
	text, err := w.table(s.PSText)
	if err != nil {
		return nil, err
	}
	return &Fixture{
		ProcessTable:   TableDocument{Schema: "process_table_v1", Description: description, PSText: text},
		PressurePolicy: policyDocument(in.Policy, s.Policy),
		OwnerClasses:   ownersDocument(in.Owners, w.registered(in.Table, in.Owners)),
	}, nil
}
