package check

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/internal/source"
)

// A purpose is the purpose of a value in the spec.
type purpose struct {
	code   *diag.Code
	what   string
	partly bool // members of an object may be missing
}

var (
	asDefault = purpose{diag.DefaultMismatch, "this default", false}
	asExample = purpose{diag.ExampleMismatch, "this example", false}
	asAnswer  = purpose{diag.OnFailureMismatch, "this answer", true}
)

// conform reports every place at which v is not a value of t that a writer of this
// version writes.
func conform(r report, v *syntax.Value, t model.Type, as purpose) {
	if v == nil || t == nil {
		return
	}
	read := readingOf(v)
	got := interp.Examine(t, read.whole, r.names != nil)
	faults := got.Faults
	for _, n := range got.Exact {
		read.part(n).value.Exact = true
	}
	for _, n := range got.Names {
		if at := read.part(n.Value); n.InKey {
			r.uses(at.key.Span, n.Of.Span)
		} else {
			r.uses(at.value.Span, n.Of.Span)
		}
	}
	for _, e := range faults {
		_, isStruct := e.Type.(*model.Struct)
		if as.partly && isStruct && e.Part == interp.PartMissing && e.At == read.whole {
			continue
		}
		if e.Part == interp.PartMissing && slices.ContainsFunc(faults, func(o *interp.Error) bool { return misspells(read, o, e.Key) }) {
			continue // the misspelled key is reported
		}
		at, words := read.part(e.At), e.Error()
		if isStruct && e.Part == interp.PartKey {
			words = fmt.Sprintf("%q has no field %q", e.Type, at.key.Text)
		}
		r.advise(as.code, at.span(e), as.what+" does not fit its type: "+words, fitting(e, at))
	}
	if len(faults) == 0 && v.Bare && v.Kind == syntax.StringValue && lower.Reads(t) != model.AllKinds && !slices.Contains(wordsOf(t), v.Text) {
		text := model.Quote(unquoted(v.Text))
		a := near(v.Span, v.Text, wordsOf(t), "write "+text)
		if a.Steps == nil {
			a = writes(v.Span, text)
		}
		r.advise(as.code, v.Span, as.what+" does not fit its type: a string needs double quotes", a)
	}
}

// misspells reports whether the fault e is a key of a struct that looks like name.
func misspells(read *reading, e *interp.Error, name string) bool {
	s, ok := e.Type.(*model.Struct)
	return ok && e.Part == interp.PartKey && names.Suggest(read.part(e.At).key.Text, fieldNames(s)) == name
}

// unquoted is text without single quotes around it.
func unquoted(text string) string {
	if n := len(text); n > 1 && text[0] == '\'' && text[n-1] == '\'' {
		return text[1 : n-1]
	}
	return text
}

// fitting says what to write instead of a refused value.
func fitting(e *interp.Error, at part) diag.Advice {
	place := at.span(e)
	switch e.Part {
	case interp.PartMissing:
		return diag.Advice{Help: fmt.Sprintf("add %s, which is %s", e.Key, e.Expected)}
	case interp.PartKey:
		if s, ok := e.Type.(*model.Struct); ok {
			return choose(place, at.key.Text, "its fields are ", fieldNames(s))
		}
		return near(place, at.key.Text, wordsOf(e.Type), "")
	case interp.PartTag:
		return near(place, at.value.Text, wordsOf(e.Type), "")
	}
	v := at.value
	switch t := e.Type.(type) {
	case *model.Enum:
		if i := slices.IndexFunc(t.Values, func(x *model.EnumValue) bool { return t.Integer && x.Name == v.Text }); i >= 0 {
			return writes(place, strconv.FormatInt(t.Values[i].Number, 10))
		}
	case *model.Union:
		if x := t.Variant(v.Text); x != nil && v.Kind == syntax.StringValue && t.Tagging == model.External {
			return diag.Advice{Help: fmt.Sprintf("write {%s: …}", x.Tag)}
		}
	}
	a := notation(v, e.Type)
	if _, err := strconv.ParseUint(v.Text, 10, 8); err == nil && v.Kind == syntax.NumberValue && v.Bare && lower.Reads(e.Type)&model.Numbers == 0 {
		return diag.Advice{Help: fmt.Sprintf("remove \"= %s\" if it is the number of the field, which has none here, or %s", v.Text, a.Help)}
	}
	if v.Kind == syntax.StringValue {
		if meant := near(place, v.Text, wordsOf(e.Type), ""); meant.Steps != nil {
			return meant
		}
	}
	a.Help = cmp.Or(a.Help, oneOfWords(e.Type), "write a value that the type allows, or change the type or its limits")
	return a
}

// wordsOf are the texts that t lists: values, tags, names, keys of a map.
func wordsOf(t model.Type) []string {
	var out []string
	switch t := model.Resolve(t).(type) {
	case *model.Nullable:
		return wordsOf(t.Elem)
	case *model.Map:
		if t.Key != nil {
			return wordsOf(t.Key)
		}
	case *model.Literal:
		if t.Value.Kind == model.StringValue {
			return []string{t.Value.Text}
		}
	case *model.Enum:
		for _, v := range t.Values {
			if !t.Integer {
				out = append(out, v.Value)
			}
		}
	case *model.Union:
		for _, v := range t.Variants {
			if out = append(out, v.Tags...); bare(t) {
				out = append(out, wordsOf(v.Type)...)
			}
		}
	}
	return out
}

func fieldNames(s *model.Struct) []string {
	return namesOf(s.Fields, func(f *model.Field) string { return f.Name })
}

// notation says how to write v so that it fits t, if only its notation is wrong.
func notation(v *syntax.Value, t model.Type) diag.Advice {
	if t == nil {
		return diag.Advice{}
	}
	kind := lower.Reads(t)
	text := strings.TrimSpace(v.Text)
	_, notNumber := strconv.ParseFloat(text, 64)
	switch small := strings.ToLower(text); {
	case kind.Has(model.ValueKind(v.Kind)):
	case v.Kind == syntax.NullValue:
		return diag.Advice{Help: "leave it out, or write | null after the type"}
	case v.Kind == syntax.StringValue && kind&model.Numbers != 0 && notNumber == nil:
		return writes(v.Span, text)
	case v.Kind == syntax.StringValue && kind&model.Booleans != 0 && (small == "true" || small == "false"):
		return writes(v.Span, small)
	case v.Kind == syntax.StringValue && kind&model.Booleans != 0 && truths[small] != "":
		return writes(v.Span, truths[small])
	case kind == model.Strings && v.Kind == syntax.NumberValue:
		return writes(v.Span, `"`+text+`"`)
	case kind == model.Strings && v.Kind == syntax.BoolValue:
		return writes(v.Span, fmt.Sprintf("%q", strconv.FormatBool(v.Bool)))
	case kind&model.Lists != 0 && kind&model.Objects == 0 && v.Kind != syntax.ObjectValue:
		a := writes(v.Span, "["+v.Span.Text()+"]")
		a.Help = "put it in a list: " + a.Steps[0].Text
		return a
	}
	return diag.Advice{}
}

// truths are the words for true and false in YAML.
var truths = map[string]string{"yes": "true", "on": "true", "no": "false", "off": "false"}

// fewWords is the number of texts of a type that an advice lists.
const fewWords = 12

// oneOfWords advises one of the texts that t lists, if there are few.
func oneOfWords(t model.Type) string {
	words := wordsOf(t)
	if len(words) == 0 || len(words) > fewWords {
		return ""
	}
	return "write " + names.List(words, "or")
}

// choose suggests what name was probably meant to be, or else lists all known names
// if there are few.
func choose(at source.Span, name, all string, known []string) diag.Advice {
	rest := ""
	if len(known) > 0 && len(known) <= 12 {
		rest = all + strings.Join(namesOf(known, model.Quote), ", ")
	}
	return near(at, name, known, rest)
}

// bothAccept looks for a small value that readers of a and of b accept.
func bothAccept(a, b model.Type) (text string, ok bool) {
	reader := interp.Reader{Depth: 100}
	merged := &interp.Value{Kind: model.ObjectValue}
	tries := []*interp.Value{merged}
	for _, t := range []model.Type{a, b} {
		text, _ := sample.Small(t)
		v, fault := reader.Parse([]byte(text))
		if fault != nil {
			continue
		}
		tries = slices.Insert(tries, len(tries)-1, v)
		for _, m := range v.Members {
			if merged.Member(m.Key) == nil {
				merged.Members = append(merged.Members, m)
			}
		}
	}
	for _, v := range tries {
		if interp.Accepts(a, v) && interp.Accepts(b, v) {
			return v.Written(), true
		}
	}
	return "", false
}
