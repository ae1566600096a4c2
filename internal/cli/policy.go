package cli

import (
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/tools/txtar"

	harness "github.com/tspi-dev/harness"
	"github.com/tspi-dev/harness/tspi"
)

const policyLong = `policy prints the built-in policy and owner taxonomy, each under its file's
name, or writes the two files into a new folder, to be changed and named with
--policy and --owners.

To name one helper in use no copy is needed: --register and --registry of
classify, explain and relief add to the taxonomy that is used.

Exit status: 0 it is printed or written; 2 the call is unusable. Both files
are written or neither, and nothing is ever overwritten.`

func newPolicy(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "policy",
		GroupID: groupRead,
		Short:   "Print or write the built-in policy and owner taxonomy",
		Long:    policyLong,
		Example: "  tspi policy\n" +
			"  tspi policy --out mine\n" +
			"  tspi classify --ps table.txt --policy mine/pressure_policy.json",
		Args: exactArgs(),
	}
	out := cmd.Flags().String("out", "", "folder `DIR` for the two files; it must not be there, or be empty")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		files, err := builtIn()
		if err != nil {
			return err
		}
		if !cmd.Flags().Changed("out") {
			return a.printFiles(files)
		}
		return a.writePolicy(files, *out)
	}
	return cmd
}

// builtIn are the documents that apply where none is named.
func builtIn() ([]folderFile, error) {
	var files []folderFile
	for _, input := range []tspi.Input{tspi.InputPressurePolicy, tspi.InputOwnerClasses} {
		text, err := builtInText(input)
		if err != nil {
			return nil, err
		}
		files = append(files, folderFile{documentName(input), text})
	}
	return files, nil
}

func builtInText(input tspi.Input) ([]byte, error) {
	text, err := fs.ReadFile(harness.Policies(), documentName(input))
	if err != nil {
		return nil, unusable("this build carries no built-in %s", documentName(input)).
			hinting("name one with --policy and --owners")
	}
	return text, nil
}

// documentName is the name of an input's file in a fixture.
func documentName(input tspi.Input) string { return string(input) + ".json" }

// printFiles prints files as a txtar archive, in which cases are shown, too.
func (a *app) printFiles(files []folderFile) error {
	archive := &txtar.Archive{}
	for _, file := range files {
		archive.Files = append(archive.Files, txtar.File{Name: file.name, Data: file.text})
	}
	_, err := a.out.Write(txtar.Format(archive))
	return err
}

func (a *app) writePolicy(files []folderFile, out string) error {
	if out == "" {
		return unusable("--out: want a folder, got an empty name")
	}
	out = filepath.Clean(out)
	if err := isFree(out); err != nil {
		return err
	}
	if err := writeFolder(out, files); err != nil {
		return err
	}
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = file.name
	}
	_, err := a.out.WriteString("Wrote " + shown(out) + ": " + strings.Join(names, ", ") + ".\n")
	return err
}
