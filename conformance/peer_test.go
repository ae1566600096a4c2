package conformance_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"golang.org/x/sys/unix"
)

// process is this test binary as an adapter that serves as name says.
func process(name string) conformance.Implementation {
	return conformance.Process(peerConfig(name))
}

func peerConfig(name string) adapter.Config {
	return adapter.Config{Command: []string{os.Args[0]}, Env: append(os.Environ(), peerVariable+"="+name)}
}

// peer serves and returns the exit status.
func peer(name string) int {
	kind, rest, _ := strings.Cut(name, " ")
	if kind == "own" {
		level, err := law.ParseLevel(rest)
		if err == nil {
			err = conformance.Serve(context.Background(), own(level), os.Stdin, os.Stdout)
		}
		return status(err)
	}
	fault, ok := wireFaults[name]
	if !ok {
		return status(fmt.Errorf("there is no peer %q", name))
	}
	if fault.start != nil {
		fault.start()
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return 0
		}
		if err != nil {
			return status(err)
		}
		answer, err := honestLine(line)
		if err != nil {
			return status(err)
		}
		if fault.answer == nil || bytes.Contains(line, []byte(`"op":"describe"`)) && !fault.describe {
			_, _ = os.Stdout.Write(answer)
		} else {
			fault.answer(line, answer)
		}
	}
}

func status(err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// honestLine is the built-in implementation's answer to a request line.
func honestLine(line []byte) ([]byte, error) {
	var out bytes.Buffer
	builtIn := tspiprofile.BuiltIn(law.Hardened, "1", tspiprofile.Folders{})
	err := conformance.Serve(context.Background(), builtIn, bytes.NewReader(line), &out)
	return out.Bytes(), err
}

// wireFault is what an adapter does wrong as a process.
type wireFault struct {
	start    func()                       // before the first request
	answer   func(request, honest []byte) // instead of the honest answer
	describe bool                         // to describe, too
}

// negative reports whether an answer refuses or finds something.
func negative(answer []byte) bool {
	return bytes.Contains(answer, []byte(`"error":{`)) || bytes.Contains(answer, []byte(`"findings":[{`))
}

// onNegative answers honestly but where something is refused or found.
func onNegative(f func(request, honest []byte)) wireFault {
	return wireFault{answer: func(request, honest []byte) {
		if negative(honest) {
			f(request, honest)
		} else {
			_, _ = os.Stdout.Write(honest)
		}
	}}
}

func say(text string) { _, _ = os.Stdout.WriteString(text) }

var wireFaults = map[string]wireFault{
	"crashes":   onNegative(func(_, _ []byte) { os.Exit(3) }),
	"ends well": onNegative(func(_, _ []byte) { os.Exit(0) }),
	"hangs":     onNegative(func(_, _ []byte) { select {} }),
	"prints a traceback": onNegative(func(_, _ []byte) {
		say("Traceback (most recent call last):\n  File \"/home/me/reaper.py\", line 1\n")
	}),
	"answers twice": onNegative(func(_, honest []byte) { say(string(honest) + string(honest)) }),
	"swaps ids":     onNegative(func(_, honest []byte) { say(withID(honest, idOf(honest)-1)) }),
	"answers ahead": onNegative(func(_, honest []byte) { say(string(honest) + withID(honest, idOf(honest)+1)) }),
	"answers late": onNegative(func(_, honest []byte) {
		time.Sleep(4 * shortTimeout)
		_, _ = os.Stdout.Write(honest)
	}),
	"answers 1 GiB": onNegative(func(_, honest []byte) { gibibyte(idOf(honest)) }),
	"both": onNegative(func(_, honest []byte) {
		say(`{"id":` + strconv.Itoa(idOf(honest)) + `,"ok":{},"error":{"code":"internal"}}` + "\n")
	}),
	"says a command beside": onNegative(func(_, honest []byte) {
		say(strings.TrimSuffix(string(honest), "}\n") + `,"cmd":"w"}` + "\n")
	}),
	"neither": onNegative(func(_, honest []byte) {
		say(`{"id":` + strconv.Itoa(idOf(honest)) + `}` + "\n")
	}),
	"floods stderr and crashes":    onNegative(func(_, _ []byte) { flood(); os.Exit(1) }),
	"leaves a child":               onNegative(func(_, _ []byte) { child(); os.Exit(1) }),
	"a child that holds the pipes": {start: func() { select {} }},
	"debugs":                       onNegative(func(_, honest []byte) { say("debug: negative\n" + string(honest)) }),
	"floods stderr":                {answer: func(_, honest []byte) { flood(); _, _ = os.Stdout.Write(honest) }},
	"indents": {answer: func(_, honest []byte) {
		say("  " + strings.ReplaceAll(strings.TrimSuffix(string(honest), "\n"), `"ok":`, `"ok" : `) + " \r\n")
	}},
	"holds a lock": {start: holdLock},
	"ends at once": {start: func() { os.Exit(0) }},
	"talks first":  {start: func() { say("starting up…\n") }},
	"declares nothing": {describe: true, answer: func(_, honest []byte) {
		say(strings.Replace(string(honest), `"ops":["tspi.classify","tspi.relief","tspi.audit"]`, `"ops":[]`, 1))
	}},
	"hangs at the start": {start: func() { select {} }},
	"is another each time": {describe: true, answer: func(_, honest []byte) {
		say(strings.Replace(string(honest), `"version":"1"`, `"version":"`+strconv.Itoa(os.Getpid())+`"`, 1))
	}},
}

// lockVariable names the file that all processes of an adapter lock.
const lockVariable = "CONFORMANCE_TEST_LOCK"

// holdLock takes the lock for as long as the process lives, and ends a process that finds it taken.
func holdLock() {
	file, err := os.OpenFile(os.Getenv(lockVariable), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil || unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
		os.Exit(92)
	}
	locked = file
}

var locked *os.File // kept, since a file that is collected is closed

func idOf(answer []byte) int {
	digits, _, _ := bytes.Cut(bytes.TrimPrefix(answer, []byte(`{"id":`)), []byte(","))
	id, err := strconv.Atoi(string(digits))
	if err != nil {
		os.Exit(90)
	}
	return id
}

func withID(answer []byte, id int) string {
	_, rest, _ := strings.Cut(string(answer), ",")
	return `{"id":` + strconv.Itoa(id) + "," + rest
}

func gibibyte(id int) {
	say(`{"id":` + strconv.Itoa(id) + `,"ok":"`)
	piece := strings.Repeat("x", 1<<20)
	for range 1 << 10 {
		if _, err := os.Stdout.WriteString(piece); err != nil {
			os.Exit(1)
		}
	}
	say(`"}` + "\n")
}

func flood() {
	line := strings.Repeat("all is lost ", 1<<10) + "\n"
	for range 400 {
		_, _ = os.Stderr.WriteString(line)
	}
}

// child starts a process that keeps the pipes open for as long as it lives.
func child() {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), peerVariable+"=a child that holds the pipes")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		os.Exit(91)
	}
}
