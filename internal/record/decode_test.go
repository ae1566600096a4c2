package record

import (
	"testing"

	"github.com/go-json-experiment/json"
)

// recordOf reads one of the records back, as whoever gets the file would.
func recordOf[T any](t *testing.T, r *Records, name string) T {
	t.Helper()
	var record T
	for _, f := range r.Files() {
		if f.Name == name {
			if err := json.Unmarshal(f.Text, &record); err != nil {
				t.Fatal(err)
			}
			return record
		}
	}
	t.Fatalf("there is no record %s", name)
	return record
}
