//go:build !linux

package largepages

// advise does nothing: other systems choose the size of pages by themselves.
func advise([]byte) {}
