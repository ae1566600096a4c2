package bundle

import (
	"strings"

	"github.com/tspi-dev/harness/tspi"
)

// ParseModules reads what is said of single modules for a seal: one strict JSON
// object, whose keys are the paths of bodies relative to the bundle
// (source_modules/…). A value is the module's list of anchors, or an object with
// some of module_id, source_ref, source_to_target_relation, material_class and
// required_anchors, as in a manifest:
//
//	{
//	  "source_modules/etime.go": ["func parseEtime("],
//	  "source_modules/run.sh": {"required_anchors": ["#!/bin/sh"], "material_class": "public_macro_tool_body"}
//	}
//
// The error, a *[SealError] or a *[tspi.SyntaxError], says where and what is
// wrong; of the list's own text it repeats plain paths only.
func ParseModules(text []byte) (map[string]ModuleOptions, error) {
	v, err := tspi.Decode(text)
	if err != nil {
		return nil, err
	}
	o, ok := v.(tspi.Object)
	if !ok {
		return nil, sealError("", "the list: want an object from paths of bodies to their anchors")
	}
	modules := map[string]ModuleOptions{}
	for _, m := range o {
		name := parseRef(m.Name)
		if name.leadsOutside() {
			return nil, sealError(m.Name, "want a path relative to the bundle, source_modules/…")
		}
		if _, twice := modules[name.name()]; twice {
			return nil, sealError(m.Name, "it stands in the list twice, in two spellings; join the two")
		}
		options, problem := parseModule(m.Value)
		if problem != "" {
			return nil, sealError(m.Name, problem)
		}
		modules[name.name()] = options
	}
	return modules, nil
}

// parseModule reads what is said of one module; problem is empty where that is
// right.
func parseModule(v tspi.Value) (options ModuleOptions, problem string) {
	if list, ok := v.(tspi.Array); ok {
		v = tspi.Object{{Name: fieldAnchors, Value: list}}
	}
	o, ok := v.(tspi.Object)
	if !ok {
		return ModuleOptions{}, "want a list of anchors or an object"
	}
	texts := map[string]*string{
		fieldID: &options.ID, fieldSourceRef: &options.SourceRef,
		fieldRelation: &options.Relation, fieldClass: &options.Class,
	}
	for _, m := range o {
		into, isText := texts[m.Name]
		switch {
		case isText:
			if *into, _ = m.Value.(string); *into == "" {
				return ModuleOptions{}, m.Name + ": want a text that is not empty"
			}
		case m.Name == fieldAnchors:
			if options.Anchors = parseAnchors(m.Value); options.Anchors == nil {
				return ModuleOptions{}, fieldAnchors + ": want an array of texts that the body holds, at least one and none empty"
			}
		default:
			return ModuleOptions{}, "an unknown field; say " + strings.Join([]string{
				fieldID, fieldSourceRef, fieldRelation, fieldClass}, ", ") + " or " + fieldAnchors
		}
	}
	return options, ""
}

// parseAnchors returns nil for what is no list of anchors.
func parseAnchors(v tspi.Value) []string {
	list, _ := v.(tspi.Array)
	var anchors []string
	for _, e := range list {
		anchor, _ := e.(string)
		if anchor == "" {
			return nil
		}
		anchors = append(anchors, anchor)
	}
	return anchors
}
