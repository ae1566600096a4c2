package mutant

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// hostile draws command lines and policies that lie at the edges of the program of a
// command (contract, section 3).
type hostile struct{ *rand.Rand }

func (h hostile) one(of ...string) string { return of[h.Intn(len(of))] }

// sometimes is the text once in so many times, else the empty one.
func (h hostile) sometimes(oneIn int, text string) string {
	if h.Intn(oneIn) > 0 {
		return ""
	}
	return text
}

func (h hostile) key(of map[string]bool) string {
	keys := make([]string, 0, len(of))
	for key := range of {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return h.one(keys...)
}

func (h hostile) command() string {
	var b strings.Builder
	for i := range 1 + h.Intn(7) {
		if i > 0 {
			b.WriteString(h.one(" ", " ", " ", "\t", "  ", " \t "))
		}
		b.WriteString(h.word(i == 0))
	}
	return usable(b.String())
}

func (h hostile) word(first bool) string {
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

func (h hostile) launcher() string {
	folder := h.sometimes(3, h.one("/usr/bin/", "./", "bin/", `C:\bin\`, `D:\x/`, "/", "//", `a\`, "/opt/node_modules/"))
	ending := h.sometimes(3, h.one("3", "3.11", ".", ".exe", "3.exe", "3.11.exe", ".exe3", ".EXE", "-red", "x", "/", ".js"))
	name := h.one(h.key(defaultLaunchers), h.one(subcommands...), "node", "python", "Node", "BASH", "notes-mcp")
	return folder + h.sometimes(12, "-") + name + ending
}

func (h hostile) option() string {
	option := h.one("-", "-s", "-e", "-pe", "-ex", "-E", "-1e", "--e", "-é", "-ée", "--eval", "--evaluate",
		"--print", "--printe", "--", "---", "-y", "-m", "-c", "--inspect",
		h.key(defaultValueOptions), h.key(defaultValueOptions), h.key(defaultValueOptions))
	return option + h.sometimes(5, h.one("=", "=x", "=/a/notes-mcp", "==", "=-e"))
}

func (h hostile) assignment() string {
	return h.one("A", "a_1", "1", "_", "", "é", "a-b", "a.b", "/a", "@a", "A=b") +
		h.one("=", "=x", "==x", "=x=", "=x==y", "=/a/notes-mcp", "= ", "=a/b")
}

func (h hostile) number() string {
	return h.one("5", "0.5", ".5", "5.", "1.2.3", "5..", "٥", "5e3", "") +
		h.one("", "", "s", "m", "h", "d", "ms", "S", "x", ".s", "s.")
}

// path joins parts that say much, little and nothing.
func (h hostile) path() string {
	slash := h.one("/", "/", "/", "/", `\`)
	parts := make([]string, 1+h.Intn(6))
	for i := range parts {
		parts[i] = h.one("srv", "notes-mcp", "node_modules", "site-packages", "node_modules", "@scope", ".bin", "..", ".", "", "é", "Index.js",
			h.key(defaultGenericNames), h.key(defaultGenericNames), h.key(defaultGenericNames)+h.one(".js", ".min.js", ".", "1", ".exe", "3.11"))
	}
	root := h.one("", "", "/", "/", "./", `C:\`, `c:\`, "C:/", "@", "//", "x:")
	return root + strings.Join(parts, slash) + h.sometimes(6, slash)
}

// noise is a few signs that mean something to the law, and some that must not.
func (h hostile) noise() string {
	signs := []rune("-=/\\:@.e1sxAn_é\u00a0\u2003\v\f<>[]()'\"#%,;")
	var b strings.Builder
	for range h.Intn(7) {
		b.WriteRune(signs[h.Intn(len(signs))])
	}
	return b.String()
}

// usable is a text as a row's command can hold it.
func usable(command string) string {
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

// lists are the three lists of a policy, now and then others than the contract's.
func (h hostile) lists() tspi.Object {
	var lists tspi.Object
	add := func(name string, of map[string]bool, further ...string) {
		if h.Intn(4) > 0 {
			return
		}
		list := tspi.Array{}
		for range h.Intn(4) {
			list = append(list, h.one(h.key(of), h.one(further...)))
		}
		lists = append(lists, tspi.Member{Name: name, Value: list})
	}
	add("launchers", defaultLaunchers, "notes-mcp", "node", "python3", "run", "/usr/bin/node", "é", "a b", ".exe")
	add("value_options", defaultValueOptions, "-y", "-e", "-", "run", "--inspect", "--cwd=x", "-é")
	add("generic_names", defaultGenericNames, "notes-mcp", "é", "index.js", "srv", ".bin", "Index")
	return lists
}

// policyOf is a policy of lists and of kinds.
func policyOf(lists tspi.Object, kinds ...tspi.Value) tspi.Object {
	return append(slices.Clone(lists), tspi.Member{Name: "kinds", Value: tspi.Array(kinds)})
}

// entry is an allowlisted one of kinds, without match_at where that is empty.
func entry(name, matchAt string, members ...tspi.Member) tspi.Object {
	e := tspi.Object{{Name: "kind", Value: name}, {Name: "allowlisted", Value: true}}
	if matchAt != "" {
		e = append(e, tspi.Member{Name: "match_at", Value: matchAt})
	}
	return append(e, members...)
}

func list(name string, texts ...string) tspi.Member {
	array := tspi.Array{}
	for _, text := range texts {
		array = append(array, text)
	}
	return tspi.Member{Name: name, Value: array}
}

func requestOf(table string, policy, owners tspi.Object) tspi.Object {
	return tspi.Object{{Name: inputTable, Value: tspi.Object{{Name: "ps_text", Value: table}}}, {Name: inputPolicy, Value: policy},
		{Name: inputOwners, Value: owners}}
}

// sameProgram reports a difference where package tspi finds another program in a
// command. It asks it for kinds: one whose substrings the program holds only where it
// is longer than ours at either end, and one that it holds where it is as long.
func sameProgram(t *testing.T, command string, lists tspi.Object) {
	t.Helper()
	table := "7 1 1000 0 1 " + command
	anything := policyOf(lists, entry("any", "program", list("match_substrings", "x")))
	ours, err := (&law{level: tspi.Hardened}).read(requestOf(table, anything, nil), false)
	if err != nil {
		t.Fatal(err)
	}
	if ours.title(command) || len(ours.table.rows) != 1 || ours.table.rows[0].command != command {
		return
	}
	program, want := ours.program(command), "same"
	var longer []string
	for _, sign := range command {
		longer = append(longer, string(sign)+program, program+string(sign))
	}
	same := list("match_substrings", program)
	if program == "" {
		same, want = list("match_substrings"), ""
	}
	policy := policyOf(lists,
		entry("longer", "program", list("match_substrings", longer...)), entry("same", "program", same))
	theirs := tspiprofile.BuiltIn(tspi.Hardened, "1", tspiprofile.Folders{})
	answer, err := theirs.Answer(t.Context(), tspiprofile.OpClassify, strict.Encode(requestOf(table, policy, tspi.Object{})))
	if err != nil {
		t.Fatalf("%q: %v", command, err)
	}
	got := ""
	if rows, _ := get(decodedValue(t, answer), "rows").(tspi.Array); len(rows) > 0 {
		got = textOf(rows[0], "process_kind")
	}
	if got != want {
		t.Errorf("the program of %q by %s: second %q; tspi finds another (kind %q)",
			command, strict.Encode(lists), program, got)
	}
}

// The program of a command was read twice: both readings find the same one in every
// hostile command line (section 3).
func TestBothFindTheSameProgram(t *testing.T) {
	h := hostile{rand.New(rand.NewSource(int64(*agreeSeed)))}
	failed := 0
	for range 50 * *agreeTables {
		sameProgram(t, h.command(), h.lists())
		if t.Failed() {
			if failed++; failed > 20 {
				return
			}
		}
	}
}

// FuzzBothFindTheSameProgram is TestBothFindTheSameProgram over command lines that the
// fuzzer makes.
func FuzzBothFindTheSameProgram(f *testing.F) {
	h := hostile{rand.New(rand.NewSource(1))}
	for range 100 {
		f.Add(h.command())
	}
	f.Fuzz(func(t *testing.T, command string) {
		if len(command) < 4096 {
			sameProgram(t, usable(command), nil)
		}
	})
}

// request draws a whole request: hostile commands, entries that look in different
// places, and rows of about the age of pid 1.
func (h hostile) request() tspi.Object {
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
		rows = append(rows, fmt.Sprintf("%d %s %s 0 %s %s", pid, h.one(pids...), about, h.one("1", "1", "1", "x"), h.command()))
	}
	rows = append(rows, fmt.Sprintf("99 1 %d 0 1 %s", age-h.Intn(5), h.command()))
	var kinds []tspi.Value
	substrings := []string{"notes", "mcp", "node", "index", "/", "@", "srv", ".", "run", "build/", "-", "e"}
	for i := range 1 + h.Intn(4) {
		e := entry(fmt.Sprintf("k%d", i), h.one("program", "program", "command", ""),
			list("match_substrings", h.one(substrings...), h.one(substrings...)))
		if h.Intn(3) == 0 {
			e = append(e, list("require_substrings", []string{h.one(substrings...), h.one(substrings...)}[:h.Intn(3)]...))
		}
		if h.Intn(3) == 0 {
			e = append(e, list("exclude_substrings", h.one(substrings...)))
		}
		kinds = append(kinds, append(e, tspi.Member{Name: "budget", Value: tspi.Number("0")}))
	}
	hint := tspi.Object{{Name: "substring", Value: h.one("tini", "srv", "node")}, {Name: "status", Value: "hinted"}}
	owners := tspi.Object{{Name: "owner_hints", Value: tspi.Array{hint}}}
	if h.Intn(4) == 0 {
		owners = append(owners, list("active_owner_status_values", "hinted"))
	}
	policy := append(policyOf(h.lists(), kinds...), tspi.Member{Name: "min_age_seconds", Value: tspi.Number(h.one("1", "298"))})
	return requestOf(strings.Join(rows, "\n"), policy, owners)
}

// Both implementations give the same inventory, receipt and findings for hostile
// requests (sections 3, 4 and 8).
func TestBothAgreeOnHostileRequests(t *testing.T) {
	h := hostile{rand.New(rand.NewSource(int64(*agreeSeed)))}
	closable := 0
	for i := range *agreeTables {
		request := h.request()
		input := strict.Encode(request)
		for _, level := range bothLevels {
			inventory := agree(t, i, level, tspiprofile.OpClassify, input)
			agree(t, i, level, tspiprofile.OpRelief, input)
			if inventory == nil {
				continue
			}
			claim := decodedValue(t, inventory)
			if level == tspi.Hardened {
				if count := get(get(claim, "summary"), "candidate_safe_close_count"); !is(count, 0) {
					closable++
				}
				claim = h.spoiltClaim(claim)
			}
			audit := tspi.Object{{Name: inputClaim, Value: claim}}
			agree(t, i, level, tspiprofile.OpAudit, strict.Encode(audit))
			agree(t, i, level, tspiprofile.OpAudit, strict.Encode(append(audit, request...)))
		}
		if t.Failed() {
			t.Logf("%s", input)
			return
		}
	}
	if closable < int(*agreeTables)/10 {
		t.Errorf("only %d of %d requests have a candidate: this proves little", closable, *agreeTables)
	}
}

// spoiltClaim makes rows closing, some without an integer pid (section 8, rule 1).
func (h hostile) spoiltClaim(claim tspi.Value) tspi.Value {
	return everywhere(claim, func(o tspi.Object) tspi.Object {
		if !has(o, "pid") || h.Intn(3) > 0 {
			return o
		}
		for i, m := range o {
			switch {
			case m.Name == "decision":
				o[i].Value = safeClose
			case m.Name == "pid" && h.Intn(2) == 0:
				o[i].Value = []tspi.Value{nil, tspi.Number("7.0"), tspi.Number("1e1"), "7", true, tspi.Array{}}[h.Intn(6)]
			}
		}
		if h.Intn(4) == 0 {
			o = slices.DeleteFunc(o, func(m tspi.Member) bool { return m.Name == "pid" })
		}
		return o
	})
}

// No mutant of a command's program is equivalent to the right reading: some hostile
// command line tells each of them apart.
func TestEachMutantFindsAnotherProgram(t *testing.T) {
	right := byContract()
	h := hostile{rand.New(rand.NewSource(1))}
	commands := make([]string, 40000)
	for i := range commands {
		commands[i] = h.command()
	}
	for _, m := range programMutants() {
		wrong := &world{law: &law{level: m.Level, broken: m.Name}, policy: right.policy}
		differs := func(command string) bool { return wrong.program(command) != right.program(command) }
		if !slices.ContainsFunc(commands, differs) {
			t.Errorf("%s: finds the right program of %d commands", m.Name, len(commands))
		}
	}
}
