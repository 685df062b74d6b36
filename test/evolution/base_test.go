package evolution

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/pattern"
)

// maxBaseDepth is the greatest depth of a base.
const maxBaseDepth = 12

// base is a value of t of least depth that a writer of the version may write. ok is false
// if none was found.
func (v *version) base(t model.Type) (text string, ok bool) {
	if text, ok := v.bases[t]; ok {
		return text, text != ""
	}
	for depth := 1; depth <= maxBaseDepth && text == ""; depth++ {
		left := 500
		text = v.baseWithin(t, depth, &left)
	}
	v.bases[t] = text
	return text, text != ""
}

// baseWithin is a base of at most a depth, of at most left parts; or "".
func (v *version) baseWithin(t model.Type, depth int, left *int) string {
	if *left--; *left < 0 || depth == 0 {
		return ""
	}
	switch t := model.Resolve(t).(type) {
	case *model.Nullable:
		if text := v.baseWithin(t.Elem, depth, left); text != "" {
			return text
		}
		return "null"
	case *model.Scalar:
		for _, text := range scalarTexts(t, nil) {
			if writable(v.read(t, text)) {
				return text
			}
		}
		return ""
	case *model.Literal:
		return t.Value.JSON()
	case *model.Enum:
		for _, x := range t.Values {
			if !v.closed[x.Gate] {
				return enumText(t, x)
			}
		}
		return ""
	case *model.List:
		items := []string{}
		if t.Limits != nil && t.Limits.MinItems != nil && t.Limits.Write() {
			item := v.baseWithin(t.Elem, depth-1, left)
			if item == "" || *t.Limits.MinItems > 200 {
				return ""
			}
			items = slices.Repeat([]string{item}, *t.Limits.MinItems)
		}
		return array(items...)
	case *model.Map:
		return "{}"
	case *model.Tuple:
		var items []string
		for _, x := range t.Items[:t.Least()] {
			item := v.baseWithin(x.Type, depth-1, left)
			if item == "" {
				return ""
			}
			items = append(items, item)
		}
		return array(items...)
	case *model.Struct:
		m, ok := v.baseMembers(t, func(t model.Type) string { return v.baseWithin(t, depth-1, left) })
		if !ok {
			return ""
		}
		return object(m...)
	case *model.Union:
		for _, x := range t.Variants {
			if v.closed[x.Gate] {
				continue
			}
			if x.Type == nil {
				return wrapVariant(t, x, "")
			}
			if body := v.baseWithin(x.Type, depth-1, left); body != "" {
				return wrapVariant(t, x, body)
			}
		}
	}
	return ""
}

// baseMembers are the tags and the required members of a struct, and one field of each
// group that needs one.
func (v *version) baseMembers(t *model.Struct, base func(model.Type) string) (out members, ok bool) {
	for tag := t.Tag; tag != nil; tag = tag.Outer {
		out = append(members{tag.Key, tagText(tag.Union.TagKind, tag.Value)}, out...)
	}
	for _, f := range t.Fields {
		if f.Required() || f.WriteRequired {
			text := base(f.Type)
			if text == "" {
				return nil, false
			}
			out = out.set(f.Name, text)
		}
	}
	for _, g := range t.Groups {
		if g.Rule == model.AtMostOne {
			continue
		}
		found := false
		for _, f := range g.Fields {
			if text := base(model.NonNull(model.Resolve(f.Type))); text != "" && !found {
				out, found = out.set(f.Name, text), true
			}
		}
		if !found {
			return nil, false
		}
	}
	return out, true
}

func tagText(kind model.ValueKind, tag string) string {
	if kind == model.StringValue {
		return model.Quote(tag)
	}
	return tag
}

func enumText(t *model.Enum, x *model.EnumValue) string {
	if t.Integer {
		return strconv.FormatInt(x.Number, 10)
	}
	return model.Quote(x.Value)
}

// wrapVariant is a value of a union from the text of the body of a variant.
func wrapVariant(t *model.Union, x *model.Variant, body string) string {
	switch {
	case t.Tagging == model.External && x.Type == nil:
		return model.Quote(x.Tag)
	case t.Tagging == model.External:
		return object(x.Tag, body)
	case t.Tagging == model.Adjacent && x.Type == nil:
		return object(t.TagKey, tagText(t.TagKind, x.Tag))
	case t.Tagging == model.Adjacent:
		return object(t.TagKey, tagText(t.TagKind, x.Tag), t.Content, body)
	}
	return body
}

// scalarTexts are values at the boundaries of a scalar, and of the type that reads it;
// not all of them are values of t.
func scalarTexts(t *model.Scalar, r model.Type) []string {
	limits := []*model.Limits{t.Limits}
	other, isScalar := r.(*model.Scalar)
	if isScalar {
		limits = append(limits, other.Limits)
	}
	info := t.Kind.Info()
	switch {
	case t.Kind == model.Any:
		return []string{`"a"`, "null", "true", "1", "0.5", "[]", "[1]", "{}", `{"a":1}`, `{"a":null}`}
	case t.Kind == model.Object:
		return []string{"{}", `{"a":1}`, `{"a":null}`}
	case t.Kind == model.Empty:
		return []string{"{}"}
	case t.Kind == model.Null:
		return []string{"null"}
	case t.Kind == model.Bool:
		return []string{"true", "false"}
	case info.Kinds == model.Numbers:
		out := append([]string{"1", "0", "2", "-1", "0.5", "12345"}, numberTexts(limits)...)
		if isScalar && other.Kind != t.Kind {
			out = append(out, "9007199254740991", "-9007199254740991", "9007199254740993", "2147483648", "-2147483649", "4294967296", "1e300")
		}
		return append(out, info.Edges...)
	}
	var out []string
	add := func(text string) { out = append(out, model.Quote(text)) }
	if info.Checked || t.Limits != nil && t.Limits.PatternName != "" {
		for _, text := range info.Edges {
			add(text)
		}
	}
	add("a")
	add("")
	for _, text := range limitTexts(limits) {
		add(text)
	}
	if isScalar && other.Kind.Info().Kinds == model.Strings {
		for _, text := range slices.Concat(other.Kind.Info().Edges, other.Kind.Info().Near, info.Edges) {
			add(text)
		}
	}
	if e, ok := r.(*model.Enum); ok && !e.Integer {
		for _, x := range e.Values {
			for _, text := range append([]string{x.Value}, x.FormerNames...) {
				add(text)
			}
		}
	}
	add("other")
	return out
}

func numberTexts(limits []*model.Limits) []string {
	var out []string
	for _, l := range limits {
		if l == nil {
			continue
		}
		for _, at := range []*float64{l.Min, l.Max} {
			if at == nil {
				continue
			}
			for _, by := range []float64{0, -1, 1, -0.5, 0.5} {
				out = append(out, model.FormatNumber(*at+by))
			}
			out = append(out, model.FormatNumber(math.Nextafter(*at, math.Inf(1))), model.FormatNumber(math.Nextafter(*at, math.Inf(-1))))
		}
	}
	return out
}

// maxText is the length of the longest text.
const maxText = 120000

// limitTexts are texts around the lengths of some limits, and texts of their patterns.
func limitTexts(limits []*model.Limits) []string {
	var out []string
	lengths := func(at *int) {
		if at == nil || *at > maxText {
			return
		}
		for n := max(0, *at-1); n <= *at+1; n++ {
			out = append(out, strings.Repeat("a", n), strings.Repeat("é", n))
		}
	}
	for _, l := range limits {
		if l == nil {
			continue
		}
		lengths(l.MinLength)
		lengths(l.MaxLength)
		out = append(out, patternTexts(l)...)
	}
	return out
}

// patternTexts are some texts that match a pattern within its lengths.
func patternTexts(l *model.Limits) []string {
	if l.Pattern == "" || l.PatternName != "" {
		return nil
	}
	p, fault := pattern.Parse(l.Pattern)
	if fault != nil {
		return nil
	}
	low, high := 0, -1
	if l.MinLength != nil {
		low = *l.MinLength
	}
	if l.MaxLength != nil {
		high = *l.MaxLength
	}
	texts, _, found := p.Texts(low, high)
	if !found {
		return nil
	}
	at := 0
	next := func(n int) int { at++; return at % n }
	var out []string
	for range 6 {
		out = append(out, texts.Make(next))
	}
	return out
}

// accepts reports whether a value in normal form is one of t.
func accepts(t model.Type, v *interp.Value) bool { return interp.Accepts(t, v) }
