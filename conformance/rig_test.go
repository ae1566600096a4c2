package conformance

import (
	"github.com/go-json-experiment/json/jsontext"

	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/internal/strict"
	"github.com/tspi-dev/harness/tspi"
)

// tspiProfile is the profile by which the runner is tested here.
var tspiProfile = tspiprofile.Profile()

// demanded is what a case of tspi demands.
func demanded(c *Case) *tspiprofile.Expectation { return c.Expect.(*tspiprofile.Expectation) }

// commandsOf are the commands of the table that a request brings.
func commandsOf(input jsontext.Value) []string {
	request, _ := strict.DecodeWithin(input, 72)
	object, _ := request.(strict.Object)
	table, err := tspi.ParseTable(object.Object(string(tspi.InputProcessTable)).Text("ps_text"), law.Hardened)
	if err != nil {
		return nil
	}
	var commands []string
	for i := range table.Rows {
		commands = append(commands, table.Rows[i].Command)
	}
	return commands
}
