# The commands of the project. CI runs only `make test`.

PREFIX ?= /usr/local
ARGS ?=
SITE ?= dist/site

# The folders with Swift code.
FORMATTED := Package.swift Sources demos Tests Plugins Benchmarks Examples Judge
# The sources of the binary.
INPUTS := Package.swift $(shell find Sources demos Plugins -type f)

# All tests of a process start at the same time. Those in terminals mostly wait, which would keep others from running on
# the same threads. Those that send requests wait for their turn when an answer has come; until then, a request of
# Foundation's on Linux takes up to a third of a processor. Those with pauses delay every thread of their process at the
# steps inside the library, so they run alone.
TESTS := scripts/side-by-side --live 'scripts/tests tests-end-to-end --filter EndToEndTests' \
  'scripts/tests tests-requests --filter PromiseKitLiteFoundationTests' \
  'scripts/tests tests --skip PausedRulesTests|EndToEndTests|PromiseKitLiteFoundationTests'

.DEFAULT_GOAL := help
# Prerequisites are made one after another.
.NOTPARALLEL:
.PHONY: help run test test-fast test-setup test-tsan test-asan test-stress test-consumers test-site mutants judge bench programs dist package test-package install uninstall lint format documents site examples clean

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{ printf "%-19s %s\n", $$1, $$2 }'

# A debug build is there in a third of the time, and fast enough for the demos.
run: ## Set up, build for debugging, and open the program: make run ARGS="demo login-fetch-submit"
	@scripts/setup build
	@scripts/build promise-tui
	@exec .build/debug/promise-tui $(ARGS)

test: ## Set up, check the format and the imports, run every test and example
	@scripts/timed --begin
	@scripts/timed 'set-up' scripts/setup test
	@scripts/timed 'format, imports, floors' $(MAKE) --no-print-directory lint
	@scripts/timed 'manifests' sh -c 'swift package --package-path Examples describe >/dev/null && scripts/weight'
	@scripts/timed 'building' scripts/side-by-side --main 'scripts/build --tests' 'scripts/sanitized --build'
	@scripts/timed 'tests' $(TESTS)
	@scripts/timed 'tests with pauses' scripts/tests tests-with-pauses --filter PausedRulesTests
	@scripts/timed 'examples, documentation, sanitizer' scripts/side-by-side scripts/documented \
	  scripts/diagnostics scripts/examples scripts/sanitized scripts/without-gate
	@scripts/timed --report
	@grep -h 'Test run with ' .build/tests.log .build/tests-end-to-end.log .build/tests-requests.log .build/tests-with-pauses.log

# What takes longest: programs in terminals, all demos, pictures, whole pages, random input.
LONG_TESTS := EndToEndTests|DemosTests|LintPrecisionTests|PromiseKitLiteFoundationTests|PausedRulesTests|$\
  BinaryFuzzTests|CastTests|ChineseTests|CriticalSearchTests|DepthAndSizeTests|ElapsedTests|$\
  ExportTests|FoldedFactsTests|ForgettingTests|GoldenOrdersTests|GroupTests|HistoryTests|HostileTextTests|$\
  IdentityTableTests|LimitedTraceTests|NumberFuzzTests|PageScriptTests|PictureTests|PrintedRunTests|RangeTests|$\
  ReductionTests|ReportFormatTests|RunEvidenceTests|RunPageTests|SarifTests|StressTests|TraceFuzzTests|WaitingTests|$\
  ascii|backwards|badUsage|calmFlow|everyDemo|flowAtEverySize|foldedSizes|garbage|hostile|keptPromises|linear|$\
  longChain|manyPromises|markAndNewer|million|mouseAnywhere|noKeyIsSilent|nothingToWaitFor|pictures|resized|$\
  soundScreens|steady|widths

# For use while working: without terminals, the demos, golden pictures and the long suites.
test-fast: ## Run the tests without terminals, demos, pictures and long suites, in short form
	@scripts/setup build
	@scripts/build --tests
	@STRESS_PROGRAMS=20 LINT_PROGRAMS=20 EXPLORE_PROGRAMS=20 STRESS_LINKS=5000 \
	  scripts/side-by-side --live 'scripts/tests tests-requests --filter PromiseKitLiteFoundationTests' \
	  'scripts/tests tests-fast --skip $(LONG_TESTS)'

mutants: ## Try the faults of Tests/Mutants.txt: whether a test fails for each of them, and which: ARGS='NAME…', ARGS='--every 8'
	@scripts/setup test
	@scripts/mutants $(ARGS)

judge: ## Plant mistakes in the programs of Judge, and print for how many a recording names the line: ARGS='tuning --repeat'
	@scripts/setup build
	@scripts/judge $(ARGS)

# On Linux, the thread sanitizer cannot instrument the contended path of Synchronization's Mutex.
# PROMISE_TSAN builds with a lock that it can instrument.
LIBRARY_TESTS := --filter 'PromiseKitLiteTests|PromiseSimulationTests|PromiseGraphTests|DemosTests'

test-stress: ## Run the long stress, exploration and fuzz suites: STRESS_PROGRAMS=5000 STRESS_SEED= STRESS_LINKS=1000000 FUZZ_ROUNDS=5000 FUZZ_SEED= ORDER_RESULTS=
	@scripts/setup build
	PROMISE_STRICT=1 STRESS_PROGRAMS=$(or $(STRESS_PROGRAMS),5000) STRESS_SEED=$(STRESS_SEED) \
	  STRESS_LINKS=$(or $(STRESS_LINKS),1000000) swift test --disable-xctest \
	  --filter 'StressTests|DepthAndSizeTests|Rule6Tests|Rule7Tests|Rule10ThreadTests'
	PROMISE_STRICT=1 LINT_PROGRAMS=$(or $(STRESS_PROGRAMS),5000) swift test --disable-xctest \
	  --filter 'PrecisionTests'
	PROMISE_STRICT=1 CORPUS_PROGRAMS=100 STRESS_LINKS=50000 swift test --disable-xctest \
	  --filter 'CorpusTests|RelationTests|RelationOracleTests'
	PROMISE_STRICT=1 EXPLORE_PROGRAMS=$(or $(STRESS_PROGRAMS),5000) EXPLORE_SEED=$(STRESS_SEED) \
	  EXPLORE_SCHEDULES=5000 swift test --disable-xctest \
	  --filter 'ReductionTests'
	PROMISE_STRICT=1 SCHEDULE_REPLAYS=1000 DEMO_EVENTS=1000 swift test --disable-xctest \
	  --filter 'EveryScheduleTests|OrderAnswerTests|ChainPaneTests'
	PROMISE_STRICT=1 TRUTH_LOOKS=100 TRUTH_PROGRAMS=$(or $(TRUTH_PROGRAMS),1000) TRUTH_SEED=$(STRESS_SEED) \
	  TRUTH_OTHERS=20 swift test --disable-xctest --filter 'TruthTests|TruthCheckerTests'
	PROMISE_STRICT=1 DIALECT_PROGRAMS=$(or $(DIALECT_PROGRAMS),1000) DIALECT_SEED=$(STRESS_SEED) \
	  swift test --disable-xctest --filter 'JavaScriptOrderTests'
	PROMISE_STRICT=1 PAUSE_SCHEDULES=$(or $(PAUSE_SCHEDULES),1000) swift test --disable-xctest \
	  --filter 'PausedRulesTests'
	PROMISE_STRICT=1 SEEDS=20 swift test --disable-xctest \
	  --filter 'HistoryTests|GraphTests|QueueTests|FoldedFactsTests|GroupTests|keptPromises'
	PROMISE_STRICT=1 SIZE_STEP=3 swift test --disable-xctest --filter 'soundScreens'
	PROMISE_STRICT=1 KILL_ROUNDS=30 swift test --disable-xctest --filter 'MappedRecordingTests'
	PROMISE_STRICT=1 EVERY_SIGNAL=1 swift test --disable-xctest --filter 'LeavingTests'
	PROMISE_STRICT=1 FUZZ_ROUNDS=$(or $(FUZZ_ROUNDS),5000) FUZZ_SEED=$(FUZZ_SEED) swift test --disable-xctest \
	  --filter 'TraceFuzzTests|TraceTests|DamagedTraceTests|NumberFuzzTests|HostileTextTests|BinaryFuzzTests|RunAlignmentTests|RunChangesTests'

test-tsan: ## Run the library's tests under the thread sanitizer
	@scripts/setup build
	PROMISE_STRICT=1 PROMISE_TSAN=1 STRESS_LINKS=2000 swift test --disable-xctest --sanitize=thread \
	  --scratch-path .build/tsan $(LIBRARY_TESTS)

# Leak detection is off: the leak test counts allocations itself. The program has an alternate signal stack of its
# own, which the sanitizer would free as if it were the sanitizer's. `make test` runs `scripts/sanitized` alone: to
# build every test a second time takes longer than all tests take.
test-asan: ## Run the tests of the library, the graph, the screens and the reading of traces under the address sanitizer
	@scripts/setup build
	FUZZ_ROUNDS=$(or $(FUZZ_ROUNDS),2000) scripts/sanitized
	PROMISE_STRICT=1 ASAN_OPTIONS=detect_leaks=0:use_sigaltstack=0 STRESS_LINKS=20000 swift test --disable-xctest --sanitize=address \
	  --scratch-path .build/asan $(LIBRARY_TESTS) \
	  --filter 'PromiseScreensTests|PromiseTUITests'

test-consumers: ## Export every demo and read the files with Graphviz, Perfetto, OpenTelemetry, Mermaid, Chromium, asciinema and jq; validate reports as SARIF and JUnit; merge shards with GNU parallel; RECEIVER=1 also sends spans to Arize Phoenix
	@scripts/setup build
	@swift build --product promise-tui
	@scripts/consumers $(ARGS)

test-site: site ## Write the site, follow its links, and open its pages in Chromium at two sizes, light and dark: ARGS=PICTURES
	@PYTHONUTF8=1 scripts/site-check.py '$(SITE)' $(ARGS)

bench: ## Measure the speed against a raw floor, SwiftNIO, OpenCombine and tasks, and the cost of events
	@scripts/setup build
	@Benchmarks/run $(ARGS)

# A cached manifest would not know files that are new in the package beside it.
programs: ## Build the programs in Examples, checkout and flaky, as a user of the library would
	swift build --disable-build-manifest-caching --package-path Examples --product checkout
	swift build --disable-build-manifest-caching --package-path Examples --product flaky

dist: dist/promise-tui ## Build dist/promise-tui for release: one file that needs neither Swift nor a checkout
	@ls -lh dist/promise-tui | awk '{ print $$9 ", " $$5 }'

dist/promise-tui: $(INPUTS)
	@scripts/setup build
	@scripts/dist

package: dist/promise-tui ## Build dist/promise-tui_VERSION_ARCHITECTURE.deb, a Debian package of the release build
	@scripts/package

# Needs root, and Debian's packages.
test-package: dist/promise-tui ## Install, run and remove the package in a clean Debian; check the completions in bash, zsh and fish, the formula and the container file
	@scripts/package-check
	@scripts/completions-check dist/promise-tui
	@scripts/formula-check dist/promise-tui
	@scripts/container-check

# The folders below PREFIX. Homebrew and most Linux systems use the same ones.
SHARE = $(DESTDIR)$(PREFIX)/share
PROGRAM = $(DESTDIR)$(PREFIX)/bin/promise-tui
MANUAL = $(SHARE)/man/man1/promise-tui.1
BASH = $(SHARE)/bash-completion/completions/promise-tui
ZSH = $(SHARE)/zsh/site-functions/_promise-tui
FISH = $(SHARE)/fish/vendor_completions.d/promise-tui.fish

install: dist/promise-tui ## Install the release build, its manual page and completions below PREFIX (/usr/local)
	@scripts/install dist/promise-tui '$(PROGRAM)' '$(MANUAL)' '$(BASH)' '$(ZSH)' '$(FISH)'

uninstall: ## Remove the installed files
	rm -f '$(PROGRAM)' '$(MANUAL)' '$(BASH)' '$(ZSH)' '$(FISH)'

lint: ## Check the format, the imports, the floors, the scripts of pages, and the texts of the faults for mutants
	@# All files at once would need more open files than the 1,024 that a process may usually have.
	find $(FORMATTED) -name .build -prune -o -name '*.swift' -print0 | \
	  xargs -0 -n 256 swift format lint --strict --parallel
	scripts/walls
	scripts/floors
	@if command -v node >/dev/null; then for script in Sources/PromiseScreens/Page/*.js scripts/*.js; do node --check "$$script" || exit; done; \
	  else echo 'the scripts of pages are not checked: there is no node'; fi
	@if command -v python3 >/dev/null; then scripts/mutants --check; else echo 'the texts of mutants are not checked: there is no python3'; fi

format: ## Format the code
	swift format --in-place --recursive $(FORMATTED)

documents: test-setup ## Regenerate the pictures and tables in the documents; build the DocC archives
	UPDATE_DOCUMENTS=1 swift test --disable-xctest --filter 'DocumentTests|LintPageTests'
	scripts/docc

# Needs Python 3.10; the first time, it installs the readers of Markdown and code.
site: ## Write the site, a folder that any web server shows, into SITE (dist/site)
	@scripts/setup build
	@scripts/build promise-tui
	@scripts/site .build/debug/promise-tui '$(SITE)'

test-setup:
	@scripts/setup test

examples: ## Check that every public symbol is documented, and compile and run every example
	@PROMISE_STRICT=1 swift build
	scripts/documented
	scripts/examples

clean: ## Remove everything that was built
	rm -rf .build dist Benchmarks/.build Examples/.build
