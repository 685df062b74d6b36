package schemagen

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A side is one of the sets of values that a schema can describe.
type side string

// The sides. A strict reader accepts old names and missing defaults as every reader
// does, but no undeclared content.
const (
	read   side = "read"
	write  side = "write"
	strict side = "strict"
)

// closed reports whether undeclared keys, tags, methods and values of open enums are
// refused.
func (s side) closed() bool { return s != read }

// title describes the values of the side.
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
	rows   *lower.Program
	defs   *defNames
	side   side
	prefix string    // the prefix of #/$defs/ in a reference: the bundle, in another file
	asRead *[]string // in the bundle of a closed side: the types of which it also has the read schema
	simple bool      // the bundle is for generators of code

	discriminator bool // of its unions by a tag

	inner bool // this is the read side within the bundle of a closed one
}

// typ is the schema of a use of a type: a reference if the type has a name.
func (b *builder) typ(t model.Type) *schema {
	switch t := t.(type) {
	case *model.Scalar:
		return b.scalar(t)
	case *model.List:
		return b.list(t)
	case *model.Map:
		return b.mapping(t)
	case *model.Nullable:
		return b.nullable(t.Elem)
	case *model.Literal:
		return new(schema).with("const", t.Value)
	case model.Decl:
		return b.ref(t.TypeName())
	default:
		panic(fmt.Sprintf("schemagen: no schema for %T", t))
	}
}

// decl is the schema under $defs.
func (b *builder) decl(d model.Decl) *schema {
	s, meta := new(schema), *d.Info()
	switch row := b.rows.Decl(d); d := d.(type) {
	case *model.Struct:
		s = b.structure(row.Struct)
	case *model.Enum:
		return b.enum(row.Enum)
	case *model.Tuple:
		s = b.tuple(row.Tuple)
	case *model.Alias:
		s = b.typ(d.Type)
	case *model.Union:
		s = b.union(row)
		if doc := b.standing(d); doc != "" {
			s.with("description", text(doc))
		}
		meta.Doc = strings.TrimSpace(meta.Doc + "\n\n" + nameDocs(row.Union))
	default:
		panic(fmt.Sprintf("schemagen: no schema for %T", d))
	}
	return b.annotate(s.with("title", text(d.TypeName())), &meta)
}

// nullable allows null in a way that reports a fault inside the element once, at its
// place: anyOf would add "not null" and "none of these".
func (b *builder) nullable(t model.Type) *schema {
	switch elem := t.(type) {
	case *model.Scalar, *model.List, *model.Map:
		return orNull(b.typ(elem))
	case *model.Literal:
		null := model.Value{Kind: model.NullValue}
		return new(schema).with("enum", model.Value{Kind: model.ListValue, Items: []model.Value{elem.Value, null}})
	default:
		if b.simple {
			return new(schema).subs("anyOf", []*schema{b.typ(t), ofType("null")})
		}
		return new(schema).sub("if", ofType("null")).sub("else", b.typ(t))
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

// seal closes an object if the side is closed.
func (b *builder) seal(s *schema) *schema {
	if b.side.closed() {
		s.with("additionalProperties", boolean(false))
	}
	return s
}

// readName is the name in the bundle of a closed side of a type as readers see it.
func readName(name string) string { return name + ".read" }

func (b *builder) ref(name string) *schema {
	if b.inner {
		if !slices.Contains(*b.asRead, name) {
			*b.asRead = append(*b.asRead, name)
		}
		name = readName(name)
	}
	return new(schema).with("$ref", text(b.pointer(name)))
}

// pointer is the reference to a name of the bundle.
func (b *builder) pointer(name string) string {
	if b.simple {
		return "#/definitions/" + strings.TrimPrefix(defsPointer(name), "#/$defs/")
	}
	return b.prefix + defsPointer(name)
}

// pointerEscapes are those of a JSON pointer (RFC 6901).
var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// defsPointer is the reference to a name under $defs, as a URI fragment.
func defsPointer(name string) string {
	name = pointerEscapes.Replace(name)
	return "#/$defs/" + url.PathEscape(name)
}
