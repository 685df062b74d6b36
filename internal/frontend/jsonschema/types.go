package jsonschema

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
)

// maxOpen bounds how deep schemas are nested.
const maxOpen = 200

// fill reads the type of a declaration.
func (x *reader) fill(d *draft.Decl) {
	if d.Type != nil {
		return
	}
	d.Type = &draft.Type{Place: d.Place} // while it is read
	s := x.where[d]
	t := x.typeOf(s)
	if t.Kind == draft.Ref && t.To.Resolved() == d {
		x.report.Add(diag.ImportSchema, head(s.n.Span), fmt.Sprintf("%q refers to itself and nothing else", d.Name)).WithHelp("say what it is")
		t = &draft.Type{Place: d.Place}
	}
	d.Type = t
	x.describe(&d.Meta, s)
}

// describe reads what a schema says for people.
func (x *reader) describe(m *draft.Meta, s schema) {
	for range 10 {
		if text := strings.TrimSpace(s.text("description")); text != "" && m.Doc == "" {
			m.Doc, m.DocAt = text, s.get("description").Span
		}
		m.Deprecated = m.Deprecated || s.says("deprecated") || s.text("deprecationMessage") != ""
		all := s.list("allOf")
		if len(all) != 1 || s.get("properties") != nil || all[0].get("$ref") != nil {
			return
		}
		s = all[0]
	}
}

// ask asks a question once.
func (x *reader) ask(q *draft.Question) {
	for _, old := range x.asked {
		switch {
		case old.At == q.At && old.Why == q.Why:
			return
		case len(q.Arms) > 0 && slices.Equal(old.Arms, q.Arms):
			old.Also = append(old.Also, q)
			return
		}
	}
	x.asked = append(x.asked, q)
}

func (x *reader) note(s schema, text string, edits ...draft.Edit) {
	for _, n := range x.notes {
		if n.Pointer == s.at && n.Text == text {
			n.Edits = append(n.Edits, edits...)
			return
		}
	}
	x.notes = append(x.notes, &draft.Note{Place: s.place(), Text: text, Edits: edits})
}

// typeOf reads a schema.
func (x *reader) typeOf(s schema) *draft.Type {
	if x.open++; x.open > maxOpen {
		x.report.Add(diag.ImportSchema, head(s.n.Span), fmt.Sprintf("schemas are nested more than %d levels deep", maxOpen)).WithHelp("declare the inner ones as definitions")
		x.open--
		return &draft.Type{Place: s.place()}
	}
	defer func() { x.open-- }()
	t := x.flatType(x.flatten(s))
	if t.Pointer == "" {
		t.Place = s.place()
	}
	if title := s.text("title"); t.Title == "" && draft.IsTypeName(title) && len(names.Words(title)) > 1 {
		t.Title = title
	}
	if t.Doc == "" {
		t.Doc = strings.TrimSpace(s.text("description"))
	}
	return t
}

func (x *reader) flatType(f *flat) *draft.Type {
	if f.ref != nil {
		return &draft.Type{Kind: draft.Ref, To: f.ref}
	}
	if f.never {
		return x.noValue(f)
	}
	x.unsaid(f)
	if values := f.literals(); values != nil {
		if len(values) > 0 {
			x.onlyPart(f, values[0].said)
		}
		return x.literals(f, values)
	}
	groups := slices.DeleteFunc(slices.Clone(f.unions), func(g group) bool { return x.presence(g) != nil || x.needless(f, g) })
	if len(groups) == 0 {
		return x.byType(f)
	}
	for _, g := range groups[1:] {
		x.note(g.schema, fmt.Sprintf("a second %s restricts the values; the spec has only the first", g.key), draft.Edit{Pointer: g.at, Key: g.key, Remove: true})
	}
	x.onlyPart(f, groups[0].schema)
	return x.union(f, groups[0])
}

// onlyPart notes what other parts than one say of values, if that is more than keys of objects.
func (x *reader) onlyPart(f *flat, only schema) {
	for _, s := range f.parts {
		if s.at == only.at || s.n.Kind != syntax.Map || strings.HasPrefix(only.at, s.at+"/") {
			continue
		}
		if slices.ContainsFunc(s.n.Pairs, func(p syntax.Pair) bool {
			return keywords[p.Key.Text] == asserts && !slices.Contains(ofObjects, p.Key.Text)
		}) {
			x.note(f.schema, "one of the schemas that are put together here restricts the values; the spec says only the other", draft.Edit{Pointer: s.at, Value: true})
		}
	}
}

// ofObjects are the keywords that put objects together.
var ofObjects = []string{"properties", "required", "allOf", "$ref", "type", "additionalProperties", "unevaluatedProperties", "patternProperties", "not"}

// noValue reads a schema that no value is valid by.
func (x *reader) noValue(f *flat) *draft.Type {
	var edits []draft.Edit
	for _, s := range f.parts {
		edits = append(edits, draft.Edit{Pointer: s.at, Value: true})
	}
	x.note(f.schema, "no value is allowed here; the spec allows any", edits...)
	return &draft.Type{}
}

// needless reports whether a group says nothing that the rest does not say: each arm is only
// documentation, or lists required keys in a way that is not a rule.
func (x *reader) needless(f *flat, g group) bool {
	bare := 0
	for _, arm := range g.arms {
		if arm.n.Kind == syntax.Map && !constrains(arm) {
			bare++
		}
	}
	if bare > 0 && g.key == "anyOf" {
		return true
	}
	for _, arm := range g.arms {
		if arm.n.Kind != syntax.Map || slices.ContainsFunc(arm.n.Pairs, func(p syntax.Pair) bool {
			return keywords[p.Key.Text] >= asserts && p.Key.Text != "required" && p.Key.Text != "not"
		}) {
			return false
		}
	}
	x.note(g.schema, fmt.Sprintf("the %s says which keys are there together; the spec does not", g.key), draft.Edit{Pointer: g.at, Key: g.key, Remove: true})
	return true
}

// unsaid notes the keywords of a schema that have no counterpart.
func (x *reader) unsaid(f *flat) {
	places, tuple := f.places()
	for _, s := range f.parts {
		if s.n.Kind != syntax.Map {
			continue
		}
		for _, p := range s.n.Pairs {
			key := p.Key.Text
			switch {
			case key == "multipleOf" && p.Value.Text == "1", isWord(p.Value, "false") && key == "uniqueItems":
			case keywords[key] == unsaid:
				x.note(s, fmt.Sprintf("%s is not said in the spec", key), draft.Edit{Pointer: s.at, Key: key, Remove: true})
			case f.repeats(s, key) || key == "items" && places != nil && s.at != tuple.at:
				x.note(f.schema, fmt.Sprintf("a second %s is not said in the spec", key), draft.Edit{Pointer: s.at, Key: key, Remove: true})
			case key == "propertyNames" && len(f.has) > 0 && !(len(p.Value.Pairs) == 1 && p.Value.Pairs[0].Key.Text == "type"):
				x.note(s, "propertyNames beside properties is not said in the spec", draft.Edit{Pointer: s.at, Key: key, Remove: true})
			case key == "not":
				x.note(s, "not is not said in the spec", draft.Edit{Pointer: s.at, Key: key, Remove: true})
			}
		}
	}
}

// byType reads a schema without a union and without a list of values.
func (x *reader) byType(f *flat) *draft.Type {
	types, ok := f.types()
	if !ok {
		kind := f.inferred()
		if kind == "" {
			return &draft.Type{}
		}
		x.note(f.schema, fmt.Sprintf("no type is said, but keywords of type %s; the spec allows only that", kind), draft.Edit{Pointer: f.at, Key: "type", Value: kind})
		types = []string{kind}
	}
	null := slices.Contains(types, "null")
	types = slices.DeleteFunc(slices.Clone(types), func(t string) bool { return t == "null" })
	if slices.Contains(types, "number") {
		types = slices.DeleteFunc(types, func(t string) bool { return t == "integer" })
	}
	var out *draft.Type
	switch {
	case len(types) == 0 && null:
		return &draft.Type{Kind: draft.Scalar, Word: "null"}
	case len(types) == 0:
		return x.noValue(f)
	case len(types) == 1:
		out = x.single(f, types[0])
	case len(types) >= 5:
		return &draft.Type{}
	default:
		out = &draft.Type{Kind: draft.Union, Union: &draft.UnionType{By: draft.ByKind}}
		for i, name := range types {
			t := x.single(f, name)
			t.Place, t.Part = f.place(), true
			out.Union.Variants = append(out.Union.Variants, x.variant(f.schema, t, i))
		}
	}
	out.Null = null
	return out
}

// inferred is the type that keywords mean where none is said, or "".
func (f *flat) inferred() string {
	for _, x := range []struct {
		kind string
		keys []string
	}{
		{"object", []string{"properties", "required", "additionalProperties", "patternProperties", "propertyNames", "unevaluatedProperties"}},
		{"array", []string{"items", "prefixItems", "minItems", "maxItems"}},
		{"string", []string{"minLength", "maxLength", "pattern", "contentEncoding"}},
		{"number", []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}},
	} {
		if slices.ContainsFunc(x.keys, f.is) {
			return x.kind
		}
	}
	return ""
}

func (x *reader) single(f *flat, name string) *draft.Type {
	switch name {
	case "object":
		return x.object(f)
	case "array":
		return x.array(f)
	case "string":
		return x.str(f)
	case "integer":
		return x.integer(f)
	case "number":
		if n, _ := f.value("multipleOf"); n != nil && n.Text == "1" {
			return x.integer(f)
		}
		return x.float(f)
	case "boolean":
		return &draft.Type{Kind: draft.Scalar, Word: "bool"}
	case "null":
		return &draft.Type{Kind: draft.Scalar, Word: "null"}
	}
	n, s := f.value("type")
	x.report.Add(diag.ImportSchema, n.Span, fmt.Sprintf("%q is not a type of JSON Schema", name)).WithHelp("correct it")
	_ = s
	return &draft.Type{}
}

// limit makes a key of a type.
func limit(key, text string, at *syntax.Node, quoted bool) syntax.Pair {
	return syntax.Pair{
		Key:   &syntax.Node{Kind: syntax.Scalar, Text: key, Span: at.Span},
		Value: &syntax.Node{Kind: syntax.Scalar, Text: text, Span: at.Span, Quoted: quoted},
	}
}

// formats are the scalars of formats of integers, with their bounds.
var formats = map[string]struct {
	word     string
	min, max float64
}{
	"int8": {"int", -128, 127}, "int16": {"int", -32768, 32767}, "int32": {"int32", math.MinInt32, math.MaxInt32}, "int64": {"int64", -exact, exact},
	"uint8": {"int", 0, 255}, "uint16": {"int", 0, 65535}, "uint32": {"uint32", 0, math.MaxUint32}, "uint64": {"uint64", 0, exact}, "uint": {"uint64", 0, exact},
	"isize": {"int64", -exact, exact}, "usize": {"uint64", 0, exact},
}

// exact is the greatest integer that every language holds exactly.
const exact = 1<<53 - 1

func (x *reader) integer(f *flat) *draft.Type {
	word, low, high := "int", float64(-exact), float64(exact)
	if known, ok := formats[f.text("format")]; ok {
		word, low, high = known.word, known.min, known.max
	}
	for _, b := range x.bounds(f) {
		v := b.value
		switch {
		case b.low && b.exclusive:
			v = math.Floor(v) + 1
		case b.low:
			v = math.Ceil(v)
		case b.exclusive:
			v = math.Ceil(v) - 1
		default:
			v = math.Floor(v)
		}
		if b.low && v > low {
			low = v
		} else if !b.low && v < high {
			high = v
		}
	}
	if word == "int" {
		word = sized(low, high)
	}
	t := &draft.Type{Kind: draft.Scalar, Word: word}
	base := formats[word]
	if word == "int" {
		base.min, base.max = -exact, exact
	}
	at := f.n
	if low != base.min {
		t.Limits = append(t.Limits, limit("min", strconv.FormatFloat(low, 'f', -1, 64), at, false))
	}
	if high != base.max {
		t.Limits = append(t.Limits, limit("max", strconv.FormatFloat(high, 'f', -1, 64), at, false))
	}
	t.Weaken = x.loseLimits(f.schema, []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})
	return t
}

// sized is the word for integers with these bounds: that of a size whose bounds they are, or int.
func sized(low, high float64) string {
	for _, word := range []string{"int32", "uint32"} {
		if low == formats[word].min && high == formats[word].max {
			return word
		}
	}
	return "int"
}

func (x *reader) float(f *flat) *draft.Type {
	t := &draft.Type{Kind: draft.Scalar, Word: "float"}
	low, high := math.Inf(-1), math.Inf(1)
	for _, b := range x.bounds(f) {
		key, other := "maximum", "exclusiveMaximum"
		if b.low {
			key, other = "minimum", "exclusiveMinimum"
		}
		if b.exclusive {
			x.note(b.in, other+" is read as "+key, draft.Edit{Pointer: b.in.at, Key: other, Remove: true}, draft.Edit{Pointer: b.in.at, Key: key, Value: b.value})
		}
		if b.low {
			low = max(low, b.value)
		} else {
			high = min(high, b.value)
		}
	}
	if !math.IsInf(low, 0) {
		t.Limits = append(t.Limits, limit("min", strconv.FormatFloat(low, 'g', -1, 64), f.n, false))
	}
	if !math.IsInf(high, 0) {
		t.Limits = append(t.Limits, limit("max", strconv.FormatFloat(high, 'g', -1, 64), f.n, false))
	}
	t.Weaken = x.loseLimits(f.schema, []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})
	return t
}

type bound struct {
	in             schema
	value          float64
	low, exclusive bool
}

// bounds are the bounds of a number, of all parts.
func (x *reader) bounds(f *flat) (out []bound) {
	for _, s := range f.parts {
		for _, key := range []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"} {
			n := s.get(key)
			if n == nil || n.Kind != syntax.Scalar {
				continue
			}
			v, err := strconv.ParseFloat(n.Text, 64)
			if err != nil || n.Quoted {
				continue
			}
			out = append(out, bound{s, v, strings.HasSuffix(key, "inimum"), strings.HasPrefix(key, "exclusive")})
		}
	}
	return out
}

// loseLimits weakens a type by leaving out its limits.
func (x *reader) loseLimits(s schema, keys []string) func(*draft.Type) string {
	return func(t *draft.Type) string {
		if len(t.Limits) == 0 {
			return ""
		}
		t.Limits = nil
		text := strings.Join(keys, ", ") + " are not said in the spec, which does not allow them here"
		var edits []draft.Edit
		for _, key := range keys {
			edits = append(edits, draft.Edit{Pointer: s.at, Key: key, Remove: true})
		}
		x.note(s, text, edits...)
		return text
	}
}

func (x *reader) str(f *flat) *draft.Type {
	t := &draft.Type{Kind: draft.Scalar, Word: "string"}
	for _, l := range [][2]string{{"minLength", "min_length"}, {"maxLength", "max_length"}} {
		if n, _ := f.value(l[0]); n != nil && !n.Quoted && !(l[0] == "minLength" && n.Text == "0") {
			t.Limits = append(t.Limits, limit(l[1], whole(n.Text), n, false))
		}
	}
	if n, s := f.value("pattern"); n != nil {
		if word := x.pattern(n, s); word {
			t.Limits = append(t.Limits, limit("pattern", n.Text, n, true))
		}
	}
	switch f.text("format") {
	case "uri":
		t.Word = "uri"
	case "date-time":
		t.Word = "timestamp"
	case "byte":
		if len(t.Limits) == 0 {
			t.Word = "bytes"
		}
	}
	if f.text("contentEncoding") == "base64" && len(t.Limits) == 0 && f.text("format") == "" {
		_, s := f.value("contentEncoding")
		t.Word = "bytes"
		x.note(s, "contentEncoding is checked by readers of the spec", draft.Edit{Pointer: s.at, Key: "format", Value: "byte"})
	}
	t.Weaken = x.loseLimits(f.schema, []string{"minLength", "maxLength", "pattern"})
	return t
}

// whole is a number without a fraction of zero.
func whole(text string) string {
	if v, err := strconv.ParseFloat(text, 64); err == nil && v == math.Trunc(v) {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return text
}

func (x *reader) array(f *flat) *draft.Type {
	if places, s := f.places(); places != nil {
		return x.tuple(f, places, s)
	}
	t := &draft.Type{Kind: draft.List, Item: &draft.Type{Place: f.place()}}
	if items := f.subs("items"); len(items) > 0 {
		t.Item = x.combined(items)
	}
	for _, l := range [][2]string{{"minItems", "min_items"}, {"maxItems", "max_items"}} {
		if n, _ := f.value(l[0]); n != nil && !n.Quoted && !(l[0] == "minItems" && n.Text == "0") {
			t.Limits = append(t.Limits, limit(l[1], whole(n.Text), n, false))
		}
	}
	for _, s := range f.parts {
		if s.says("x-deserialize-skip-invalid-items") && len(t.Limits) == 0 {
			t.BadItems = "skip"
			x.note(s, "unreadable items are skipped", draft.Edit{Pointer: s.at, Key: "items", Value: true})
		}
	}
	t.Weaken = x.loseLimits(f.schema, []string{"minItems", "maxItems"})
	return t
}

// places are the schemas of the items of a tuple, and where they are.
func (f *flat) places() ([]schema, schema) {
	for _, s := range f.parts {
		if list := s.list("prefixItems"); len(list) > 0 {
			return list, s
		}
		if list := s.list("items"); len(list) > 0 {
			return list, s
		}
	}
	return nil, schema{}
}

func (x *reader) tuple(f *flat, places []schema, s schema) *draft.Type {
	t := &draft.Type{Kind: draft.Tuple}
	for _, p := range places {
		t.Items = append(t.Items, x.typeOf(p))
	}
	size := strconv.Itoa(len(places))
	least, _ := f.value("minItems")
	most, _ := f.value("maxItems")
	closed := most != nil && most.Text == size
	for _, key := range []string{"items", "additionalItems", "unevaluatedItems"} {
		n, _ := f.value(key)
		closed = closed || isWord(n, "false")
	}
	if least == nil || least.Text != size || !closed {
		x.note(s, "the items of the list are read as a tuple: each must be there, and no more",
			draft.Edit{Pointer: s.at, Key: "minItems", Value: len(places)}, draft.Edit{Pointer: s.at, Key: "maxItems", Value: len(places)})
	}
	return t
}
