package tspi

import "math/bits"

// Shape is one trait of a table that classifiers have got wrong.
type Shape uint8

// The shapes of harness.md, section 4. A shape is planted where it can show: an
// orphan is one only below an init that detaches.
const (
	Cycle              Shape = iota // an owner chain that comes back to itself
	SelfParent                      // a helper that is its own parent
	DuplicatePID                    // a helper whose pid another row has
	AmbiguousParent                 // a parent whose pid two rows have
	YoungerParent                   // a parent more than 2 s younger than its child
	SlackParent                     // a parent exactly 2 s younger
	YoungOrphan                     // one second below the minimum age
	ThresholdOrphan                 // exactly on it
	OldOrphan                       // well above it
	OffAllowlistOrphan              // old enough, of a kind that is not allowlisted
	Chain7                          // an owner at the seventh hop
	Chain8                          // at the eighth, the last that is visited
	Chain9                          // at the ninth, which is not
	MissingParent                   // a chain that ends at a pid without a row
	Wrapper                         // a launcher between session and helper
	DetachedWrapper                 // a launcher that init has adopted
	HintNear                        // an owner hint at hops 1 to 3
	HintFar                         // at hops 4 to 8
	InactiveHint                    // a hint whose status is not active
	EmptyHint                       // a hint of active_parent_process, which ends no walk
	KeepKind                        // a helper of a kind to be kept
	ExcludedKind                    // a command that its first kind excludes
	AtBudget                        // as many helpers of one owner as its kind may have
	OverBudget                      // more
	RecognisedInit                  // pid 1 is an init
	OtherInit                       // pid 1 is something else
	DoubtfulInit                    // two lines for pid 1, or one that is no row
	NoInit                          // no line for pid 1
	RegisteredHelper                // an orphan that a registry knows
	RegisteredOther                 // an orphan whose pid is registered for another command
	HeaderLine                      // a header, at the top or within
	MalformedLine                   // a line that is no row
	CommentLine                     // a comment or a blank line
	UnreadableRow                   // a helper with a bad etime, pcpu or rss
	OlderThanInit                   // a helper older than pid 1 by 3 s
	Zombie                          // a defunct helper
	TitleRow                        // a title in brackets or parentheses in place of a command
	HostileCommand                  // tabs, Unicode, quotes, paths, words of the contract
	Canary                          // an unguessable token in a command
	BoundaryEtime                   // an etime with 60 minutes or 24 hours
	CRLFLines                       // lines that end with CR LF
	LongPolicy                      // more kinds, hints and registered helpers than a few
	SpeltPID                        // a pid or ppid with zeros before it
	ForeignNumber                   // a number as only a programming language reads it
	ForeignBlank                    // a blank or an end of a line that only a library knows
	LongCommand                     // a command over 4 KiB whose end, or 4096th byte, counts
	LongList                        // a list of over 128 whose last or first entry counts
	LargeThreshold                  // a minimum age of a month, or beyond 31, 32 or 53 bits
	ProgramHelper                   // a helper that is known by its program
	Mention                         // a command that merely mentions a helper
	BehindLauncher                  // a program behind two launchers or more
	OptionValue                     // an option with its value before a program
	SkippedWord                     // an assignment, a number or a time before a program
	CodeOption                      // a command that runs code, or standard input
	PackageProgram                  // a program with a scope, or within node_modules or site-packages
	FolderProgram                   // a program of a generic name, with folders in front
	WindowsProgram                  // a program whose folders stand between backslashes
	CutProgram                      // a program in a folder with a blank in its name
	RequiredWord                    // a kind that requires a further substring, with it and without
	OwnLists                        // launchers, value options or generic names of the policy's own
	StartedByInit                   // a helper as old as pid 1, to the second
	StartedAncestor                 // a helper below one that is as old
	AgelessInit                     // an init of no known age
	shapeCount
)

// AllShapes returns every shape, in order.
func AllShapes() []Shape {
	all := make([]Shape, shapeCount)
	for i := range all {
		all[i] = Shape(i)
	}
	return all
}

// String is the shape's name in reports.
func (s Shape) String() string {
	names := [shapeCount]string{"cycle", "self_parent", "duplicate_pid", "ambiguous_parent", "younger_parent",
		"slack_parent",
		"young_orphan", "threshold_orphan", "old_orphan", "off_allowlist_orphan", "chain_7", "chain_8", "chain_9",
		"missing_parent",
		"wrapper", "detached_wrapper", "hint_near", "hint_far", "inactive_hint", "empty_hint", "keep_kind",
		"excluded_kind",
		"at_budget", "over_budget", "recognised_init", "other_init", "doubtful_init", "no_init", "registered_helper",
		"registered_other", "header_line", "malformed_line", "comment_line", "unreadable_row", "older_than_init",
		"zombie",
		"title_row", "hostile_command", "canary", "boundary_etime", "crlf_lines", "long_policy",
		"spelt_pid", "foreign_number", "foreign_blank", "long_command", "long_list", "large_threshold",
		"program_helper", "mention", "behind_launcher", "option_value", "skipped_word", "code_option",
		"package_program", "folder_program",
		"windows_program", "cut_program", "required_word", "own_lists", "started_by_init", "started_ancestor",
		"ageless_init"}
	if s >= shapeCount {
		return "no_shape"
	}
	return names[s]
}

// Shapes is a set of shapes.
type Shapes uint64

// Has reports whether a shape is in the set.
func (s Shapes) Has(shape Shape) bool { return s>>shape&1 == 1 }

// Len is how many shapes are in the set.
func (s Shapes) Len() int { return bits.OnesCount64(uint64(s)) }

func (s *Shapes) add(shape Shape) { *s |= 1 << shape }

func (s *Shapes) remove(shape Shape) { *s &^= 1 << shape }
