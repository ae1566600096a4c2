package record

import (
	"strings"
	"testing"

	"github.com/tspi-dev/harness/tspi"
)

// TestPlaceIsTold guards that a finding says where to look, and repeats nothing
// of what it is about: neither text nor a key that may hold some.
func TestPlaceIsTold(t *testing.T) {
	home := "/home" + "/me"
	const kinds = `"kinds":[{"kind":"mcp","match_substrings":["mcp-server"],"allowlisted":true}]`
	for _, test := range []struct {
		name   string
		change files
		want   string // the end of the message
	}{
		{"a line of the table",
			files{"process_table.json": `{"ps_text":"# a comment\n20 1 2:00:00 0 1 mcp-server\n21 1 2:00:00 0 1 mcp-server ` + home + `\n"}`},
			"It stands in line 3 of /ps_text."},
		{"an annotation of the table",
			files{"process_table.json": `{"ps_text":"20 1 2:00:00 0 1 mcp-server","x_from":"` + home + `"}`},
			"It stands at /x_from."},
		{"a substring of the policy",
			files{"pressure_policy.json": `{` + strings.Replace(kinds, `"mcp-server"`, `"mcp-server","`+home+`"`, 1) +
				`}`},
			"It stands at /kinds/0/match_substrings/1."},
		{"a key that is no name", files{"pressure_policy.json": `{` + kinds + `,"x_a":{"` + home + `":0}}`},
			"It stands at /x_a/…."},
		{"keys that make a path",
			files{"pressure_policy.json": `{` + kinds + `,"x_":{"":{"home":{"me":"` + home + `"}}}}`}, "of a host."},
	} {
		v := judged(t, passing().with(test.change).request(t)).Result
		if len(blocking(v.Verdict)) != 1 || !strings.HasSuffix(v.Findings[0].Message, test.want) || v.ContentWithheld {
			t.Errorf("%s: got %+v", test.name, v.Findings[0])
		}
		if strings.Contains(v.Findings[0].Message, "/me") || v.Findings[0].ErrorCode != tspi.CodeAbsolutePath {
			t.Errorf("%s: got %+v", test.name, v.Findings[0])
		}
	}
}
