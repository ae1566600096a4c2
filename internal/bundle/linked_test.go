package bundle

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder that was named through a link is told from one that was not, whatever
// stands at the end of the name (section 10, TARGET_ESCAPE).
func TestReachedByLink(t *testing.T) {
	m := makeBundle(t)
	link := filepath.Join(t.TempDir(), "link")
	must(t, os.Symlink(m.dir, link))
	must(t, os.Symlink(filepath.Dir(m.dir), link+"2"))
	root, err := os.OpenRoot(m.dir)
	must(t, err)
	defer root.Close()
	for dir, want := range map[string]bool{
		m.dir: false, m.dir + "/": false, m.dir + "/.": false,
		link: true, link + "/": true, link + "/.": true,
		filepath.Join(link+"2", filepath.Base(m.dir)): false,
	} {
		if got, err := ReachedByLink(dir, root); err != nil || got != want {
			t.Errorf("ReachedByLink(%q) = %v, %v, want %v", strings.TrimPrefix(dir, filepath.Dir(link)), got, err, want)
		}
	}
	if _, err := ReachedByLink(link+"3", root); err == nil || strings.Contains(err.Error(), link) {
		t.Errorf("of a folder that is not there: %v", err)
	}
}
