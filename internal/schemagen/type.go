package schemagen

import (
	"fmt"
	"math"
	"net/url"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// A side is one of the sets of values that a schema can describe.
type side string

// The sides. A strict reader takes old names and left-out defaults as every
// reader does, but nothing that the spec does not declare.
const (
	read   side = "read"
	write  side = "write"
	strict side = "strict"
)

// closed tells whether undeclared keys, tags, methods and values of open enums
// are outside of the set.
func (s side) closed() bool { return s != read }

// title is what the values of the side are.
func (s side) title() string {
	switch s {
	case write:
		return "what a writer sends"
	case strict:
		return "what a strict reader accepts"
	default:
		return "what a reader accepts"
	}
}

// A builder makes schemas for one side.
type builder struct {
	protocol *model.Protocol
	defs     *defNames
	side     side
	prefix   string // what stands before #/$defs/ in a reference: the bundle, seen from another file
}

// maxInt is the largest integer that every language holds exactly.
const maxInt = 1<<53 - 1

// typ is the schema of a type where it is used: a reference when it has a name.
func (b *builder) typ(t model.Type) *schema {
	switch t := t.(type) {
	case *model.Scalar:
		return b.scalar(t)
	case *model.List:
		return ofType("array").sub("items", b.typ(t.Elem))
	case *model.Map:
		return ofType("object").sub("additionalProperties", b.typ(t.Elem))
	case *model.Nullable:
		return b.nullable(t)
	case *model.Literal:
		return new(schema).with("const", t.Value)
	case model.Decl:
		return b.ref(t.TypeName())
	default:
		panic(fmt.Sprintf("schemagen: no schema for %T", t))
	}
}

// decl is the schema that stands under $defs.
func (b *builder) decl(d model.Decl) *schema {
	s := new(schema)
	switch d := d.(type) {
	case *model.Struct:
		s = b.structure(d)
	case *model.Enum:
		return b.enum(d)
	case *model.Alias:
		s = b.typ(d.Type)
	case *model.Union:
		s = b.union(d)
		if doc := b.standing(d); doc != "" {
			s.with("description", text(doc))
		}
	default:
		panic(fmt.Sprintf("schemagen: no schema for %T", d))
	}
	return b.annotate(s.with("title", text(d.TypeName())), d.Info())
}

func (b *builder) scalar(t *model.Scalar) *schema {
	switch t.Kind {
	case model.String:
		return ofType("string")
	case model.Bool:
		return ofType("boolean")
	case model.Int:
		return integers(-maxInt, maxInt)
	case model.Int32:
		return integers(math.MinInt32, math.MaxInt32)
	case model.Uint32:
		return integers(0, math.MaxUint32)
	case model.Int64:
		if t.Text {
			return ofType("string").with("pattern", text(int64Pattern))
		}
		return integers(-maxInt, maxInt)
	case model.Uint64:
		if t.Text {
			return ofType("string").with("pattern", text(uint64Pattern))
		}
		return integers(0, maxInt)
	case model.Bytes:
		return ofType("string").with("contentEncoding", text("base64")).with("pattern", text(base64Pattern))
	case model.URI, model.Timestamp:
		// Not by the keyword format: validators refuse one that they do not know,
		// and nothing here is checked.
		return ofType("string")
	case model.Float:
		return ofType("number")
	case model.Any:
		return new(schema)
	case model.Object:
		return ofType("object")
	case model.Null:
		return ofType("null")
	case model.Empty:
		return b.seal(ofType("object"))
	default:
		panic(fmt.Sprintf("schemagen: no schema for scalar %d", t.Kind))
	}
}

func integers(low, high int64) *schema {
	return ofType("integer").with("minimum", number(low)).with("maximum", number(high))
}

// The patterns of strings that stand for something else: base64 with padding
// whose spare bits are zero, and the decimal digits of 64 bits in their only spelling.
const base64Pattern = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$"

var (
	uint64Pattern = "^(?:" + digitsUpTo("18446744073709551615") + ")$"
	int64Pattern  = "^(?:" + digitsUpTo("9223372036854775807") + "|-(?:" + positiveUpTo("9223372036854775808") + "))$"
)

// digitsUpTo is a pattern of the integers from 0 to most.
func digitsUpTo(most string) string { return "0|" + positiveUpTo(most) }

// positiveUpTo is a pattern of the integers from 1 to most: those with fewer
// digits, those that are smaller from some digit on, and most itself.
func positiveUpTo(most string) string {
	parts := []string{fmt.Sprintf("[1-9][0-9]{0,%d}", len(most)-2)}
	for i, c := range most {
		low := '0'
		if i == 0 {
			low = '1'
		}
		if c == low {
			continue
		}
		part := fmt.Sprintf("%s[%c-%c]", most[:i], low, c-1)
		if rest := len(most) - i - 1; rest > 0 {
			part += fmt.Sprintf("[0-9]{%d}", rest)
		}
		parts = append(parts, part)
	}
	return strings.Join(append(parts, most), "|")
}

// nullable says "or null" so that a fault inside the element is reported once,
// at its own place: anyOf would add "not null" and "none of these" to it.
func (b *builder) nullable(t *model.Nullable) *schema {
	switch elem := t.Elem.(type) {
	case *model.Scalar, *model.List, *model.Map:
		return orNull(b.typ(elem))
	case *model.Literal:
		null := model.Value{Kind: model.NullValue}
		return new(schema).with("enum", model.Value{Kind: model.ListValue, Items: []model.Value{elem.Value, null}})
	default:
		return new(schema).sub("if", ofType("null")).sub("else", b.typ(elem))
	}
}

// orNull adds null to the one type of a schema.
func orNull(s *schema) *schema {
	out := new(schema)
	for _, k := range s.keywords {
		if k.Key == "type" {
			out.texts("type", []string{k.Value.Text, "null"})
			continue
		}
		out.with(k.Key, k.Value)
	}
	return out
}

// seal closes an object where the side is closed.
func (b *builder) seal(s *schema) *schema {
	if b.side.closed() {
		s.with("additionalProperties", boolean(false))
	}
	return s
}

func (b *builder) ref(name string) *schema {
	return new(schema).with("$ref", text(b.prefix+defsPointer(name)))
}

// pointerEscapes are those of a JSON pointer (RFC 6901).
var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// defsPointer is the reference to a name under $defs, as a URI fragment.
func defsPointer(name string) string {
	name = pointerEscapes.Replace(name)
	return "#/$defs/" + url.PathEscape(name)
}
