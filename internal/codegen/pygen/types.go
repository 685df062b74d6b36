package pygen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// typesView fills types.py.
type typesView struct {
	Head, Runtime   string
	Doc             []string
	Imports         string
	Struct, Variant bool   // there are classes of these bases
	Text            string // the declarations
}

// A module is what types.py declares, in order.
type module struct {
	distinct []aliasView // names of scalars that are types of their own, which defaults may have
	parts    []part
	messages []classView
	sides    []aliasView
}

// A part of types.py is one of these.
type part struct {
	class *classView
	enum  *enumView
	alias *aliasView
}

// An aliasView is a name of a type.
type aliasView struct {
	Doc  []string
	Name string
	Arms []string // of which it is one
	Base string   // of a distinct type
	Late bool     // a name among the arms is quoted
}

// enumView is an enum: its alias, and a class of constants.
type enumView struct {
	aliasView
	Constants string
	Values    []enumValue
}

type enumValue struct {
	Doc         []string
	Name, Value string
}

// Text is the alias as a statement.
func (v aliasView) Text() string {
	head := v.Name + ": TypeAlias = "
	if v.Base != "" {
		return fmt.Sprintf("%s = NewType(%s, %s)\n", v.Name, quote(v.Name), v.Base)
	}
	if v.Late {
		return statement(group(head+"Union[", backend.Atoms(v.Arms), "]"), "", "")
	}
	line := head + strings.Join(v.Arms, " | ")
	if len(line) <= width {
		return line + "\n"
	}
	if len(v.Arms) == 1 {
		if at := strings.IndexByte(line, '['); at >= len(head) && !strings.HasPrefix(v.Arms[0], "dict") {
			return statement(group(line[:at]+"[", backend.Atoms(splitArms(line[at+1:len(line)-1])), "]"), "", "")
		}
		return line + "\n"
	}
	return head + "(\n    " + strings.Join(v.Arms, "\n    | ") + "\n)\n"
}

// splitArms divides the arguments of a type at the commas that are in no brackets or texts.
func splitArms(text string) []string {
	var out []string
	depth, quoted, from := 0, false, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == ',' && depth == 0:
			out = append(out, text[from:i])
			from = i + len(", ")
		}
	}
	return append(out, text[from:])
}

// emitTypes emits types.py, and returns the names that it exports.
func (p *plan) emitTypes(out *output) []string {
	a := &annotator{plan: p, imports: imports{}, declared: map[*model.Union]bool{}}
	var m module
	order := backend.Order(p.rows, p.isLazy)
	for _, placed := range order {
		if d, ok := placed.Decl.(*model.Alias); ok && d.Distinct {
			a.imports.use(typingModule, "NewType")
			m.distinct = append(m.distinct, aliasView{Doc: docs(&d.Meta, backend.ValueRemarks(d.Type, d.Doc)...), Name: p.types[d], Base: a.base(d)})
		}
	}
	for _, placed := range order {
		a.later = placed.Later
		m.parts = append(m.parts, a.parts(placed.Decl)...)
	}
	a.later = nil
	a.messages(&m)
	v := typesView{Head: out.head, Runtime: out.module(copied), Doc: moduleDoc(p, ": the types")}
	for _, part := range m.parts {
		switch {
		case part.class == nil:
			a.imports.use(typingModule, "TypeAlias")
		case part.class.Base == "_Struct":
			v.Struct = true
		case part.class.Base == "_Variant":
			v.Variant = true
		}
		if part.enum != nil {
			a.imports.use(typingModule, "Final")
		}
	}
	if v.Struct {
		a.imports.use(valueModule, "Struct")
	}
	if v.Variant {
		a.imports.use(valueModule, "Variant")
	}
	if v.Struct || v.Variant {
		a.imports.use(typingModule, "TYPE_CHECKING")
	}
	v.Imports, v.Text = out.imports(a.imports), joined(m.blocks())
	out.file("types.py", v)
	return m.exports()
}

// isLazy reports whether the declaration of a type may use names that come later: annotations of a
// class are not evaluated.
func (p *plan) isLazy(d model.Decl) bool {
	switch d := d.(type) {
	case *model.Struct:
		return true
	case *model.Tuple:
		return isClass(p.rows.Decl(d).Tuple)
	}
	return false
}

// blocks are the statements of types.py.
func (m *module) blocks() []block {
	var out []block
	for _, d := range m.distinct {
		out = append(out, d.block())
	}
	for _, part := range m.parts {
		switch {
		case part.class != nil:
			out = append(out, part.class.block())
		case part.enum != nil:
			out = append(out, part.enum.blocks()...)
		default:
			out = append(out, part.alias.block())
		}
	}
	for i := range m.messages {
		out = append(out, m.messages[i].block())
	}
	for _, s := range m.sides {
		out = append(out, s.block())
	}
	return out
}

// moduleDoc is the docstring of a module.
func moduleDoc(p *plan, what string) []string {
	out := []string{p.versionedTitle() + what + "."}
	if doc := docs(&model.Meta{Doc: p.proto.Doc}); len(doc) > 0 {
		out = append(append(out, ""), doc...)
	}
	return out
}

// base is the type that a distinct name stands for.
func (a *annotator) base(d *model.Alias) string {
	if inner := model.DistinctOf(d.Type); inner != nil {
		return a.types[inner]
	}
	typ, _ := scalarType(a.rows.Type(d).Scalar.Kind)
	return typ
}

// parts are the declarations of one type.
func (a *annotator) parts(d model.Decl) []part {
	t := a.rows.Decl(d)
	class := func(c classView) part { return part{class: &c} }
	alias := func(v aliasView) part {
		v.Late = len(v.Arms) > 1 && slices.ContainsFunc(v.Arms, func(arm string) bool { return strings.HasPrefix(arm, `"`) })
		if v.Late {
			a.imports.use(typingModule, "Union")
		}
		return part{alias: &v}
	}
	switch d := d.(type) {
	case *model.Struct:
		return []part{class(a.structClass(t))}
	case *model.Tuple:
		if isClass(t.Tuple) {
			return []part{class(a.tupleClass(t))}
		}
		items := make([]string, len(d.Items))
		for i, item := range d.Items {
			items[i] = a.typ(item.Type)
		}
		typ := "tuple[" + strings.Join(items, ", ") + "]"
		if len(items) == 0 {
			typ = "tuple[()]"
		}
		return []part{alias(aliasView{Doc: docs(&d.Meta), Name: a.types[d], Arms: []string{typ}})}
	case *model.Enum:
		return []part{{enum: a.enum(t.Enum)}}
	case *model.Alias:
		if d.Distinct {
			return nil
		}
		u := backend.UseOf(a.rows, d).Named()
		return []part{alias(aliasView{Doc: docs(&d.Meta, backend.ValueRemarks(d.Type, d.Doc)...), Name: a.types[d], Arms: []string{a.use(u)}})}
	case *model.Union:
		var out []part
		for _, of := range append(slices.Clone(d.Parts), d) { // the classes of its parts are among the arms
			if a.declared[of] {
				continue
			}
			a.declared[of] = true
			for _, c := range a.unionClasses(a.rows.Decl(of).Union) {
				out = append(out, class(c))
			}
		}
		return append(out, alias(aliasView{Doc: a.unionDoc(d), Name: a.types[d], Arms: a.arms(t.Union)}))
	}
	panic("pygen: unknown declaration " + d.TypeName())
}

// enum is the alias of an enum and its constants. An open one is any text, or any integer.
func (a *annotator) enum(t *lower.Enum) *enumView {
	v := &enumView{aliasView: aliasView{Doc: docs(&t.Of.Meta), Name: a.types[t.Of]}, Constants: a.constants(t.Of)}
	var values []string
	for i, value := range t.Values {
		code := value
		if !t.Integer {
			code = quote(value)
		}
		of := t.Of.Values[i]
		v.Values = append(v.Values, enumValue{Doc: docs(&of.Meta, backend.FallbackRemarks(t, value)...), Name: a.values[of], Value: code})
		values = append(values, code)
	}
	switch {
	case isClosed(t):
		v.Arms = []string{a.oneOf(values)}
	case t.Integer:
		v.Arms = []string{"int"}
	default:
		v.Arms = []string{"str"}
	}
	return v
}

// isClosed reports whether the values of an enum are the declared ones.
func isClosed(t *lower.Enum) bool { return t.Other != lower.OtherKept && t.Extensions == nil }

// exports are the names that types.py exports, in its order.
func (m *module) exports() []string {
	var out []string
	for _, d := range m.distinct {
		out = append(out, d.Name)
	}
	for _, part := range m.parts {
		switch {
		case part.class != nil:
			out = append(out, part.class.Name)
		case part.enum != nil:
			out = append(out, part.enum.Name, part.enum.Constants)
		default:
			out = append(out, part.alias.Name)
		}
	}
	for _, c := range m.messages {
		out = append(out, c.Name)
	}
	for _, s := range m.sides {
		out = append(out, s.Name)
	}
	return out
}
