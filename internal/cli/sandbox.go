package cli

import (
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/internal/stage"
)

// staged is a command as it runs on a stage, with absolute paths, because the working
// folder there is an empty one.
type staged struct {
	command []string
	files   []string // the program, and the arguments that are files
	show    []string // what it has to see of this machine
}

// stagedCommand makes one of the words behind --. bind are further folders to show.
func (a *app) stagedCommand(args, bind []string) (staged, error) {
	s := staged{command: slices.Clone(args)}
	program := adapter.Program(adapter.Config{Command: args})
	if program == "" || !isRegular(program) {
		return s, unusable("the program %s is not found", shown(args[0])).hinting("name a program in PATH, or a file")
	}
	absolute, err := filepath.Abs(program)
	if err != nil {
		return s, unusable("the program's path: %s", cause(err))
	}
	s.command[0], s.files = absolute, []string{absolute}
	for i, arg := range args[1:] {
		// A word without a slash is a folder's name by chance more often than not.
		info, err := os.Stat(arg)
		if err != nil || info.IsDir() && !strings.ContainsRune(arg, '/') && arg != "." && arg != ".." {
			continue
		}
		absolute, err := filepath.Abs(arg)
		if err != nil {
			return s, unusable("an argument's path: %s", cause(err))
		}
		s.command[i+1] = absolute
		if isRegular(absolute) {
			s.files = append(s.files, absolute)
		} else {
			s.show = append(s.show, absolute)
		}
	}
	folders, err := a.shownFolders(s.files, bind)
	s.show = append(s.show, folders...)
	return s, err
}

// shownFolders are those in which a program's files lie, the folders of PATH, and what
// --bind names.
func (a *app) shownFolders(files, bind []string) ([]string, error) {
	var show []string
	add := func(path string) {
		show = append(show, path)
		if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
			show = append(show, real)
		}
	}
	for _, file := range files {
		add(file)
		add(a.packageFolder(filepath.Dir(file), file))
		if real, err := filepath.EvalSymlinks(file); err == nil {
			add(a.packageFolder(filepath.Dir(real), real))
		}
	}
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) { // by which programs are found, here and there
		if filepath.IsAbs(folder) {
			add(a.packageFolder(folder, folder))
		}
	}
	for _, dir := range bind {
		info, err := os.Stat(dir)
		if err != nil || !info.IsDir() {
			return nil, unusable("--bind %s: want a folder", shown(dir))
		}
		absolute, err := filepath.Abs(dir)
		if err != nil {
			return nil, unusable("--bind: %s", cause(err))
		}
		add(absolute)
	}
	return show, nil
}

// packageFolder is what has to be shown for a file in a folder: the folder, the one
// around it where it is the bin of something that is installed, or the project that it
// lies in; but never a whole home, or what everybody writes into.
func (a *app) packageFolder(folder, file string) string {
	shows := file
	for dir, below := folder, ""; !a.isShared(dir); dir, below = filepath.Dir(dir), dir {
		if dir == folder || below == folder && filepath.Base(below) == "bin" || isProject(dir) {
			shows = dir
		}
	}
	return shows
}

// projectFiles tell the folder of a project.
var projectFiles = []string{
	".git", "package.json", "node_modules", "pyproject.toml", "setup.py", "pyvenv.cfg", "go.mod", "Cargo.toml",
	"Gemfile",
}

func isProject(folder string) bool {
	return slices.ContainsFunc(projectFiles, func(name string) bool {
		_, err := os.Lstat(filepath.Join(folder, name))
		return err == nil
	})
}

func (a *app) isShared(folder string) bool {
	home, _ := a.call.LookupEnv("HOME")
	if own, err := user.Current(); err == nil && folder == own.HomeDir {
		return true
	}
	return folder == home ||
		slices.Contains([]string{"/", "/home", "/tmp", "/var", "/var/tmp", "/root", "/usr", "/mnt", "/srv"}, folder)
}

// sandboxed puts an adapter into namespaces of its own. The folders of cases, which it
// may read, lie where it sees them until the call ends.
func (a *app) sandboxed(cfg adapter.Config) (adapter.Config, error) {
	if err := stage.Check(a.call.Context); err != nil {
		return cfg, a.drillProblem(err)
	}
	s, err := a.stagedCommand(cfg.Command, nil)
	if err != nil {
		return cfg, err
	}
	folder, err := stage.SandboxFolder()
	if err != nil {
		return cfg, unusable("a temporary folder: %s", cause(err))
	}
	before, had := os.LookupEnv(tempVariable)
	if err := os.Setenv(tempVariable, folder); err != nil {
		return cfg, unusable("%s: %s", tempVariable, cause(err))
	}
	a.atEnd = append(a.atEnd, func() {
		if had {
			_ = os.Setenv(tempVariable, before)
		} else {
			_ = os.Unsetenv(tempVariable)
		}
		_ = os.RemoveAll(folder)
	})
	cfg.Command, err = stage.Sandbox(s.command, s.show, folder)
	if err != nil {
		return cfg, unusable("%s", oneLine(err))
	}
	return cfg, nil
}

// tempVariable names the folder in which temporary ones are made.
const tempVariable = "TMPDIR"
