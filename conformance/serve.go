package conformance

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance/adapter"
	"github.com/tspi-dev/harness/internal/strict"
)

// maxRequest bounds a request line that is served.
const maxRequest = 256 << 20

// errRequest says that what came in is no request. An adapter ends then: with
// the stream out of step no answer could be trusted.
var errRequest = errors.New("the input is not a line of {\"id\":…,\"op\":…}")

// Serve answers the requests on in until it ends, one a line, in order: it makes
// an adapter of an implementation in Go (docs/protocol.md).
func Serve(ctx context.Context, a Answerer, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 1<<16), maxRequest)
	w := bufio.NewWriter(out)
	for lines.Scan() {
		if err := ctx.Err(); err != nil {
			return err
		}
		answer, err := respond(ctx, a, lines.Bytes())
		if err != nil {
			return err
		}
		// One flush an answer: the other side waits for it.
		if _, err := w.Write(append(answer, '\n')); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return lines.Err()
}

type serveRequest struct {
	ID    *int64         `json:"id"`
	Op    string         `json:"op"`
	Input jsontext.Value `json:"input"`
}

type serveResponse struct {
	ID    int64          `json:"id"`
	OK    jsontext.Value `json:"ok,omitzero"`
	Error *ErrorAnswer   `json:"error,omitzero"`
}

func respond(ctx context.Context, a Answerer, line []byte) ([]byte, error) {
	var request serveRequest
	// What the input holds twice, or as half a character, is for the operation to refuse.
	lax := json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err := json.Unmarshal(line, &request, lax); err != nil || request.ID == nil || repeats(line, lax) {
		return nil, errRequest
	}
	response := serveResponse{ID: *request.ID}
	if request.Op == "describe" {
		response.OK = describeAnswer(a.Describe())
	} else if ok, err := a.Answer(ctx, request.Op, request.Input); err != nil {
		response.Error = errorAnswer(err)
	} else {
		response.OK = ok
	}
	return json.Marshal(response)
}

// repeats reports whether a request says one of its own members twice.
func repeats(line []byte, lax json.Options) bool {
	decoder := jsontext.NewDecoder(bytes.NewReader(line), lax)
	seen := map[string]bool{}
	for _, err := decoder.ReadToken(); err == nil && decoder.PeekKind() == '"'; {
		name, nameErr := decoder.ReadToken()
		if nameErr != nil || seen[name.String()] {
			return true
		}
		seen[name.String()] = true
		err = decoder.SkipValue()
	}
	return false
}

// describeAnswer is the ok of a describe.
func describeAnswer(d Description) jsontext.Value {
	b := []byte(`{"protocol":` + strconv.Itoa(adapter.ProtocolVersion))
	text := func(name, value string) {
		if value != "" {
			b = append(b, `,"`+name+`":`...)
			b = strict.AppendString(b, value)
		}
	}
	list := func(name string, values []string) {
		b = append(b, `,"`+name+`":[`...)
		for i, value := range values {
			if i > 0 {
				b = append(b, ',')
			}
			b = strict.AppendString(b, value)
		}
		b = append(b, ']')
	}
	text("name", d.Name)
	text("version", d.Version)
	text("language", d.Language)
	list("ops", d.Ops)
	list("levels", d.Levels)
	text("organization", d.Organization)
	text("url", d.URL)
	text("contact", d.Contact)
	return append(b, '}')
}
