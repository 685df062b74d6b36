package tsgen

import (
	"slices"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsapi"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// declaring are the files whose declarations say what the protocol has; those of the
// others follow from them. With a prefix are the files that are not part of the index: a name
// there may be one of a type, too.
var declaring = map[string]string{"types.d.ts": "", "protocol.d.ts": "", "unions.d.ts": "", "errors": "", "connection.d.ts": "connection.", "node.d.ts": "node."}

// Declarations are the exported types and constants, and the functions whose form depends on more
// than the type that they are for.
func (Backend) Declarations(of backend.Plan, list []model.Decl) []backend.Declaration {
	p := of.(*plan)
	types := p.declaring()
	made := &output{noCommonJS: true}
	p.emitTypes(made, list)
	p.emitProtocol(made)
	p.emitUnions(made)
	if p.answers() {
		made.add("errors", []byte(part("maker of errors", p.errorMaker(p.rows.ErrorsHaveData()))))
	}
	p.emitConnection(made)
	var out []backend.Declaration
	for _, f := range made.files {
		if prefix, ok := declaring[f.Name]; ok {
			for _, d := range exportedIn(string(f.Data)) {
				if prefix == "" || p.declares(d) {
					d.Of = types[d.Name]
					d.Name = prefix + d.Name
					out = append(out, d)
				}
			}
		}
	}
	return out
}

// ofEnds are the ends of the names of what is declared for each end of a connection, as far as
// it does not follow from something else.
var ofEnds = []string{"Calls", "Requests", "Notifications", "Events", "Options"}

// declares reports whether a declaration of a connection is one that depends on the spec.
func (p *plan) declares(d backend.Declaration) bool {
	if strings.HasPrefix(d.Text, function) || d.Name == "FurtherMembers" {
		return true
	}
	for _, role := range p.proto.Roles {
		if suffix, ok := strings.CutPrefix(d.Name, endName(role)); ok && slices.Contains(ofEnds, suffix) {
			return true
		}
	}
	return false
}

// function is what the declaration of a function begins with.
const function = "export declare function "

// exportedIn are the exported declarations in a text. All overloads of a function are one.
func exportedIn(text string) []backend.Declaration {
	var out []backend.Declaration
	var declared strings.Builder // the text of the last one
	comment, open := false, false
	for line := range strings.Lines(text) {
		begins := strings.HasPrefix(strings.TrimSpace(line), "/*")
		if begins || comment {
			comment = !strings.Contains(line, "*/")
			continue
		}
		// A file without any says so by exporting nothing, and others name what they pass on.
		if rest, ok := strings.CutPrefix(line, "export "); ok {
			name := declaredIn(rest)
			if open = name != ""; open && (len(out) == 0 || out[len(out)-1].Name != name) {
				if len(out) > 0 {
					out[len(out)-1].Text = declared.String()
				}
				declared.Reset()
				out = append(out, backend.Declaration{Name: name})
			}
		}
		if strings.HasPrefix(line, "//") {
			open = false // the head of a part of the file
		}
		if blank := strings.TrimSpace(line) == ""; open && !blank {
			declared.WriteString(line)
		}
	}
	if len(out) > 0 {
		out[len(out)-1].Text = declared.String()
	}
	return out
}

// Shown is a declaration as it is emitted.
func (Backend) Shown(text string) string { return text }

// Changes compares exported declarations.
func (Backend) Changes(old, today backend.Surface, renamed map[string]string) []backend.Change {
	return tsapi.Compare(packageOf(old), packageOf(today), renamed)
}

// packageOf is a surface as a package, with the types that it does not have.
func packageOf(s backend.Surface) backend.Package {
	p := s.Plan.(*plan)
	byName := sync.OnceValue(p.declaring)
	return backend.Package{Declarations: s.Declarations, Other: func(name string) string {
		d := byName()[name]
		if d == nil {
			return ""
		}
		e := &declarations{plan: p}
		var m module
		m.fill("types.d.ts.tmpl", typesView{Declarations: append(e.of(d), e.inputDecls(d)...)})
		for _, x := range exportedIn(string(m.esm("", ".js"))) {
			if x.Name == name {
				return x.Text
			}
		}
		return ""
	}}
}

// declaring are the types for which declarations are made, by the names of those.
func (p *plan) declaring() map[string]model.Decl {
	out := make(map[string]model.Decl, 2*len(p.types))
	for d, name := range p.types {
		out[name] = d
	}
	for d, name := range p.in.types {
		out[name] = d
	}
	for u, name := range p.unknown {
		out[name], out["Known"+p.types[u]] = u, u
	}
	for _, d := range p.proto.Decls {
		if u, ok := d.(*model.Union); ok {
			for _, v := range u.Variants {
				if name := p.envelopes[v]; name != "" {
					out[name] = u
				}
			}
		}
	}
	return out
}

// declaredIn is the name in the first line of a declaration; "" if it names what another module
// declares.
func declaredIn(line string) string {
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" <=:;(\n", r) }) {
		switch word {
		case "declare", "interface", "type", "const", "class", "abstract", "function":
		case "{", "{}":
			return ""
		default:
			return word
		}
	}
	return ""
}
