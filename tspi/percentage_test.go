package tspi

import "testing"

// Section 2, pcpu: one to nine digits, and one to nine behind a point or a comma.
// Up to 15 digits are read in a short way, more in a long one.
func TestPercentageOfManyDigits(t *testing.T) {
	for text, want := range map[string]float64{
		"1234567.12345678":    1234567.12345678,
		"12345678.12345678":   12345678.12345678,
		"123456789.123456789": 123456789.123456789,
		"123456789,123456789": 123456789.123456789,
		"000000000.000000001": 0.000000001,
		// What the short way would say of these is another number.
		"387113937.549167320": 387113937.549167320,
		"284491574.414458836": 284491574.414458836,
	} {
		if got, ok := percentage(text); !ok || got != want {
			t.Errorf("%s: got %v, %v; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"1234567890.1", "1.1234567890", "123456789.", ".123456789"} {
		if got, ok := percentage(text); ok {
			t.Errorf("%s: is read as %v", text, got)
		}
	}
}
