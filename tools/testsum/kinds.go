package main

import "strings"

// A kind is a group of tests that must not be empty.
type kind struct {
	name   string
	prefix string // of "package.TestName", the package below the module's root
}

// kinds are tried in order; the last one takes the rest.
var kinds = []kind{
	{"constructs", "internal/constructs."},
	{"vectors", "internal/vectors."},
	{"vectors", "internal/golden."},
	{"vectors", "gen/go/wire.TestVectors"},
	{"hostile", "internal/hostile."},
	{"scripts", "internal/cli.TestScript"},
	{"front end", "internal/syntax."},
	{"front end", "internal/check."},
	{"diagnostics", "internal/diag."},
	{"go target", "internal/gogen"},
	{"typescript target", "internal/tsgen"},
	{"schema target", "internal/schemagen"},
	{"runtime", "wirert"},
	{"race", ""}, // assigned by the run itself
	{"examples", ""},
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

// kindNames are the names of all kinds, each once.
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
