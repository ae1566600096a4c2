package profile

import "sync"

// Layouts keep the folders of published cases from one question to the next, for
// implementations that only read them: a kill matrix asks hundreds about the same
// ones, and to lay a folder out costs more than to judge it. The zero value is
// ready, and may be used by several runs at once.
type Layouts struct {
	mu   sync.Mutex
	dirs map[*Folder]laidOut
}

// Remove removes the folders.
func (l *Layouts) Remove() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, dir := range l.dirs {
		dir.remove()
	}
	l.dirs = nil
}

// Of returns where the folder of a question is laid out, and what is to be done
// behind the answer. Without Layouts, and for a perturbed variant, that is a fresh
// folder, and its removal.
func (l *Layouts) Of(q *Question) (path string, done func(), err error) {
	folder := q.Problem.Folder()
	if folder == nil {
		return "", func() {}, nil
	}
	if l == nil || q.Variant != 0 {
		dir, err := layOut(folder)
		return dir.path, dir.remove, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	dir, there := l.dirs[folder]
	if !there {
		if dir, err = layOut(folder); err != nil {
			return "", nil, err
		}
		if l.dirs == nil {
			l.dirs = map[*Folder]laidOut{}
		}
		l.dirs[folder] = dir
	}
	return dir.path, func() {}, nil
}
