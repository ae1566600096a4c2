//go:build unix

package adapter_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

const description = `{"protocol":1,"name":"acme","version":"1.2","language":"go","ops":["t.echo"],"levels":["core"]}`

// peer is an adapter of the tests: it reads requests without a JSON reader of
// ours, and answers as its behaviour wants.
type peer struct {
	in *bufio.Reader
}

// next reads a request. At the end of the input it ends the process.
func (p *peer) next() (id int, line string) {
	line, err := p.in.ReadString('\n')
	if err != nil {
		os.Exit(0)
	}
	digits, _, _ := strings.Cut(strings.TrimPrefix(line, `{"id":`), ",")
	id, err = strconv.Atoi(digits)
	if err != nil {
		os.Exit(90)
	}
	return id, line
}

// input returns the input of a request line, as it was sent.
func input(line string) string {
	_, text, found := strings.Cut(line, `,"input":`)
	if !found {
		return "null"
	}
	return strings.TrimSuffix(text, "}\n")
}

func say(format string, args ...any) { fmt.Fprintf(os.Stdout, format, args...) }

func echo(id int, line string) { say(`{"id":%d,"ok":%s}`+"\n", id, input(line)) }

// describe answers the first request, whatever it is.
func (p *peer) describe() {
	id, _ := p.next()
	say(`{"id":%d,"ok":%s}`+"\n", id, description)
}

func isDescribe(line string) bool { return strings.Contains(line, `"op":"describe"`) }

// serve describes itself when asked and gives every other request to f.
func (p *peer) serve(f func(id int, line string)) {
	for {
		id, line := p.next()
		if isDescribe(line) {
			say(`{"id":%d,"ok":%s}`+"\n", id, description)
			continue
		}
		f(id, line)
	}
}

// instead echoes every request but those whose input is "bad".
func (p *peer) instead(f func(id int, line string)) {
	p.serve(func(id int, line string) {
		if input(line) == `"bad"` {
			f(id, line)
		} else {
			echo(id, line)
		}
	})
}

// forever never ends by itself, as long as the test runs: one that is cut short
// must not leave its adapters behind.
func forever() {
	for {
		if n, err := unix.Read(inherited(releaseVariable), make([]byte, 1)); n == 0 && err == nil {
			os.Exit(94)
		}
	}
}

// sibling starts this binary with another behaviour and the same output, in the
// same group unless away, and returns when it runs.
func sibling(name string, away bool) {
	r, w, err := os.Pipe()
	if err != nil {
		os.Exit(91)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), behaviourVariable+"="+name)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.ExtraFiles = []*os.File{w}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: away}
	if err := cmd.Start(); err != nil {
		os.Exit(91)
	}
	_, _ = r.Read(make([]byte, 1))
}

// running tells the parent, in a sibling, that it runs.
func running() { _, _ = os.NewFile(3, "parent").Write([]byte{'r'}) }

func behave(name string) {
	// A Go program whose only goroutine blocks dies of "deadlock" otherwise.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	p := &peer{in: bufio.NewReaderSize(os.Stdin, 1<<20)}
	if f, ok := behaviours[name]; ok {
		f(p)
		return
	}
	os.Exit(92)
}

// behindAtNext says something behind the answer to "bad", but not before the
// next request is there: the harness cannot see it earlier.
func (p *peer) behindAtNext(f func(id int)) {
	behind := 0
	p.serve(func(id int, line string) {
		if behind != 0 {
			f(behind)
		}
		echo(id, line)
		behind = 0
		if input(line) == `"bad"` {
			behind = id
		}
	})
}

// behindAtEnd does so at the end of the input.
func (p *peer) behindAtEnd(f func(id int)) {
	p.describe()
	for id := 0; ; {
		line, err := p.in.ReadString('\n')
		if err != nil {
			f(id)
			return
		}
		digits, _, _ := strings.Cut(strings.TrimPrefix(line, `{"id":`), ",")
		id, _ = strconv.Atoi(digits)
		echo(id, line)
	}
}

func kill(pid int) {
	_ = syscall.Kill(pid, syscall.SIGKILL)
	forever()
}

// once answers describe, or has f answer another request, and ends.
func (p *peer) once(f func(id int, line string)) {
	id, line := p.next()
	if isDescribe(line) {
		say(`{"id":%d,"ok":%s}`+"\n", id, description)
		return
	}
	f(id, line)
}
