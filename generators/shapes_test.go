package generators_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tspi-dev/harness/generators"
	"github.com/tspi-dev/harness/tspi"
)

// Harness, section 4, and issue 5: each shape is in at least 2 % of the tables.
func TestEachShapeIsCommon(t *testing.T) {
	const tables = 5000
	counts := map[generators.Shape]int{}
	for i := range uint64(tables) {
		table := generators.Case(21, i)
		for _, shape := range generators.AllShapes() {
			if table.Shapes.Has(shape) {
				counts[shape]++
			}
		}
	}
	for _, shape := range generators.AllShapes() {
		if counts[shape] < tables/50 {
			t.Errorf("%s is in %d of %d tables, want at least 2 %%", shape, counts[shape], tables)
		}
	}
}

// classified is a table with the contract's answer about it, for a look at what
// its shapes have become.
type classified struct {
	*generators.Table
	inventory *tspi.Inventory
}

func (c classified) anyRow(holds func(tspi.InventoryRow) bool) bool {
	return slices.ContainsFunc(c.inventory.Rows, holds)
}

func ends(end tspi.ChainEnd, hops int) func(classified) bool {
	return func(c classified) bool {
		return c.anyRow(func(r tspi.InventoryRow) bool { return r.ChainEnd == end && (hops < 0 || r.ChainHops == hops) })
	}
}

func decided(reason tspi.Reason) func(classified) bool {
	return func(c classified) bool {
		return c.anyRow(func(r tspi.InventoryRow) bool { return r.Reason == reason })
	}
}

func candidateAged(holds func(age, least int64) bool) func(classified) bool {
	return func(c classified) bool {
		return c.anyRow(func(r tspi.InventoryRow) bool {
			return r.Decision == tspi.DecisionSafeClose && holds(*r.AgeS, c.Policy.MinAge())
		})
	}
}

const someLaunchers = `node|nodejs|deno|bun|bunx|npx|npm|pnpm|yarn|corepack|tsx|ts-node|[pP]ython|pypy|uv|uvx|pipx|poetry|java|ruby|perl|php|` +
	`dotnet|env|timeout|nice|ionice|nohup|setsid|stdbuf|sh|bash|dash|fish|exec|run|x|dlx|tool|watch|sleep`

// kindOf is the kind of a row of the inventory.
func (c classified) kindOf(r tspi.InventoryRow) generators.Kind {
	i := slices.IndexFunc(c.Policy.Kinds, func(k generators.Kind) bool { return k.Name == r.ProcessKind })
	return c.Policy.Kinds[i]
}

// namesProgram reports whether a command holds, anywhere, what a kind looks for in
// programs.
func (c classified) namesProgram(command string) bool {
	return slices.ContainsFunc(c.Policy.Kinds, func(k generators.Kind) bool {
		return k.MatchAt == generators.AtProgram && slices.ContainsFunc(k.Match, func(s string) bool { return strings.Contains(command, s) })
	})
}

func commandsLike(pattern string) func(classified) bool {
	like := regexp.MustCompile(pattern)
	return func(c classified) bool {
		return slices.ContainsFunc(c.Rows(), func(r *generators.Row) bool { return r.PPID == 1 && like.MatchString(r.Command) })
	}
}

// What is planted is there: the tables with a shape show in the contract's answer
// what that shape is for. Another scene may hide it in a few, so most are asked for.
func TestPlantedShapesShow(t *testing.T) {
	shows := map[generators.Shape]func(classified) bool{
		generators.Cycle:           ends(tspi.EndCycle, -1),
		generators.SelfParent:      ends(tspi.EndCycle, 1),
		generators.DuplicatePID:    decided(tspi.ReasonPIDReuse),
		generators.AmbiguousParent: ends(tspi.EndAmbiguousPID, -1),
		generators.YoungerParent:   ends(tspi.EndStaleLink, 0),
		generators.SlackParent:     ends(tspi.EndOwnerHint, -1),
		generators.YoungOrphan: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool {
				return r.Reason == tspi.ReasonDetached && r.AllowlistMatched && *r.AgeS == c.Policy.MinAge()-1
			})
		},
		generators.ThresholdOrphan: candidateAged(func(age, least int64) bool { return age == least }),
		generators.OldOrphan:       candidateAged(func(age, least int64) bool { return age > least }),
		generators.OffAllowlistOrphan: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool {
				return r.Reason == tspi.ReasonDetached && !r.AllowlistMatched && *r.AgeS >= c.Policy.MinAge()
			})
		},
		generators.Chain7: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool { return r.ChainHops == 7 })
		},
		generators.Chain8: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool { return r.ChainHops == 8 && r.ChainEnd != tspi.EndHopLimit })
		},
		generators.Chain9:        ends(tspi.EndHopLimit, 8),
		generators.MissingParent: ends(tspi.EndMissingParent, -1),
		generators.Wrapper: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool { return r.ChainEnd == tspi.EndOwnerHint && r.ChainHops == 2 })
		},
		generators.DetachedWrapper: ends(tspi.EndDetachedAncestor, 1),
		generators.HintNear: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool { return r.ChainEnd == tspi.EndOwnerHint && r.ChainHops <= 3 })
		},
		generators.HintFar: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool { return r.ChainEnd == tspi.EndOwnerHint && r.ChainHops >= 4 })
		},
		generators.InactiveHint: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool {
				return r.OwnerStatus == "idle_editor" || r.OwnerStatus == "finished_session"
			})
		},
		generators.EmptyHint: ends(tspi.EndOwnerHint, -1),
		generators.KeepKind:  decided(tspi.ReasonKeep),
		generators.OverBudget: func(c classified) bool {
			return slices.ContainsFunc(c.inventory.Summary.ActiveOwnerPressureGroups, func(g tspi.PressureGroup) bool { return g.OwnerStatus == "active_owner_chain" })
		},
		generators.AtBudget: func(c classified) bool {
			return !slices.ContainsFunc(c.inventory.Summary.ActiveOwnerPressureGroups, func(g tspi.PressureGroup) bool { return g.OwnerStatus == "active_owner_chain" })
		},
		generators.RecognisedInit:   func(c classified) bool { return c.inventory.Summary.Init == tspi.InitRecognised },
		generators.OtherInit:        func(c classified) bool { return c.inventory.Summary.Init == tspi.InitUnrecognised },
		generators.DoubtfulInit:     func(c classified) bool { return c.inventory.Summary.Init == tspi.InitUnrecognised },
		generators.NoInit:           func(c classified) bool { return c.inventory.Summary.Init == tspi.InitNotInTable },
		generators.RegisteredHelper: decided(tspi.ReasonRegistered),
		generators.RegisteredOther:  decided(tspi.ReasonOrphan),
		generators.HeaderLine:       func(c classified) bool { return c.inventory.Summary.SkippedLineCounts.Header > 0 },
		generators.MalformedLine:    func(c classified) bool { return c.inventory.Summary.SkippedLineCounts.Malformed > 0 },
		generators.UnreadableRow:    decided(tspi.ReasonUnreadable),
		generators.OlderThanInit:    decided(tspi.ReasonUnreadable),
		generators.Zombie:           func(c classified) bool { return strings.Contains(c.Text(), "<defunct>") },
		generators.Canary:           func(c classified) bool { return len(c.Canaries) > 0 && strings.Contains(c.Text(), c.Canaries[0]) },
		generators.BoundaryEtime: func(c classified) bool {
			return strings.Contains(c.Text(), ":60:") || strings.Contains(c.Text(), "-24:")
		},
		generators.CRLFLines: func(c classified) bool { return strings.HasSuffix(c.Text(), "\r\n") },
		generators.SpeltPID: func(c classified) bool {
			return regexp.MustCompile(`(?m)^0\d+[ \t]+\d+[ \t]|^\d+[ \t]+0\d+[ \t]`).MatchString(c.Text())
		},
		generators.ForeignNumber: func(c classified) bool {
			return c.inventory.Summary.SkippedLineCounts.Malformed > 0 || decided(tspi.ReasonUnreadable)(c)
		},
		generators.ForeignBlank: func(c classified) bool {
			return strings.ContainsAny(c.Text(), "\f\v\x1c\x1d\x1e\x1f\u0085\u00a0\u2028\u2029\u2003\u3000\ufeff")
		},
		generators.LongCommand: func(c classified) bool {
			return slices.ContainsFunc(c.Rows(), func(r *generators.Row) bool { return len(r.Command) > 4096 && len(r.Command) < 24_000 })
		},
		generators.LongList: func(c classified) bool {
			o, most := c.Owners, max(len(c.Policy.Kinds), len(c.Policy.KeepKinds))
			for _, k := range c.Policy.Kinds {
				most = max(most, len(k.Match), len(k.Exclude))
			}
			return max(most, len(o.Hints), len(o.Registered), len(o.ActiveStatuses), len(o.InitNames)) > 128
		},
		generators.LargeThreshold: func(c classified) bool {
			return c.Policy.MinAge() >= 2_592_000 && c.anyRow(func(r tspi.InventoryRow) bool {
				return r.Reason == tspi.ReasonDetached && r.AllowlistMatched && *r.AgeS < c.Policy.MinAge()
			})
		},
		generators.ProgramHelper: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool { return c.kindOf(r).MatchAt == generators.AtProgram })
		},
		generators.Mention: func(c classified) bool {
			return slices.ContainsFunc(c.Rows(), func(r *generators.Row) bool {
				return r.PPID == 1 && c.namesProgram(r.Command) && !c.anyRow(func(row tspi.InventoryRow) bool { return row.PID == r.PID })
			})
		},
		generators.BehindLauncher: commandsLike(`[a-z]([0-9.]|\.[a-z]+)* (.* )?(\S*[/\\])?(` + someLaunchers + `)([0-9.]|\.[a-z]+)*( |$)`),
		generators.OptionValue:    commandsLike(`(^| )(--(require|env-file|title|package|dir|with|directory|project|from|spec|unset|cwd|stdio|\S+)|-[WXCpcnr]\S*) \S`),
		generators.SkippedWord:    commandsLike(`(^| )([0-9.]+[smhd]?|\w+=\S*)( |$)`),
		generators.CodeOption:     commandsLike(` (-|-s|-[a-z]*e|--eval\S*)( |$)`),
		generators.PackageProgram: commandsLike(`(^| )@[^/]|/node_modules/|/site-packages/|\\node_modules\\`),
		generators.FolderProgram:  commandsLike(`[/\\](index|main|cli|bin|start|server|worker|build|src)?[./\\]`),
		generators.WindowsProgram: commandsLike(`[A-Z]:\\`),
		generators.CutProgram:     commandsLike(`(^| |-)/\S+ [A-Za-z0-9][^ :]*/`),
		generators.RequiredWord: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool { return len(c.kindOf(r).Require) > 0 })
		},
		generators.OwnLists: func(c classified) bool {
			return c.Policy.Launchers != nil || c.Policy.ValueOptions != nil || c.Policy.GenericNames != nil
		},
		generators.StartedByInit: ends(tspi.EndStartedByInit, 1),
		generators.StartedAncestor: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool { return r.ChainEnd == tspi.EndStartedByInit && r.PPID != 1 })
		},
		generators.AgelessInit: func(c classified) bool {
			return c.inventory.Summary.Init == tspi.InitRecognised && !c.anyRow(func(r tspi.InventoryRow) bool { return r.ChainEnd == tspi.EndDetached })
		},
	}
	shown, planted := map[generators.Shape]int{}, map[generators.Shape]int{}
	for i := range uint64(3000) {
		table := generators.Case(22, i)
		c := classified{table, tspi.Classify(inputs(t, table, tspi.Hardened))}
		for shape, show := range shows {
			if table.Shapes.Has(shape) {
				planted[shape]++
				if show(c) {
					shown[shape]++
				}
			}
		}
	}
	for shape := range shows {
		if shown[shape]*10 < planted[shape]*9 {
			t.Errorf("%s shows in %d of the %d tables that have it", shape, shown[shape], planted[shape])
		}
	}
}

// inputs are a table's documents, read.
func inputs(t testing.TB, table *generators.Table, level tspi.Level) tspi.Inputs {
	t.Helper()
	in, err := tspi.ReadInputs(table.ProcessTable(), table.PressurePolicy(), table.OwnerClasses(), level)
	if err != nil {
		t.Fatalf("%v: %v is refused: %v\n%s", level, table, err, table.Text())
	}
	return in
}

// Shapes have names, and a set counts.
func TestShapes(t *testing.T) {
	names := map[string]bool{}
	for _, shape := range generators.AllShapes() {
		if shape.String() == "" || names[shape.String()] {
			t.Errorf("shape %d has no name of its own: %q", shape, shape)
		}
		names[shape.String()] = true
	}
	if got := generators.Shape(255).String(); names[got] {
		t.Errorf("a shape that is none is called %s", got)
	}
	if s := generators.Shapes(1<<generators.Cycle | 1<<generators.CRLFLines); s.Len() != 2 || !s.Has(generators.CRLFLines) || s.Has(generators.Canary) {
		t.Errorf("a set of two is %b of %d", s, s.Len())
	}
}
