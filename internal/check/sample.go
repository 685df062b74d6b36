package check

import (
	"github.com/wiregen/wiregen/internal/diag"
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
		return [...]*syntax.Value{
			model.String: {Kind: syntax.StringValue, Text: "a"}, model.Bool: {Kind: syntax.BoolValue},
			model.Int: {Kind: syntax.NumberValue, Text: "1"}, model.Float: {Kind: syntax.NumberValue, Text: "1"},
			model.Any: {Kind: syntax.NullValue}, model.Object: {Kind: syntax.ObjectValue},
			model.Null: {Kind: syntax.NullValue}, model.Empty: {Kind: syntax.ObjectValue},
		}[t.Kind]
	case *model.Literal:
		return &syntax.Value{Kind: syntax.ValueKind(t.Value.Kind), Bool: t.Value.Bool, Text: t.Value.Text}
	case *model.Enum:
		if len(t.Values) > 0 {
			return &syntax.Value{Kind: syntax.StringValue, Text: t.Values[0].Value}
		}
	case *model.List:
		return &syntax.Value{Kind: syntax.ListValue}
	case *model.Struct:
		return s.sampleStruct(t, depth)
	case *model.Union:
		return s.sampleUnion(t, depth)
	case *model.Map:
		return &syntax.Value{Kind: syntax.ObjectValue}
	}
	return &syntax.Value{Kind: syntax.NullValue}
}

func (s *sampler) sampleStruct(t *model.Struct, depth int) *syntax.Value {
	out := &syntax.Value{Kind: syntax.ObjectValue}
	if t.Tag != nil {
		out.Members = append(out.Members, tagMember(t.Tag.Key, t.Tag.Value))
	}
	for _, f := range t.Fields {
		if f.Required() {
			out.Members = append(out.Members, &syntax.Member{Key: syntax.Word{Text: f.Name}, Value: s.sample(f.Type, depth+1)})
		}
	}
	return out
}

func tagMember(key, tag string) *syntax.Member {
	return &syntax.Member{Key: syntax.Word{Text: key}, Value: &syntax.Value{Kind: syntax.StringValue, Text: tag}}
}

func (s *sampler) sampleUnion(t *model.Union, depth int) *syntax.Value {
	if len(t.Variants) == 0 {
		return &syntax.Value{Kind: syntax.ObjectValue}
	}
	first := t.Variants[0]
	if t.Tagging != model.Adjacent {
		return s.sample(first.Type, depth+1)
	}
	body := &syntax.Member{Key: syntax.Word{Text: t.Content}, Value: s.sample(first.Type, depth+1)}
	return &syntax.Value{Kind: syntax.ObjectValue, Members: []*syntax.Member{tagMember(t.TagKey, first.Tag), body}}
}
