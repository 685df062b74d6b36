package main

import "strings"

// A kind is a group of tests that must not be empty.
type kind struct {
	name   string
	prefix string // of "package.TestName", the package below the module's root
}

// kinds are tried in order; the last one matches the rest.
var kinds = []kind{
	{"constructs", "test/e2e."},
	{"vectors", "test/corpus."},
	{"vectors", "internal/message/vectors."},
	{"vectors", "gen/go/wire.TestVectors"},
	{"hostile", "test/adversarial."},
	{"scripts", "internal/command/cli.TestScript"},
	{"front end", "internal/frontend/syntax."},
	{"front end", "internal/frontend/check."},
	{"diagnostics", "internal/diag."},
	{"go target", "internal/codegen/gogen"},
	{"typescript target", "internal/codegen/tsgen"},
	{"python target", "internal/codegen/pygen"},
	{"schema target", "internal/codegen/schemagen"},
	{"runtime", "wirert"},
	{"browser", "internal/review/page.TestBrowser"},
	{"browser", "internal/message/view.TestBrowser"},
	{"browser", "internal/command/cli.TestBrowser"},
	{"browser", "test/chromium.TestBrowser"},
	{"race", ""},       // assigned by the run itself
	{"purego", ""},     // likewise
	{"extensions", ""}, // the modules below ext/
	{"benchmarks", ""}, // the module bench
	{"examples", "test/examples."},
	{"others", ""},
}

func kindOf(pkg, test string) string {
	name := strings.TrimPrefix(strings.TrimPrefix(pkg, module), "/") + "." + test
	for _, k := range kinds {
		if k.prefix != "" && strings.HasPrefix(name, k.prefix) {
			return k.name
		}
	}
	return "others"
}

// kindNames returns the names of all kinds, each once.
func kindNames() []string {
	var out []string
	seen := map[string]bool{}
	for _, k := range kinds {
		if !seen[k.name] {
			seen[k.name] = true
			out = append(out, k.name)
		}
	}
	return out
}

const module = "github.com/wiregen/wiregen"
