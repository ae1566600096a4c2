package guard

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/long"
)

// pathCase is a string that holds a path at the hardened level, whether core
// sees it too, and a neighbour that differs in one fact and holds none.
type pathCase struct {
	name  string
	text  string
	core  bool
	clean string
}

func runPathCases(t *testing.T, cases []pathCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := HoldsPath(c.text, law.Core); got != c.core {
				t.Errorf("core: HoldsPath(%q) = %v, want %v", c.text, got, c.core)
			}
			if !HoldsPath(c.text, law.Hardened) {
				t.Errorf("hardened: HoldsPath(%q) = false", c.text)
			}
			for _, level := range []law.Level{law.Core, law.Hardened} {
				if HoldsPath(c.clean, level) {
					t.Errorf("%v: the neighbour HoldsPath(%q) = true", level, c.clean)
				}
			}
		})
	}
}

// Section 7, core: a prefix at the start or behind a blank, a quote or =; or a
// letter, a colon and \Users\ with doubled backslashes.
func TestHoldsPathCore(t *testing.T) {
	cases := []pathCase{
		{"doubled backslashes anywhere", `xC:\\Users\\`, true, `x1:\\Users\\`},
		{"doubled backslashes behind another at the start", `\ C:\\Users\\`, true, `\ 1:\\Users\\`},
	}
	for _, prefix := range corePrefixes {
		cases = append(cases,
			pathCase{prefix + " at the start", prefix, true, strings.ToUpper(prefix[:2]) + "x" + prefix[2:]})
		for _, c := range " \t\r\n\"'=" {
			cases = append(cases, pathCase{prefix + " behind a " + string(c), "x" + string(c) + prefix, true,
				"x" + string(c) + "src" + prefix})
		}
	}
	runPathCases(t, cases)
}

// Section 7, core's holes, which [H] closes: where core's rule sees nothing.
func TestHoldsPathHardenedOnly(t *testing.T) {
	cases := []pathCase{
		{"behind a bracket", "(/home/me)", false, "(/health/me)"},
		{"behind a colon", "PATH:/usr/bin", false, "PATH:/user/bin"},
		{"behind a comma", "a,/opt/x", false, "a,/opts/x"},
		{"behind a letter beyond ASCII", "é/home/x", false, "e/home/x"},
		{"behind an opening brace", "{/tmp/x}", false, "{/tmp/ x}"},
		{"behind @", "@/etc/x", false, "@/etc/"},
		{"several slashes", "///home///x", false, "///home///"},
		{"two slashes before a root", "=//srv/x", false, "a//srv/x"},
		{"a root behind another", "x/ /var/x", false, "x/var/x"},
		{"a slash behind a dot is relative", ",/run/x", false, "./run/x"},
		{"a slash behind an underscore is relative", ",/run/x", false, "_/run/x"},
		{"a slash behind a tilde is relative", ",/run/x", false, "~/run/x"},
		{"a slash behind a hyphen is relative", "+/run/x", false, "-/run/x"},
		{"a slash behind a digit is relative", "%/run/x", false, "9/run/x"},
		{"a quote ends a root's folder", `/tmp/"`, false, `/tmp"`},
		{"a name of one character", "/tmp/x", false, "/tmp/\tx"},
		{"drive of Git for Windows", "/c/Users/me", false, "/cc/Users/me"},
		{"drive of Git for Windows in small letters", "/C/Users/x", false, "/C/users/x"},
		{"one slash in the drive of Git for Windows", "/c/Users//x", false, "/c//users/x"},
	}
	for _, root := range strings.Fields(`Users home root Applications Library System Volumes private var tmp opt usr etc srv mnt media run
		nix snap proc bin sbin lib dev workspace workspaces`) {
		other := strings.ToUpper(root)
		if root == "Users" || root == "Applications" || root == "Library" || root == "System" || root == "Volumes" {
			other = strings.ToLower(root)
		}
		cases = append(cases,
			pathCase{root + " in exactly this case", ">/" + root + "/x", false, ">/" + other + "/x"},
			pathCase{root + " as a whole word", ">/" + root + "/x", false, ">/" + root + "y/x"},
			pathCase{root + " as the first folder", ">/" + root + "/x", false, ">/xx/" + root + "/x"})
	}
	runPathCases(t, cases)
}

// Section 7: what a path may stand behind: file:// and a host, or an option of
// one letter at the start or behind a blank, a quote or =.
func TestHoldsPathPrefixes(t *testing.T) {
	runPathCases(t, []pathCase{
		{"file without a host", "file:///home/me", false, "file///home/me"},
		{"file with a host", "file://host/home/me", false, "xfile://host/home/me"},
		{"file in any letter case", "FiLe://host/home/me", false, "FiLes://host/home/me"},
		{"file behind a digit is no longer scheme", "3file://host/home/me", false, "f3file://host/home/me"},
		{"file behind a hyphen is no longer scheme", "-file://host/home/me", false, "a-file://host/home/me"},
		{"a host of letters, digits, dots and hyphens", "file://h-1.example/home/me", false, "file://h_1/home/me"},
		{"a host with a port is no host", "file://h/home/me", false, "file://h:80/home/me"},
		{"three slashes and a folder are no host", "file://h/home/me", false, "file:///h/home/me"},
		{"option at the start", "-I/home/me", false, "-II/home/me"},
		{"option behind a blank", "cc -I/usr/include", false, "cc x-I/usr/include"},
		{"option behind a quote", `'-L/opt/lib`, false, `)-L/opt/lib`},
		{"option behind =", "X=-L//opt/lib", false, "X--L/opt/lib"},
		{"a digit is no option letter", "-I/home/me", false, "-1/home/me"},
		{"two hyphens are no option", "-I/home/me", false, "--I/home/me"},
	})
}

// Section 7: web addresses are replaced by a blank, up to a blank, a quote, < or
// >; a scheme is the longest run that begins with a letter, other than file.
func TestHoldsPathWebAddresses(t *testing.T) {
	runPathCases(t, []pathCase{
		{"path of an address", "//h/ /home/x", true, "https://h/,/home/x"},
		{"behind an address and a blank", "https://h /opt/x", false, "https://h,/opt/x"},
		{"behind an address and <", "https://h</opt/x", false, "https://h(/opt/x"},
		{"behind an address and >", "https://h>/opt/x", false, "https://h)/opt/x"},
		{"behind an address and a quote", `https://h'/opt/x`, false, "https://h`/opt/x"},
		{"before an address", "(/opt/x,https://h", false, "(/opx/x,https://h"},
		{"an address in place of the name", "/opt/3http://h", false, "/opt/http://h"},
		{"no scheme without a letter", "3://home/x", false, "3a://home/x"},
		{"a scheme begins at its first letter", "3+://home/x", false, "3+a://home/x"},
		{"no scheme without a colon", "http//opt:/opt/x", false, "http://opt:/opt/x"},
		{"no scheme with one slash", "http:/opt/x", false, "http://opt/x"},
		{"an underscore ends a scheme", "a_://opt/x", false, "a_b://opt/x"},
		{"an address within a file address", "file://h,/opt/x", false, "file://h,a://h/opt/x"},
		{"no replacing for core", "https://h/?q=/home/x", true, "https://h/?q=/opt/x"},
		{"a drive within an address", "h C:/x", false, "h://h/C:/x"},
		{"a one-letter scheme is an address", "C:/Users", false, "C://Users/me"},
		{"a share within an address", `h \\srv\x`, false, `h://h\\srv\x`},
		{"an address in place of a drive's folder", "C:/http:", false, "C:/http://x"},
		{"an address in place of a share's folder", `\\srv\http:`, false, `\\srv\http://x`},
	})
}

// Section 7: a letter that follows no letter or digit, then :\ or :\\ or :/, then
// a letter, a digit, an underscore or a dot.
func TestHoldsPathDrives(t *testing.T) {
	runPathCases(t, []pathCase{
		{"backslash", `C:\x`, false, `C:x`},
		{"doubled backslash", `c:\\_x`, false, `c:\\\_x`},
		{"behind a colon at the start", `: c:\x`, false, `: c:x`},
		{"slash", `d:/.x`, false, `d:/-x`},
		{"one slash only", `d:/9`, false, `d:/ 9`},
		{"behind a letter", `"C:\x`, false, `"CC:\x`},
		{"behind a digit", `_C:\x`, false, `1C:\x`},
		{"behind a letter beyond ASCII", `éC:\x`, false, `eC:\x`},
		{"something behind", `C:\x`, false, `C:\`},
		{"a letter, not a digit", `C:/x`, false, `1:/x`},
		{"long form", `\\?\C:\x`, false, `\\?\C;\x`},
	})
}

// Section 7: two or four backslashes with none before, a host of two characters
// or more, one or two backslashes, and a letter, a digit or $.
func TestHoldsPathShares(t *testing.T) {
	runPathCases(t, []pathCase{
		{"two", `\\srv\x`, false, `\srv\x`},
		{"four", `\\\\srv\\x`, false, `\\\srv\\x`},
		{"four behind a word", `x \\\\srv\x`, false, `x \\\srv\x`},
		{"five are not four", `\\\\srv\x`, false, `\\\\\srv\x`},
		{"host of two", `\\ab\x`, false, `\\a\x`},
		{"host with dots and hyphens", `\\a-b.c\9`, false, `\\a_b.c\9`},
		{"hidden share", `\\srv\$x`, false, `\\srv\-x`},
		{"three between are too many", `\\srv\\x`, false, `\\srv\\\x`},
		{"something behind", `\\srv\x`, false, `\\srv\`},
		{"a share behind a failed one", `\\a\\bc\d`, false, `\\a\bc\d`},
	})
}

// Section 7: routes and relative paths are no host paths.
func TestHoldsPathNeighbours(t *testing.T) {
	for _, s := range []string{
		"", "/", "//", `\`, `\\`, ":", "POST /mcp", "GET /users/42", "/users/42", "/api/home", "src/home/page.ts",
		"./usr/bin", "../etc/x",
		"~/bin/x", "a/b/c", "https://example.com/home/me", "postgres://u:p@h/var/lib", "and/or", "1/2",
		"application/json", "/homepage/x",
		"/Users", "/home", "/tmp", "/dev/ null", "TCP:80", `a\b\c`, `\d+\s`, "node_modules/.bin/tsc", "@scope/home/x",
		"18:04:05", "s3://bucket/tmp/x",
	} {
		for _, level := range []law.Level{law.Core, law.Hardened} {
			if HoldsPath(s, level) {
				t.Errorf("%v: HoldsPath(%q) = true", level, s)
			}
		}
	}
}

// The guard reads strings of anyone's. A scanner that looks at any of these texts
// twice for each of its parts would take hours over them.
func TestHoldsPathIsLinear(t *testing.T) {
	size := 1 << 20
	if !long.Tests() {
		size >>= 3 // of which the square is still minutes
	}
	for _, part := range []string{
		"/", `\`, ":", "a", "://", "a://", "file://", "/home", "/home/ ", "/home//", "http://a,/home/x,", "file://a",
		"a.b-c", "-I/home ",
		`\\ab`, `\\ab\\`, "C:", "C:/", "C://x", ".file://x/home", "/Applications", "+file", "x=/",
	} {
		text := strings.Repeat(part, size/len(part))
		for _, text := range []string{text, "http://" + text, "file://h" + text} {
			want := oracleSmall(part, text)
			if got := HoldsPath(text, law.Hardened); got != want {
				t.Errorf("many of %q behind %.8q: HoldsPath = %v, want %v", part, text, got, want)
			}
		}
	}
}

// oracleSmall answers for a short beginning of a periodic text: what it holds at
// all it holds in its first few periods.
func oracleSmall(part, text string) bool {
	return oracleHoldsPath(text[:min(len(text), 20+8*len(part))], law.Hardened)
}
