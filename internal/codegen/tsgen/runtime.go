package tsgen

import (
	"github.com/wiregen/wiregen/templates"
)

// The runtime is the same in every package, except that unused modules are left out. It
// is JavaScript in templates/ts/runtime; everything that depends on the protocol is in
// the table.

// runtime is a module of the runtime.
func runtime(file string) *module {
	text, err := templates.TS.ReadFile("ts/runtime/" + file)
	if err != nil {
		panic(err)
	}
	return readModule(string(text))
}

// emitRuntime adds the modules of the runtime that the package uses, and the
// declarations of its public part.
func (p *plan) emitRuntime(out *output) {
	out.declarations("runtime/error", runtime("error.d.ts"))
	used := []string{"error", "report", "guard", "value", "scalar", "text", "quote", "union", "ordered", "read", "weight", "write", "verbatim"}
	if p.hasGroups() {
		used = append(used, "group")
	}
	if p.hasExact() {
		used = append(used, "exact")
	}
	if p.rows.Tolerant() {
		used = append(used, "tolerate")
	}
	if p.rows.Dialect.Sensitive {
		used = append(used, "secret")
	}
	if p.hasMessages() {
		used = append(used, "message", "dialect", "positions", "answer", "session", "calls", "rate", "rules", "agreement", "errors",
			"connection", "receiving", "serving", "stop", "options", "bounds", "exchange", "outbox", "outlive", "pending", "together", "listeners", "compose", "failure", "flow", "queue", "framing", "transport", "streams", "child", "signal")
		out.declarations("runtime/connection", runtimeDeclarations("connection.d.ts"))
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
	if p.redactions() != nil {
		used = append(used, "redact")
	}
	if p.hasExtensions() {
		used = append(used, "extension")
	}
	if p.hasFaults() {
		used = append(used, "fault")
	}
	for _, name := range used {
		out.module("runtime/"+name, runtime(name+".js"))
	}
}
