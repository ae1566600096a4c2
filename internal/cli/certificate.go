package cli

import (
	"os"

	reporting "github.com/tspi-dev/harness/conformance/report"
)

// clearCertificate makes the place of a certificate ready before a run. One of an
// earlier run is taken away: where this run does not pass, it must not be found
// and believed. Anything else that stands there is left alone.
func clearCertificate(path string) error {
	info, err := os.Lstat(path)
	switch {
	case os.IsNotExist(err):
		return checkTarget(path)
	case err != nil:
		return unusable("%s: %s", shown(path), cause(err))
	case !info.Mode().IsRegular() || !isCertificate(path, info.Size()):
		return unusable("%s: is there already and is no certificate; name another file", shown(path))
	}
	if err := os.Remove(path); err != nil {
		return unusable("%s: %s", shown(path), cause(err))
	}
	return nil
}

func isCertificate(path string, size int64) bool {
	if size > reporting.MaxReportBytes {
		return false
	}
	text, err := os.ReadFile(path)
	return err == nil && reporting.IsCertificate(text)
}
