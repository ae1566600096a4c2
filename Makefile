# What maintainers type. `make` is `make test`; `make help` lists the rest.

GO ?= go
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME ?= 30s

.PHONY: test
test: ## run all tests
	$(GO) test ./...

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | sort | expand -t 12

.PHONY: race
race: ## run all tests with the race detector
	$(GO) test -race ./...

.PHONY: long
long: long-checks long-hunts ## what the tests leave out or hold by samples, held whole

.PHONY: long-checks
long-checks: ## the part of make long that CI runs: docs, adapters, controls, hostile sizes
	TSPI_LONG=1 $(GO) test ./scripts -run 'TestDocumentation$$|TestCapturesOnTerminals|TestRedactedCapturesAgree|TestScripts/^(mutants|conform_certificate|conform_protocol)$$'
	TSPI_LONG=1 $(GO) test ./conformance -run 'TestPythonAdapter|TestNodeAdapter|TestAdaptersOfFacts|TestFromAnotherModule|TestControlsAreCertified|TestTheSeedIsTheChallenge|TestPerturbing'
	TSPI_LONG=1 $(GO) test ./generators/tspi -run 'TestMisreadingsAreFound|TestBundlesAreAsPlanted'
	TSPI_LONG=1 $(GO) test ./tspi ./internal/bundle ./internal/guard ./internal/redact ./internal/schema
	TSPI_LONG=1 $(GO) test ./internal/cli -run TestReportsNameTheCause
	$(GO) test ./conformance -run 'TestConformance$$' -args -level hardened -adapter 'python3 testdata/adapters/python/adapter.py'

.PHONY: long-hunts
long-hunts: ## the rest of make long: hunts of mutants, drills by the hundred, more challenges
	TSPI_LONG=1 $(GO) test ./conformance/campaign
	TSPI_LONG=1 $(GO) test -timeout 30m ./internal/drill
	TSPI_LONG=1 $(GO) test ./conformance/profile/tspi/second -run 'TestCorrectIsCertifiable|TestTheTwoImplementationsAgree' -args -tables 4000
	TSPI_LONG=1 $(GO) test ./conformance -run 'TestVariants$$' -args -seeds 4
	$(GO) build -o out/habits-judge ./scripts/habits/judge
	rm -f out/habits-sample.jsonl
	python3 scripts/habits --judge out/habits-judge --sample 60 --inputs 300 --results out/habits-sample.jsonl

.PHONY: lint
lint: ## gofmt, go vet, staticcheck
	@unformatted=$$(git ls-files '*.go' | xargs gofmt -l); \
	if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

.PHONY: bench
bench: ## run the benchmarks, each beside its baseline in the same run
	$(GO) test -run '^$$' -bench . -benchmem ./...

.PHONY: golden
golden: ## refresh the golden receipts; refuses a receipt with a finding
	$(GO) test ./golden -update

.PHONY: bench-large
bench-large: ## a million rows, a claim of 200 MB: some GB of memory, an hour
	TSPI_BENCH=large $(GO) test -run '^$$' -bench . -benchtime 3x -timeout 2h ./internal/bench

.PHONY: browser
browser: ## open the pages of reports in a headless Chromium
	scripts/browser.sh

CASES ?= 1000000
SEED ?= 1

.PHONY: campaign
campaign: ## hold a million generated tables (CASES=N SEED=S) against our own classifier, at both levels
	$(GO) run ./cmd/tspi campaign --self --cases $(CASES) --seed $(SEED)
	$(GO) run ./cmd/tspi campaign --self --level core --cases $(CASES) --seed $(SEED)

.PHONY: power-facts
power-facts: ## write docs/power/PROFILE.md of the profiles of facts anew
	for p in ident attr auth effect cover; do \
		$(GO) run ./cmd/tspi mutants --profile $$p --format markdown > docs/power/$$p.md || exit 1; \
	done

.PHONY: power
power: power-facts ## hunt every mutant by campaigns, and write docs/power.md anew
	$(GO) test ./conformance/campaign -run 'Mutants|Controls' -timeout 30m -args -every
	$(GO) run ./cmd/tspi mutants --campaign 5000 --format markdown > docs/power.md

.PHONY: mutate
mutate: ## change our own code, one spot at a time, and see which test notices; takes an hour
	scripts/mutate.sh

HABITS ?= 2500

.PHONY: habits
habits: ## examine HABITS wrong adapters that a machine makes (0: all), and write docs/habits.md anew; takes an hour
	$(GO) build -o out/habits-judge ./scripts/habits/judge
	rm -f out/habits.jsonl
	python3 scripts/habits --judge out/habits-judge --sample $(HABITS) --results out/habits.jsonl --page docs/habits.md

.PHONY: docs
docs: ## write docs/command-line.md anew, from the program's help
	$(GO) test ./internal/cli -run TestCommandLinePage -update-docs

.PHONY: actor
actor: ## build the program that plays the processes of a drill, from its source
	internal/stage/actor/build.sh

.PHONY: freeze
freeze: ## write the frozen list of every profile's current suite version
	$(GO) test ./conformance -run TestFrozenList -freeze

.PHONY: demo
demo: ## judge the example fixture, classify a captured table, certify our own implementation
	rm -rf out
	$(GO) run ./cmd/tspi run testdata/fixture --out out
	$(GO) run ./cmd/tspi classify --ps testdata/captures/02-claude-mcp-serve-mixed.txt
	$(GO) run ./cmd/tspi conform --self --certificate out/certificate.json

.PHONY: fuzz
fuzz: ## run every native fuzz target for FUZZTIME (default 30s)
	scripts/fuzz.sh $(FUZZTIME)
