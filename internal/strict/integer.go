package strict

import (
	"math/big"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Integer is an integer of a JSON document. The contract gives integers no upper
// bound (`"min_age_seconds": 10000000000000000000000` is one), so values that
// leave int64 are kept whole. The zero value is 0. Integers are immutable.
type Integer struct {
	small int64
	big   *big.Int // nil while the value fits small
}

// NewInteger returns n as an Integer.
func NewInteger(n int64) Integer { return Integer{small: n} }

// integerOf reads the text of a JSON number. It is an integer only when it has
// neither fraction nor exponent: 1.0 and 1e3 are none.
func integerOf(n Number) (Integer, bool) {
	text := string(n)
	digits := text
	if digits != "" && digits[0] == '-' {
		digits = digits[1:]
	}
	if !IsDigits(digits) {
		return Integer{}, false
	}
	if len(digits) <= 18 {
		v := int64(0)
		for i := range len(digits) {
			v = v*10 + int64(digits[i]-'0')
		}
		if len(digits) < len(text) {
			v = -v
		}
		return Integer{small: v}, true
	}
	v, ok := new(big.Int).SetString(text, 10)
	return normal(v), ok
}

// Below reports whether a number that may have a fraction or an exponent is below
// a limit. Beyond the range of float64 it is an infinity, which compares right.
func (n Number) Below(limit Integer) bool {
	value, _ := strconv.ParseFloat(string(n), 64)
	most, _ := new(big.Float).SetInt(limit.asBig()).Float64()
	return value < most
}

// normal keeps one representation for each value, so that == on small is safe.
func normal(v *big.Int) Integer {
	if v != nil && v.IsInt64() {
		return Integer{small: v.Int64()}
	}
	return Integer{big: v}
}

func (i Integer) asBig() *big.Int {
	if i.big != nil {
		return i.big
	}
	return big.NewInt(i.small)
}

// Cmp is negative, zero or positive as i is below, equal to or above j.
func (i Integer) Cmp(j Integer) int {
	if i.big == nil && j.big == nil {
		switch {
		case i.small < j.small:
			return -1
		case i.small > j.small:
			return 1
		}
		return 0
	}
	return i.asBig().Cmp(j.asBig())
}

// Add returns i + j.
func (i Integer) Add(j Integer) Integer {
	return normal(new(big.Int).Add(i.asBig(), j.asBig()))
}

// Sub returns i - j.
func (i Integer) Sub(j Integer) Integer {
	return normal(new(big.Int).Sub(i.asBig(), j.asBig()))
}

// Int64 returns the value, and whether it fits.
func (i Integer) Int64() (int64, bool) { return i.small, i.big == nil }

// String returns the decimal digits.
func (i Integer) String() string {
	if i.big == nil {
		return strconv.FormatInt(i.small, 10)
	}
	return i.big.String()
}

// MarshalJSONTo writes the integer as a JSON number.
func (i Integer) MarshalJSONTo(enc *jsontext.Encoder) error {
	return enc.WriteValue(jsontext.Value(i.String()))
}
