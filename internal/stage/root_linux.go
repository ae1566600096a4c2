//go:build amd64 || arm64

package stage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// Folders of the stage. The hidden ones are gone when the reaper starts.
const (
	hostRoot  = "/.host"  // the host's files, until the stage has its own
	castRoot  = "/.cast"  // a link of the actor for each part
	facesRoot = "/.faces" // what stands over /proc/PID/stat
	facesView = "/.shown" // the same, read-only

	homeFolder = "/home/agent"
	workFolder = homeFolder + "/work"
	tempFolder = "/tmp"
)

// systemFolders are shown of every host, where they are there; NixOS keeps its programs
// behind the last.
var systemFolders = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/gnu",
	"/run/current-system",
}

// writable are the files and folders that may be opened for writing, where the kernel has
// Landlock: a read-only mount stops nobody from writing into a FIFO or a device. What
// would be memory of no process's when it is mapped, /dev/zero, is none of them. /proc
// is for the stage's own processes, before its mount is read-only.
var writable = []string{homeFolder, tempFolder, "/dev/shm", "/dev/null", "/dev/full", "/proc"}

// devices are those that a stage has.
var devices = []string{"null", "zero", "full", "random", "urandom"}

// Options of the private file systems, which bound them.
const (
	rootOptions    = "mode=0755,size=8m,nr_inodes=20000"
	privateOptions = "mode=0755,size=32m,nr_inodes=4096"
	castOptions    = "mode=0755,size=8m,nr_inodes=20000"
)

// buildRoot gives the manager, and so the stage, a root of its own. /proc comes later,
// from pid 1; until then the host's is needed below hostRoot, because a kernel mounts
// no second /proc where none can be seen.
func buildRoot(spec *Spec) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("make the mounts private: %w", err)
	}
	const base = "/tmp"
	if err := mountTmpfs(base, rootOptions); err != nil {
		return err
	}
	if err := os.Mkdir(base+hostRoot, 0o755); err != nil {
		return cause(err)
	}
	if err := unix.PivotRoot(base, base+hostRoot); err != nil {
		return fmt.Errorf("change the root: %w", err)
	}
	if err := os.Chdir("/"); err != nil {
		return cause(err)
	}
	for _, folder := range systemFolders {
		if err := show(folder); err != nil {
			return err
		}
	}
	if err := buildDevices(); err != nil {
		return err
	}
	if err := buildPrivate(); err != nil {
		return err
	}
	shown := slices.Clone(spec.Show)
	slices.Sort(shown) // an outer folder before what lies in it
	for _, path := range shown {
		if err := show(path); err != nil {
			return err
		}
	}
	if err := os.MkdirAll("/proc", 0o755); err != nil {
		return cause(err)
	}
	for folder, options := range map[string]string{castRoot: castOptions, facesRoot: privateOptions} {
		if err := mountTmpfs(folder, options); err != nil {
			return err
		}
	}
	if err := os.Mkdir(facesView, 0o755); err != nil {
		return cause(err)
	}
	if err := unix.Mount(facesRoot, facesView, "", unix.MS_BIND, ""); err != nil {
		return fmt.Errorf("show the faces: %w", err)
	}
	return lock(facesView, unix.MOUNT_ATTR_RDONLY, false)
}

// mountTmpfs mounts a private file system, where need be on a new folder.
func mountTmpfs(folder, options string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return cause(err)
	}
	if err := unix.Mount("tmpfs", folder, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
		return fmt.Errorf("mount a private file system: %w", err)
	}
	return nil
}

// show binds a file or folder of the host to its own place, read-only. What is not
// there, or cannot be reached, is left out; a link stays one.
func show(path string) error {
	path = filepath.Clean(path)
	if path == "/" || !slices.Contains(systemFolders, path) && slices.Contains(ownFolders, firstPart(path)) {
		return nil
	}
	info, err := os.Lstat(hostRoot + path)
	if err != nil {
		return nil
	}
	if have, err := os.Lstat(path); err == nil && os.SameFile(have, info) {
		return nil // within what is shown already
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil // below a folder that is shown, and lacks it
	}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := os.Readlink(hostRoot + path)
		if err == nil {
			err = os.Symlink(target, path)
		}
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return cause(err)
		}
		return nil
	case info.IsDir():
		err = os.MkdirAll(path, 0o755)
	case info.Mode().IsRegular():
		err = os.WriteFile(path, nil, 0o644)
	default:
		return nil // no sockets, pipes or devices of the host
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return cause(err)
	}
	if err := unix.Mount(hostRoot+path, path, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("show a folder: %w", err)
	}
	return lock(path, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV, true)
}

// ownFolders are those that a stage has of its own: nothing of the host's is shown there.
var ownFolders = []string{"proc", "dev", "sys", "run"}

func firstPart(path string) string {
	part, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return part
}

// lock sets attributes of a mount.
func lock(path string, attributes uint64, recursive bool) error {
	flags := uint(0)
	if recursive {
		flags = unix.AT_RECURSIVE
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, path, flags, &unix.MountAttr{Attr_set: attributes}); err != nil {
		return fmt.Errorf("make a mount read-only: %w", err)
	}
	return nil
}

func buildDevices() error {
	if err := os.Mkdir("/dev", 0o755); err != nil {
		return cause(err)
	}
	for _, name := range devices {
		if err := os.WriteFile("/dev/"+name, nil, 0o666); err != nil {
			return cause(err)
		}
		if err := unix.Mount(hostRoot+"/dev/"+name, "/dev/"+name, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("show a device: %w", err)
		}
		// Who may write into a device may do so on a read-only mount too, but its mode,
		// owner and times are the host's.
		if err := lock("/dev/"+name, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NOEXEC,
			false); err != nil {
			return err
		}
	}
	for name, target := range map[string]string{
		"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1", "stderr": "/proc/self/fd/2",
	} {
		if err := os.Symlink(target, "/dev/"+name); err != nil {
			return cause(err)
		}
	}
	return mountTmpfs("/dev/shm", privateOptions)
}

// buildPrivate makes the folders that the reaper may write into.
func buildPrivate() error {
	for _, folder := range []string{homeFolder, tempFolder} {
		if err := mountTmpfs(folder, privateOptions); err != nil {
			return err
		}
	}
	for _, folder := range []string{workFolder, "/run", "/sys", "/var/tmp"} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return cause(err)
		}
	}
	return os.Symlink("/run", "/var/run")
}

// closeRoot leaves nothing but what the reaper may see, and nothing that it may write
// but its own folders. /proc is there by now.
func closeRoot() error {
	if err := os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0); err != nil {
		return fmt.Errorf("forbid user namespaces on the stage: %w", cause(err))
	}
	// What root may write here, or change the mode of, would be the host's.
	if err := lock("/proc", unix.MOUNT_ATTR_RDONLY, true); err != nil {
		return err
	}
	for _, folder := range []string{hostRoot, facesView, facesRoot, castRoot} {
		if err := unix.Unmount(folder, unix.MNT_DETACH); err != nil {
			return fmt.Errorf("leave the host's files: %w", err)
		}
		if err := os.Remove(folder); err != nil {
			return cause(err)
		}
	}
	return lock("/", unix.MOUNT_ATTR_RDONLY, false)
}

// cause is an error without the path that it is about.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", path.Op, path.Err)
	}
	return err
}
