package scripts_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tspi-dev/harness/internal/cli"
	"github.com/tspi-dev/harness/internal/long"
	"github.com/tspi-dev/harness/internal/stage"
)

var update = flag.Bool("update-scripts", false, "rewrite the files that cmp compares with to what came out")

func TestMain(m *testing.M) {
	stage.Enter() // a drill starts this program again
	testscript.Main(m, map[string]func(){
		"tspi":   func() { os.Exit(cli.Main()) },
		"status": status,
	})
}

func TestScripts(t *testing.T) {
	dir, err := os.Getwd() // which call changes
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(env *testscript.Env) error {
			return setup(env, filepath.Join(dir, "..", "testdata"))
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Condition: func(condition string) (bool, error) {
			if condition == "long" {
				return long.Tests(), nil
			}
			return false, fmt.Errorf("unknown condition %q", condition)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"append":   appendTo,
			"call":     call,
			"hardlink": hardLink,
			"leakfree": leakfree,
			"replace":  replace,
		},
	})
}

func setup(env *testscript.Env, testdata string) error {
	for _, folder := range []string{"fixture", "fixtures", "captures", "adapters", "reapers"} {
		if err := os.CopyFS(filepath.Join(env.WorkDir, folder), os.DirFS(filepath.Join(testdata, folder))); err != nil {
			return err
		}
	}
	return nil
}
