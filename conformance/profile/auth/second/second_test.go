package second_test

import "testing"

// Every mutant is a wrong implementation: it answers some request otherwise.
func TestMutants(t *testing.T) { implementation.CheckMutants(t, 8000) }

func TestControls(t *testing.T) { implementation.CheckControls(t, 2000) }

func TestDeterminism(t *testing.T) { implementation.CheckDeterminism(t, 400) }
