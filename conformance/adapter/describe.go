package adapter

import (
	"fmt"
	"net/url"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// ProtocolVersion is the version of the protocol that this package speaks.
const ProtocolVersion = 1

// Limits of a description. Texts of it stand in reports and on terminals.
const (
	maxTextBytes  = 200
	maxOpNames    = 64
	maxLevelNames = 16
)

// Description is what an adapter says of itself. All texts are UTF-8 without
// control characters and at most 200 bytes long; they are the adapter's words,
// and a report that may hold no path or secret has to look at them.
type Description struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Language string `json:"language"`
	// Ops and Levels are names, each once, at least one.
	Ops    []string `json:"ops"`
	Levels []string `json:"levels"`
	// Optional; "" where they are absent. URL begins with http:// or https://.
	Organization string `json:"organization,omitzero"`
	URL          string `json:"url,omitzero"`
	Contact      string `json:"contact,omitzero"`
}

// equal tells whether two processes of one command describe the same thing.
func (d Description) equal(e Description) bool {
	return d.Name == e.Name && d.Version == e.Version && d.Language == e.Language &&
		slices.Equal(d.Ops, e.Ops) && slices.Equal(d.Levels, e.Levels) &&
		d.Organization == e.Organization && d.URL == e.URL && d.Contact == e.Contact
}

// readDescription reads the ok of a describe. Members that are not listed are
// ignored. The fault names the member.
func readDescription(ok jsontext.Value) (Description, *fault) {
	members := members{}
	if bad := eachMember(ok, "the description", func(name string, value jsontext.Value) {
		members[name] = value
	}); bad != nil {
		return Description{}, bad
	}
	if v, there := members["protocol"]; !there || string(v) != fmt.Sprint(ProtocolVersion) {
		return Description{}, faultf("/protocol: want the integer %d", ProtocolVersion)
	}
	var d Description
	for _, text := range []struct {
		name     string
		field    *string
		required bool
	}{
		{"name", &d.Name, true},
		{"version", &d.Version, true},
		{"language", &d.Language, true},
		{"organization", &d.Organization, false},
		{"url", &d.URL, false},
		{"contact", &d.Contact, false},
	} {
		if bad := members.text(text.name, text.field, text.required); bad != nil {
			return Description{}, bad
		}
	}
	if d.URL != "" && !isWebAddress(d.URL) {
		return Description{}, faultf("/url: want an address that begins with http:// or https://")
	}
	if bad := members.names("ops", &d.Ops, maxOpNames); bad != nil {
		return Description{}, bad
	}
	if bad := members.names("levels", &d.Levels, maxLevelNames); bad != nil {
		return Description{}, bad
	}
	return d, nil
}

type members map[string]jsontext.Value

func (m members) text(name string, field *string, required bool) *fault {
	v, there := m[name]
	if !there && !required {
		return nil
	}
	if v.Kind() == '"' {
		*field = unquote(v)
		if *field != "" && isPlainText(*field) {
			return nil
		}
	}
	return faultf("/%s: want a string of 1 to %d bytes without control characters", name, maxTextBytes)
}

func (m members) names(name string, field *[]string, most int) *fault {
	want := fmt.Sprintf("/%s: want an array of 1 to %d different names", name, most)
	v := m[name]
	if v.Kind() != '[' {
		return faultf("%s", want)
	}
	elements, ok := elementsOf(v, most)
	if !ok || len(elements) == 0 {
		return faultf("%s", want)
	}
	for i, e := range elements {
		s := ""
		if e.Kind() == '"' {
			s = unquote(e)
		}
		if !isName(s) {
			return faultf("/%s/%d: want a name of letters, digits, '.', '_' and '-', at most %d bytes", name, i,
				maxNameBytes)
		}
		if slices.Contains(*field, s) {
			return faultf("/%s/%d: the name stands there twice", name, i)
		}
		*field = append(*field, s)
	}
	return nil
}

func isPlainText(s string) bool {
	if len(s) > maxTextBytes || !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		// Format characters include those that turn the direction of a text.
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' {
			return false
		}
	}
	return true
}

func isWebAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}
