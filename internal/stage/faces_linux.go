//go:build amd64 || arm64

package stage

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// face is what stands over the /proc entry of an actor: its stat, with the start that
// fits its age.
type face struct {
	start int64
	ppid  int      // of an owner that came back; 0 is the real one
	stat  *os.File // the kernel's own, below the mount
	shown *os.File // what is read in its place
	// status stands over the kernel's own where a look counts.
	own, status *os.File
}

// dress puts the faces of the table on, and makes the looks count that events wait for.
func (m *manager) dress() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var err error
	if m.looks, err = newLooks(); err != nil {
		return err
	}
	if err := m.hideMemories(); err != nil {
		return err
	}
	// What is shown is a picture: it must show them waiting.
	for i := range m.spec.Actors {
		if err := m.until(func() bool { return m.atRest(i) }); err != nil {
			return err
		}
	}
	m.clock.stop()
	for i := range m.spec.Actors {
		if err := m.putFace(i); err != nil {
			return fmt.Errorf("pid %d: %w", m.parts[i].actor.PID, err)
		}
	}
	for _, h := range m.events {
		if h.On != OnLook {
			continue
		}
		if err := m.watchLooks(h); err != nil {
			return fmt.Errorf("pid %d: %w", h.PID, err)
		}
	}
	return nil
}

// putFace covers the stat of an actor.
func (m *manager) putFace(i int) error {
	a := m.parts[i].actor
	folder := "/proc/" + strconv.Itoa(a.PID)
	f := &face{start: m.clock.startOf(a.Age)}
	var err error
	if f.stat, err = os.Open(folder + "/stat"); err != nil {
		return cause(err)
	}
	if f.shown, err = m.cover(folder, "stat"); err != nil {
		return err
	}
	m.faces[i] = f
	return f.refresh()
}

// memoryFiles are those by which a process of the same user could write into the memory
// of an actor, of which the board is a part. Nothing stands over them.
func memoryFiles(pid int) []string {
	folder := "/proc/" + strconv.Itoa(pid)
	return []string{folder + "/mem", folder + "/task/" + strconv.Itoa(pid) + "/mem"}
}

const nothing = "/nothing"

// hideMemories covers the memory of all who play; pid 1 its privileges protect. For
// those who come later, when the faces are mounted nowhere, covers are kept in store.
func (m *manager) hideMemories() error {
	if err := os.WriteFile(facesRoot+nothing, nil, 0o400); err != nil {
		return cause(err)
	}
	for i, p := range m.parts {
		if i == 0 || i == m.reaper || p.successor || p.actor.Zombie {
			continue
		}
		for _, name := range memoryFiles(p.actor.PID) {
			if err := unix.Mount(facesView+nothing, name, "", unix.MS_BIND, ""); err != nil {
				return fmt.Errorf("cover /proc/PID/mem: %w", err)
			}
		}
	}
	for range 2 * len(m.events) {
		fd, err := unix.OpenTree(unix.AT_FDCWD, facesView+nothing, unix.OPEN_TREE_CLOEXEC|unix.OPEN_TREE_CLONE)
		if err != nil {
			return fmt.Errorf("cover /proc/PID/mem: %w", err)
		}
		m.covers = append(m.covers, fd)
	}
	return nil
}

// hideMemory covers that of one who came by an event.
func (m *manager) hideMemory(pid int) error {
	for _, name := range memoryFiles(pid) {
		fd := m.covers[0]
		m.covers = m.covers[1:]
		err := unix.MoveMount(fd, "", unix.AT_FDCWD, name, unix.MOVE_MOUNT_F_EMPTY_PATH)
		_ = unix.Close(fd)
		if err != nil {
			return fmt.Errorf("cover /proc/PID/mem: %w", err)
		}
	}
	return nil
}

// cover binds a file of our own over one of a /proc entry, and returns it.
func (m *manager) cover(folder, name string) (*os.File, error) {
	own := fmt.Sprintf("/%s.%s", strings.TrimPrefix(folder, "/proc/"), name)
	file, err := os.OpenFile(facesRoot+own, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o444)
	if err != nil {
		return nil, cause(err)
	}
	// The same stands below the process's only thread.
	for _, face := range []string{folder, folder + "/task/" + strings.TrimPrefix(folder, "/proc/")} {
		if err := unix.Mount(facesView+own, face+"/"+name, "", unix.MS_BIND, ""); err != nil {
			return nil, fmt.Errorf("cover /proc/PID/%s: %w", name, err)
		}
	}
	return file, nil
}

// refresh writes what is shown anew from what the kernel says.
func (f *face) refresh() error {
	text := make([]byte, 4096)
	n, err := f.stat.ReadAt(text, 0)
	if n == 0 {
		return cause(err)
	}
	shown, err := f.disguise(text[:n])
	if err != nil {
		return err
	}
	return rewrite(f.shown, shown)
}

// Fields of /proc/PID/stat behind the name of the program.
const (
	statPPID  = 1
	statStart = 19
)

// disguise is a stat with the start that fits the age.
func (f *face) disguise(stat []byte) ([]byte, error) {
	end := bytes.LastIndexByte(stat, ')')
	fields := strings.Fields(string(stat[end+1:]))
	if end < 0 || len(fields) <= statStart {
		return nil, fmt.Errorf("this kernel's /proc/PID/stat has %d fields", len(fields))
	}
	fields[statStart] = strconv.FormatInt(f.start, 10)
	if f.ppid != 0 {
		fields[statPPID] = strconv.Itoa(f.ppid)
	}
	return []byte(string(stat[:end+1]) + " " + strings.Join(fields, " ") + "\n"), nil
}

// rewrite replaces what a file holds, so that a reader never finds it empty.
func rewrite(file *os.File, text []byte) error {
	if _, err := file.WriteAt(text, 0); err != nil {
		return cause(err)
	}
	return cause(file.Truncate(int64(len(text))))
}

// afterEnd brings the faces up to date when the process of a slot has ended: its
// children have another parent, and it may be a zombie.
func (m *manager) afterEnd(ended int) {
	for i, f := range m.faces {
		if i == ended || int(m.board.slot(i).Parent) == ended {
			_ = f.refresh() // it may be gone altogether
		}
	}
}
