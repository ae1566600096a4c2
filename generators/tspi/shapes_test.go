package tspi_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	tspigen "github.com/tspi-dev/harness/generators/tspi"
	"github.com/tspi-dev/harness/internal/law"
	"github.com/tspi-dev/harness/tspi"
)

// Harness, section 4, and docs/campaigns.md: each shape is in at least 2 % of the tables.
func TestEachShapeIsCommon(t *testing.T) {
	const tables = 5000
	counts := map[tspigen.Shape]int{}
	for i := range uint64(tables) {
		table := tspigen.Case(21, i)
		for _, shape := range tspigen.AllShapes() {
			if table.Shapes.Has(shape) {
				counts[shape]++
			}
		}
	}
	for _, shape := range tspigen.AllShapes() {
		if counts[shape] < tables/50 {
			t.Errorf("%s is in %d of %d tables, want at least 2 %%", shape, counts[shape], tables)
		}
	}
}

// classified is a table with the contract's answer about it, for a look at what
// its shapes have become.
type classified struct {
	*tspigen.Table
	inventory *tspi.Inventory
}

func (c classified) anyRow(holds func(tspi.InventoryRow) bool) bool {
	return slices.ContainsFunc(c.inventory.Rows, holds)
}

func ends(end tspi.ChainEnd, hops int) func(classified) bool {
	return func(c classified) bool {
		return c.anyRow(func(r tspi.InventoryRow) bool {
			return r.ChainEnd == end && (hops < 0 || r.ChainHops == hops)
		})
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
func (c classified) kindOf(r tspi.InventoryRow) tspigen.Kind {
	i := slices.IndexFunc(c.Policy.Kinds, func(k tspigen.Kind) bool { return k.Name == r.ProcessKind })
	return c.Policy.Kinds[i]
}

// namesProgram reports whether a command holds, anywhere, what a kind looks for in
// programs.
func (c classified) namesProgram(command string) bool {
	return slices.ContainsFunc(c.Policy.Kinds, func(k tspigen.Kind) bool {
		return k.MatchAt == tspigen.AtProgram && slices.ContainsFunc(k.Match, func(s string) bool {
			return strings.Contains(command, s)
		})
	})
}

func commandsLike(pattern string) func(classified) bool {
	like := regexp.MustCompile(pattern)
	return func(c classified) bool {
		return slices.ContainsFunc(c.Rows(), func(r *tspigen.Row) bool {
			return r.PPID == 1 && like.MatchString(r.Command)
		})
	}
}

// What is planted is there: the tables with a shape show in the contract's answer
// what that shape is for. Another scene may hide it in a few, so most are asked for.
func TestPlantedShapesShow(t *testing.T) {
	shows := map[tspigen.Shape]func(classified) bool{
		tspigen.Cycle:           ends(tspi.EndCycle, -1),
		tspigen.SelfParent:      ends(tspi.EndCycle, 1),
		tspigen.DuplicatePID:    decided(tspi.ReasonPIDReuse),
		tspigen.AmbiguousParent: ends(tspi.EndAmbiguousPID, -1),
		tspigen.YoungerParent:   ends(tspi.EndStaleLink, 0),
		tspigen.SlackParent:     ends(tspi.EndOwnerHint, -1),
		tspigen.YoungOrphan: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool {
				return r.Reason == tspi.ReasonDetached && r.AllowlistMatched && *r.AgeS == c.Policy.MinAge()-1
			})
		},
		tspigen.ThresholdOrphan: candidateAged(func(age, least int64) bool { return age == least }),
		tspigen.OldOrphan:       candidateAged(func(age, least int64) bool { return age > least }),
		tspigen.OffAllowlistOrphan: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool {
				return r.Reason == tspi.ReasonDetached && !r.AllowlistMatched && *r.AgeS >= c.Policy.MinAge()
			})
		},
		tspigen.Chain7: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool { return r.ChainHops == 7 })
		},
		tspigen.Chain8: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool {
				return r.ChainHops == 8 && r.ChainEnd != tspi.EndHopLimit
			})
		},
		tspigen.Chain9:        ends(tspi.EndHopLimit, 8),
		tspigen.MissingParent: ends(tspi.EndMissingParent, -1),
		tspigen.Wrapper: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool {
				return r.ChainEnd == tspi.EndOwnerHint && r.ChainHops == 2
			})
		},
		tspigen.DetachedWrapper: ends(tspi.EndDetachedAncestor, 1),
		tspigen.HintNear: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool {
				return r.ChainEnd == tspi.EndOwnerHint && r.ChainHops <= 3
			})
		},
		tspigen.HintFar: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool {
				return r.ChainEnd == tspi.EndOwnerHint && r.ChainHops >= 4
			})
		},
		tspigen.InactiveHint: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool {
				return r.OwnerStatus == "idle_editor" || r.OwnerStatus == "finished_session"
			})
		},
		tspigen.EmptyHint: ends(tspi.EndOwnerHint, -1),
		tspigen.KeepKind:  decided(tspi.ReasonKeep),
		tspigen.OverBudget: func(c classified) bool {
			return slices.ContainsFunc(c.inventory.Summary.ActiveOwnerPressureGroups, func(g tspi.PressureGroup) bool {
				return g.OwnerStatus == "active_owner_chain"
			})
		},
		tspigen.AtBudget: func(c classified) bool {
			return !slices.ContainsFunc(c.inventory.Summary.ActiveOwnerPressureGroups, func(g tspi.PressureGroup) bool {
				return g.OwnerStatus == "active_owner_chain"
			})
		},
		tspigen.RecognisedInit:   func(c classified) bool { return c.inventory.Summary.Init == tspi.InitRecognised },
		tspigen.OtherInit:        func(c classified) bool { return c.inventory.Summary.Init == tspi.InitUnrecognised },
		tspigen.DoubtfulInit:     func(c classified) bool { return c.inventory.Summary.Init == tspi.InitUnrecognised },
		tspigen.NoInit:           func(c classified) bool { return c.inventory.Summary.Init == tspi.InitNotInTable },
		tspigen.RegisteredHelper: decided(tspi.ReasonRegistered),
		tspigen.RegisteredOther:  decided(tspi.ReasonOrphan),
		tspigen.HeaderLine:       func(c classified) bool { return c.inventory.Summary.SkippedLineCounts.Header > 0 },
		tspigen.MalformedLine: func(c classified) bool {
			return c.inventory.Summary.SkippedLineCounts.Malformed > 0
		},
		tspigen.UnreadableRow: decided(tspi.ReasonUnreadable),
		tspigen.OlderThanInit: decided(tspi.ReasonUnreadable),
		tspigen.Zombie:        func(c classified) bool { return strings.Contains(c.Text(), "<defunct>") },
		tspigen.Canary: func(c classified) bool {
			return len(c.Canaries) > 0 && strings.Contains(c.Text(), c.Canaries[0])
		},
		tspigen.BoundaryEtime: func(c classified) bool {
			return strings.Contains(c.Text(), ":60:") || strings.Contains(c.Text(), "-24:")
		},
		tspigen.CRLFLines: func(c classified) bool { return strings.HasSuffix(c.Text(), "\r\n") },
		tspigen.SpeltPID: func(c classified) bool {
			return regexp.MustCompile(`(?m)^0\d+[ \t]+\d+[ \t]|^\d+[ \t]+0\d+[ \t]`).MatchString(c.Text())
		},
		tspigen.ForeignNumber: func(c classified) bool {
			return c.inventory.Summary.SkippedLineCounts.Malformed > 0 || decided(tspi.ReasonUnreadable)(c)
		},
		tspigen.ForeignBlank: func(c classified) bool {
			return strings.ContainsAny(c.Text(), "\f\v\x1c\x1d\x1e\x1f\u0085\u00a0\u2028\u2029\u2003\u3000\ufeff")
		},
		tspigen.LongCommand: func(c classified) bool {
			return slices.ContainsFunc(c.Rows(), func(r *tspigen.Row) bool {
				return len(r.Command) > 4096 && len(r.Command) < 24_000
			})
		},
		tspigen.LongList: func(c classified) bool {
			o, most := c.Owners, max(len(c.Policy.Kinds), len(c.Policy.KeepKinds))
			for _, k := range c.Policy.Kinds {
				most = max(most, len(k.Match), len(k.Exclude))
			}
			return max(most, len(o.Hints), len(o.Registered), len(o.ActiveStatuses), len(o.InitNames)) > 128
		},
		tspigen.LargeThreshold: func(c classified) bool {
			return c.Policy.MinAge() >= 2_592_000 && c.anyRow(func(r tspi.InventoryRow) bool {
				return r.Reason == tspi.ReasonDetached && r.AllowlistMatched && *r.AgeS < c.Policy.MinAge()
			})
		},
		tspigen.ProgramHelper: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool { return c.kindOf(r).MatchAt == tspigen.AtProgram })
		},
		tspigen.Mention: func(c classified) bool {
			return slices.ContainsFunc(c.Rows(), func(r *tspigen.Row) bool {
				return r.PPID == 1 && c.namesProgram(r.Command) && !c.anyRow(func(row tspi.InventoryRow) bool {
					return row.PID == r.PID
				})
			})
		},
		tspigen.BehindLauncher: commandsLike(`[a-z]([0-9.]|\.[a-z]+)* (.* )?(\S*[/\\])?(` + someLaunchers +
			`)([0-9.]|\.[a-z]+)*( |$)`),
		tspigen.OptionValue: commandsLike(
			`(^| )(--(require|env-file|title|package|dir|with|directory|project|from|spec|unset|cwd|stdio|\S+)|-[WXCpcnr]\S*) \S`),
		tspigen.SkippedWord:    commandsLike(`(^| )([0-9.]+[smhd]?|\w+=\S*)( |$)`),
		tspigen.CodeOption:     commandsLike(` (-|-s|-[a-z]*e|--eval\S*)( |$)`),
		tspigen.PackageProgram: commandsLike(`(^| )@[^/]|/node_modules/|/site-packages/|\\node_modules\\`),
		tspigen.FolderProgram:  commandsLike(`[/\\](index|main|cli|bin|start|server|worker|build|src)?[./\\]`),
		tspigen.WindowsProgram: commandsLike(`[A-Z]:\\`),
		tspigen.CutProgram:     commandsLike(`(^| |-)/\S+ [A-Za-z0-9][^ :]*/`),
		tspigen.RequiredWord: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool { return len(c.kindOf(r).Require) > 0 })
		},
		tspigen.OwnLists: func(c classified) bool {
			return c.Policy.Launchers != nil || c.Policy.ValueOptions != nil || c.Policy.GenericNames != nil
		},
		tspigen.StartedByInit: ends(tspi.EndStartedByInit, 1),
		tspigen.StartedAncestor: func(c classified) bool {
			return c.anyRow(func(r tspi.InventoryRow) bool {
				return r.ChainEnd == tspi.EndStartedByInit && r.PPID != 1
			})
		},
		tspigen.AgelessInit: func(c classified) bool {
			return c.inventory.Summary.Init == tspi.InitRecognised && !c.anyRow(func(r tspi.InventoryRow) bool {
				return r.ChainEnd == tspi.EndDetached
			})
		},
	}
	shown, planted := map[tspigen.Shape]int{}, map[tspigen.Shape]int{}
	for i := range uint64(3000) {
		table := tspigen.Case(22, i)
		c := classified{table, tspi.Classify(inputs(t, table, law.Hardened))}
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
func inputs(t testing.TB, table *tspigen.Table, level law.Level) tspi.Inputs {
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
	for _, shape := range tspigen.AllShapes() {
		if shape.String() == "" || names[shape.String()] {
			t.Errorf("shape %d has no name of its own: %q", shape, shape)
		}
		names[shape.String()] = true
	}
	if got := tspigen.Shape(255).String(); names[got] {
		t.Errorf("a shape that is none is called %s", got)
	}
	if s := tspigen.Shapes(1<<tspigen.Cycle | 1<<tspigen.CRLFLines); s.Len() != 2 || !s.Has(tspigen.CRLFLines) ||
		s.Has(tspigen.Canary) {
		t.Errorf("a set of two is %b of %d", s, s.Len())
	}
}
