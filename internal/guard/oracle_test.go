package guard

import (
	"regexp"
	"strings"

	"github.com/tspi-dev/harness/internal/law"
)

// The oracle is section 7's and 10's rules for paths once more, written from the
// text as regular expressions over a string whose web addresses are really
// replaced. It is slow and says what is meant.

var (
	oracleScheme = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.\-]*://`)

	oracleCore = regexp.MustCompile(`(?:^|[ \t\r\n"'=])/(?:Users|home|Applications|private/var|var/folders)/` +
		`|[A-Za-z]:\\\\Users\\\\`)
	oracleRooted = regexp.MustCompile(
		oracleSlash(`Users|home|root|Applications|Library|System|Volumes|private|var|tmp|opt|` +
			`usr|etc|srv|mnt|media|run|nix|snap|proc|bin|sbin|lib|dev|workspace|workspaces|[A-Za-z]/Users`))
	oracleBodyRooted = regexp.MustCompile(oracleSlash(`Users|home|root|Applications|Volumes|workspace|workspaces`))
	oracleDrive      = regexp.MustCompile(`(?:^|[^A-Za-z0-9])[A-Za-z]:(?:\\|\\\\|/)[A-Za-z0-9_.]`)
	oracleShare      = regexp.MustCompile(`(?:^|[^\\])(?:\\{2}|\\{4})[A-Za-z0-9.\-]{2,}\\{1,2}[A-Za-z0-9$]`)
	oracleBodyUsers  = regexp.MustCompile(`[A-Za-z]:\\{1,2}Users\\{1,2}`)
	oraclePreview    = regexp.MustCompile(`command_preview|command_line|cmdline|raw_command|full_command`)
)

func oracleSlash(roots string) string {
	return `(?:^|[^A-Za-z0-9._~\-/]|(?i:file)://[A-Za-z0-9.\-]*|(?:^|[ \t\r\n"'=])-[A-Za-z])/+(?:` + roots +
		`)/+[^ \t\r\n/]`
}

// oracleWithoutAddresses replaces each web address by a blank.
func oracleWithoutAddresses(s string) string {
	var b strings.Builder
	for {
		m := oracleScheme.FindStringIndex(s)
		if m == nil {
			return b.String() + s
		}
		scheme := s[m[0] : m[1]-len("://")]
		if strings.ToLower(scheme) == "file" {
			b.WriteString(s[:m[1]])
			s = s[m[1]:]
			continue
		}
		b.WriteString(s[:m[0]])
		b.WriteString(" ")
		s = s[m[1]:]
		end := strings.IndexAny(s, " \t\r\n\"'<>")
		if end < 0 {
			end = len(s)
		}
		s = s[end:]
	}
}

func oracleHoldsPath(s string, level law.Level) bool {
	if oracleCore.MatchString(s) {
		return true
	}
	if level == law.Core {
		return false
	}
	s = oracleWithoutAddresses(s)
	return oracleRooted.MatchString(s) || oracleDrive.MatchString(s) || oracleShare.MatchString(s)
}

func oracleBody(s string, level law.Level) []Kind {
	var kinds []Kind
	path := oracleCore.MatchString(s)
	if level == law.Hardened {
		path = path || oracleBodyUsers.MatchString(s) || oracleBodyRooted.MatchString(oracleWithoutAddresses(s))
	}
	if path {
		kinds = append(kinds, Path)
	}
	if oraclePreview.MatchString(s) {
		kinds = append(kinds, Preview)
	}
	return kinds
}
