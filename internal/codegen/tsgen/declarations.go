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
// others follow from them.
var declaring = []string{"types.d.ts", "protocol.d.ts"}

// Declarations are the exported types and constants.
func (Backend) Declarations(of backend.Plan, list []model.Decl) []backend.Declaration {
	p := of.(*plan)
	types := p.declaring()
	made := &output{}
	p.emitTypes(made, list)
	p.emitProtocol(made)
	var out []backend.Declaration
	for _, f := range made.files {
		if slices.Contains(declaring, f.Name) {
			out = append(out, exportedIn(string(f.Data))...)
		}
	}
	for i := range out {
		out[i].Of = types[out[i].Name]
	}
	return out
}

// exportedIn are the exported declarations in a text, without functions.
func exportedIn(text string) []backend.Declaration {
	var out []backend.Declaration
	comment, open := false, false
	for line := range strings.Lines(text) {
		begins := strings.HasPrefix(strings.TrimSpace(line), "/*")
		if begins || comment {
			comment = !strings.Contains(line, "*/")
			continue
		}
		// A file without any says so by exporting nothing.
		if rest, ok := strings.CutPrefix(line, "export "); ok && !strings.HasPrefix(rest, "{}") {
			name, function := declaredIn(rest)
			if open = !function; open {
				out = append(out, backend.Declaration{Name: name})
			}
		}
		if strings.HasPrefix(line, "//") {
			open = false // the head of a part of the file
		}
		if blank := strings.TrimSpace(line) == ""; open && !blank {
			out[len(out)-1].Text += line
		}
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

// declaredIn is the name in the first line of a declaration, and whether it is a function.
func declaredIn(line string) (name string, function bool) {
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" <=:;({\n", r) }) {
		switch word {
		case "declare", "interface", "type", "const", "class", "abstract":
		case "function":
			function = true
		default:
			return word, function
		}
	}
	return "", function
}
