package pygen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// imports are the names that a module uses of others.
type imports map[string]map[string]bool

// use returns a name of another module, which is then imported.
func (i imports) use(module, name string) string {
	if i[module] == nil {
		i[module] = map[string]bool{}
	}
	i[module][name] = true
	return name
}

// fromTypes returns a name of types.py for another module.
func (i imports) fromTypes(name string) string {
	i.use(".", "types as t")
	return "t." + name
}

// The modules that generated modules import names from.
const (
	typingModule  = "typing"
	valueModule   = "._runtime.value"
	errorModule   = "._runtime.error"
	messageModule = "._runtime.message"
)

// An annotator writes types as annotations.
type annotator struct {
	*plan
	imports imports
	outside bool // of types.py: its names are imported
	// later are the types whose names must be quoted, because they are declared below.
	later []model.Decl
	// declared are the unions whose classes are declared.
	declared map[*model.Union]bool
}

// typ is a type as an annotation.
func (a *annotator) typ(t model.Type) string { return a.use(backend.UseOf(a.rows, t)) }

func (a *annotator) use(u backend.Use) string {
	return backend.Walk(u, backend.Forms[string]{
		Name: a.name,
		Scalar: func(s *lower.Scalar) string {
			typ, _ := scalarType(s.Kind)
			if strings.Contains(typ, "Any") {
				a.imports.use(typingModule, "Any")
			}
			return typ
		},
		Literal: a.literal,
		List:    func(elem string) string { return "list[" + elem + "]" },
		Map: func(key model.Decl, elem string) string {
			if key == nil {
				return "dict[str, " + elem + "]"
			}
			return "dict[" + a.name(key) + ", " + elem + "]"
		},
		OrNull: func(typ string) string {
			if strings.HasPrefix(typ, `"`) { // a text has no |
				return a.imports.use(typingModule, "Union") + "[" + typ + ", None]"
			}
			return orNone(typ)
		},
	})
}

// own is a name of types.py, as the module at hand has it.
func (a *annotator) own(name string) string {
	if a.outside {
		return a.imports.fromTypes(name)
	}
	return name
}

func (a *annotator) name(d model.Decl) string {
	name := a.own(a.types[d])
	if a.outside {
		return name
	}
	for _, l := range a.later {
		if l == d {
			return `"` + name + `"`
		}
	}
	return name
}

// literal is the type of one value. Python has none of a number that is no integer.
func (a *annotator) literal(v model.Value) string {
	if v.Kind == model.NumberValue && strings.ContainsAny(v.Text, ".e") {
		return "float"
	}
	return a.imports.use(typingModule, "Literal") + "[" + literals.Code(v) + "]"
}

// orNone is a type, or None.
func orNone(typ string) string {
	if typ == "None" || strings.HasSuffix(typ, " | None") {
		return typ
	}
	return typ + " | None"
}

// oneOf is a type of several values.
func (a *annotator) oneOf(values []string) string {
	return a.imports.use(typingModule, "Literal") + "[" + strings.Join(values, ", ") + "]"
}
