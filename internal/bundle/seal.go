package bundle

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/renameio/v2"
	"github.com/tspi-dev/harness/tspi"
)

// SealOptions say what a seal cannot see in the bodies.
type SealOptions struct {
	// Relation and Class are for modules of which neither Modules nor an earlier
	// manifest says one: values of [Relations] and [Classes].
	Relation, Class string
	// Modules says more of single modules, by the body's path relative to the
	// bundle (source_modules/…). It goes before an earlier manifest.
	Modules map[string]ModuleOptions
	// MaxBodyBytes is the limit on one body, 0 for 16 MiB.
	MaxBodyBytes int64
}

// ModuleOptions are what is said of one module. What is empty is taken from the
// earlier manifest, else from the [SealOptions], else made up from the path (ID,
// SourceRef). Anchors have no default: a body without one cannot pass.
type ModuleOptions struct {
	ID, SourceRef, Relation, Class string
	Anchors                        []string
}

// Sealed says what a seal did.
type Sealed struct {
	// Changed says whether the manifest was written: an unchanged bundle is left
	// as it is, byte for byte.
	Changed        bool
	ModuleCount    int
	ManifestSHA256 string // of the manifest that now lies in the folder
}

// manifestMode is the mode of a new manifest, less the umask.
const manifestMode = 0o644

// Seal writes the manifest of a bundle (contract, section 10): a row for each
// file under source_modules/, with its digests. Rows of an earlier manifest stay
// in their order and keep what they say, further fields included; rows without a
// file are dropped, new files come last, by path. The manifest appears whole or
// not at all, and only one that [Verify] passes is written.
//
// A *[SealError] says what stands in the way, for people; other errors are
// trouble of the machine. Both name no absolute path.
func Seal(root *os.Root, opt SealOptions) (Sealed, error) {
	set, err := Options{MaxBodyBytes: opt.MaxBodyBytes}.settle()
	if err != nil {
		return Sealed{}, err
	}
	earlier, problem, err := readManifest(root)
	switch {
	case err != nil:
		return Sealed{}, err
	case problem == errNoManifest:
		earlier = manifest{}
	case problem != nil:
		return Sealed{},
			sealError("", "the earlier manifest cannot be built upon: "+problem.Error()+"; repair it or take it away")
	}
	files, err := listBodies(root)
	if err != nil {
		return Sealed{}, err
	}
	s := &sealer{root: root, set: set, opt: opt}
	value, err := s.manifestValue(earlier, files)
	if err != nil {
		return Sealed{}, err
	}
	text, err := encodeManifest(value)
	if err != nil {
		return Sealed{}, err
	}
	m, problem := parseManifest(text)
	if problem != nil {
		return Sealed{}, sealError("", "the manifest would not be one: "+problem.Error())
	}
	if err := s.check(m); err != nil {
		return Sealed{}, err
	}
	sealed := Sealed{ModuleCount: len(files), ManifestSHA256: earlier.digest()}
	if earlier.text != nil && reflect.DeepEqual(tspi.Value(earlier.value), tspi.Value(m.value)) {
		return sealed, nil
	}
	err = renameio.WriteFile(ManifestName, text, manifestMode, renameio.WithRoot(root))
	if err != nil {
		return Sealed{}, fmt.Errorf("the manifest cannot be written: %w", bare(err))
	}
	sealed.Changed, sealed.ManifestSHA256 = true, m.digest()
	return sealed, nil
}

// sealer makes the manifest of one bundle.
type sealer struct {
	root *os.Root
	set  settled
	opt  SealOptions
}

// check judges the bundle by the manifest that is about to be written.
func (s *sealer) check(m manifest) error {
	v := &verifier{set: s.set, root: s.root, findings: newFindings()}
	if err := v.judge(m); err != nil {
		return err
	}
	if len(v.findings.list) == 0 {
		return nil
	}
	e := &SealError{}
	for i, module := range v.result.Modules {
		for _, code := range module.Codes {
			e.add(parseRef(targetOf(m.rows[i])), rowMessages[code])
		}
	}
	if len(e.Problems) == 0 { // a file came while we looked
		e.add(ref{}, v.findings.list[0].Message)
	}
	return e
}

// maxSealedFiles is how many files a seal lists: more rows than fit into a
// manifest of 4 MiB.
const maxSealedFiles = maxManifest / 64

// listBodies lists the files under source_modules/, sorted, as paths relative to
// the bundle. What no manifest can declare is an error, and so is a folder
// without a body.
func listBodies(root *os.Root) ([]string, error) {
	dir, state, err := openStep(root, BodiesDir)
	switch {
	case err != nil:
		return nil, err
	case state != targetRegular:
		return nil, sealError("", "the bundle has no folder source_modules, or it is a link; put the bodies there")
	}
	var files []string
	w := &walker{left: maxFolders, visit: func(name string, e fs.DirEntry) error {
		switch {
		case isClutter(e):
			return nil
		case !utf8.ValidString(name):
			return sealError(name, "the name is not UTF-8, which no manifest can hold; rename it")
		case !e.Type().IsRegular():
			return sealError(name, "it is a link or no regular file; put the file itself there or take it away")
		case len(files) == maxSealedFiles:
			return sealError("", "there are more bodies than a manifest of 4 MiB can declare; split the bundle")
		}
		files = append(files, name)
		return nil
	}}
	switch err := w.walk(dir, BodiesDir, 1); {
	case err == errTooManyFolders, err == errReplaced:
		return nil, sealError("", err.Error())
	case err != nil:
		return nil, err
	case len(files) == 0:
		return nil, sealError("", "there is no body under source_modules/; put one there")
	}
	slices.Sort(files)
	return files, nil
}

// encodeManifest writes a manifest as people read it: indented by two blanks,
// members in their order, one newline at the end.
func encodeManifest(o tspi.Object) ([]byte, error) {
	var b bytes.Buffer
	enc := jsontext.NewEncoder(&b, jsontext.WithIndent("  "))
	if err := encodeValue(enc, o); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func encodeValue(enc *jsontext.Encoder, v tspi.Value) error {
	switch v := v.(type) {
	case bool:
		return enc.WriteToken(jsontext.Bool(v))
	case tspi.Number:
		return enc.WriteValue(jsontext.Value(v))
	case string:
		return enc.WriteToken(jsontext.String(v))
	case tspi.Array:
		if err := enc.WriteToken(jsontext.BeginArray); err != nil {
			return err
		}
		for _, e := range v {
			if err := encodeValue(enc, e); err != nil {
				return err
			}
		}
		return enc.WriteToken(jsontext.EndArray)
	case tspi.Object:
		if err := enc.WriteToken(jsontext.BeginObject); err != nil {
			return err
		}
		for _, m := range v {
			if err := enc.WriteToken(jsontext.String(m.Name)); err != nil {
				return err
			}
			if err := encodeValue(enc, m.Value); err != nil {
				return err
			}
		}
		return enc.WriteToken(jsontext.EndObject)
	}
	return enc.WriteToken(jsontext.Null)
}
