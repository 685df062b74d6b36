package pygen

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/pyapi"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Declarations are the classes, constants and aliases of types, the classes of messages, and the
// reader of messages, as in a stub. Codecs follow from the types.
func (Backend) Declarations(of backend.Plan, types []model.Decl) []backend.Declaration {
	p := of.(*plan)
	a := p.annotator()
	var out []backend.Declaration
	for _, d := range types {
		out = append(out, a.declarations(d)...)
	}
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
	roles := quoteAll(p.proto.Roles[:])
	text := fmt.Sprintf("def read_message(text: str | bytes, sender: Literal[%s] = ...) -> %s: ...\n", strings.Join(roles, ", "), p.message)
	return append(out, backend.Declaration{Name: "read_message", Text: text})
}

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
			var b strings.Builder
			fmt.Fprintf(&b, "class %s:\n", part.enum.Constants)
			for _, v := range part.enum.Values {
				fmt.Fprintf(&b, "    %s: Final = %s\n", v.Name, v.Value)
			}
			out = append(out, part.enum.aliasView.declaration(d), backend.Declaration{Name: part.enum.Constants, Text: b.String(), Of: d})
		default:
			out = append(out, part.alias.declaration(d))
		}
	}
	return out
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
