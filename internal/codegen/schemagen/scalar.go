package schemagen

import (
	"math"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

func (b *builder) scalar(t *model.Scalar) *schema {
	info := t.Kind.Info()
	switch {
	case t.Kind.Wide():
		return b.wide(info, t)
	case info.Integer:
		return b.number("integer", info.Min, info.Max, t)
	case info.Checked:
		s := ofType("string")
		if t.Kind == model.Bytes {
			s.with("contentEncoding", text("base64"))
		}
		return s.with("pattern", text(info.Pattern))
	}
	switch t.Kind {
	case model.Float:
		return b.number("number", math.Inf(-1), math.Inf(1), t)
	case model.Any:
		return new(schema)
	case model.Empty:
		return b.seal(ofType("object"))
	}
	s := b.narrow(ofType(info.Kinds.List()[0].String()), t)
	// The form of a string is not in the keyword format: validators refuse unknown
	// formats, and the limits have the forms that are checked.
	if words := model.TextWords(t); words != "" {
		s.note(words)
	}
	return s
}
