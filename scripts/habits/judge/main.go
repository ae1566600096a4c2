// Command judge is the half of `make habits` that knows the suite: it writes down what a run asks, and judges
// answers as a run does. The other half, in Python beside it, makes wrong adapters and puts the questions to
// them in its own processes, since to start one of ours for each of thousands would take a day.
//
//	judge --seed HEX --tables N --folder DIR
//
// It writes DIR/questions.jsonl and DIR/tables.jsonl, a line {"case","variant","clause","op","input"} each, and
// lays out the folders that the inputs name in DIR. Then it reads lines {"question":N,"answer":LINE} and answers
// each with a line {"verdict","clause","canary","detail"}: question N is the N-th line of questions.jsonl, LINE
// the response to a request with the id 1.
//
// It may import conformance and what lies below it.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/conformance/profile"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
)

func main() {
	seed := flag.String("seed", "", "the seed of the challenges")
	tables := flag.Uint64("tables", 0, "how many tables are drawn")
	folder := flag.String("folder", "", "where everything is written")
	flag.Parse()
	if err := run(*seed, *tables, *folder); err != nil {
		fmt.Fprintln(os.Stderr, "judge:", err)
		os.Exit(2)
	}
}

// asked is a question as it was sent.
type asked struct {
	question conformance.Question
	how      profile.Asked
}

// line is what the other half reads of a question.
type line struct {
	Case    string         `json:"case"`
	Variant int            `json:"variant"`
	Clause  string         `json:"clause"`
	Op      string         `json:"op"`
	Input   jsontext.Value `json:"input"`
}

func run(seed string, tables uint64, folder string) error {
	// A folder is renamed when it is laid out, which is done on one file system only.
	if err := errors.Join(os.MkdirAll(filepath.Join(folder, "kept"), 0o755), os.Setenv("TMPDIR", folder)); err != nil {
		return err
	}
	p := conformance.DefaultProfile()
	suite, err := conformance.EmbeddedSuite(p, p.Suite)
	if err != nil {
		return err
	}
	questions, err := writeQuestions(p, suite, seed, folder)
	if err != nil {
		return err
	}
	if err := writeTables(p, tables, folder); err != nil {
		return err
	}
	fmt.Println("ready")
	return judge(p, questions)
}

func writeQuestions(p *profile.Profile, suite *conformance.Suite, seed, folder string) (all []asked, err error) {
	lines, done, err := writer(filepath.Join(folder, "questions.jsonl"))
	if err != nil {
		return nil, err
	}
	defer func() { err = done(err) }()
	for q := range conformance.Questions(p, suite.Cases, seed) {
		l, a, err := sent(q, folder)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
		if err := lines(l); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// writeTables draws tables as a campaign does, and one bundle beside each sixteenth.
func writeTables(p *profile.Profile, n uint64, folder string) (err error) {
	lines, done, err := writer(filepath.Join(folder, "tables.jsonl"))
	if err != nil {
		return err
	}
	defer func() { err = done(err) }()
	for i := range n {
		table := tspigen.Case(1, i)
		if err := lines(line{Case: strconv.FormatUint(i, 10), Op: tspiprofile.OpClassify,
			Input: strict.Encode(table.Input())}); err != nil {
			return err
		}
		if i%16 != 0 {
			continue
		}
		l, err := bundle(p, table.Key, folder)
		if err == nil {
			err = lines(l)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func bundle(p *profile.Profile, key uint64, folder string) (line, error) {
	drawn := tspigen.BundleFromKey(key)
	made := tspiprofile.MadeBundle{ID: "tspi/hardened/10.manifest/drawn", Title: "drawn", Clause: "10.manifest",
		Why:    "drawn",
		Expect: tspiprofile.ExpectBundle{Status: "pass"}}
	for _, file := range drawn.Files {
		made.Folder.Files = append(made.Folder.Files, profile.FolderFile(file))
	}
	for _, link := range drawn.Links {
		kind := "symlink"
		if link.Hard {
			kind = "hardlink"
		}
		made.Folder.Entries = append(made.Folder.Entries,
			profile.FolderEntry{Kind: kind, Name: link.Name, Target: link.Target})
	}
	text, err := made.Text()
	if err != nil {
		return line{}, err
	}
	c, err := p.ParseCase(made.ID, text)
	if err != nil {
		return line{}, err
	}
	l, _, err := sent(profile.Published(c), folder)
	return l, err
}

// sent is a question with its folder laid out for good.
func sent(q conformance.Question, folder string) (line, asked, error) {
	var layouts *profile.Layouts
	path, remove, err := layouts.Of(&q)
	if err != nil {
		return line{}, asked{}, err
	}
	defer remove()
	if path != "" {
		parent := filepath.Dir(path)
		kept := filepath.Join(folder, "kept", filepath.Base(parent))
		if err := os.Rename(parent, kept); err != nil {
			return line{}, asked{}, err
		}
		path = filepath.Join(kept, filepath.Base(path))
	}
	input := q.Problem.Input(q.Case.Op, path)
	l := line{Case: q.Case.ID, Variant: q.Variant, Clause: q.Case.Clause, Op: q.Case.Op, Input: input}
	return l, asked{q, profile.Asked{Folder: path, Bytes: len(input)}}, nil
}

// writer opens a file of lines. What it returns writes one, and ends the file.
func writer(name string) (write func(line) error, done func(error) error, err error) {
	file, err := os.Create(name)
	if err != nil {
		return nil, nil, err
	}
	w := bufio.NewWriter(file)
	write = func(l line) error {
		text, err := json.Marshal(l)
		if err == nil {
			_, err = w.Write(append(text, '\n'))
		}
		return err
	}
	done = func(err error) error {
		if flushed := w.Flush(); err == nil {
			err = flushed
		}
		if closed := file.Close(); err == nil {
			err = closed
		}
		return err
	}
	return write, done, nil
}

// verdict is what the other half reads of an answer.
type verdict struct {
	Verdict string `json:"verdict"`
	Clause  string `json:"clause"`
	// Canary is whether a token that stood in a command was found.
	Canary bool   `json:"canary"`
	Detail string `json:"detail"`
}

func judge(p *profile.Profile, questions []asked) error {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		text, err := in.ReadBytes('\n')
		if err != nil {
			return nil // the other half has ended
		}
		var request struct {
			Question int    `json:"question"`
			Answer   string `json:"answer"`
		}
		if err := json.Unmarshal(text, &request); err != nil {
			return err
		}
		v := judged(p, &questions[request.Question], request.Answer)
		out, err := json.Marshal(v)
		if err != nil {
			return err
		}
		fmt.Println(string(out))
	}
}

func judged(p *profile.Profile, a *asked, answer string) verdict {
	result := adapter.Result{Outcome: adapter.Answered, Duration: time.Millisecond}
	var err error
	if result.Response, err = adapter.ReadResponse([]byte(answer), 1); err != nil {
		return verdict{Verdict: "garbage", Clause: a.question.Case.Clause, Detail: err.Error()}
	}
	r := conformance.JudgeAnswer(p, &a.question, law.Hardened, a.how, result)
	v := verdict{Verdict: string(r.Verdict), Clause: r.Clause}
	for _, d := range r.Differences {
		v.Clause = d.Clause
		v.Canary = v.Canary || strings.HasPrefix(d.Got, "a token")
		v.Detail = string(d.Kind) + " " + d.Path
	}
	return v
}
