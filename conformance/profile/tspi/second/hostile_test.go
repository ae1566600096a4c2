package second

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/conformance/profile"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

// Hostile draws command lines and policies that lie at the edges of the program of a
// command (contract, section 3).
type Hostile struct{ *rand.Rand }

func (h Hostile) one(of ...string) string { return of[h.Intn(len(of))] }

// sometimes is the text once in so many times, else the empty one.
func (h Hostile) sometimes(oneIn int, text string) string {
	if h.Intn(oneIn) > 0 {
		return ""
	}
	return text
}

func (h Hostile) key(of map[string]bool) string {
	keys := make([]string, 0, len(of))
	for key := range of {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return h.one(keys...)
}

// Command draws a command line.
func (h Hostile) Command() string {
	var b strings.Builder
	for i := range 1 + h.Intn(7) {
		if i > 0 {
			b.WriteString(h.one(" ", " ", " ", "\t", "  ", " \t "))
		}
		b.WriteString(h.word(i == 0))
	}
	return Usable(b.String())
}

func (h Hostile) word(first bool) string {
	if first {
		return h.sometimes(5, h.one("-", "--")) +
			h.one(h.launcher(), h.launcher(), h.launcher(), h.path(), h.assignment(), h.number(), h.noise())
	}
	switch h.Intn(14) {
	case 0, 1, 2:
		return h.launcher()
	case 3, 4, 5, 6:
		return h.path()
	case 7, 8, 9:
		return h.option()
	case 10:
		return h.assignment()
	case 11:
		return h.number()
	case 12:
		return h.one("@scope/notes-mcp", "@scope/notes-mcp@1.2.3", "@/x/notes", "@", "@a",
			"http://h/notes-mcp", "a:b/c", "b/c", "é/c", "3/4")
	}
	return h.noise()
}

func (h Hostile) launcher() string {
	folder := h.sometimes(3, h.one("/usr/bin/", "./", "bin/", `C:\bin\`, `D:\x/`, "/", "//", `a\`,
		"/opt/node_modules/"))
	ending := h.sometimes(3, h.one("3", "3.11", ".", ".exe", "3.exe", "3.11.exe", ".exe3", ".EXE", "-red", "x", "/",
		".js"))
	name := h.one(h.key(defaultLaunchers), h.one(subcommands...), "node", "python", "Node", "BASH", "notes-mcp")
	return folder + h.sometimes(12, "-") + name + ending
}

func (h Hostile) option() string {
	option := h.one("-", "-s", "-e", "-pe", "-ex", "-E", "-1e", "--e", "-é", "-ée", "--eval", "--evaluate",
		"--print", "--printe", "--", "---", "-y", "-m", "-c", "--inspect",
		h.key(defaultValueOptions), h.key(defaultValueOptions), h.key(defaultValueOptions))
	return option + h.sometimes(5, h.one("=", "=x", "=/a/notes-mcp", "==", "=-e"))
}

func (h Hostile) assignment() string {
	return h.one("A", "a_1", "1", "_", "", "é", "a-b", "a.b", "/a", "@a", "A=b") +
		h.one("=", "=x", "==x", "=x=", "=x==y", "=/a/notes-mcp", "= ", "=a/b")
}

func (h Hostile) number() string {
	return h.one("5", "0.5", ".5", "5.", "1.2.3", "5..", "٥", "5e3", "") +
		h.one("", "", "s", "m", "h", "d", "ms", "S", "x", ".s", "s.")
}

// path joins parts that say much, little and nothing.
func (h Hostile) path() string {
	slash := h.one("/", "/", "/", "/", `\`)
	parts := make([]string, 1+h.Intn(6))
	for i := range parts {
		parts[i] = h.one("srv", "notes-mcp", "node_modules", "site-packages", "node_modules", "@scope", ".bin", "..",
			".", "", "é", "Index.js",
			h.key(defaultGenericNames), h.key(defaultGenericNames),
			h.key(defaultGenericNames)+h.one(".js", ".min.js", ".", "1", ".exe", "3.11"))
	}
	root := h.one("", "", "/", "/", "./", `C:\`, `c:\`, "C:/", "@", "//", "x:")
	return root + strings.Join(parts, slash) + h.sometimes(6, slash)
}

// noise is a few signs that mean something to the law, and some that must not.
func (h Hostile) noise() string {
	signs := []rune("-=/\\:@.e1sxAn_é\u00a0\u2003\v\f<>[]()'\"#%,;")
	var b strings.Builder
	for range h.Intn(7) {
		b.WriteRune(signs[h.Intn(len(signs))])
	}
	return b.String()
}

// Usable is a text as a row's command can hold it.
func Usable(command string) string {
	command = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(command, "?"))
	if command = strings.Trim(command, " \t"); command == "" {
		return "x"
	}
	return command
}

// Lists are the three lists of a policy, now and then others than the contract's.
func (h Hostile) Lists() strict.Object {
	var lists strict.Object
	add := func(name string, of map[string]bool, further ...string) {
		if h.Intn(4) > 0 {
			return
		}
		list := strict.Array{}
		for range h.Intn(4) {
			list = append(list, h.one(h.key(of), h.one(further...)))
		}
		lists = append(lists, strict.Member{Name: name, Value: list})
	}
	add("launchers", defaultLaunchers, "notes-mcp", "node", "python3", "run", "/usr/bin/node", "é", "a b", ".exe")
	add("value_options", defaultValueOptions, "-y", "-e", "-", "run", "--inspect", "--cwd=x", "-é")
	add("generic_names", defaultGenericNames, "notes-mcp", "é", "index.js", "srv", ".bin", "Index")
	return lists
}

// PolicyOf is a policy of lists and of kinds.
func PolicyOf(lists strict.Object, kinds ...strict.Value) strict.Object {
	return append(slices.Clone(lists), strict.Member{Name: "kinds", Value: strict.Array(kinds)})
}

// Entry is an allowlisted one of kinds, without match_at where that is empty.
func Entry(name, matchAt string, members ...strict.Member) strict.Object {
	e := strict.Object{{Name: "kind", Value: name}, {Name: "allowlisted", Value: true}}
	if matchAt != "" {
		e = append(e, strict.Member{Name: "match_at", Value: matchAt})
	}
	return append(e, members...)
}

// List is a member that lists texts.
func List(name string, texts ...string) strict.Member {
	array := strict.Array{}
	for _, text := range texts {
		array = append(array, text)
	}
	return strict.Member{Name: name, Value: array}
}

// RequestOf is the input of a classification of a table.
func RequestOf(table string, policy, owners strict.Object) strict.Object {
	return strict.Object{{Name: inputTable, Value: strict.Object{{Name: "ps_text", Value: table}}},
		{Name: inputPolicy, Value: policy},
		{Name: inputOwners, Value: owners}}
}

// Request draws a whole request: hostile commands, entries that look in different
// places, and rows of about the age of pid 1.
func (h Hostile) Request() strict.Object {
	var rows []string
	pids := []string{"0", "1", "1", "1", "2", "3"}
	age := 300 + h.Intn(4)
	if h.Intn(4) > 0 {
		known := fmt.Sprint(age)
		rows = append(rows, fmt.Sprintf("1 0 %s 0 1 %s",
			h.one(known, known, known, "?"), h.one("init", "/sbin/tini -- node", "sh notes-mcp")))
	}
	if h.Intn(12) == 0 {
		rows = append(rows, h.one("1 0 300 0 1 init", "1 x 300 0 1 init", "01 0 300 0 1 init"))
	}
	for pid := 2; pid < 3+h.Intn(6); pid++ {
		about := h.one(fmt.Sprint(age-4+h.Intn(8)), fmt.Sprint(age-2), "?")
		rows = append(rows, fmt.Sprintf("%d %s %s 0 %s %s", pid, h.one(pids...), about, h.one("1", "1", "1", "x"),
			h.Command()))
	}
	rows = append(rows, fmt.Sprintf("99 1 %d 0 1 %s", age-h.Intn(5), h.Command()))
	var kinds []strict.Value
	substrings := []string{"notes", "mcp", "node", "index", "/", "@", "srv", ".", "run", "build/", "-", "e"}
	for i := range 1 + h.Intn(4) {
		e := Entry(fmt.Sprintf("k%d", i), h.one("program", "program", "command", ""),
			List("match_substrings", h.one(substrings...), h.one(substrings...)))
		if h.Intn(3) == 0 {
			e = append(e,
				List("require_substrings", []string{h.one(substrings...), h.one(substrings...)}[:h.Intn(3)]...))
		}
		if h.Intn(3) == 0 {
			e = append(e, List("exclude_substrings", h.one(substrings...)))
		}
		kinds = append(kinds, append(e, strict.Member{Name: "budget", Value: strict.Number("0")}))
	}
	hint := strict.Object{{Name: "substring", Value: h.one("tini", "srv", "node")}, {Name: "status", Value: "hinted"}}
	owners := strict.Object{{Name: "owner_hints", Value: strict.Array{hint}}}
	if h.Intn(4) == 0 {
		owners = append(owners, List("active_owner_status_values", "hinted"))
	}
	policy := append(PolicyOf(h.Lists(), kinds...),
		strict.Member{Name: "min_age_seconds", Value: strict.Number(h.one("1", "298"))})
	return RequestOf(strings.Join(rows, "\n"), policy, owners)
}

// SpoiltClaim makes rows closing, some without an integer pid (section 8, rule 1).
func (h Hostile) SpoiltClaim(claim strict.Value) strict.Value {
	return everywhere(claim, func(o strict.Object) strict.Object {
		if !has(o, "pid") || h.Intn(3) > 0 {
			return o
		}
		for i, m := range o {
			switch {
			case m.Name == "decision":
				o[i].Value = safeClose
			case m.Name == "pid" && h.Intn(2) == 0:
				o[i].Value = []strict.Value{nil, strict.Number("7.0"), strict.Number("1e1"), "7", true,
					strict.Array{}}[h.Intn(6)]
			}
		}
		if h.Intn(4) == 0 {
			o = slices.DeleteFunc(o, func(m strict.Member) bool { return m.Name == "pid" })
		}
		return o
	})
}

// No mutant of a command's program is equivalent to the right reading: some hostile
// Command line tells each of them apart.
func TestEachMutantFindsAnotherProgram(t *testing.T) {
	right := byContract()
	h := Hostile{rand.New(rand.NewSource(1))}
	commands := make([]string, 40000)
	for i := range commands {
		commands[i] = h.Command()
	}
	for _, m := range programMutants() {
		wrong := &world{contract: &contract{level: m.Level, broken: profile.Only(m.Name)}, policy: right.policy}
		differs := func(command string) bool { return wrong.program(command) != right.program(command) }
		if !slices.ContainsFunc(commands, differs) {
			t.Errorf("%s: finds the right program of %d commands", m.Name, len(commands))
		}
	}
}

// ProgramOf is the program of a command by the second implementation, with the lists of a
// policy; false where no program is looked for in it.
func ProgramOf(t testing.TB, command string, lists strict.Object) (program string, ok bool) {
	t.Helper()
	anything := PolicyOf(lists, Entry("any", "program", List("match_substrings", "x")))
	w, err := (&contract{level: law.Hardened}).read(RequestOf("7 1 1000 0 1 "+command, anything, nil), false)
	if err != nil {
		t.Fatal(err)
	}
	if w.title(command) || len(w.table.rows) != 1 || w.table.rows[0].command != command {
		return "", false
	}
	return w.program(command), true
}
