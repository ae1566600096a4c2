package profile

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// No answer may hold a part of a command (contract, section 7), in whatever clothes: a token is found in each
// of them, wherever it starts, and a text that only looks like one is free.
func TestCanaries(t *testing.T) {
	canaries := NewCanaries([]string{"tirezonavupike", "bakefugimoluda"})
	each := func(text, form string) string {
		var b strings.Builder
		for i := range len(text) {
			fmt.Fprintf(&b, form, text[i])
		}
		return b.String()
	}
	tell := func(token string) []string {
		var forms []string
		for _, text := range []string{token, strings.ToUpper(token), reversed(token)} {
			forms = append(forms, "said "+text+".", hex.EncodeToString([]byte("x"+text)),
				strings.ToUpper(hex.EncodeToString([]byte(text))),
				each(text, "%%%02X"), each(text, "%02x "), each(text, `\x%02x`), each(text, "&#%d;"),
				each(text, "&#x%X;"), each(text, "%d,"), "1"+each(text, "%08b"), each(text, "%c "),
				shifted(text, 13), shifted(text, 3), each(xored(text, 1), "%c"), each(xored(text, 0x20), "%c"))
			for n := range 3 {
				command := []byte(strings.Repeat("~", n) + text + " --stdio?")
				forms = append(forms, base64.StdEncoding.EncodeToString(command),
					base64.RawURLEncoding.EncodeToString(command),
					reversed(base64.StdEncoding.EncodeToString(command)),
					base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString(command))))
			}
		}
		spaced := strings.Join(strings.Split(token, ""), " ")
		rotated := map[string]string{"bakefugimoluda": "onxrshtvzbyhqn", "bakefugamoluda": "onxrshtnzbyhqn"}[token]
		forms = append(forms, spaced, strings.ToUpper(spaced), rotated, each(token, "%d, "), each(token, "%02x00"),
			each(token, "00%02x"))
		for n := range 5 {
			forms = append(forms, base32.StdEncoding.EncodeToString([]byte(strings.Repeat("~", n)+token+" --stdio")))
		}
		return append(forms, url.QueryEscape("/opt/"+token))
	}
	for _, text := range tell("bakefugimoluda") {
		if !canaries.In(text) {
			t.Errorf("the token is not found in %q", text)
		}
	}
	for _, text := range append(tell("bakefugamoluda"), "", "bakefugi moluta", "0123456789abcdef") {
		if canaries.In(text) {
			t.Errorf("a token is found in %q", text)
		}
	}
	if (*Canaries)(nil).In("bakefugimoluda") || NewCanaries(nil).In("bakefugimoluda") {
		t.Error("a token is found where none is looked for")
	}
}

// shifted is a text with its letters so many places along the alphabet.
func shifted(text string, places byte) string {
	return strings.Map(func(r rune) rune {
		for _, first := range "aA" {
			if first <= r && r < first+26 {
				return first + (r-first+rune(places))%26
			}
		}
		return r
	}, text)
}

func xored(text string, key byte) string {
	b := []byte(text)
	for i := range b {
		b[i] ^= key
	}
	return string(b)
}
