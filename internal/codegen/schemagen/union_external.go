package schemagen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// external is "name" for a variant without a body, and {"name": body} for the
// others. A fault in the name is a fault of the whole value, so it is expressed with
// keywords that are reported there.
func (b *builder) external(u *lower.Union) *schema {
	open := u.Unknown == lower.UnknownKept && !b.side.closed()
	var plain, bodied []model.Value
	var props properties
	for _, c := range u.Cases {
		tags := b.tags(u.TagKind, c.Tags, c.FormerNames)
		if !c.Body {
			plain = append(plain, tags...)
			continue
		}
		bodied = append(bodied, tags...)
		for _, tag := range tags {
			props.add(tag.Text, b.annotate(b.typ(c.Of.Type), b.own(c.Of)))
		}
	}
	extended := !open && u.Extensions != nil
	name := ofType("string")
	switch {
	case extended && len(plain) == 0:
		name = extension(u.Extensions)
	case extended:
		name = orExtension(name.with("enum", listOf(plain)), u.Extensions)
	case !open:
		name.with("enum", listOf(plain))
	case len(bodied) > 0:
		name.sub("not", oneOf(bodied))
	}
	body := props.on(ofType("object")).with("maxProperties", number(1))
	if extended {
		body.subs("anyOf", append(eachPresent(bodied), namedByExtension(u.Extensions)))
	} else if !open {
		body.subs("anyOf", eachPresent(bodied))
	} else if body.with("minProperties", number(1)); len(plain) > 0 {
		body.sub("not", new(schema).subs("anyOf", eachPresent(plain)))
	}
	switch {
	case open || extended || len(plain) > 0 && len(bodied) > 0:
		return perKind(kindPart{model.Strings, name, new(schema)}, kindPart{model.Objects, body, new(schema)})
	case len(plain) > 0:
		return name
	default:
		return body
	}
}

// namedByExtension matches objects whose keys are names of extensions.
func namedByExtension(e *lower.Extensions) *schema {
	var props properties
	props.patterns.add(extensionPattern(e), new(schema))
	s := props.on(new(schema)).with("minProperties", number(1)).with("additionalProperties", boolean(false))
	if len(e.Declared) > 0 {
		s.sub("not", new(schema).subs("anyOf", eachPresent(texts(e.Declared))))
	}
	return s
}

// nameDocs lists the docs of variants that are only their names, as valueDocs does.
func nameDocs(u *lower.Union) string {
	var lines []string
	for _, c := range u.Cases {
		if u.By == lower.ByName && !c.Body {
			lines = appendDoc(lines, model.Quote(c.Tags[0]), &c.Of.Meta)
		}
	}
	return strings.Join(lines, "\n")
}

// eachPresent are schemas that match objects with a key, one for each key.
func eachPresent(keys []model.Value) []*schema {
	var out []*schema
	for _, k := range keys {
		out = append(out, present(k.Text))
	}
	return out
}
