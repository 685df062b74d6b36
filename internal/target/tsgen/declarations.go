package tsgen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/target/backend"
	"github.com/wiregen/wiregen/internal/target/tsapi"
)

// declaring are the files whose declarations say what the protocol has; those of the
// others follow from them.
var declaring = []string{"types.d.ts", "protocol.d.ts"}

// Declarations are the exported types and constants.
func (Backend) Declarations(of backend.Plan, list []model.Decl) []backend.Declaration {
	p := of.(*plan)
	types := map[string]model.Decl{}
	for _, d := range list {
		types[p.types[d]], types[p.in.types[d]] = d, d
	}
	made := &output{}
	p.emitTypes(made, list)
	p.emitProtocol(made)
	var out []backend.Declaration
	for _, f := range made.files {
		if !slices.Contains(declaring, f.Name) {
			continue
		}
		comment, open := false, false
		for line := range strings.Lines(string(f.Data)) {
			begins := strings.HasPrefix(strings.TrimSpace(line), "/*")
			if begins || comment {
				comment = !strings.Contains(line, "*/")
				continue
			}
			if rest, ok := strings.CutPrefix(line, "export "); ok {
				name, function := declaredIn(rest)
				if open = !function; open {
					out = append(out, backend.Declaration{Name: name, Of: types[name]})
				}
			}
			if strings.HasPrefix(line, "//") {
				open = false // the head of a part of the file
			}
			if blank := strings.TrimSpace(line) == ""; open && !blank {
				out[len(out)-1].Text += line
			}
		}
	}
	return out
}

// Shown is a declaration as it is emitted.
func (Backend) Shown(text string) string { return text }

// Changes compares exported declarations.
func (Backend) Changes(old, today backend.Surface, renamed map[string]string) []backend.Change {
	return tsapi.Compare(old.Declarations, today.Declarations, renamed)
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
