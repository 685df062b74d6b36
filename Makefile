# Everything that is done with this repository. It needs Go, Node and npm; what
# else it uses is fetched in the versions that are locked here.

.PHONY: bench-ts bench-py dist vsix py-runtime checks quick nightly connections examples-generated tools-generated live live-generated nats-kills scale generate test browser browser-lock check lint bench fuzz agree sessions kills specfuzz evolution planted planted-review secrets goldens
.DELETE_ON_ERROR:

# What examples, and the tests of wirert, generate for themselves.
EXAMPLES := $(dir $(wildcard examples/*/wiregen.yaml))
CONFIGURED := $(EXAMPLES) wirert/internal/sample/ internal/lsp/wire/

generate: examples-generated tools-generated
	.build/wiregen generate spec/wire.yaml
	cd wirert/internal/sample && ../../../.build/wiregen generate
	cd internal/lsp/wire && ../../../.build/wiregen generate

# What the examples generate. Tests read parts of it that are not committed. It takes a second
# if nothing has changed.
examples-generated:
	go build -o .build/wiregen ./cmd/wiregen
	set -e; for dir in $(EXAMPLES); do (cd $$dir && $(CURDIR)/.build/wiregen generate); done

# What tools/rpcbench and tools/scale measure, which is not committed.
tools-generated:
	go build -o .build/wiregen ./cmd/wiregen
	cd tools/rpcbench && ../../.build/wiregen generate

# Tests come in three tiers, and CONTRIBUTING.md says what runs when. All print the packages
# that took most CPU time, and the time of everything.
quick:
	go -C tools run ./testsum quick

test: examples-generated tools-generated test/ts/node_modules/.package-lock.json
	go -C tools run ./testsum

nightly: examples-generated tools-generated test/ts/node_modules/.package-lock.json .build/python/installed .build/imports/installed
	go -C tools run ./testsum nightly

# The Chromium of the tests, from Debian's packages in the versions that
# tools/browser/*.lock has, below the cache folder of the user; make test does it too.
browser:
	go -C tools run ./browser

# Locks the versions that the archive has now, for the release of Debian that this is.
browser-lock:
	go -C tools run ./browser -lock

test/ts/node_modules/.package-lock.json: test/ts/package.json test/ts/package-lock.json
	npm ci --ignore-scripts --prefix test/ts --no-audit --no-fund </dev/null
	touch $@

# mypy, pytest and what builds wheels, with their locked versions.
.build/python/installed: test/python/requirements.txt
	rm -rf .build/python
	python3 -m venv .build/python
	.build/python/bin/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	touch $@

# The packages with the schemas of protocols that test/imports imports, with their locked versions.
IMPORTS := test/imports/package.json test/imports/package-lock.json $(wildcard test/imports/*.txt)
.build/imports/installed: $(IMPORTS) .build/python/installed
	rm -rf .build/imports
	mkdir -p .build/imports
	cp test/imports/package.json test/imports/package-lock.json .build/imports
	npm ci --ignore-scripts --legacy-peer-deps --prefix .build/imports --no-audit --no-fund </dev/null
	set -e; for lock in test/imports/*.txt; do \
		.build/python/bin/pip install --quiet --disable-pip-version-check --no-deps --require-hashes --target .build/imports/$$(basename $$lock .txt) -r $$lock; done
	touch $@

# The wheel of the runtime of generated Python, in $(WHEELS). Its version is that of the tag; without
# one it is of no release.
WHEELS ?= .build/wheels
py-runtime: .build/python/installed
	WIRERT_VERSION=$$(git describe --tags --exact-match --match 'v*' 2>/dev/null | sed 's/^v//' | grep . || echo 0.0.0.dev0) \
		.build/python/bin/pip wheel --quiet --no-index --no-deps --no-build-isolation --wheel-dir $(WHEELS) ./templates/py/wirert

# Binaries, npm packages and wheels for all platforms, with checksums, in the folder $(DIST). The
# version is that of the tag of the commit, or RELEASE=v1.2.3. PLATFORMS=host makes those of this
# machine.
DIST ?= .build/dist
PLATFORMS ?= all
dist:
	go -C tools run ./dist -out "$(abspath $(DIST))" -platforms "$(PLATFORMS)" -version "$(RELEASE)"

# The extension of Visual Studio Code, type-checked and packed. Its version is that of RELEASE=v1.2.3.
vsix: editors/vscode/node_modules/.package-lock.json
	mkdir -p .build
	cp LICENSE editors/vscode/LICENSE
	npm run --silent --prefix editors/vscode vsix -- --out $(CURDIR)/.build/wiregen.vsix \
		$(if $(RELEASE),--no-git-tag-version --no-update-package-json $(RELEASE:v%=%))

editors/vscode/node_modules/.package-lock.json: editors/vscode/package.json editors/vscode/package-lock.json
	npm ci --ignore-scripts --prefix editors/vscode --no-audit --no-fund </dev/null
	touch $@

# The checks, with their time.
check: SHELL := bash
check:
	TIMEFORMAT='make check: %U + %S CPU s, %R s'; time $(MAKE) checks

checks: lint
	go run ./cmd/wiregen fmt --check $(wildcard spec/*.yaml spec/released/*.yaml examples/*/*.yaml examples/*/released/*.yaml testdata/unbumped/*/*.yaml wirert/internal/sample/*.yaml internal/lsp/wire/*.yaml test/live/*/*.yaml)
	go run ./cmd/wiregen lint spec/wire.yaml
	go run ./cmd/wiregen lint wirert/internal/sample/sample.yaml
	go run ./cmd/wiregen generate --check spec/wire.yaml
	set -e; for dir in $(CONFIGURED); do (cd $$dir && go run github.com/wiregen/wiregen/cmd/wiregen generate --check); done
	set -e; for mod in go.mod tools/go.mod bench/go.mod test/live/go.mod $(wildcard examples/*/go.mod ext/*/go.mod); do go -C $$(dirname $$mod) mod tidy -diff; done

SCRIPTS := .ci/run tools/review/install.sh tools/review/review.sh tools/review/drift.sh tools/browser/chromium.sh
lint: .build/staticcheck live-generated tools-generated
	unformatted=$$(git ls-files -co --exclude-standard -z '*.go' | xargs -0 ls -d 2>/dev/null | xargs gofmt -l) && test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	go vet ./...
	go vet -tags purego ./wirert/...
	GOOS=windows GOARCH=arm64 go vet ./...
	.build/staticcheck ./...
	GOEXPERIMENT=jsonv2 go vet ./wirert/... ./gen/...
	set -e; for mod in tools/go.mod bench/go.mod test/live/go.mod $(wildcard examples/*/go.mod ext/*/go.mod); do (cd $$(dirname $$mod) && go vet ./... && $(CURDIR)/.build/staticcheck ./...); done
	set -e; for script in $(SCRIPTS); do bash -n $$script; done
	! command -v shellcheck >/dev/null || shellcheck $(SCRIPTS)

.build/staticcheck: tools/go.mod tools/go.sum
	mkdir -p .build
	go -C tools build -o ../.build/staticcheck honnef.co/go/tools/cmd/staticcheck

# How many messages every reader is asked about: of spec/wire.yaml, and of all constructs.
N ?= 1000000
agree: test/ts/node_modules/.package-lock.json
	go test ./test/e2e -run '^TestAgree$$' -agree $(N) -v -count 1 -timeout 2h

# How many valid sessions of each of four protocols, and as many that break a rule, the
# machines of Go, TypeScript and Python are asked about.
sessions: N = 25000
sessions: examples-generated test/ts/node_modules/.package-lock.json
	go test ./test/e2e -run '^TestSessionsAgree$$' -sessions $(N) -v -count 1 -timeout 2h

# How often a process that writes a journal is killed: 20 times in make test.
kills: N = 1000
kills:
	go test ./wirert/journal -run '^TestKills$$' -kills $(N) -v -count 1 -timeout 2h

# How many messages go each way while processes are killed, and how many random sessions each
# two languages have with each other in each role: 10,000 and 100 in make test.
connections: N = 1000000
connections: SESSIONS = 50000
connections:
	go test ./test/connections -run 'TestKills|TestHeap|TestLanguages' -connections.messages $(N) -connections.sessions $(SESSIONS) -v -count 1 -timeout 6h

# How often the NATS server is killed, and the process that receives: 5 times in make test.
nats-kills: N = 100
nats-kills:
	cd ext/nats && go test -run Kills -nats.kills $(N) -v -count 1 -timeout 2h

# What one process holds, for docs/scale.md.
scale: tools-generated
	go -C tools run ./scale $(SCALE)

# Generated clients against real peers, which it fetches in the versions that test/live/peers
# locks: SKIP=kimi,dlv,gopls,mcp,acp,acp-python,klp,agent names those that need not run. It prints
# the table of docs/live.md.
live: live-generated test/ts/node_modules/.package-lock.json .build/python/installed
	SKIP=$(SKIP) go -C test/live test -v -count 1 -timeout 2h

# What is generated for those clients is not committed.
live-generated:
	go build -o .build/wiregen ./cmd/wiregen
	set -e; for dir in $(dir $(wildcard test/live/*/wiregen.yaml)); do (cd $$dir && $(CURDIR)/.build/wiregen generate); done

# Random specs through everything that is made of them; the first has the seed SEED.
specfuzz: N = 2000
SEED ?= 1000
specfuzz: test/ts/node_modules/.package-lock.json .build/python/installed
	go test ./test/e2e -run '^TestSpecFuzz$$' -specfuzz $(N) -specfuzz.types -specfuzz.seed $(SEED) -v -count 1 -timeout 6h

# Random edits of specs, and what wiregen diff says of them beside what the reference
# reader makes of messages: 60 of them run in make test.
evolution: N = 10000
evolution:
	go test ./test/evolution -evolution $(N) -evolution.seed $(SEED) -v -count 1 -timeout 6h

# The compiler with each of the faults in test/e2e/plant_faults_test.go: today's
# specs must miss it, 200 random ones must find it; then all faults at once, for all tests.
planted: test/ts/node_modules/.package-lock.json
	go test ./test/e2e -run '^TestPlantedSources$$' -planted -planted.together -specfuzz.seed $(SEED) -v -count 1 -timeout 6h

# The comparison of diff with a fault in each rule, and at each place of its sources that
# names a level, goes through both directions or notes an edit: the goldens, the messages
# of the fixtures or the 18 changes of Kimi Wire must show each. 6 of them run in make test.
planted-review:
	go test ./test/evolution -run '^TestPlanted$$' -planted -v -count 1 -timeout 2h

# Messages with secrets through everything that prints, and random specs with all their elements
# marked as sensitive: 500 and 2 of them go through it in make test.
secrets: N = 10000
secrets: SPECS = 200
secrets: test/ts/node_modules/.package-lock.json
	go test ./test/secrets -secrets $(N) -secrets.specs $(SPECS) -secrets.seed $(SEED) -v -count 1 -timeout 2h

# The statements of the targets that run for constructs whose goldens show
# declarations, and for none whose golden shows the whole output.
goldens: COVERED = go test ./test/e2e -run '^TestGolden$$' -coverpkg=./internal/codegen/...
goldens:
	mkdir -p .build
	$(COVERED) -coverprofile .build/all.cover
	$(COVERED) -whole -coverprofile .build/whole.cover
	grep ' 1$$' .build/all.cover | grep -vxFf .build/whole.cover | sort

# The generated Go beside other libraries, and what it costs to import it, which write
# their results into docs/benchmarks.md (CODEC= COST= print them instead). Then the
# benchmarks of the packages, and whole processes: wiregen beside other generators, in the
# versions that tools/peers locks, and go build on what is generated, which print tables for
# docs/benchmarks.md; and wiregen verify beside jq, which must be installed and writes its
# own. Their flags:
# go -C tools run ./benchpeers peers -h
CODEC = -write
COST = -write
bench: tools-generated test/ts/node_modules/.package-lock.json
	go -C bench run . $(CODEC)
	go -C bench run ./cost $(COST)
	go test -run '^$$' -bench . -benchmem ./...
	go -C tools run ./benchpeers peers $(PEERS)
	go -C tools run ./benchpeers build $(BUILD)
	go -C tools run ./benchpeers verify -page ../docs/benchmarks.md $(VERIFY)
	go -C tools run ./rpcbench $(CALLS)
	$(MAKE) bench-ts
	$(MAKE) bench-py

# The TypeScript of spec/wire.yaml beside other libraries, which bench/ts locks, in Node, Deno
# and Chromium. It writes its section of docs/benchmarks.md, and bench/ts/recorded.json, with
# which a test compares. READERS=--print prints instead; other flags: bench/ts/main.mjs.
# A Chromium that is installed serves as well.
bench-ts: bench/ts/node_modules/.package-lock.json
	-[ -n "$$WIREGEN_BROWSER" ] || $(MAKE) browser
	node bench/ts/main.mjs $(READERS)

# The Python of spec/wire.yaml beside other libraries, which bench/python locks. It writes its
# section of docs/benchmarks.md. PYTHON=--print prints instead.
bench-py: .build/bench-py/venv/.installed
	.build/bench-py/venv/bin/python bench/python/main.py $(PYTHON)
	.build/bench-py/venv/bin/python bench/python/connections.py $(PYTHON)

.build/bench-py/venv/.installed: bench/python/requirements.txt
	python3 -m venv .build/bench-py/venv
	.build/bench-py/venv/bin/pip install --quiet --require-hashes -r bench/python/requirements.txt
	touch $@

bench/ts/node_modules/.package-lock.json: bench/ts/package.json bench/ts/package-lock.json
	npm ci --ignore-scripts --prefix bench/ts --no-audit --no-fund </dev/null
	touch $@

# Every fuzz target in turn, FUZZTIME each.
FUZZTIME ?= 30s
fuzz:
	set -e; for file in $$(git grep -l '^func Fuzz' -- '*_test.go'); do \
		for name in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9]*\).*/\1/p' $$file); do \
			go test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x ./$$(dirname $$file); \
		done; done
