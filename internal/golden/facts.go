package golden

import (
	"slices"

	"github.com/wiregen/wiregen/internal/meaning"
	"github.com/wiregen/wiregen/internal/model"
)

// facts are what a message of t shows at its own level: which variant it is,
// which value of an enum, and of each field whether it is absent, null, under
// an older name or there. What is inside is shown by the vectors of the types
// that it is of. Without a type it is a JSON-RPC message.
func (m *maker) facts(t model.Type, v *meaning.Value) []string {
	if t == nil {
		return m.messageFacts(v)
	}
	return factsOf(t, v)
}

func factsOf(t model.Type, v *meaning.Value) []string {
	switch t := model.Resolve(t).(type) {
	case *model.Nullable:
		if v.Kind == model.NullValue {
			return []string{"null"}
		}
		return factsOf(t.Elem, v)
	case *model.Enum:
		return []string{enumFact(t, v)}
	case *model.List:
		return sized(len(v.Items))
	case *model.Map:
		return sized(len(v.Members))
	case *model.Tuple:
		return []string{sized(len(v.Items))[0], model.FormatNumber(float64(len(v.Items)))}
	case *model.Struct:
		return structFacts(t, v)
	case *model.Union:
		return unionFacts(t, v)
	}
	return []string{kindFact(v)}
}

func sized(n int) []string {
	if n == 0 {
		return []string{"empty"}
	}
	return []string{"not empty"}
}

func kindFact(v *meaning.Value) string {
	return [...]string{
		model.NullValue: "null", model.BoolValue: "a boolean", model.NumberValue: "a number",
		model.StringValue: "a string", model.ListValue: "a list", model.ObjectValue: "an object",
	}[v.Kind]
}

// enumFact is the value, or that it is none that is declared.
func enumFact(t *model.Enum, v *meaning.Value) string {
	for _, x := range t.Values {
		switch {
		case t.Integer && float64(x.Number) == v.Number, !t.Integer && x.Value == v.Text:
			return "value " + x.Value + model.FormatNumber(v.Number)
		case !t.Integer && slices.Contains(x.Was, v.Text):
			return "older value " + v.Text
		}
	}
	return "undeclared"
}

func structFacts(t *model.Struct, v *meaning.Value) []string {
	var out []string
	declared := make(map[string]bool)
	for tag := t.Tag; tag != nil; tag = tag.Outer {
		declared[tag.Key] = true
		if x := v.Member(tag.Key); x != nil {
			out = append(out, "tag "+x.Written())
		} else {
			out = append(out, "no tag "+tag.Key)
		}
	}
	for _, f := range t.Fields {
		declared[f.Name] = true
		x := v.Member(f.Name)
		switch {
		case x == nil:
			out = append(out, f.Name+" is absent")
		case x.Kind == model.NullValue:
			out = append(out, f.Name+" is null")
		default:
			out = append(out, f.Name+" is "+kindFact(x))
		}
		for _, was := range f.Was {
			declared[was] = true
			if v.Member(was) != nil {
				out = append(out, f.Name+" is "+was)
			}
		}
	}
	if slices.ContainsFunc(v.Members, func(x meaning.Member) bool { return !declared[x.Key] }) {
		out = append(out, "an undeclared key")
	}
	return out
}

func unionFacts(t *model.Union, v *meaning.Value) []string {
	switch t.Tagging {
	case model.Internal, model.Adjacent:
		return []string{tagFact(t, v.Member(t.TagKey))}
	case model.External:
		if v.Kind == model.ObjectValue && len(v.Members) > 0 {
			return []string{"key " + v.Members[0].Key}
		}
		return []string{"bare " + v.Text}
	case model.ByKey:
		for _, x := range t.Variants {
			if x.Key == "" || v.Member(x.Key) != nil {
				return []string{"key " + x.Key}
			}
		}
	}
	return []string{kindFact(v)}
}

// tagFact is the tag, or that it is none that is declared.
func tagFact(t *model.Union, tag *meaning.Value) string {
	if tag == nil {
		return "no tag"
	}
	written := tag.Written()
	if tag.Kind == model.StringValue {
		written = tag.Text
	}
	for _, x := range t.Variants {
		if x.Tag == written || slices.Contains(x.Tags, written) || slices.Contains(x.Was, written) {
			return "tag " + written
		}
	}
	return "undeclared tag"
}

// messageFacts are the method or the kind of answer, and which members are there.
func (m *maker) messageFacts(v *meaning.Value) []string {
	var out []string
	if method := v.Member("method"); method != nil {
		known := slices.ContainsFunc(m.proto.Methods, func(x *model.Method) bool { return x.Name == method.Text })
		if !known {
			return []string{"an undeclared method"}
		}
		out = append(out, "method "+method.Text)
		if v.Member("params") == nil {
			out = append(out, method.Text+" without params")
		}
		return out
	}
	for _, key := range []string{"id", "result", "error"} {
		if x := v.Member(key); x != nil {
			out = append(out, key+" is "+kindFact(x))
		}
	}
	return out
}
