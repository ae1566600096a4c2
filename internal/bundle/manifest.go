package bundle

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"

	"github.com/tspi-dev/harness/tspi"
)

// maxManifest is the contract's bound on the manifest, in bytes (section 10).
const maxManifest = 4 << 20

var (
	errNoManifest = errors.New("the folder has no source_module_manifest.json; seal the bundle")
	errTooLarge   = errors.New("the manifest is over 4 MiB; split the bundle")
	errNoModules  = errors.New(
		"the manifest is no object with a non-empty array of objects \"modules\"; seal the bundle again")
)

// manifest is a manifest that can be judged by.
type manifest struct {
	text  []byte
	value tspi.Object
	rows  []tspi.Object
}

// readManifest reads the manifest as far as it is one. problem says why it is
// none, errNoManifest included; err is trouble of the machine.
func readManifest(root *os.Root) (m manifest, problem, err error) {
	text, problem, err := readManifestText(root)
	if problem != nil || err != nil {
		return manifest{}, problem, err
	}
	m, problem = parseManifest(text)
	return m, problem, nil
}

// parseManifest reads the text of a manifest. m has the text, whatever is wrong
// with it.
func parseManifest(text []byte) (m manifest, problem error) {
	m.text = text
	if len(text) > maxManifest {
		return m, errTooLarge
	}
	v, problem := tspi.Decode(text)
	if problem != nil {
		return m, problem
	}
	m.value, _ = v.(tspi.Object)
	list, _ := m.value.Get(fieldModules)
	modules, ok := list.(tspi.Array)
	if !ok {
		return m, errNoModules
	}
	for _, e := range modules {
		o, ok := e.(tspi.Object)
		if !ok {
			return m, errNoModules
		}
		m.rows = append(m.rows, o)
	}
	return m, nil
}

// readManifestText returns the bytes of the manifest.
func readManifestText(root *os.Root) (text []byte, problem, err error) {
	f, state, err := openRegular(root, ManifestName)
	if err != nil {
		return nil, nil, err
	}
	switch state {
	case targetMissing:
		return nil, errNoManifest, nil
	case targetEscapes:
		return nil, errors.New("the manifest is a symbolic link or no regular file; replace it by the file itself"), nil
	}
	defer f.Close() // only read from
	var b bytes.Buffer
	if _, err := b.ReadFrom(io.LimitReader(f, maxManifest+1)); err != nil {
		return nil, nil, machineTrouble(err)
	}
	if b.Len() > maxManifest {
		return nil, errTooLarge, nil
	}
	return b.Bytes(), nil, nil
}

// digest is the SHA-256 of the manifest's bytes in lowercase hex.
func (m manifest) digest() string {
	sum := sha256.Sum256(m.text)
	return hex.EncodeToString(sum[:])
}
