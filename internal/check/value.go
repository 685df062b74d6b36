package check

import (
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/syntax"
)

// toModel is v without its places. Of a key that stands twice the last counts.
func toModel(v *syntax.Value) model.Value {
	out := model.Value{Kind: model.ValueKind(v.Kind), Bool: v.Bool, Text: v.Text}
	if v.Kind == syntax.NumberValue {
		f, _ := strconv.ParseFloat(v.Text, 64)
		out.Text = formatNumber(f)
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

// formatNumber prints f as ECMAScript does: the shortest digits, an exponent
// from 1e21 up and from 1e-7 down.
func formatNumber(f float64) string {
	if f == 0 {
		return "0"
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	exp, _ := strconv.Atoi(exponent)
	if exp > -7 && exp < 21 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	sign := "+"
	if exp < 0 {
		sign = ""
	}
	return digits + "e" + sign + strconv.Itoa(exp)
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
