package pygen

import (
	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// bindingsView fills _codec.py.
type bindingsView struct {
	Head    string
	Imports string
	Code    string
}

// emitBindings emits what tells the runtime the classes of the package.
func (p *plan) emitBindings(out *output) {
	v := bindingsView{Head: out.head}
	use := imports{}
	use.use("._rows", "ROWS")
	use.use(protocolModule, "Protocol")
	use.use(typingModule, "Final")
	var types []backend.Expr
	for _, t := range p.rows.Types {
		if e, ok := p.binding(t, use); ok {
			types = append(types, named(quote(t.Key)+": ", e))
		}
	}
	bindings := []backend.Expr{group("types={", types, "}")}
	if p.hasMessages() {
		calls := make([]backend.Expr, len(p.rows.Calls))
		for i := range calls {
			calls[i] = atom(use.fromTypes(p.methods[p.rows.Calls[i].Of]))
		}
		bindings = append(bindings, group("messages="+use.use(bindingsModule, "MessageBinding")+"(", []backend.Expr{named("calls=", tupleOf(calls))}, ")"))
	}
	code := group("PROTOCOL: Final = Protocol(", []backend.Expr{atom("ROWS"), group(use.use(bindingsModule, "Bindings")+"(", bindings, ")")}, ")")
	v.Imports, v.Code = out.imports(use), statement(code, "", "")
	out.file("_codec.py", v)
}

// The modules of the runtime that the bindings are from and for.
const (
	bindingsModule = "._runtime.bindings"
	protocolModule = "._runtime.protocol"
)

// binding is the binding of a type; false if its values have no class.
func (p *plan) binding(t *lower.Type, use imports) (backend.Expr, bool) {
	call := func(class string, args []backend.Expr) (backend.Expr, bool) {
		return group(use.use(bindingsModule, class)+"(", args, ")"), true
	}
	switch {
	case t.Struct != nil:
		return call("StructBinding", p.structBinding(t.Struct, use))
	case t.Tuple != nil && isClass(t.Tuple):
		names := make([]backend.Expr, len(t.Tuple.Of.Items))
		for i, item := range t.Tuple.Of.Items {
			names[i] = atom(quote(p.items[item]))
		}
		return call("TupleBinding", []backend.Expr{atom(use.fromTypes(p.types[t.Tuple.Of])), tupleOf(names)})
	case t.Union != nil:
		var wrappers, args []backend.Expr
		for i := range t.Union.Cases {
			if c := &t.Union.Cases[i]; p.wrappers[c.Of] != "" {
				wrappers = append(wrappers, named(quote(p.caseName(t.Union, c))+": ", atom(use.fromTypes(p.wrappers[c.Of]))))
			}
		}
		if len(wrappers) > 0 {
			args = append(args, group("{", wrappers, "}"))
		}
		if name := p.unknown[t.Union.Of]; name != "" {
			args = append(args, atom("unknown="+use.fromTypes(name)))
		}
		return call("UnionBinding", args)
	}
	return backend.Expr{}, false
}

// caseName is what tells a case of a union from the others, as the runtime has it: its tag, its
// key, or its type.
func (p *plan) caseName(u *lower.Union, c *lower.Case) string {
	switch {
	case u.By.Tagged():
		return c.Tags[0]
	case u.By == lower.ByKey:
		return c.Key
	}
	return p.rows.At(c.Type).Key
}

func (p *plan) structBinding(s *lower.Struct, use imports) []backend.Expr {
	names := make([]backend.Expr, len(s.Fields))
	for i := range s.Fields {
		names[i] = atom(quote(p.fields[s.Fields[i].Of]))
	}
	args := []backend.Expr{atom(use.fromTypes(p.types[s.Of])), tupleOf(names)}
	if name := p.extras[s.Of]; name != "" {
		args = append(args, atom("extra="+quote(name)))
	}
	tags, stored := make([]backend.Expr, len(s.Tags)), false
	for i := range s.Tags {
		tags[i] = atom("None")
		if isStored(&s.Tags[i]) {
			tags[i], stored = atom(quote(p.tags[s.Tags[i].Of])), true
		}
	}
	if stored {
		args = append(args, named("tags=", tupleOf(tags)))
	}
	return args
}
