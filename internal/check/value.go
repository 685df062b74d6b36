package check

import (
	"strconv"

	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/syntax"
)

// toModel is v without its places. Of a key that stands twice the last counts.
func toModel(v *syntax.Value) model.Value {
	out := model.Value{Kind: model.ValueKind(v.Kind), Bool: v.Bool, Text: v.Text}
	if v.Kind == syntax.NumberValue {
		f, _ := strconv.ParseFloat(v.Text, 64)
		out.Text = model.FormatNumber(f)
	}
	if v.Kind == syntax.BoolValue || v.Kind == syntax.NullValue {
		out.Text = ""
	}
	for _, item := range v.Items {
		out.Items = append(out.Items, toModel(item))
	}
	for _, m := range v.Members {
		out.Members = append(out.Members, model.Member{Key: m.Key.Text, Value: toModel(m.Value)})
	}
	return out
}

// member is the last member of an object with that key, or nil.
func member(v *syntax.Value, key string) *syntax.Member {
	var out *syntax.Member
	for _, m := range v.Members {
		if m.Key.Text == key {
			out = m
		}
	}
	return out
}
