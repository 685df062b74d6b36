package pygen

import (
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/pyapi"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Declarations are the classes, constants and aliases of types, the classes of messages, the codes of
// errors, the functions, and the ends of connections, as in a stub. Codecs follow from the types.
func (Backend) Declarations(of backend.Plan, types []model.Decl) []backend.Declaration {
	p := of.(*plan)
	a := p.annotator()
	var out []backend.Declaration
	for _, d := range types {
		out = append(out, a.declarations(d)...)
	}
	out = append(out, functionsIn(filled("__init__.py", p.view(&output{}, nil, nil)))...)
	if !p.hasMessages() {
		return out
	}
	var m module
	a.messages(&m)
	for i := range m.messages {
		out = append(out, m.messages[i].declaration(nil))
	}
	for _, s := range m.sides {
		out = append(out, s.declaration(nil))
	}
	for _, of := range slices.Sorted(maps.Keys(p.shared)) {
		v := aliasView{Name: p.shared[of], Arms: []string{messageModule + "." + of}}
		out = append(out, v.declaration(nil))
	}
	calls, _, _ := p.calls()
	if len(calls.Errors) > 0 {
		codes := enumView{aliasView: aliasView{Name: "ErrorName", Arms: []string{a.oneOf(calls.Names)}}, Constants: errorCodes}
		for _, e := range calls.Errors {
			codes.Values = append(codes.Values, enumValue{Name: e.Name, Value: e.Code})
		}
		out = append(out, codes.declarations(nil)...)
	}
	return append(append(out, functionsIn(filled("calls.py", calls))...), a.endDeclarations()...)
}

// functionsIn are the functions of a module, each with all its overloads.
func functionsIn(module []byte) []backend.Declaration {
	var out []backend.Declaration
	before := ""
	for line := range onOneLine(string(module)) {
		overload := before == "@overload\n"
		before = line
		name, _, ok := strings.Cut(strings.TrimPrefix(line, "def "), "(")
		if !ok || !strings.HasPrefix(line, "def ") || strings.HasPrefix(name, "_") {
			continue
		}
		text := strings.TrimSuffix(strings.TrimSuffix(line, " ...\n"), "\n") + " ...\n"
		text = qualifier().ReplaceAllStringFunc(text, func(s string) string { return strings.TrimPrefix(strings.TrimPrefix(s, "t."), "_") })
		switch last := len(out) - 1; {
		case last < 0 || out[last].Name != name:
			out = append(out, backend.Declaration{Name: name, Text: text})
		case overload:
			out[last].Text += text
		}
	}
	return out
}

// onOneLine are the lines of a module, with the head of each function on one.
func onOneLine(module string) iter.Seq[string] {
	return func(yield func(string) bool) {
		head := ""
		for line := range strings.Lines(module) {
			switch {
			case head == "" && strings.HasPrefix(line, "def ") && strings.HasSuffix(line, "(\n"):
				head = strings.TrimSuffix(line, "\n")
				continue
			case head != "" && !strings.HasPrefix(line, ")"):
				head += strings.TrimSpace(line) + " "
				continue
			case head != "":
				line, head = strings.TrimRight(head, ", ")+line, ""
			}
			if !yield(line) {
				return
			}
		}
	}
}

// qualifier matches what names of types have before them in other modules than types.py, and texts.
var qualifier = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\bt\.|\b_[A-Z]`) })

func (p *plan) annotator() *annotator {
	return &annotator{plan: p, imports: imports{}, declared: map[*model.Union]bool{}}
}

// declarations are those of one type.
func (a *annotator) declarations(d model.Decl) []backend.Declaration {
	if alias, ok := d.(*model.Alias); ok && alias.Distinct {
		return []backend.Declaration{aliasView{Name: a.types[d], Base: a.base(alias)}.declaration(d)}
	}
	var out []backend.Declaration
	for _, part := range a.parts(d) {
		switch {
		case part.class != nil:
			out = append(out, part.class.declaration(d))
		case part.enum != nil:
			out = append(out, part.enum.declarations(d)...)
		default:
			out = append(out, part.alias.declaration(d))
		}
	}
	return out
}

// declarations are the alias of the values and the class of the constants.
func (v *enumView) declarations(of model.Decl) []backend.Declaration {
	var b strings.Builder
	fmt.Fprintf(&b, "class %s:\n", v.Constants)
	for _, value := range v.Values {
		fmt.Fprintf(&b, "    %s: Final = %s\n", value.Name, value.Value)
	}
	return []backend.Declaration{v.aliasView.declaration(of), {Name: v.Constants, Text: b.String(), Of: of}}
}

// declaration is the class without documentation and bodies.
func (v *classView) declaration(of model.Decl) backend.Declaration {
	var b strings.Builder
	fmt.Fprintf(&b, "class %s(%s):\n", v.Name, strings.TrimPrefix(v.Base, "_"))
	for _, c := range v.Constants {
		fmt.Fprintf(&b, "    %s: %s\n", c.Name, c.Type)
	}
	for _, m := range v.Members {
		if m.Type != "" {
			fmt.Fprintf(&b, "    %s: %s\n", m.Name, m.Type)
		}
	}
	b.WriteString("    def __init__(\n        self,\n")
	if !v.Positional {
		b.WriteString("        *,\n")
	}
	for _, m := range v.Members {
		if m.Param != "" {
			fmt.Fprintf(&b, "        %s: %s,\n", m.Name, m.Param)
		}
	}
	b.WriteString("    ) -> None: ...\n")
	return backend.Declaration{Name: v.Name, Text: b.String(), Of: of}
}

// declaration is the alias on one line. A name has no quotes there.
func (v aliasView) declaration(of model.Decl) backend.Declaration {
	text := v.Name + " = NewType(" + quote(v.Name) + ", " + v.Base + ")\n"
	if v.Base == "" {
		arms := make([]string, len(v.Arms))
		for i, arm := range v.Arms {
			if arms[i] = arm; strings.HasPrefix(arm, `"`) {
				arms[i] = strings.Trim(arm, `"`)
			}
		}
		text = v.Name + " = " + strings.Join(arms, " | ") + "\n"
	}
	return backend.Declaration{Name: v.Name, Text: text, Of: of}
}

// Shown is a declaration as it is.
func (Backend) Shown(text string) string { return text }

// Changes compares public declarations.
func (Backend) Changes(old, today backend.Surface, renamed map[string]string) []backend.Change {
	return pyapi.Compare(packageOf(old), packageOf(today), renamed)
}

// packageOf is a surface as a package, with the types that it does not have.
func packageOf(s backend.Surface) backend.Package {
	p := s.Plan.(*plan)
	return backend.Package{Declarations: s.Declarations, Other: func(name string) string {
		for d, n := range p.types {
			if n != name {
				continue
			}
			for _, x := range p.annotator().declarations(d) {
				if x.Name == name {
					return x.Text
				}
			}
		}
		return ""
	}}
}
