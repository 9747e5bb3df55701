# The commands of the project; CI runs `make test` and nothing else.

PREFIX ?= /usr/local
ARGS ?=

# Where Swift code lies.
FORMATTED := Package.swift Sources demos Tests Plugins Benchmarks Examples
# What the binary is made of.
INPUTS := Package.swift $(shell find Sources demos Plugins -type f)

# An import of a target that the manifest does not declare is an error; so is a warning, in `test`.
CHECKS := --explicit-target-dependency-import-check error

.DEFAULT_GOAL := help
# Rules run in the order in which they are written.
.NOTPARALLEL:
.PHONY: help run test test-setup test-tsan test-asan test-stress test-consumers bench programs dist install uninstall lint format documents examples clean

help: ## What there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

run: ## Set up, build, and open the program: make run ARGS="demo login-fetch-submit"
	@scripts/setup build
	@swift build -c release --product promise-tui
	@exec .build/release/promise-tui $(ARGS)

test: test-setup lint ## Set up, check the format and the imports, run every test and example
	swift package --package-path Examples describe >/dev/null
	scripts/weight
	PROMISE_STRICT=1 swift test --disable-xctest $(CHECKS)
	scripts/expressions
	scripts/documented
	scripts/diagnostics
	scripts/examples

# On Linux the contended path of Synchronization's Mutex lies in a library that the sanitizer does not
# see into: PROMISE_TSAN builds with a lock that it sees into.
LIBRARY_TESTS := --filter 'PromiseKitLiteTests|PromiseSimulationTests|PromiseGraphTests|DemosTests'

test-stress: ## The stress, exploration and fuzz suites for long: STRESS_PROGRAMS=5000 STRESS_SEED= STRESS_LINKS=1000000 FUZZ_ROUNDS=5000 FUZZ_SEED=
	@scripts/setup build
	PROMISE_STRICT=1 STRESS_PROGRAMS=$(or $(STRESS_PROGRAMS),5000) STRESS_SEED=$(STRESS_SEED) \
	  STRESS_LINKS=$(or $(STRESS_LINKS),1000000) swift test --disable-xctest \
	  --filter 'StressTests|DepthAndSizeTests'
	PROMISE_STRICT=1 LINT_PROGRAMS=$(or $(STRESS_PROGRAMS),5000) swift test --disable-xctest \
	  --filter 'PrecisionTests'
	PROMISE_STRICT=1 EXPLORE_PROGRAMS=$(or $(STRESS_PROGRAMS),5000) EXPLORE_SEED=$(STRESS_SEED) \
	  EXPLORE_SCHEDULES=5000 swift test --disable-xctest \
	  --filter 'ReductionTests'
	PROMISE_STRICT=1 FUZZ_ROUNDS=$(or $(FUZZ_ROUNDS),5000) FUZZ_SEED=$(FUZZ_SEED) swift test --disable-xctest \
	  --filter 'TraceFuzzTests|DamagedTraceTests'

test-tsan: ## The tests of the library under the thread sanitizer
	@scripts/setup build
	PROMISE_STRICT=1 PROMISE_TSAN=1 STRESS_LINKS=2000 swift test --disable-xctest --sanitize=thread \
	  --scratch-path .build/tsan $(LIBRARY_TESTS)

# What the process has not given back at its end is not asked for: the leak test counts that itself.
test-asan: ## The tests of the library under the address sanitizer
	@scripts/setup build
	PROMISE_STRICT=1 ASAN_OPTIONS=detect_leaks=0 STRESS_LINKS=20000 swift test --disable-xctest --sanitize=address \
	  --scratch-path .build/asan $(LIBRARY_TESTS)

test-consumers: ## What exports are for reads those of every demo: Graphviz, Perfetto, Mermaid, Chromium, jq
	@scripts/setup build
	@swift build --product promise-tui
	@scripts/consumers $(ARGS)

bench: ## Speed beside a raw floor, SwiftNIO, OpenCombine and tasks, and what events cost
	@scripts/setup build
	@Benchmarks/run $(ARGS)

# The plan of a build that is kept knows nothing of files that are new in the package beside it.
programs: ## Build the programs in Examples, checkout and flaky, as a user of the library does
	swift build --disable-build-manifest-caching --package-path Examples --product checkout
	swift build --disable-build-manifest-caching --package-path Examples --product flaky

dist: dist/promise-tui ## One file, dist/promise-tui, that needs neither Swift nor a checkout
	@ls -lh dist/promise-tui | awk '{ print $$9 ", " $$5 }'

dist/promise-tui: $(INPUTS)
	@scripts/setup build
	@scripts/dist

# Where they belong below PREFIX. What a Mac's Homebrew and most Linux systems look at is the same.
SHARE = $(DESTDIR)$(PREFIX)/share
PROGRAM = $(DESTDIR)$(PREFIX)/bin/promise-tui
MANUAL = $(SHARE)/man/man1/promise-tui.1
BASH = $(SHARE)/bash-completion/completions/promise-tui
ZSH = $(SHARE)/zsh/site-functions/_promise-tui
FISH = $(SHARE)/fish/vendor_completions.d/promise-tui.fish

install: dist/promise-tui ## Install it, its manual page and completions below PREFIX, which is /usr/local
	@scripts/install dist/promise-tui '$(PROGRAM)' '$(MANUAL)' '$(BASH)' '$(ZSH)' '$(FISH)'

uninstall: ## Remove what install has put below PREFIX
	rm -f '$(PROGRAM)' '$(MANUAL)' '$(BASH)' '$(ZSH)' '$(FISH)'

lint: ## Check the format, the imports and the floors
	swift format lint --strict --parallel --recursive $(FORMATTED)
	scripts/walls
	scripts/floors

format: ## Format the code
	swift format --in-place --recursive $(FORMATTED)

documents: test-setup ## Write the pictures and tables in the documents anew
	UPDATE_DOCUMENTS=1 swift test --disable-xctest --filter 'DocumentTests|LintPageTests'

test-setup:
	@scripts/setup test

examples: ## Check that every public symbol is documented, and compile and run every example
	@PROMISE_STRICT=1 swift build
	scripts/documented
	scripts/examples

clean: ## Remove what was built
	rm -rf .build dist Benchmarks/.build Examples/.build
