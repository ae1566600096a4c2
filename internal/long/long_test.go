package long

import "testing"

// Guards CONTRIBUTING.md: the usual run leaves a test to the long one, which makes it.
func TestTheLongRunIsAskedFor(t *testing.T) {
	for _, test := range []struct {
		value string
		long  bool
	}{{"", false}, {"1", true}} {
		t.Run(test.value, func(t *testing.T) {
			t.Setenv(variable, test.value)
			if Tests() != test.long {
				t.Errorf("with %q the run is long: %v", test.value, Tests())
			}
			made := false
			t.Run("left", func(t *testing.T) {
				Only(t, "it is long")
				made = true
			})
			if made != test.long {
				t.Errorf("with %q the long test is made: %v", test.value, made)
			}
		})
	}
}
