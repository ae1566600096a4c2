package second

import "github.com/tspi-dev/harness/conformance/profile"

// bundleMutants break section 10.
func bundleMutants() []profile.Mutant {
	return []profile.Mutant{
		{Name: "no-manifest-passes", Clause: "10.manifest", Level: core, Says: "passes what declares nothing"},
		{Name: "linked-manifests", Clause: "10.manifest", Level: hard, Says: "follows a manifest that is a link"},
		{Name: "unreadable-is-missing", Clause: "10.manifest", Level: hard,
			Says: "takes a manifest that it cannot read for a missing one"},
		{Name: "manifests-read-in-part", Clause: "10.manifest", Level: hard, Says: "reads a manifest as far as it can"},
		{Name: "empty-manifests-pass", Clause: "10.manifest", Level: hard,
			Says: "passes a bundle with nothing to verify"},
		{Name: "bad-modules-skipped", Clause: "10.manifest", Level: hard, Says: "skips modules that are no objects"},
		{Name: "one-verified-is-enough", Clause: "10.manifest", Level: hard,
			Says: "passes a bundle with any verified module"},

		{Name: "no-relation-is-a-copy", Clause: "10.relation", Level: core,
			Says: "takes a missing relation for an exact copy"},
		{Name: "copies-only", Clause: "10.relation", Level: core, Says: "knows exact copies only"},
		{Name: "refactors-only", Clause: "10.relation", Level: core, Says: "does not know exact copies"},
		{Name: "any-relation", Clause: "10.relation", Level: core, Says: "takes any relation"},
		{Name: "patterns-only", Clause: "10.class", Level: core, Says: "knows one class only"},
		{Name: "patterns-unknown", Clause: "10.class", Level: core, Says: "knows four of the five classes"},
		{Name: "class-by-its-end", Clause: "10.class", Level: core, Says: "looks at the end of a class only"},
		{Name: "any-public-class", Clause: "10.class", Level: core, Says: "looks at the beginning of a class only"},
		{Name: "missing-boundary-is-kept", Clause: "10.boundary", Level: core,
			Says: "takes a missing boundary for a kept one"},
		{Name: "copies-assumed", Clause: "10.boundary", Level: core, Says: "does not ask whether the body was copied"},
		{Name: "receipts-unasked", Clause: "10.boundary", Level: core,
			Says: "does not ask whether the body stands in a receipt"},
		{Name: "texts-unasked", Clause: "10.boundary", Level: core,
			Says: "does not ask whether the body's text stands in a receipt"},

		{Name: "path-unread", Clause: "10.refs", Level: core, Says: "looks at one of the two refs only"},
		{Name: "refs-as-texts", Clause: "10.refs", Level: core, Says: "compares refs as texts"},
		{Name: "target-ref-needed", Clause: "10.refs", Level: core, Says: "knows no target but target_ref"},
		{Name: "both-refs-needed", Clause: "10.refs", Level: core, Says: "wants both refs"},
		{Name: "refs-stripped", Clause: "10.missing", Level: hard, Says: "strips the blanks of a ref"},
		{Name: "missing-bodies-pass", Clause: "10.missing", Level: core, Says: "skips bodies that are not there"},

		{Name: "digests-believed", Clause: "10.digest", Level: core, Says: "believes the digests of the manifest"},
		{Name: "prefix-refused", Clause: "10.digest", Level: core, Says: "refuses a digest behind sha256:"},
		{Name: "one-digest-is-enough", Clause: "10.digest", Level: hard, Says: "is content with one digest"},
		{Name: "first-digest-only", Clause: "10.digest", Level: hard, Says: "checks one digest of the two"},
		{Name: "target-digest-only", Clause: "10.digest", Level: hard, Says: "checks the target's digest only"},
		{Name: "strange-digests-pass", Clause: "10.digest", Level: hard, Says: "skips digests that are no texts"},
		{Name: "any-prefix", Clause: "10.digest", Level: hard, Says: "takes a digest behind whatever prefix"},
		{Name: "digests-in-capitals", Clause: "10.digest", Level: hard, Says: "takes digests in capitals"},

		{Name: "any-anchor", Clause: "10.anchor", Level: core, Says: "is content with any anchor"},
		{Name: "anchors-in-one-line", Clause: "10.anchor", Level: core, Says: "searches a body line by line"},
		{Name: "no-anchors-needed", Clause: "10.anchor", Level: hard, Says: "passes a module without anchors"},
		{Name: "bad-anchors-skipped", Clause: "10.anchor", Level: hard, Says: "skips anchors that it cannot search"},

		{Name: "absolute-targets", Clause: "10.escape", Level: hard,
			Says: "reads an absolute target as a relative one"},
		{Name: "anywhere-in-the-bundle", Clause: "10.escape", Level: hard,
			Says: "asks only whether a target stays in the bundle"},
		{Name: "links-followed", Clause: "10.escape", Level: hard, Says: "follows links that stay inside"},
		{Name: "hard-links-pass", Clause: "10.escape", Level: hard, Says: "asks for symbolic links only"},
		{Name: "folders-are-missing", Clause: "10.escape", Level: hard,
			Says: "says that a folder in a body's place is missing"},

		{Name: "ids-made-up", Clause: "10.duplicate", Level: hard, Says: "takes modules without an id"},
		{Name: "shared-targets", Clause: "10.duplicate", Level: hard, Says: "lets two modules declare one file"},
		{Name: "extra-files-pass", Clause: "10.undeclared", Level: hard, Says: "looks only at what the manifest names"},
		{Name: "first-folder-only", Clause: "10.undeclared", Level: hard, Says: "lists the first folder only"},
		{Name: "whole-bundle-declared", Clause: "10.undeclared", Level: hard,
			Says: "wants every file of a bundle declared"},
		{Name: "desktop-files-refused", Clause: "10.undeclared", Level: hard,
			Says: "refuses what a file manager leaves behind"},

		{Name: "bad-bytes-replaced", Clause: "10.unreadable", Level: hard,
			Says: "replaces bytes that are no UTF-8 and goes on"},
		{Name: "bodies-cut-off", Clause: "10.unreadable", Level: hard,
			Says: "judges the beginning of a body that is too large"},
		{Name: "bodies-of-1-mib", Clause: "10.unreadable", Level: hard, Says: "has a smaller limit for bodies"},

		{Name: "bodies-unsearched", Clause: "10.body", Level: core, Says: "looks for no path in a body"},
		{Name: "two-preview-words", Clause: "10.body", Level: core, Says: "knows two of the five preview words"},
		{Name: "system-folders-in-bodies", Clause: "10.body", Level: hard,
			Says: "holds bodies to the rule for records"},
		{Name: "bodies-by-core", Clause: "10.body", Level: hard, Says: "keeps to core's roots in bodies"},
	}
}

// runMutants break sections 9 and 11.
func runMutants() []profile.Mutant {
	return []profile.Mutant{
		{Name: "any-finding-counts", Clause: "9.cases", Level: core, Says: "takes any finding for the expected one"},
		{Name: "cases-observed-unseen", Clause: "9.cases", Level: core,
			Says: "counts a case as observed because its file is there"},
		{Name: "cases-by-their-id", Clause: "9.cases", Level: core,
			Says: "does not hold a case's id against its file's name"},
		{Name: "missing-cases-pass", Clause: "9.cases", Level: core, Says: "judges the cases that are there"},
		{Name: "cases-from-0", Clause: "9.cases", Level: core, Says: "takes a threshold of 0 in a case"},
		{Name: "cases-with-two-thresholds", Clause: "9.cases", Level: hard,
			Says: "chooses one of two thresholds of a case"},
		{Name: "cases-without-a-claim", Clause: "9.cases", Level: core, Says: "takes a case without a claim"},
		{Name: "second-offences-pass", Clause: "9.cases", Level: hard,
			Says: "counts a case as observed that shows two offences"},

		{Name: "tables-unguarded", Clause: "11.run", Level: core, Says: "guards what it writes and not the table"},
		{Name: "secrets-unscanned", Clause: "11.run", Level: core, Says: "scans nothing for secrets"},
		{Name: "manifests-unread-in-runs", Clause: "11.run", Level: core,
			Says: "never looks at a manifest in a fixture"},
		{Name: "owners-optional-in-runs", Clause: "11.run", Level: core,
			Says: "takes a missing taxonomy of a fixture for an empty one"},
		{Name: "unusable-runs-recorded", Clause: "11.run", Level: core,
			Says: "writes a record of what it could not read"},
		{Name: "remarks-unguarded", Clause: "11.run", Level: hard, Says: "drops ignored fields before it guards"},

		{Name: "records-name-their-folder", Clause: "11.record", Level: core, Says: "says where the fixture was"},
		{Name: "records-repeat-notes", Clause: "11.record", Level: hard,
			Says: "repeats what a command says behind --private-note"},
		{Name: "records-quote-commands", Clause: "11.record", Level: hard, Says: "quotes a command of the table"},
	}
}
