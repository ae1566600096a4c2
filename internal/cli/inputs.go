package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tspi-dev/harness/internal/fixture"
	"github.com/tspi-dev/harness/internal/largepages"
	"github.com/tspi-dev/harness/tspi"
)

// psCommand is how people capture a process table.
const psCommand = "ps -axww -o pid,ppid,etime,pcpu,rss,command"

const inputsHelp = `The process table comes from a fixture folder, from --ps, or from standard
input. A fixture brings its own policy and owner taxonomy; otherwise built-in
ones for the helpers that people run today apply (tspi policy prints them).
--ps, --policy and --owners each replace one of the three; --register and
--registry add helpers in use to the taxonomy, whichever that is.`

// inputFlags are the flags by which a command that classifies gets its inputs.
type inputFlags struct {
	ps, policy, owners string
	registry           registryFlags
	level              *choice
}

func (a *app) addInputs(cmd *cobra.Command) *inputFlags {
	f := &inputFlags{}
	f.addFiles(cmd)
	f.registry.add(cmd.Flags())
	addMaxInput(cmd, &a.limits.table, "process table")
	f.level = addLevel(cmd)
	return f
}

// addFiles gives a command the flags for the files that it reads.
func (f *inputFlags) addFiles(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.ps, "ps", "", "process table: a `FILE` with the output of ps; - is standard input")
	flags.StringVar(&f.policy, "policy", "", "helper kinds: a pressure_policy.json `FILE`")
	flags.StringVar(&f.owners, "owners", "", "owner taxonomy: an owner_classes.json `FILE`")
}

// readInputs reads the three inputs, from a fixture folder where it is not "".
func (a *app) readInputs(folder string, f *inputFlags) (tspi.Inputs, error) {
	in := tspi.Inputs{Level: f.level.level()}
	var own fixture.Positive
	if folder != "" {
		var err error
		if own, err = a.readFolder(folder, "a process table in a file is read by --ps FILE"); err != nil {
			return in, err
		}
	}
	var err error
	if in.Policy, err = a.readPolicy(f.policy, own.PressurePolicy, in.Level); err != nil {
		return in, err
	}
	if in.Owners, err = a.readOwners(f.owners, own.OwnerClasses, in.Level); err != nil {
		return in, err
	}
	registered, err := a.registered(&f.registry, in.Level)
	if err != nil {
		return in, err
	}
	in.Owners.Registered = append(in.Owners.Registered, registered...)
	// The table comes last: a person who pipes ps in wants to hear of a bad
	// policy before a large table is read.
	c, err := a.readTable(folder, f.ps, own.ProcessTable, in.Level)
	if err != nil {
		return in, err
	}
	in.Table = c.table
	a.noteUnreadable(c, in)
	a.noteRegistrations(f.registry.named, c.table)
	return in, nil
}

// readFolder reads the positive inputs of a fixture; hint says what to do where
// there is no such folder.
func (a *app) readFolder(dir, hint string) (fixture.Positive, error) {
	folder, err := fixture.Open(dir, fixture.Limits{ProcessTable: a.limits.table, Other: a.limits.document})
	if err != nil {
		return fixture.Positive{}, unusable("%s: %v", shown(dir), err).hinting("%s", hint)
	}
	defer folder.Close() // only read from
	return folder.PositiveValues()
}

func (a *app) readTable(folder, psFile string, own fixture.Document, level tspi.Level) (captured, error) {
	if psFile == "" && folder != "" {
		c := captured{name: own.Ref}
		if document, ok := own.Value.(tspi.Object); ok {
			text, _ := document.Get("ps_text")
			c.text, _ = text.(string)
		}
		var err error
		if c.table, err = tspi.ReadTable(own.Value, level); c.text == "" {
			return c, err
		}
		return c, c.doubt(naming("", err))
	}
	psFile, text, err := a.readPSText(psFile, a.limits.table, "classify")
	if err != nil {
		return captured{}, raisable(err)
	}
	return parseCaptured(shown(psFile), text, level)
}

// readPSText reads a captured ps text, from standard input where no file was
// named, and returns what the file is called with it. command is what a person
// at a terminal is told to pipe a table into.
func (a *app) readPSText(psFile string, limit int64, command string) (name, text string, err error) {
	if psFile == "" {
		if a.call.StdinIsTerminal {
			return "", "", unusable("no process table: standard input is a terminal").hinting("%s | tspi %s", psCommand,
				command)
		}
		psFile = "-"
	}
	if text, err = a.readText(psFile, limit); err != nil {
		return psFile, "", err
	}
	if strings.HasPrefix(text, "\ufeff") {
		return psFile, "", unusable("%s: the text begins with a byte order mark, which would hide its first line",
			shown(psFile)).
			hinting("save it as UTF-8 without a mark, or %s", captureAgain)
	}
	if encoding, found := encodingOf(text); found {
		return psFile, "", unusable("%s: the text is %s, not UTF-8", shown(psFile), encoding).
			hinting("save it as UTF-8 without a mark (iconv -f UTF-16 -t UTF-8), or %s", captureAgain)
	}
	largepages.Prepare(int64(len(text))) // for the rows
	return psFile, text, nil
}

func (a *app) readPolicy(path string, own fixture.Document, level tspi.Level) (*tspi.Policy, error) {
	value, err := a.document(path, own, tspi.InputPressurePolicy)
	if err != nil {
		return nil, err
	}
	policy, err := tspi.ReadPolicy(value, level)
	return policy, naming(path, err)
}

func (a *app) readOwners(path string, own fixture.Document, level tspi.Level) (*tspi.Owners, error) {
	value, err := a.document(path, own, tspi.InputOwnerClasses)
	if err != nil {
		return nil, err
	}
	owners, err := tspi.ReadOwners(value, level)
	return owners, naming(path, err)
}

// document is the one that the person named, else the fixture's own, else the
// built-in one.
func (a *app) document(path string, own fixture.Document, input tspi.Input) (tspi.Value, error) {
	switch {
	case path != "":
		return a.readDocument(path)
	case own.Ref != "":
		return own.Value, nil
	}
	text, err := builtInText(input)
	if err != nil {
		return nil, err
	}
	return tspi.Decode(text)
}

// readDocument reads one strict JSON document of the person's.
func (a *app) readDocument(path string) (tspi.Value, error) {
	return a.decodeFile(path, a.limits.document)
}

// decodeFile reads one strict JSON document up to a limit.
func (a *app) decodeFile(path string, limit int64) (tspi.Value, error) {
	text, err := a.readText(path, limit)
	if err != nil {
		return nil, err
	}
	value, err := tspi.Decode([]byte(text))
	return value, naming(path, err)
}

// naming makes an error of the law one of the file that the person named.
func naming(path string, err error) error {
	if err == nil {
		return nil
	}
	name := ""
	if path != "" {
		name = shown(path)
	}
	return &problem{message: inputProblem(name, err)}
}

// inputProblem says what is wrong with an input in one line that ends in the
// contract's code. name is the file's, where it is not the contract's own.
func inputProblem(name string, err error) string {
	var (
		at     *tspi.InputError
		syntax *tspi.SyntaxError
	)
	switch {
	case errors.As(err, &at) && name == "":
		return at.Error() + " [" + string(at.Code) + "]"
	case errors.As(err, &at):
		return join(name, tspi.SafePointer(at.Pointer), at.Problem) + " [" + string(at.Code) + "]"
	case errors.As(err, &syntax):
		return join(name, tspi.SafePointer(syntax.Pointer), syntax.Error()) + " [" + string(tspi.CodeInputInvalid) + "]"
	}
	return join(name, "", cause(err))
}

func join(name, pointer, words string) string {
	text := ""
	if name != "" {
		text = name + ": "
	}
	if pointer != "" {
		text += pointer + ": "
	}
	return text + words
}
