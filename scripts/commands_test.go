package scripts_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tspi-dev/harness/internal/cli"
)

// status, as a program: `exec status N tspi ARG...` is a process that runs tspi and
// ends well when that exits with N. testscript itself tells only 0 from the rest.
func status() {
	want, err := wanted(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Args = os.Args[2:]
	if got := cli.Main(); got != want {
		fmt.Fprintf(os.Stderr, "exit status %d, want %d\n", got, want)
		os.Exit(1)
	}
	os.Exit(0)
}

// call does the same within the test: `call status N tspi ARG...`. A process costs
// some thirty times as much, and is needed only where there is something to pipe in,
// an adapter to start, or a limit to keep.
func call(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 || args[0] != "status" {
		ts.Fatalf("usage: call status N tspi ARG...")
	}
	want, err := wanted(args[1:])
	if err != nil {
		ts.Fatalf("%v", err)
	}
	got := runIn(ts.MkAbs("."), cli.Call{
		Args: args[3:], Stdin: strings.NewReader(""), Stdout: ts.Stdout(), Stderr: ts.Stderr(),
		LookupEnv: func(name string) (string, bool) { v := ts.Getenv(name); return v, v != "" },
		Now:       time.Now,
	})
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// runIn runs tspi in a folder. There is one working folder for all of a process, so
// that the scripts, which run side by side, take turns.
func runIn(folder string, call cli.Call) int {
	here.Lock()
	defer here.Unlock()
	back, err := os.Getwd()
	if err == nil {
		err = os.Chdir(folder)
	}
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.Chdir(back) }()
	return cli.Run(call)
}

var here sync.Mutex

// wanted is N of N tspi ARG...
func wanted(args []string) (int, error) {
	if len(args) >= 2 && args[1] == "tspi" {
		if n, err := strconv.Atoi(args[0]); err == nil {
			return n, nil
		}
	}
	return 0, errors.New("usage: status N tspi ARG...")
}

// leakfree checks that no command of a ps text stands in some files.
func leakfree(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: leakfree TABLE FILE...")
	}
	commands := commandsOf(psText(ts, args[0]))
	if len(commands) == 0 {
		ts.Fatalf("%s holds no command long enough to tell: this check would prove nothing", args[0])
	}
	leaks := 0
	for _, name := range args[1:] {
		text := ts.ReadFile(name)
		if text == "" {
			ts.Fatalf("%s is empty: this check would prove nothing", name)
		}
		for _, command := range commands {
			if holdsPart(text, command) {
				leaks++
				if !neg {
					ts.Fatalf("%s holds part of a command of %s", name, args[0])
				}
			}
		}
	}
	if neg && leaks == 0 {
		ts.Fatalf("no command of %s is found, and one should be", args[0])
	}
}

const (
	shortestCommand = 12 // shorter ones may well be words of ours
	window          = 20 // successive bytes of a command that make a leak

	// phraseOfOurs is the one command that our own texts name: a known limit is
	// about it.
	phraseOfOurs = "systemd --user"
)

// psText reads a ps text, or the one in a process_table.json.
func psText(ts *testscript.TestScript, name string) string {
	text := ts.ReadFile(name)
	if filepath.Ext(name) != ".json" {
		return text
	}
	var document struct {
		PSText string `json:"ps_text"`
	}
	ts.Check(json.Unmarshal([]byte(text), &document))
	return document.PSText
}

// commandsOf takes the sixth column of each line, by its own simple means and
// not by the parser that is under test.
func commandsOf(psText string) []string {
	var commands []string
	for line := range strings.Lines(psText) {
		words := strings.Fields(line)
		if len(words) < 6 || words[0] == "#" || strings.EqualFold(words[0], "pid") {
			continue
		}
		rest := line
		for _, word := range words[:5] {
			_, rest, _ = strings.Cut(rest, word)
		}
		if command := strings.TrimSpace(rest); len(command) >= shortestCommand && command != phraseOfOurs {
			commands = append(commands, command)
		}
	}
	return commands
}

// holdsPart reports whether a text holds 20 successive bytes of a command, or
// the whole of a shorter one.
func holdsPart(text, command string) bool {
	size := min(window, len(command))
	for i := 0; i+size <= len(command); i++ {
		if strings.Contains(text, command[i:i+size]) {
			return true
		}
	}
	return false
}

// replace edits a file of the scenario.
func replace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace FILE OLD NEW")
	}
	text := ts.ReadFile(args[0])
	if n := strings.Count(text, args[1]); n != 1 {
		ts.Fatalf("%q stands in %s %d times, want once", args[1], args[0], n)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o644))
}

// appendTo puts a text behind a file's last byte: `append FILE TEXT`.
func appendTo(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: append FILE TEXT")
	}
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_WRONLY, 0)
	ts.Check(err)
	_, err = f.WriteString(args[1])
	ts.Check(errors.Join(err, f.Close()))
}

// hardLink gives a file a second name: `hardlink FILE NAME`.
func hardLink(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: hardlink FILE NAME")
	}
	ts.Check(os.Link(ts.MkAbs(args[0]), ts.MkAbs(args[1])))
}
