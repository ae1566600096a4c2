package second

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/internal/strict"
)

const (
	inputTable  = "process_table"
	inputPolicy = "pressure_policy"
	inputOwners = "owner_classes"
	inputClaim  = "claimed_inventory"
)

// maxLevels is how deep one input may be.
const maxLevels = 64

// world is the three positive inputs, read.
type world struct {
	*contract
	table  *table
	policy policy
	owners owners
}

type policy struct {
	kinds   []kind
	keep    []string
	minAge  *big.Int
	signals bool // it authorizes process signals
	// What finds the program of a command.
	launchers, valueOptions, genericNames map[string]bool
}

type kind struct {
	name                    string
	match, require, exclude []string
	byProgram               bool // the match is looked for in the program
	allowlisted             bool
	budget                  *big.Int // nil: none
	keepStatus              string
}

type owners struct {
	hints      []hint
	active     []string
	targets    map[string]string
	initNames  []string
	registered []registered
}

type hint struct{ substring, status string }

type registered struct {
	pid  *big.Int
	hash string // "": any
}

// document is an input as the root of a reader of its own.
func (l *contract) document(parent strict.Value, name string) node {
	r := &reader{contract: l, input: name}
	n := node{r, get(parent, name), has(parent, name), ""}
	if !n.there && name == inputOwners && l.on("owners-optional") {
		n.value, n.there = strict.Object{}, true
	}
	if !n.there && name == inputPolicy && l.on("policy-optional") {
		n.value,
			n.there = strict.Object{{Name: "kinds",
			Value: strict.Array{strict.Object{{Name: "kind", Value: "mcp"},
				{Name: "match_substrings", Value: strict.Array{"mcp"}}}}}}, true
	}
	if depth(n.value) > maxLevels {
		n.refuse("at most 64 levels")
	}
	return n
}

// read reads the three inputs. A policy that authorizes signals is refused, but in
// a run, which records it.
func (l *contract) read(request strict.Value, run bool) (*world, error) {
	w := &world{contract: l}
	for _, input := range []struct {
		name string
		read func(node)
	}{
		{inputTable, func(n node) { w.table = l.readTable(n) }},
		{inputPolicy, func(n node) {
			if w.policy = readPolicy(n); !run {
				w.policy.refuseSignals(n)
			}
		}},
		{inputOwners, func(n node) { w.owners = readOwners(n) }},
	} {
		n := l.document(request, input.name)
		input.read(n)
		if err := n.r.err(); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// refuseSignals refuses a policy that authorizes process signals.
func (p policy) refuseSignals(n node) {
	if p.signals && !n.r.on("signals-authorized") {
		n.r.refuse(codeSignal, n.at+"/process_signal_authorized", "false")
	}
}

func readPolicy(n node) policy {
	n.object("kinds", "keep_kinds", "min_age_seconds", "process_signal_authorized", "launchers", "value_options",
		"generic_names")
	least := int64(1)
	if n.r.on("minimum-of-zero") {
		least = 0
	}
	p := policy{minAge: n.get("min_age_seconds").integer(least), signals: n.get("process_signal_authorized").flag()}
	if p.minAge == nil {
		p.minAge = big.NewInt(300)
		if n.r.on("default-age-60") {
			p.minAge = big.NewInt(60)
		}
	}
	if n.r.hardened() {
		p.readLists(n)
	}
	kinds := n.get("kinds").needed()
	if kinds.r.hardened() && len(kinds.elements()) == 0 && !n.r.on("empty-policy") {
		kinds.refuse("at least one kind")
	}
	names := map[string]bool{}
	for _, element := range kinds.elements() {
		k := readKind(element)
		if n.r.hardened() && names[k.name] && !n.r.on("kinds-twice") {
			element.get("kind").refuse("each kind once")
		}
		names[k.name] = true
		p.kinds = append(p.kinds, k)
	}
	for _, element := range n.get("keep_kinds").elements() {
		name := element.name()
		if n.r.hardened() && !names[name] && !n.r.on("keep-kinds-unknown") {
			element.refuse("a kind of this policy")
		}
		p.keep = append(p.keep, name)
	}
	return p
}

// readLists reads what finds the program of a command. A list that is there holds, an
// empty one too.
func (p *policy) readLists(n node) {
	read := func(name string, absent map[string]bool, builtIn, noneIsAbsent bool) map[string]bool {
		list := n.get(name)
		set := setOf(list.texts())
		switch {
		case !list.there, builtIn, noneIsAbsent && len(set) == 0:
			return absent
		case n.r.on("lists-added"):
			maps.Copy(set, absent)
		}
		return set
	}
	p.launchers = read("launchers", defaultLaunchers,
		n.r.on("launchers-built-in"), n.r.on("no-launchers-is-absent"))
	p.valueOptions = read("value_options", defaultValueOptions,
		n.r.on("value-options-built-in"), n.r.on("no-value-options-is-absent"))
	p.genericNames = read("generic_names", defaultGenericNames,
		n.r.on("generic-names-built-in"), n.r.on("no-generic-names-is-absent"))
}

func readKind(n node) kind {
	n.object("kind", "match_substrings", "match_at", "require_substrings", "exclude_substrings",
		"allowlisted", "budget", "keep_owner_status")
	k := kind{
		name: n.get("kind").needed().name(), match: n.get("match_substrings").needed().texts(),
		allowlisted: n.get("allowlisted").flag(), budget: n.get("budget").integer(0),
		keepStatus: n.get("keep_owner_status").status(),
	}
	if n.r.hardened() {
		k.byProgram = n.get("match_at").isProgram()
		k.require = n.get("require_substrings").texts()
		k.exclude = n.get("exclude_substrings").texts()
		if n.get("require_substrings").there && len(k.require) == 0 && n.r.on("no-requires-hold-never") {
			k.match = nil
		}
	}
	if k.keepStatus == "" {
		k.keepStatus = "runtime"
	}
	if n.r.on("allowlisted-by-default") && !n.get("allowlisted").there {
		k.allowlisted = true
	}
	return k
}

// isProgram reads where an entry's match is looked for.
func (n node) isProgram() bool {
	place := n.text()
	if n.r.on("match-at-in-any-case") {
		place = lower(place)
	}
	if n.there && place != "command" && place != "program" && !n.r.on("any-match-at") {
		n.refuse("command or program")
	}
	return place == "program" || !n.there && n.r.on("program-by-default")
}

func readOwners(n node) owners {
	n.object("owner_hints", "active_owner_status_values", "owner_release_targets", "init_names", "registered_helpers")
	o := owners{active: n.get("active_owner_status_values").statuses(), targets: map[string]string{}}
	if len(o.active) == 0 && (!n.r.on("empty-active-list") || !n.get("active_owner_status_values").there) {
		o.active = activeByDefault()
	} else if n.r.on("active-values-added") {
		o.active = slices.Concat(o.active, activeByDefault())
	}
	hints := n.get("owner_hints")
	if list, isObject := hints.value.(strict.Object); isObject && n.r.on("hints-as-a-map") {
		for _, m := range list {
			o.hints = append(o.hints, hint{m.Name, hints.get(m.Name).status()})
		}
		hints = node{r: n.r}
	}
	for _, element := range hints.elements() {
		element.object("substring", "status")
		o.hints = append(o.hints,
			hint{element.get("substring").needed().text(), element.get("status").needed().status()})
	}
	readTargets(n.get("owner_release_targets"), o.targets)
	if n.r.hardened() {
		o.initNames = n.get("init_names").texts()
		o.registered = readRegistered(n.get("registered_helpers"))
	}
	if len(o.initNames) == 0 {
		o.initNames = []string{"launchd", "systemd", "init", "tini", "docker-init", "dumb-init", "catatonit",
			"s6-svscan", "runit", "openrc-init"}
		if n.r.on("more-inits-known") {
			o.initNames = append(o.initNames, "supervisord", "busybox", "sshd")
		}
	}
	return o
}

func readTargets(n node, targets map[string]string) {
	object, ok := n.value.(strict.Object)
	if n.there && !ok {
		n.refuse("an object")
	}
	for _, m := range object {
		target := n.get(m.Name)
		if m.Name == "" || n.r.hardened() && !n.r.plain(m.Name) {
			target.refuse("a name as the key")
		}
		if _, ok := m.Value.(string); !ok && n.r.on("targets-of-any-type") {
			continue
		}
		targets[m.Name] = target.name()
	}
}

func readRegistered(n node) []registered {
	var all []registered
	for _, element := range n.elements() {
		element.object("pid", hashKey)
		r := registered{pid: element.get("pid").needed().anyInteger()}
		if h := element.get(hashKey); h.there && !n.r.on("registry-hash-unchecked") {
			if r.hash, _ = h.value.(string); !isHash(r.hash) {
				h.refuse("16 lowercase hex digits")
			}
		}
		all = append(all, r)
	}
	return all
}

// anyInteger reads an integer of whatever size and sign.
func (n node) anyInteger() *big.Int {
	i := integer(n.value)
	if n.there && i == nil {
		n.refuse("an integer")
	}
	return i
}

func isHash(s string) bool { return isHex(s, 16) }

// isHex reports whether a text is so many lowercase hex digits.
func isHex(s string, length int) bool {
	for i := range len(s) {
		if !isDigit(s[i]) && (s[i] < 'a' || s[i] > 'f') {
			return false
		}
	}
	return len(s) == length
}

// What a policy's lists are where it has none (contract, section 3).
var (
	defaultLaunchers = setOf(strings.Fields(`
		env nice nohup setsid stdbuf timeout ionice sh bash dash zsh ksh fish node nodejs deno bun bunx npm npx
		npm-cli.js npx-cli.js pnpm pnpx pnpm.cjs pnpm.js yarn yarn.js corepack tsx ts-node python Python pythonw
		pypy uv uvx pipx poetry pdm hatch rye java ruby perl php dotnet exec run x dlx tool watch`))
	defaultValueOptions = setOf(strings.Fields(`
		--add-exports --add-modules --add-opens --add-reads --cache --cache-dir --chdir --class-path --conditions
		--config --cwd --default-index --dir --directory --env-file --experimental-config-file
		--experimental-loader --extra --extra-index-url --filter --find-links --from --group --icu-data-dir
		--import --import-map --index --index-url --init-file --loader --module-path --node-options
		--openssl-config --package --prefix --preload --project --python --rcfile --registry --require --spec
		--title --tsconfig --tsconfig-override --unset --userconfig --watch-path --with --with-editable
		--with-requirements --workspace -C -F -W -X -cp -classpath -o -p -r`))
	defaultGenericNames = setOf(strings.Fields(`
		__init__ __main__ app bin build cjs cli cmd dist entry esm index lib main mod out run server src start`))
)
