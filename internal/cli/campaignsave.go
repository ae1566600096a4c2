package cli

import (
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tspi-dev/harness/conformance"
	"github.com/tspi-dev/harness/conformance/campaign"
	"github.com/tspi-dev/harness/internal/record"
)

// Files of a folder of counterexamples: a tree of cases like the suite's, with a
// list of required cases that is empty, and a replay file beside each case.
const (
	caseFileEnding   = ".txtar"
	replayFileEnding = ".replay.json"
	emptyFrozenList  = "# Counterexamples of campaigns; none is required.\n"
)

// checkSaveFolder makes a folder for counterexamples, and refuses, before a long
// run, what saving would refuse behind it.
func checkSaveFolder(dir, profile, level string) error {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		return unusable("%s: is no folder", shown(dir))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return unusable("%s: cannot be made: %s", shown(dir), cause(err))
	}
	for _, name := range []string{profile, level} {
		dir = filepath.Join(dir, name)
		if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
			return noSaveFolder(dir)
		}
	}
	return nil
}

func noSaveFolder(dir string) error {
	return unusable("%s: is there already and is no folder; name another one with --save", shown(dir))
}

// makeFolders makes the folders that a slash-separated name has below a folder. A
// link among them is refused: it could lead out of the folder that was named.
func makeFolders(dir, below string) error {
	for _, name := range strings.Split(below, "/") {
		dir = filepath.Join(dir, name)
		if err := os.Mkdir(dir, 0o755); err != nil && !os.IsExist(err) {
			return unusable("%s: cannot be made: %s", shown(dir), cause(err))
		}
		if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
			return noSaveFolder(dir)
		}
	}
	return nil
}

// saveCounterexample writes the case and the replay file, and returns the command
// that asks again by the latter. One that the suite's format cannot tell has the
// replay file alone.
func (a *app) saveCounterexample(f campaignFlags, c *campaign.Counterexample, o campaign.Options,
	args []string) (string, error) {
	model := o.Model
	if model == nil {
		model = o.Profile.Law(o.Level, buildVersion())
	}
	id, text, err := c.CaseFile(a.call.Context, model)
	if err != nil {
		id = o.Profile.Name + "/" + o.Level.String() + "/" + c.Clause + "/campaign-" + c.Replay.Seed + "-" +
			strconv.FormatUint(c.Case, 10)
		_,
			_ = a.call.Stderr.Write(
			[]byte("tspi: no case file, as the suite's format cannot tell this counterexample; the replay file can\n"))
	}
	replay, err := record.Canonical(c.Replay)
	if err != nil {
		return "", err
	}
	base := filepath.Join(f.save, filepath.FromSlash(id))
	if err := makeFolders(f.save, path.Dir(id)); err != nil {
		return "", err
	}
	if text != nil {
		if err := writeFile(base+caseFileEnding, text); err != nil {
			return "", err
		}
		list := filepath.Join(f.save, o.Profile.Name, "suite-"+strconv.Itoa(o.Profile.Suite)+".txt")
		if _, err := os.Lstat(list); os.IsNotExist(err) {
			if err := writeFile(list, []byte(emptyFrozenList)); err != nil {
				return "", err
			}
		}
	}
	if err := writeFile(base+replayFileEnding, replay); err != nil {
		return "", err
	}
	return "tspi campaign --replay " + shellWord(shown(base+replayFileEnding)) + " " + adapterWords(f.adapter, args),
		nil
}

// againCommand asks the one case again: it is a shard of its own, one of several,
// of a campaign that ends with it.
func againCommand(f campaignFlags, s *campaign.Summary, c *campaign.Counterexample, args []string) string {
	n := strconv.FormatUint(c.Case+1, 10)
	shards := strconv.FormatUint(max(2, c.Case+1), 10)
	command := "tspi campaign"
	if p, err := conformance.ProfileNamed(s.Profile); err == nil {
		if p != nil && p.Name != conformance.DefaultProfile().Name {
			command += " --profile " + p.Name
		}
		if s.Level != p.Level().String() {
			command += " --level " + s.Level
		}
	}
	return command + " --seed " + s.Seed + " --cases " + n + " --shard " + n + "/" + shards + " " +
		adapterWords(f.adapter, args)
}
