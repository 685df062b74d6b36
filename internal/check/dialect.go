package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/syntax"
)

func (c *checker) dialect() {
	d := c.spec.Dialect
	if d == nil {
		return
	}
	out := &c.out.Dialect
	if !d.Value.IsZero() {
		out.JSONRPC.Value = d.Value.Text
	}
	if !d.Read.IsZero() {
		out.JSONRPC.Read = model.Presence(d.Read.Text)
	}
	if !d.Write.IsZero() {
		out.JSONRPC.Write = d.Write.Text == "true"
	}
	if len(d.IDTypes) > 0 {
		has := func(name string) bool {
			return slices.ContainsFunc(d.IDTypes, func(w syntax.Word) bool { return w.Text == name })
		}
		out.ID.String, out.ID.Int = has("string"), has("int")
	}
	if !d.NullOnError.IsZero() {
		out.ID.NullOnError = d.NullOnError.Text == "true"
	}
	if d.Order != nil {
		c.order(d.Order, out)
	}
	if !d.ErrorData.IsZero() {
		out.Error.Data = d.ErrorData.Text
	}
	if !d.FramingKind.IsZero() {
		out.Framing.Kind = d.FramingKind.Text
	}
	if d.MaxBytes > 0 {
		out.Framing.MaxBytes = d.MaxBytes
	}
}

// order checks that each member of a message is listed once.
func (c *checker) order(list []syntax.Word, out *model.Dialect) {
	members := out.Order
	var order []string
	for _, w := range list {
		switch {
		case !slices.Contains(members, w.Text):
			help := "the members are jsonrpc, id, method, params, result and error"
			if near := names.Suggest(w.Text, members); near != "" {
				help = fmt.Sprintf("did you mean %q?", near)
			}
			c.error(diag.DialectOrder, w.Span, fmt.Sprintf("a message has no member %q", w.Text), help)
			return
		case slices.Contains(order, w.Text):
			c.error(diag.DialectOrder, w.Span, fmt.Sprintf("%q stands in the order twice", w.Text), "keep one of the two")
			return
		}
		order = append(order, w.Text)
	}
	for _, m := range members {
		if !slices.Contains(order, m) {
			at := c.section("dialect")
			if len(list) > 0 {
				at = list[0].Span
				at.End = list[len(list)-1].Span.End
			}
			c.error(diag.DialectOrder, at, fmt.Sprintf("the order leaves out %q", m), "list all six: jsonrpc, id, method, params, result and error")
			return
		}
	}
	out.Order = order
}
