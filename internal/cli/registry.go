package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/tspi-dev/harness/tspi"
)

// registeredHelpers is the field of an owner taxonomy that names helpers in use
// (contract, section 1).
const registeredHelpers = "registered_helpers"

// registryFlags name helpers in use beside those of the owner taxonomy, whichever
// that is: a person who knows of one helper keeps the owner hints.
type registryFlags struct {
	named []tspi.RegisteredHelper
	file  string
}

func (f *registryFlags) add(flags *pflag.FlagSet) {
	flags.Var((*registration)(&f.named), "register",
		"a helper in use, never a close candidate: `PID[:HASH]`, where HASH is its command_hash; may be repeated")
	flags.StringVar(&f.file, "registry", "",
		"helpers in use: a JSON `FILE`, {\"registered_helpers\": [...]} or the array alone")
}

// registered are the helpers that the flags name. The core law knows none, so that
// the flags would protect nothing there.
func (a *app) registered(f *registryFlags, level tspi.Level) ([]tspi.RegisteredHelper, error) {
	if f.file == "" && len(f.named) == 0 {
		return nil, nil
	}
	if level == tspi.Core {
		return nil, unusable("--register and --registry: the core law has no registered helpers").
			hinting("leave out --level core")
	}
	if f.file == "" {
		return f.named, nil
	}
	document, err := a.readDocument(f.file)
	if err != nil {
		return nil, err
	}
	listed, err := readRegistry(document)
	return slices.Concat(f.named, listed), naming(f.file, err)
}

// noteRegistrations tells of helpers that the person named and that the table has
// not: a mistyped pid protects nothing. A registry in a file may well list others.
func (a *app) noteRegistrations(named []tspi.RegisteredHelper, table *tspi.Table) {
	for _, helper := range named {
		pid, err := strconv.ParseInt(helper.PID.String(), 10, 32)
		row := table.Last(int32(pid))
		switch {
		case err != nil || row == nil:
			fmt.Fprintf(a.call.Stderr, "tspi: --register %s: no row of the table has this pid\n", helper.PID)
		case helper.CommandHash != "" && tspi.CommandHash(row.Command) != helper.CommandHash:
			fmt.Fprintf(a.call.Stderr,
				"tspi: --register %s: the process with this pid has another command hash, and is not protected\n",
				helper.PID)
		}
	}
}

// readRegistry reads a registry as the law reads the field of a taxonomy. A
// document without the field, or with another one, is refused: whoever names a
// whole taxonomy here would lose its hints.
func readRegistry(document tspi.Value) ([]tspi.RegisteredHelper, error) {
	_, bare := document.(tspi.Array)
	if bare {
		document = tspi.Object{{Name: registeredHelpers, Value: document}}
	} else if err := onlyRegistry(document); err != nil {
		return nil, err
	}
	owners, err := tspi.ReadOwners(document, tspi.Hardened)
	if err != nil {
		var at *tspi.InputError
		if bare && errors.As(err, &at) {
			at.Pointer = strings.TrimPrefix(at.Pointer, "/"+registeredHelpers) // which the file does not have
		}
		return nil, err
	}
	return owners.Registered, nil
}

// onlyRegistry refuses an object that has no registry or more than one. What is no
// object is refused by the law.
func onlyRegistry(document tspi.Value) error {
	object, ok := document.(tspi.Object)
	if !ok {
		return nil
	}
	fault := &tspi.InputError{Code: tspi.CodeInputInvalid, Input: tspi.InputOwnerClasses}
	for _, m := range object {
		switch m.Name {
		case "owner_hints", "active_owner_status_values", "owner_release_targets", "init_names":
			fault.Pointer, fault.Problem = "/"+m.Name,
				"a registry has registered_helpers only; name an owner taxonomy with --owners"
			return fault
		}
	}
	if _, ok := object.Get(registeredHelpers); !ok {
		fault.Pointer, fault.Problem = "/"+registeredHelpers, "want an array of objects, got nothing"
		return fault
	}
	return nil
}

// registration is a flag that adds one registered helper each time it is given.
type registration []tspi.RegisteredHelper

func (r *registration) Type() string { return "PID[:HASH]" }

func (r *registration) String() string {
	if r == nil {
		return ""
	}
	texts := make([]string, len(*r))
	for i, helper := range *r {
		texts[i] = helper.PID.String()
		if helper.CommandHash != "" {
			texts[i] += ":" + helper.CommandHash
		}
	}
	return strings.Join(texts, ",")
}

func (r *registration) Set(text string) error {
	const want = "want PID or PID:HASH, a pid from 0 to 2147483647 and the 16 lowercase hex digits of a command_hash"
	digits, hash, hashed := strings.Cut(text, ":")
	pid, err := strconv.ParseUint(digits, 10, 31)
	if err != nil {
		return unusable(want)
	}
	entry := tspi.Object{{Name: "pid", Value: tspi.Number(strconv.FormatUint(pid, 10))}}
	if hashed {
		entry = append(entry, tspi.Member{Name: "command_hash", Value: hash})
	}
	helpers, err := readRegistry(tspi.Array{entry})
	if err != nil {
		return unusable(want)
	}
	*r = append(*r, helpers...)
	return nil
}
