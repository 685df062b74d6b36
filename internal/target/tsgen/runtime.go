package tsgen

import (
	"strings"
	"sync"

	"github.com/wiregen/wiregen/templates"
)

// The runtime is the same in every package, except that unused modules are left out. It
// is JavaScript in templates/ts/runtime; everything that depends on the protocol is in
// the table.

// runtime has the modules of the runtime by their names.
var runtime = sync.OnceValue(func() map[string]*module {
	entries, err := templates.TS.ReadDir("ts/runtime")
	if err != nil {
		panic(err)
	}
	out := map[string]*module{}
	for _, e := range entries {
		text, err := templates.TS.ReadFile("ts/runtime/" + e.Name())
		if err != nil {
			panic(err)
		}
		out[strings.TrimSuffix(e.Name(), ".js")] = readModule(string(text))
	}
	return out
})

// emitRuntime adds the modules of the runtime that the package uses, and the
// declarations of its public part.
func (p *plan) emitRuntime(out *output) {
	out.declarations("runtime/error", runtime()["error.d.ts"])
	used := []string{"error", "report", "guard", "value", "scalar", "text", "quote", "union", "ordered", "read", "write"}
	if p.hasGroups() {
		used = append(used, "group")
	}
	if p.hasExact() {
		used = append(used, "exact")
	}
	if p.rows.Tolerant() {
		used = append(used, "tolerate")
	}
	if p.hasMessages() {
		used = append(used, "message", "positions", "answer", "session", "calls", "rules", "agreement")
		if p.rows.Dialect.Shapes != nil {
			used = append(used, "shapes")
		}
		if p.rows.Dialect.Named() {
			used = append(used, "named")
		}
		if p.rows.Dialect.Ignores {
			used = append(used, "ignored")
		}
		if p.rows.HasProgress() {
			used = append(used, "progress")
		}
		if p.rows.Dialect.Batch != nil {
			used = append(used, "batch")
		}
	}
	if p.hasExtensions() {
		used = append(used, "extension")
	}
	if p.hasFaults() {
		used = append(used, "fault")
	}
	for _, name := range used {
		out.module("runtime/"+name, runtime()[name])
	}
}
