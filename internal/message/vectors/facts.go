package vectors

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// facts are the states that a message of t covers at its own level: its variant, its
// enum value, and for each field whether it is absent, null, under an older name or
// present. Values inside it are covered by the vectors of their types. Without a type
// it is a JSON-RPC message.
func (m *maker) facts(r lower.Ref, v *interp.Value) []string {
	switch {
	case r == lower.NoType:
		return m.messageFacts(v)
	case r.OrNull && v.Kind == model.NullValue:
		return []string{"null"}
	}
	switch t := m.rows.At(r); t.Form {
	case lower.EnumForm:
		return []string{m.enumFact(t.Enum, v.Written())}
	case lower.ListForm:
		return sized(len(v.Items))
	case lower.MapForm:
		return sized(len(v.Members))
	case lower.TupleForm:
		return []string{sized(len(v.Items))[0], model.FormatNumber(float64(len(v.Items)))}
	case lower.StructForm:
		return structFacts(t.Struct, v)
	case lower.UnionForm:
		return unionFacts(t.Union, v)
	}
	return []string{kindFact(v)}
}

func sized(n int) []string {
	if n == 0 {
		return []string{"empty"}
	}
	return []string{"not empty"}
}

func kindFact(v *interp.Value) string { return lower.KindWords(1 << v.Kind) }

// enumFact is the value, or that it is undeclared.
func (m *maker) enumFact(e *lower.Enum, written string) string {
	known := m.enums[e]
	if known == nil {
		known = make(map[string]bool, len(e.Values))
		for _, x := range e.Values {
			known[e.JSON(x)] = true
		}
		for _, x := range e.FormerValues {
			known[e.JSON(x.Name)] = true
		}
		m.enums[e] = known
	}
	if known[written] {
		return "value " + written
	}
	return "undeclared"
}

func structFacts(t *lower.Struct, v *interp.Value) []string {
	out := make([]string, 0, len(t.Tags)+len(t.Fields)+1)
	for _, tag := range t.Tags {
		if x := v.Member(tag.Key); x != nil {
			out = append(out, "tag "+x.Written())
		} else {
			out = append(out, "no tag "+tag.Key)
		}
	}
	for _, f := range t.Fields {
		x := v.Member(f.Name)
		switch {
		case x == nil:
			out = append(out, f.Name+" is absent")
		case x.Kind == model.NullValue:
			out = append(out, f.Name+" is null")
		default:
			out = append(out, f.Name+" is "+kindFact(x))
		}
		for _, was := range f.FormerNames {
			if v.Member(was) != nil {
				out = append(out, f.Name+" is "+was)
			}
		}
	}
	if slices.ContainsFunc(v.Members, func(x interp.Member) bool { return !t.Declares(x.Key) }) {
		out = append(out, "an undeclared key")
	}
	return out
}

func unionFacts(u *lower.Union, v *interp.Value) []string {
	switch u.By {
	case lower.ByTag, lower.ByContent:
		return []string{tagFact(u, v.Member(u.Key))}
	case lower.ByName:
		if v.Kind == model.ObjectValue && len(v.Members) > 0 {
			return []string{"key " + v.Members[0].Key}
		}
		return []string{"bare " + v.Text}
	case lower.ByKey:
		for _, c := range u.Cases {
			if c.Key == "" || v.Member(c.Key) != nil {
				return []string{"key " + c.Key}
			}
		}
	}
	return []string{kindFact(v)}
}

// tagFact is the tag, or that it is undeclared.
func tagFact(u *lower.Union, tag *interp.Value) string {
	if tag == nil {
		return "no tag"
	}
	for _, c := range u.Cases {
		for _, x := range slices.Concat(c.Tags, c.FormerNames) {
			if u.TagKind.JSON(x) == tag.Written() {
				return "tag " + x
			}
		}
	}
	return "undeclared tag"
}

// messageFacts are the method or the kind of answer, and the members that are present.
func (m *maker) messageFacts(v *interp.Value) []string {
	var out []string
	parts := m.reader.Parts(v)
	if method := parts.Method; method != nil && !parts.IsResponse {
		known := slices.ContainsFunc(m.rows.Calls, func(x lower.Call) bool { return x.Method == method.Text })
		if !known {
			return []string{"an undeclared method"}
		}
		out = append(out, "method "+method.Text)
		if parts.Params == nil {
			out = append(out, method.Text+" without params")
		}
		return out
	}
	for _, x := range []struct {
		name string
		part *interp.Value
	}{{"id", parts.ID}, {"result", parts.Result}, {"error", parts.Error}} {
		if x.part != nil {
			out = append(out, x.name+" is "+kindFact(x.part))
		}
	}
	return out
}
