package check

import (
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/syntax"
)

// bothAccept looks for a small value that readers of a and of b accept.
func bothAccept(a, b model.Type) (model.Value, bool) {
	var s sampler
	x, y := s.sample(a, 0), s.sample(b, 0)
	merged := &syntax.Value{Kind: syntax.ObjectValue}
	merged.Members = append(append(merged.Members, x.Members...), y.Members...)
	for _, v := range []*syntax.Value{x, y, merged} {
		if accepts(a, v) && accepts(b, v) {
			return toModel(v), true
		}
	}
	return model.Value{}, false
}

func accepts(t model.Type, v *syntax.Value) bool {
	var r diag.Report
	f := &conformer{report: &r, code: diag.UnionKindOverlap, lenient: true}
	f.value(v, t)
	return r.OK()
}

// A sampler makes small values. It counts them, because types that hold each
// other several times would make a tree without bounds.
type sampler struct{ made int }

// Bounds of a sample; beyond them its values are null.
const (
	maxSampleDepth = 20
	maxSampleSize  = 200
)

// sample is a small value of t.
func (s *sampler) sample(t model.Type, depth int) *syntax.Value {
	s.made++
	if depth > maxSampleDepth || s.made > maxSampleSize {
		return &syntax.Value{Kind: syntax.NullValue}
	}
	switch t := model.Resolve(t).(type) {
	case *model.Scalar:
		return sampleScalar(t)
	case *model.Literal:
		return &syntax.Value{Kind: syntax.ValueKind(t.Value.Kind), Bool: t.Value.Bool, Text: t.Value.Text}
	case *model.Enum:
		if len(t.Values) > 0 && t.Integer {
			return &syntax.Value{Kind: syntax.NumberValue, Text: model.FormatNumber(float64(t.Values[0].Number))}
		}
		if len(t.Values) > 0 {
			return &syntax.Value{Kind: syntax.StringValue, Text: t.Values[0].Value}
		}
	case *model.List:
		out := &syntax.Value{Kind: syntax.ListValue}
		if t.Limits.Read() && t.Limits.MinItems != nil {
			for range min(*t.Limits.MinItems, maxSampleSize) {
				out.Items = append(out.Items, s.sample(t.Elem, depth+1))
			}
		}
		return out
	case *model.Tuple:
		out := &syntax.Value{Kind: syntax.ListValue}
		for _, item := range t.Items {
			out.Items = append(out.Items, s.sample(item.Type, depth+1))
		}
		return out
	case *model.Struct:
		return s.sampleStruct(t, depth)
	case *model.Union:
		return s.sampleUnion(t, depth)
	case *model.Map:
		return &syntax.Value{Kind: syntax.ObjectValue}
	}
	return &syntax.Value{Kind: syntax.NullValue}
}

// sampleScalar is a small value of a scalar, within its limits where that is easy.
func sampleScalar(t *model.Scalar) *syntax.Value {
	switch lower.Reads(t) {
	case model.Booleans:
		return &syntax.Value{Kind: syntax.BoolValue}
	case model.Numbers:
		n := 1.0
		if l := t.Limits; l != nil && l.Min != nil {
			n = *l.Min
		} else if l != nil && l.Max != nil {
			n = *l.Max
		}
		return &syntax.Value{Kind: syntax.NumberValue, Text: model.FormatNumber(n)}
	case model.Objects:
		return &syntax.Value{Kind: syntax.ObjectValue}
	case model.Strings:
		return &syntax.Value{Kind: syntax.StringValue, Text: sampleText(t)}
	}
	return &syntax.Value{Kind: syntax.NullValue}
}

func sampleText(t *model.Scalar) string {
	switch l := t.Limits; {
	case t.Kind.Info().Checked:
		return t.Kind.Info().Edges[0]
	case l != nil && l.PatternName != "" && t.Kind == model.URI:
		return "a:b"
	case l != nil && l.PatternName != "":
		return "2000-01-01T00:00:00Z"
	case l != nil && l.MinLength != nil:
		return strings.Repeat("a", max(1, min(*l.MinLength, maxSampleSize)))
	}
	return "a"
}

func (s *sampler) sampleStruct(t *model.Struct, depth int) *syntax.Value {
	out := &syntax.Value{Kind: syntax.ObjectValue}
	for _, tag := range tagsOf(t) {
		if !tag.Optional() {
			out.Members = append(out.Members, tagMember(tag.Union, tag.Value))
		}
	}
	for _, f := range t.Fields {
		if f.Required() {
			out.Members = append(out.Members, &syntax.Member{Key: syntax.Word{Text: f.Name}, Value: s.sample(f.Type, depth+1)})
		}
	}
	return out
}

func tagMember(u *model.Union, name string) *syntax.Member {
	tag := tagOf(u, name)
	value := &syntax.Value{Kind: syntax.ValueKind(tag.Kind), Text: tag.Text, Bool: tag.Bool}
	return &syntax.Member{Key: syntax.Word{Text: u.TagKey}, Value: value}
}

func (s *sampler) sampleUnion(t *model.Union, depth int) *syntax.Value {
	if len(t.Variants) == 0 {
		return &syntax.Value{Kind: syntax.ObjectValue}
	}
	v := t.Variants[0]
	for _, x := range t.Variants {
		if x.Type == nil || len(x.Type.Children()) == 0 {
			v = x // the smallest kind of value
			break
		}
	}
	out := &syntax.Value{Kind: syntax.ObjectValue}
	switch t.Tagging {
	case model.Adjacent:
		out.Members = append(out.Members, tagMember(t, v.Tag))
		if v.Type != nil {
			out.Members = append(out.Members, &syntax.Member{Key: syntax.Word{Text: t.Content}, Value: s.sample(v.Type, depth+1)})
		}
		return out
	case model.External:
		if v.Type == nil {
			return &syntax.Value{Kind: syntax.StringValue, Text: v.Tag}
		}
		out.Members = append(out.Members, &syntax.Member{Key: syntax.Word{Text: v.Tag}, Value: s.sample(v.Type, depth+1)})
		return out
	}
	return s.sample(v.Type, depth+1)
}
