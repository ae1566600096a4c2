package imports

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// processOwners are the packages that may start processes and signal them: adapters,
// through their own process group, and stages, by ending their namespace (design;
// docs/drill.md, section 4).
var processOwners = []string{"conformance/adapter", "internal/stage"}

// processCalls are the functions that start, find or signal a process, or could
// be made to by a raw system call.
var processCalls = regexp.MustCompile(`^(` + strings.Join([]string{
	`os\.(StartProcess|FindProcess)`,
	`\(\*os\.Process\)\.\w+`,
	`os/exec\..*`, `\(\*os/exec\.Cmd\)\.\w+`,
	`(syscall|golang\.org/x/sys/\w+)\.(` + strings.Join([]string{
		`Kill`, `Tgkill`, `Tkill`, `PidfdSendSignal`, `PidfdOpen`, `ForkExec`, `StartProcess`, `Exec`, `CreateProcess`,
		`CreateProcessAsUser`,
		`OpenProcess`, `TerminateProcess`, `GenerateConsoleCtrlEvent`, `Setpgid`, `Setsid`, `Ptrace\w*`, `Prctl\w*`,
		`Reboot`,
		`(Raw)?Syscall\w*`, `(Raw)?VforkSyscall`, `AllThreadsSyscall\w*`,
	}, `|`) + `)`,
	`\(\*syscall\.(DLL|LazyDLL|Proc|LazyProc)\)\.\w+`,
	`plugin\..*`,
}, `|`) + `)$`)

// processImports can reach a process, or anything, without a call that we see.
var processImports = []string{"os/exec", "plugin", "unsafe", "C", "runtime/cgo", "internal/poll"}

// ignoredCalls are names that a file of another system, which is not type-checked
// here, must not select from anything.
var ignoredCalls = []string{"StartProcess", "FindProcess", "Kill", "Signal", "ForkExec", "Tgkill", "PidfdSendSignal",
	"OpenProcess", "TerminateProcess", "CreateProcess", "GenerateConsoleCtrlEvent", "NewLazyDLL", "LoadDLL",
	"MustLoadDLL"}

// processOffences are the uses of a package that could start, find or signal a
// process, whether called or only mentioned.
func (l *loader) processOffences(s source) []string {
	var offences []string
	for _, file := range s.files {
		for _, spec := range file.Imports {
			if path := strings.Trim(spec.Path.Value, `"`); slices.Contains(processImports, path) {
				offences = append(offences, l.place(spec.Pos())+": import of "+path)
			}
		}
		for _, group := range file.Comments {
			for _, comment := range group.List {
				if strings.HasPrefix(comment.Text, "//go:linkname") {
					offences = append(offences, l.place(comment.Pos())+": go:linkname")
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			ident, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			if f, ok := s.info.Uses[ident].(*types.Func); ok && processCalls.MatchString(f.FullName()) {
				offences = append(offences, l.place(ident.Pos())+": "+f.FullName())
			}
			return true
		})
	}
	return offences
}

// Design: the harness ends only adapters and stages that it started itself, so nothing
// else imports os/exec or can start, find or signal a process.
func TestOnlyAdapterAndStageTouchProcesses(t *testing.T) {
	packages := modulePackages(t)
	l := newLoader(packages)
	seen := map[string]int{}
	for _, p := range packages {
		name := own(p.ImportPath)
		if name == "" {
			continue
		}
		offences := l.processOffences(l.load(t, p))
		offences = append(offences, ignoredOffences(t, p)...)
		for _, foreign := range slices.Concat(p.CgoFiles, p.SFiles, p.CFiles, p.SysoFiles) {
			offences = append(offences, foreign+": no Go, so nobody knows what it calls")
		}
		seen[name] = len(offences)
		if slices.Contains(processOwners, name) {
			continue
		}
		for _, offence := range offences {
			t.Errorf("%s: %s; only %v may start or signal a process", name, offence, processOwners)
		}
	}
	for _, owner := range processOwners {
		if seen[owner] == 0 {
			t.Errorf("nothing is found in %s, which starts processes: the search is blind", owner)
		}
	}
	if len(seen) < 8 {
		t.Errorf("only %d packages were looked at: %v", len(seen), seen)
	}
}

// ignoredOffences looks at files that are not built here, by their syntax alone.
func ignoredOffences(t *testing.T, p listed) []string {
	t.Helper()
	var offences []string
	for _, name := range p.IgnoredGoFiles {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		offences = append(offences, syntaxOffences(name, file)...)
	}
	return offences
}

func syntaxOffences(name string, file *ast.File) []string {
	var offences []string
	for _, spec := range file.Imports {
		if path := strings.Trim(spec.Path.Value, `"`); slices.Contains(processImports, path) {
			offences = append(offences, name+": import of "+path)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok && slices.Contains(ignoredCalls, selector.Sel.Name) {
			offences = append(offences, name+": ."+selector.Sel.Name)
		}
		return true
	})
	return offences
}

// The search can fail: each planted use is found, and its neighbour is not.
func TestPlantedProcessUsesAreFound(t *testing.T) {
	l := standardLoader(t, "os", "os/exec", "os/signal", "syscall", "unsafe", "golang.org/x/sys/unix")
	tests := []struct {
		imports, body string
		found         string // a part of the one offence, empty for none
	}{
		{`"os"`, `os.FindProcess(1)`, "os.FindProcess"},
		{`"os"`, `_ = os.FindProcess`, "os.FindProcess"},
		{`hidden "os"`, `hidden.FindProcess(1)`, "os.FindProcess"},
		{`. "os"`, `FindProcess(1)`, "os.FindProcess"},
		{`"os"`, `os.StartProcess("a", nil, nil)`, "os.StartProcess"},
		{`"os"`, `var p *os.Process; p.Kill()`, "(*os.Process).Kill"},
		{`"os"`, `var p os.Process; _ = p.Signal`, "(*os.Process).Signal"},
		{`"os"`, `_ = (*os.Process).Signal`, "(*os.Process).Signal"},
		{`"os"`, `type mine struct{ *os.Process }; mine{}.Kill()`, "(*os.Process).Kill"},
		{`"os"`, `os.Getpid()`, ""},
		{`"os"`, `_ = os.Interrupt`, ""},
		{`"syscall"`, `syscall.Kill(1, 9)`, "syscall.Kill"},
		{`"syscall"`, `syscall.ForkExec("a", nil, nil)`, "syscall.ForkExec"},
		{`"syscall"`, `syscall.Exec("a", nil, nil)`, "syscall.Exec"},
		{`"syscall"`, `syscall.RawSyscall(62, 1, 9, 0)`, "syscall.RawSyscall"},
		{`"syscall"`, `syscall.Syscall6(62, 1, 9, 0, 0, 0, 0)`, "syscall.Syscall6"},
		{`"syscall"`, `_ = syscall.O_NONBLOCK; _ = syscall.SIGINT`, ""},
		{`"golang.org/x/sys/unix"`, `unix.Kill(1, 9)`, "golang.org/x/sys/unix.Kill"},
		{`"golang.org/x/sys/unix"`, `unix.PidfdSendSignal(3, 9, nil, 0)`, "golang.org/x/sys/unix.PidfdSendSignal"},
		{`"golang.org/x/sys/unix"`, `unix.Getpid()`, ""},
		{`"os/exec"`, `var c exec.Cmd; _ = c.Path`, "import of os/exec"},
		{`_ "unsafe"`, ``, "import of unsafe"},
		{`"os/signal"`, `signal.Stop(nil)`, ""},
	}
	for _, test := range tests {
		t.Run(test.imports+" "+test.body, func(t *testing.T) {
			offences := l.processOffences(l.loadText(t,
				fmt.Sprintf("package planted\n\nimport %s\n\nfunc f() {\n%s\n}\n", test.imports, test.body)))
			if test.found == "" && len(offences) > 0 || test.found != "" &&
				(len(offences) != 1 || !strings.HasSuffix(offences[0], test.found)) {
				t.Errorf("got %v, want %q", offences, test.found)
			}
		})
	}
	linked := l.loadText(t,
		"package planted\n\nimport \"os\"\n\n//go:linkname kill syscall.kill\nvar kill = os.Getpid\n")
	if offences := l.processOffences(linked); len(offences) != 1 || !strings.Contains(offences[0], "linkname") {
		t.Errorf("got %v, want the linkname", offences)
	}
	for body, found := range map[string]bool{`import "os/exec"`: true, `var _ = x.TerminateProcess`: true,
		`import "os"`: false, `var _ = x.Getpid`: false} {
		file, err := parser.ParseFile(token.NewFileSet(), "a_windows.go", "package planted\n"+body, 0)
		if err != nil {
			t.Fatal(err)
		}
		if offences := syntaxOffences("a_windows.go", file); len(offences) > 0 != found {
			t.Errorf("%s: got %v, want an offence: %v", body, offences, found)
		}
	}
}
