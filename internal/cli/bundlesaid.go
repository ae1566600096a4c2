package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/internal/bundle"
)

// said is a flag of bundle seal by which a person says something of one module
// (PATH=VALUE), or of all of them (VALUE) where that is allowed.
type said struct {
	flag    string
	values  []string
	allowed []string // nil: any
	one     func(*bundle.ModuleOptions, string)
	all     func(*bundle.SealOptions, string) // nil where each module has its own
}

func addSaid(cmd *cobra.Command) []*said {
	flags := []*said{
		{flag: "anchor", one: func(m *bundle.ModuleOptions, text string) { m.Anchors = append(m.Anchors, text) }},
		{flag: "id", one: func(m *bundle.ModuleOptions, text string) { m.ID = text }},
		{flag: "source", one: func(m *bundle.ModuleOptions, text string) { m.SourceRef = text }},
		{flag: "relation", allowed: bundle.Relations(),
			one: func(m *bundle.ModuleOptions, text string) { m.Relation = text },
			all: func(o *bundle.SealOptions, text string) { o.Relation = text }},
		{flag: "class", allowed: bundle.Classes(),
			one: func(m *bundle.ModuleOptions, text string) { m.Class = text },
			all: func(o *bundle.SealOptions, text string) { o.Class = text }},
	}
	usage := []string{
		"a text that must occur in a body, `PATH=TEXT`; may be given several times",
		"the id of a module, `PATH=ID` (default made from the path)",
		"where a body is from, `PATH=REF` (default its path)",
		"the `[PATH=]RELATION` of a body to its source",
		"the `[PATH=]CLASS` of the material",
	}
	for i, f := range flags {
		cmd.Flags().StringArrayVar(&f.values, f.flag, nil, usage[i])
	}
	return flags
}

// sealOptions sorts what was said by module.
func sealOptions(flags []*said) (bundle.SealOptions, error) {
	o := bundle.SealOptions{Modules: map[string]bundle.ModuleOptions{}}
	for _, f := range flags {
		for _, value := range f.values {
			path, text, single := strings.Cut(value, "=")
			if !single {
				text = value
			}
			switch {
			case text == "" || single && path == "" || !single && f.all == nil:
				return o, unusable("--%s: want PATH=VALUE, PATH being that of a body in the bundle", f.flag)
			case f.allowed != nil && !slices.Contains(f.allowed, text):
				return o, unusable("--%s: want %s", f.flag, strings.Join(f.allowed, " or "))
			case single:
				module := o.Modules[path]
				f.one(&module, text)
				o.Modules[path] = module
			default:
				f.all(&o, text)
			}
		}
	}
	return o, nil
}
