package conformance_test

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/tspi-dev/harness/conformance"
	tspiprofile "github.com/tspi-dev/harness/conformance/profile/tspi"
	"github.com/tspi-dev/harness/tspi"
)

// reaper is somebody's own implementation. It is asked in process: Answer gets the
// input of a request and returns the value of ok, or the refusal.
type reaper struct{}

func (reaper) Describe() conformance.Description {
	return conformance.Description{
		Name: "acme-reaper", Version: "2.1.0", Language: "go",
		Ops:    []string{tspiprofile.OpClassify, tspiprofile.OpAudit},
		Levels: []string{tspi.Core.String()},
	}
}

func (reaper) Answer(_ context.Context, op string, input jsontext.Value) (jsontext.Value, error) {
	switch op {
	case tspiprofile.OpClassify:
		// Your classifier: this one finds no helper in any table.
		return jsontext.Value(`{"rows":[]}`), nil
	case tspiprofile.OpAudit:
		return jsontext.Value(`{"findings":[]}`), nil
	}
	return nil, &conformance.ErrorAnswer{Code: conformance.ErrorUnsupported, Message: "there is no such operation"}
}

// A Go author certifies an implementation in a test of their own module. In it,
// t.Error takes the place of fmt.Println.
func Example() {
	report, err := conformance.Run(context.Background(), conformance.InProcess(reaper{}), conformance.Options{
		Level: tspi.Core,
		Only:  []string{"tspi/core/8.premature/threshold-missed"}, // leave this out to be asked everything
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("passed:", report.Passed())
	for _, result := range report.Results {
		if !result.Green() && result.Variant == 0 && result.Repeat == 0 && len(result.Differences) > 0 {
			d := result.Differences[0]
			fmt.Printf("%s: want %s, got %s\n", result.Case, d.Want, d.Got)
			break
		}
	}
	// Output:
	// passed: false
	// tspi/core/8.premature/threshold-missed: want TSPI_PREMATURE_SAFE_CLOSE of 72, got not raised (findings is empty)
}
