//go:build unix

package adapter_test

import (
	"bytes"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
)

// behaviours are the adapters of the tests. Those that misbehave "instead" do so
// when the input is "bad" and echo every other.
var behaviours = map[string]func(*peer){
	"good": func(p *peer) { p.serve(echo) },
	"polite refusal": func(p *peer) {
		p.serve(func(id int, _ string) {
			say(
				`{"id":%d,"error":{"code":"invalid_input","error_code":"X_BAD","input":"a","pointer":"/b","message":"no\n"}}`+"\n", id)
		})
	},
	"extra members": func(p *peer) {
		p.serve(func(id int, _ string) { say(`{"took_ms":3,"id":%d,"ok":{}, "note":[1]}`+"\r\n", id) })
	},
	"ends after one answer": func(p *peer) { p.once(echo) },
	"no line end": func(p *peer) {
		p.instead(func(id int, _ string) { say(`{"id":%d,"ok":{}}`, id); os.Exit(0) })
	},

	"fast": fast,

	// No answer, because the process ends.
	"crash at once":  func(*peer) { os.Exit(3) },
	"crash":          func(p *peer) { p.instead(func(int, string) { os.Exit(3) }) },
	"exit 0":         func(p *peer) { p.instead(func(int, string) { os.Exit(0) }) },
	"killed":         func(p *peer) { p.instead(func(int, string) { kill(os.Getpid()) }) },
	"half an answer": func(p *peer) { p.instead(func(id int, _ string) { say(`{"id":%d,"ok":{"a`, id); os.Exit(1) }) },
	"crash on the third": func(p *peer) {
		n := 0
		p.serve(func(id int, line string) {
			if n++; n == 3 {
				os.Exit(3)
			}
			echo(id, line)
		})
	},
	"closes stdout": func(p *peer) { p.instead(func(int, string) { os.Stdout.Close(); forever() }) },
	"last words": func(p *peer) {
		p.instead(func(int, string) { fmt.Fprint(os.Stderr, "why it failed"); os.Exit(1) })
	},

	// No answer, although the process goes on.
	"hang":            func(p *peer) { p.instead(func(int, string) { forever() }) },
	"hang at start":   func(*peer) { forever() },
	"half and hang":   func(p *peer) { p.instead(func(id int, _ string) { say(`{"id":%d,`, id); forever() }) },
	"ignores SIGTERM": func(p *peer) { signal.Ignore(syscall.SIGTERM); p.instead(func(int, string) { forever() }) },
	"answers to SIGTERM": func(p *peer) {
		// The late answer comes when the harness has given up, and no earlier.
		c := make(chan os.Signal, 1)
		signal.Notify(c, syscall.SIGTERM)
		p.instead(func(id int, line string) { tell('r'); <-c; echo(id, line) })
	},
	"stays": func(p *peer) { p.describe(); echo(p.next()); forever() },
	"stays and ignores SIGTERM": func(p *peer) {
		signal.Ignore(syscall.SIGTERM)
		p.describe()
		echo(p.next())
		forever()
	},
	"answers unread": func(p *peer) { p.describe(); p.in.Peek(1); say(`{"id":2,"ok":1}` + "\n"); forever() },
	"reads nothing":  func(p *peer) { p.describe(); forever() },

	// Answers that are none.
	"wrong id":    func(p *peer) { p.instead(func(id int, _ string) { say(`{"id":%d,"ok":1}`+"\n", id+1) }) },
	"old id":      func(p *peer) { p.instead(func(id int, _ string) { say(`{"id":%d,"ok":1}`+"\n", id-1) }) },
	"text id":     func(p *peer) { p.instead(func(id int, _ string) { say(`{"id":"%d","ok":1}`+"\n", id) }) },
	"fraction id": func(p *peer) { p.instead(func(id int, _ string) { say(`{"id":%d.0,"ok":1}`+"\n", id) }) },
	"exponent id": func(p *peer) { p.instead(func(id int, _ string) { say(`{"id":%de0,"ok":1}`+"\n", id) }) },
	"no id":       func(p *peer) { p.instead(func(int, string) { say(`{"ok":1}` + "\n") }) },
	"both": func(p *peer) {
		p.instead(func(id int, _ string) { say(`{"id":%d,"ok":1,"error":null}`+"\n", id) })
	},
	"neither": func(p *peer) { p.instead(func(id int, _ string) { say(`{"id":%d}`+"\n", id) }) },
	"error no code": func(p *peer) {
		p.instead(func(id int, _ string) { say(`{"id":%d,"error":{"code":1}}`+"\n", id) })
	},
	"error text":  func(p *peer) { p.instead(func(id int, _ string) { say(`{"id":%d,"error":"no"}`+"\n", id) }) },
	"array":       func(p *peer) { p.instead(func(id int, _ string) { say(`[{"id":%d,"ok":1}]`+"\n", id) }) },
	"twice a key": func(p *peer) { p.instead(func(id int, _ string) { say(`{"id":%d,"ok":{"a":1,"a":1}}`+"\n", id) }) },
	"twice id":    func(p *peer) { p.instead(func(id int, _ string) { say(`{"id":%d,"id":%d,"ok":1}`+"\n", id, id) }) },
	"bad UTF-8":   func(p *peer) { p.instead(func(id int, _ string) { say(`{"id":%d,"ok":"`+"\xff"+`"}`+"\n", id) }) },
	"surrogate":   func(p *peer) { p.instead(func(id int, _ string) { say(`{"id":%d,"ok":"\ud800"}`+"\n", id) }) },
	"mark": func(p *peer) {
		p.instead(func(id int, _ string) { say("\xef\xbb\xbf"+`{"id":%d,"ok":1}`+"\n", id) })
	},
	"blank line": func(p *peer) { p.instead(func(id int, line string) { say("\n"); echo(id, line) }) },
	"trailing":   func(p *peer) { p.instead(func(id int, _ string) { say(`{"id":%d,"ok":1}x`+"\n", id) }) },
	"two on a line": func(p *peer) {
		p.instead(func(id int, _ string) { say(`{"id":%d,"ok":1}{"id":%d,"ok":1}`+"\n", id, id) })
	},
	"traceback": func(p *peer) {
		p.instead(func(int, string) { say("Traceback (most recent call last):\n  File \"x\", line 1\n"); os.Exit(1) })
	},
	"depth": func(p *peer) {
		p.serve(func(id int, line string) {
			n, _ := strconv.Atoi(input(line))
			say(`{"id":%d,"ok":%s%s}`+"\n", id, strings.Repeat("[", n), strings.Repeat("]", n))
		})
	},
	"long": func(p *peer) {
		p.serve(func(id int, line string) {
			n, _ := strconv.Atoi(input(line))
			head := fmt.Sprintf(`{"id":%d,"ok":"`, id)
			say(`%s%s"}`+"\n", head, strings.Repeat("x", n-len(head)-2))
		})
	},
	"1 GiB": func(p *peer) {
		p.instead(func(int, string) {
			chunk := bytes.Repeat([]byte("x"), 1<<20)
			for range 1 << 10 {
				os.Stdout.Write(chunk)
			}
		})
	},

	// Answers that something follows.
	"twice in one": func(p *peer) {
		p.instead(func(id int, line string) {
			text := fmt.Sprintf(`{"id":%d,"ok":%s}`+"\n", id, input(line))
			say("%s", text+text)
		})
	},
	"twice at rest": func(p *peer) {
		p.instead(func(id int, line string) { echo(id, line); awaitRelease(); echo(id, line); tell('r') })
	},
	"letters at rest": func(p *peer) {
		p.instead(func(id int, line string) { echo(id, line); awaitRelease(); say("x"); tell('r') })
	},
	"letters at rest, then a crash": func(p *peer) {
		p.serve(func(id int, line string) {
			if input(line) == `"worse"` {
				os.Exit(3)
			}
			echo(id, line)
			awaitRelease()
			say("x")
			tell('r')
		})
	},
	"twice at next":      func(p *peer) { p.behindAtNext(func(id int) { say(`{"id":%d,"ok":1}`+"\n", id) }) },
	"debug line at next": func(p *peer) { p.behindAtNext(func(int) { say("done\n") }) },
	"letters at next":    func(p *peer) { p.behindAtNext(func(int) { say("done") }) },
	"twice at end":       func(p *peer) { p.behindAtEnd(func(id int) { say(`{"id":%d,"ok":1}`+"\n", id) }) },
	"letters at end":     func(p *peer) { p.behindAtEnd(func(int) { say("bye") }) },
	"describes twice late": func(p *peer) {
		p.describe()
		id, line := p.next()
		say(`{"id":1,"ok":%s}`+"\n", description)
		echo(id, line)
		p.next()
	},

	// Too much of other things.
	"floods stderr":             func(p *peer) { p.serve(func(id int, line string) { floodStderr(); echo(id, line) }) },
	"floods stderr and crashes": func(p *peer) { p.instead(func(int, string) { floodStderr(); os.Exit(1) }) },
	"writes before it reads": func(p *peer) {
		p.describe()
		// More than a pipe holds goes out when a part of the request was read.
		if _, err := p.in.Peek(1); err != nil {
			return
		}
		say(`{"id":2,"ok":"%s"}`+"\n", strings.Repeat("z", 1<<20))
		p.next()
		for {
			echo(p.next())
		}
	},
	"parent of one that keeps the pipe": func(p *peer) {
		p.describe()
		p.next()
		sibling("keeps the pipe", false)
		os.Exit(4)
	},
	"parent that answers": func(p *peer) {
		p.describe()
		sibling("keeps the pipe", false)
		for {
			echo(p.next())
		}
	},
	"parent of one that went away": func(p *peer) {
		p.describe()
		p.next()
		sibling("went away", true)
		os.Exit(4)
	},
	"keeps the pipe": func(*peer) { signal.Ignore(syscall.SIGTERM); running(); forever() },
	"went away":      func(*peer) { running(); awaitRelease() },

	// Programs that answer one request and should end.
	"once without line end": func(p *peer) { p.once(func(id int, line string) { say(`{"id":%d,"ok":{}}`, id) }) },
	"once and status 7":     func(p *peer) { p.once(func(id int, line string) { echo(id, line); os.Exit(7) }) },
	"once without answer":   func(p *peer) { p.once(func(int, string) {}) },
	"crash in one-shot":     func(p *peer) { p.once(func(int, string) { os.Exit(3) }) },
	"once and hangs":        func(p *peer) { p.once(func(int, string) { forever() }) },
	"once twice":            func(p *peer) { p.once(func(id int, line string) { echo(id, line); echo(id, line) }) },
	"once and later more": func(p *peer) {
		p.once(func(id int, line string) { echo(id, line); awaitRelease(); say(" ") })
	},
	"once and stays": func(p *peer) { p.once(func(id int, line string) { echo(id, line); forever() }) },
	"once and closes": func(p *peer) {
		p.once(func(id int, line string) { echo(id, line); os.Stdout.Close(); forever() })
	},
	"once and a child stays": func(p *peer) {
		p.once(func(id int, line string) { sibling("keeps the pipe", false); echo(id, line) })
	},

	// Start-up.
	"describe error": func(p *peer) {
		id, _ := p.next()
		say(`{"id":%d,"error":{"code":"internal"}}`+"\n", id)
		p.next()
	},
	"describe nonsense": func(p *peer) { id, _ := p.next(); say(`{"id":%d,"ok":{"protocol":2}}`+"\n", id); p.next() },
	"describe garbage":  func(p *peer) { p.next(); say("ready.\n"); p.next() },
	"banner":            func(p *peer) { say("ready.\n"); p.serve(echo) },
	"another each time": func(p *peer) {
		id, _ := p.next()
		say(
			`{"id":%d,"ok":{"protocol":1,"name":"acme","version":"%d","language":"go","ops":["t.echo"],"levels":["core"]}}`+"\n", id, os.Getpid())
		p.next()
		os.Exit(3)
	},
}

func floodStderr() {
	chunk := bytes.Repeat([]byte("y"), 1<<16)
	for range 1 << 6 {
		os.Stderr.Write(chunk)
	}
	os.Stderr.WriteString("the end")
}
