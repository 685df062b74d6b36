package e2e

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// texts looks for the docs of a spec in what is made of it: for each in the
// descriptions of the schemas, and for those that no target changes in the comments
// of Go and of the TypeScript declarations.
func (s *stages) texts(f *fuzzed) {
	described := collapsed(descriptions(f))
	inGo, inTS := collapsed(comments(f, "go", ".go")), collapsed(comments(f, "ts", ".d.ts"))
	for _, e := range documented(f.protocol) {
		doc := collapsed(e.meta.Doc)
		for _, target := range []struct{ name, text string }{{"schema", described}, {"go", inGo}, {"ts", inTS}} {
			switch {
			case target.name == e.notIn:
			case target.name != "schema" && !plainDoc.MatchString(doc):
			case !strings.Contains(target.text, doc):
				s.note(f, "texts: a doc is not in the "+target.name+" output", fmt.Sprintf("%s: %q", e.what, e.meta.Doc))
			}
		}
	}
}

// plainDoc matches docs that stand in comments as they stand in a spec, but for
// line ends and the case of the first letter.
var plainDoc = regexp.MustCompile(`^what the \w+ \d+ is\.$`)

// collapsed is a text with single spaces and without upper case.
func collapsed(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// A documentedElement is an element of a spec that has a doc.
type documentedElement struct {
	what  string
	meta  *model.Meta
	notIn string // the target that has no place for it
}

func documented(p *model.Protocol) []documentedElement {
	var out []documentedElement
	add := func(notIn string, meta *model.Meta, what string, names ...any) {
		if strings.TrimSpace(meta.Doc) != "" {
			out = append(out, documentedElement{fmt.Sprintf(what, names...), meta, notIn})
		}
	}
	for _, d := range p.Decls {
		name := d.TypeName()
		add("", d.Info(), "type %s", name)
		switch d := d.(type) {
		case *model.Struct:
			for _, f := range d.Fields {
				notIn := ""
				if constant(f.Type) { // there is no field
					notIn = "go"
				}
				add(notIn, &f.Meta, "field %q of %s", f.Name, name)
			}
		case *model.Enum:
			for _, v := range d.Values {
				add("", &v.Meta, "value %q of %s", v.Name, name)
			}
		case *model.Union:
			for _, v := range d.Variants {
				notIn := ""
				if _, ok := model.Resolve(v.Type).(*model.Struct); ok { // which has its own doc
					notIn = "go"
				}
				add(notIn, &v.Meta, "variant %q of %s", v.Tag, name)
			}
		}
	}
	for _, m := range p.Methods {
		add("", &m.Meta, "method %q", m.Name)
	}
	for _, e := range p.Errors {
		add("schema", &e.Meta, "error %q", e.Name)
	}
	return out
}

// constant reports whether a type has one value.
func constant(t model.Type) bool {
	switch t := model.Resolve(t).(type) {
	case *model.Literal:
		return true
	case *model.Scalar:
		return t.Kind == model.Null || t.Kind == model.Empty
	}
	return false
}

// descriptions are all descriptions in the schemas.
func descriptions(f *fuzzed) string {
	var out []string
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if text, ok := v["description"].(string); ok {
				out = append(out, text)
			}
			for _, member := range v {
				walk(member)
			}
		case []any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	for _, file := range f.targets["schema"] {
		var v any
		if json.Unmarshal(file.Data, &v) == nil { // or no validator compiles it
			walk(v)
		}
	}
	return strings.Join(out, "\n")
}

// commentMark matches what begins a line of a comment.
var commentMark = regexp.MustCompile(`(?m)^\s*(//|/\*\*|\*/?)`)

// comments are the files of a target that end in a suffix, without the marks of
// comments.
func comments(f *fuzzed, target, suffix string) string {
	var out []string
	for _, file := range f.targets[target] {
		if strings.HasSuffix(path.Base(file.Name), suffix) {
			out = append(out, commentMark.ReplaceAllString(string(file.Data), ""))
		}
	}
	return strings.Join(out, "\n")
}
