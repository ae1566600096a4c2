package bundle

import (
	"slices"

	"github.com/tspi-dev/harness/tspi"
)

// manifestSchema is the schema that a new manifest names.
const manifestSchema = "source_module_manifest_v1"

// manifestValue builds the manifest of the files, which are sorted.
func (s *sealer) manifestValue(earlier manifest, files []string) (tspi.Object, error) {
	for name := range s.opt.Modules {
		if _, there := slices.BinarySearch(files, name); !there {
			return nil,
				sealError(name, "there is no such body, but something was said of it; correct the path or leave it out")
		}
	}
	rows := map[string]tspi.Object{}
	var order []string
	for _, o := range earlier.rows {
		name := parseRef(targetOf(o)).name()
		_, there := slices.BinarySearch(files, name)
		if _, twice := rows[name]; there && !twice {
			rows[name] = o
			order = append(order, name)
		}
	}
	for _, name := range files {
		if _, known := rows[name]; !known {
			order = append(order, name)
		}
	}
	ids := newIDs(rows, s.opt.Modules)
	reader := &bodyReader{limit: s.set.MaxBodyBytes, budget: s.set.maxInAll()}
	modules := make(tspi.Array, len(order))
	for i, name := range order {
		digest, err := s.digest(reader, name)
		if err != nil {
			return nil, err
		}
		modules[i] = s.row(rows[name], name, digest, ids)
	}
	value := slices.Clone(earlier.value)
	if value == nil {
		value = tspi.Object{{Name: "schema", Value: manifestSchema}}
	}
	return with(value, fieldModules, modules), nil
}

// targetOf is what a row names as its target: target_ref, else path.
func targetOf(o tspi.Object) string {
	for _, name := range []string{fieldTargetRef, fieldPath} {
		v, _ := o.Get(name)
		if s, ok := v.(string); ok {
			return s
		}
	}
	return ""
}

// digest reads a body for its digest. Of one that cannot be sealed it is empty:
// the check that follows says why.
func (s *sealer) digest(reader *bodyReader, name string) (string, error) {
	f, state, err := openTarget(s.root, parseRef(name).steps)
	if err != nil || state != targetRegular {
		return "", err
	}
	defer f.Close() // only read from
	info, err := f.Stat()
	if err != nil {
		return "", machineTrouble(err)
	}
	b, err := reader.read(f, info.Size(), nil)
	return b.sha256, err
}

// row is a module's row: what an earlier one says, with what has to be changed.
func (s *sealer) row(o tspi.Object, name, digest string, ids *ids) tspi.Object {
	said := s.opt.Modules[name]
	o = slices.Clone(o)
	o = with(o, fieldID, ids.of(name))
	o = withRefs(o, name)
	o = s.text(o, fieldSourceRef, said.SourceRef, name[len(BodiesDir)+1:])
	o = s.text(o, fieldRelation, said.Relation, s.opt.Relation)
	o = s.text(o, fieldClass, said.Class, s.opt.Class)
	o = with(o, fieldCopied, true)
	o = with(o, fieldInReceipt, false)
	o = with(o, fieldTextReceipt, false)
	for _, field := range []string{fieldSHA256, fieldTargetSHA256} {
		v, _ := o.Get(field)
		if declared, ok := parseDigest(v); !ok || declared != digest {
			o = with(o, field, digest)
		}
	}
	if said.Anchors != nil {
		list := tspi.Array{}
		for _, anchor := range said.Anchors {
			list = append(list, anchor)
		}
		o = with(o, fieldAnchors, list)
	}
	return o
}

// text sets a field to what was said of the module; where nothing was, and the
// row says nothing, to the default.
func (s *sealer) text(o tspi.Object, field, said, otherwise string) tspi.Object {
	v, _ := o.Get(field)
	there, _ := v.(string)
	switch {
	case said != "":
		return with(o, field, said)
	case there == "" && otherwise != "":
		return with(o, field, otherwise)
	}
	return o
}

// withRefs lets the refs of a row stand when each of them means the body, in
// whatever spelling, and otherwise sets both.
func withRefs(o tspi.Object, name string) tspi.Object {
	good := 0
	for _, field := range []string{fieldPath, fieldTargetRef} {
		v, found := o.Get(field)
		s, ok := v.(string)
		if !found {
			continue
		}
		if !ok || parseRef(s).name() != name {
			good = 0
			break
		}
		good++
	}
	if good > 0 {
		return o
	}
	return with(with(o, fieldPath, name), fieldTargetRef, name)
}

// with is an object with a member set: in its place, or as the last one.
func with(o tspi.Object, name string, v tspi.Value) tspi.Object {
	for i := range o {
		if o[i].Name == name {
			o[i].Value = v
			return o
		}
	}
	return append(o, tspi.Member{Name: name, Value: v})
}
