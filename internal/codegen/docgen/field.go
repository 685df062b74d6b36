package docgen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/catalog"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// typed is a type as a spec spells it, with links.
func (b *builder) typed(t model.Type) line {
	switch t := t.(type) {
	case nil:
		return words("nothing")
	case model.Decl:
		return link(t.TypeName(), catalog.Anchor(catalog.TypeSpace, t.TypeName()))
	case *model.List:
		inner := b.typed(t.Elem)
		if _, ok := t.Elem.(*model.Nullable); ok {
			inner = say("(%s)", inner)
		}
		return append(inner, bit{Text: "[]", Code: true})
	case *model.Map:
		of := b.typed(t.Elem)
		switch {
		case t.Key != nil:
			return say("map from %s to %s", b.typed(t.Key), of)
		case t.Name != nil:
			return say("map from %s to %s", b.typed(t.Name), of)
		}
		return say("map of %s", of)
	case *model.Nullable:
		return say("%s or %s", b.typed(t.Elem), code("null"))
	case *model.Literal:
		return code(t.Value.JSON())
	}
	return code(t.String())
}

// limits are those of a type and of the unnamed types in it, in words.
func (b *builder) limits(t model.Type) []line {
	var out []line
	var visit func(t model.Type, of string)
	visit = func(t model.Type, of string) {
		rules, checks := lower.LimitsOf(t)
		for _, l := range rules {
			text := of + l.Words
			if checks == lower.CheckedByWriters {
				text += ", in what is written"
			}
			if l.Of == lower.OfText && !strings.Contains(text, l.Pattern) {
				out = append(out, append(words(text), say(", which matches %s", code(l.Pattern))...))
				continue
			}
			out = append(out, words(text))
		}
		for _, l := range lower.AdviceOf(t) {
			out = append(out, words(of+"should be "+l.Words))
		}
		switch t := t.(type) {
		case *model.List:
			if t.SkipBad {
				out = append(out, words("items that cannot be read are skipped"))
			}
			visit(t.Elem, "each item: ")
		case *model.Map:
			visit(t.Elem, "each value: ")
		case *model.Nullable:
			visit(t.Elem, of)
		}
	}
	if t != nil {
		visit(t, "")
	}
	return out
}

// presence says what a reader does without a value under a key, and a writer.
func presence(f *lower.Field) (reader, writer line) {
	switch f.Absent {
	case lower.AbsentRefused:
		reader = words("required")
		if f.Type.OrNull && f.Null == lower.NullValue {
			reader = words("required; may be null")
		}
	case lower.AbsentUnset:
		reader = words(map[lower.Null]string{
			lower.NullRefused:  "may be absent, not null",
			lower.NullValue:    "may be absent; may be null",
			lower.NullUnset:    "may be absent; null reads as absent",
			lower.NullAsAbsent: "may be absent; null reads as absent",
		}[f.Null])
		if f.Patch {
			reader = words("absent: no change; null: remove it")
		}
	case lower.AbsentDefault:
		form := map[lower.Null]string{
			lower.NullRefused:  "may be absent: then %s",
			lower.NullValue:    "may be absent: then %s; may be null",
			lower.NullUnset:    "may be absent: then %s; null reads as unset",
			lower.NullAsAbsent: "may be absent or null: then %s",
		}[f.Null]
		reader = say(form, code(f.Default.JSON()))
	}
	if f.OnError == lower.OnErrorUnset {
		reader = append(reader, bit{Text: "; a value that cannot be read is skipped"})
	}
	switch {
	case f.Write == lower.WriteNullUnset:
		writer = words("written as null when unset")
	case f.MustSet:
		writer = words("always written by this version")
	case f.Write == lower.WriteSet:
		writer = words("left out when unset")
	case f.Write == lower.WriteNotDefault:
		writer = words("left out when it is the default")
	case f.Absent != lower.AbsentRefused:
		writer = words("always written")
	}
	return reader, writer
}

// field is the row of a field; id is its anchor.
func (b *builder) field(f *lower.Field, id string) *row {
	r := b.part(id, f.Name, &f.Of.Meta)
	r.Type, r.Limits = b.typed(f.Of.Type), b.limits(f.Of.Type)
	r.Reader, r.Writer = presence(f)
	r.older(f.FormerNames)
	return r
}

// part is the row of a part with what every element has.
func (b *builder) part(id, name string, m *model.Meta) *row {
	r := &row{ID: id, Name: clean(name), Doc: b.prose.prose(m.Doc)}
	r.Chips, r.New = b.meta(m)
	if m.Unit != "" {
		r.Notes = append(r.Notes, say("Unit: %s.", words(m.Unit)))
	}
	if m.LogTruncate > 0 {
		r.Notes = append(r.Notes, words("Generated code cuts it to "+count(m.LogTruncate, "character")+" in logs."))
	}
	return r
}

func (r *row) older(names []string) {
	if len(names) > 0 {
		r.Notes = append(r.Notes, say("Formerly %s, which readers still accept.", list(codes(names), "and")))
	}
}

// fields is the table of a struct.
func (b *builder) fields(s *model.Struct) *table {
	row := b.rows.Decl(s).Struct
	t := &table{Kind: "fields", Heads: []string{"Key", "Type", "Presence", "Meaning"}}
	for _, tag := range row.Tags {
		var values []line
		for _, v := range tag.Values {
			values = append(values, code(tag.Kind.JSON(v)))
		}
		r := b.part("", tag.Key, &model.Meta{})
		r.Type, r.Reader = list(values, "or"), words("required")
		if tag.Implied {
			r.Reader = words("may be absent: then this variant")
			r.Writer = map[lower.Written]line{
				lower.WrittenAlways: words("always written"), lower.WrittenNever: words("never written"), lower.WrittenAsRead: words("written if it was read"),
			}[tag.Written]
		}
		r.Doc = b.prose.prose("The tag, which says which variant the object is.")
		r.older(tag.FormerNames)
		t.Rows = append(t.Rows, r)
	}
	for i := range row.Fields {
		f := &row.Fields[i]
		t.Rows = append(t.Rows, b.field(f, catalog.PartAnchor(s.Name, f.Name)))
	}
	if len(t.Rows) == 0 {
		t.Notes = append(t.Notes, words("An object without declared keys."))
	}
	for _, g := range row.Groups {
		t.Notes = append(t.Notes, words("An object has "+g.Words+"."))
	}
	switch row.Extra {
	case lower.ExtraIgnored:
	case lower.ExtraKept:
		t.Notes = append(t.Notes, words("Other keys are kept, and written back."))
	case lower.ExtraRefused:
		t.Notes = append(t.Notes, words("Other keys are refused."))
	case lower.ExtraTyped:
		t.Notes = append(t.Notes, say("Other keys have values of the type %s.", b.typed(s.ExtraType)))
	}
	if x := row.Extensions; x != nil {
		t.Notes = append(t.Notes, say("Keys that begin with %s belong to extensions, and are kept.", list(codes(x.Prefixes), "or")))
	}
	return t
}

// body adds the table of a type to its entry, or what else is said of it.
func (b *builder) body(x *entry, d model.Decl) {
	switch t := d.(type) {
	case *model.Struct:
		x.Tables = append(x.Tables, b.fields(t))
	case *model.Enum:
		x.Tables = append(x.Tables, b.values(t))
	case *model.Union:
		x.Tables = append(x.Tables, b.variants(t))
	case *model.Tuple:
		x.Tables = append(x.Tables, b.items(t))
	case *model.Alias:
		l := say("another name of %s", b.typed(t.Type))
		if t.Distinct {
			l = say("a distinct type, written as %s", b.typed(t.Type))
		}
		x.fact("Type", l)
		for _, limit := range b.limits(t.Type) {
			x.fact("Limit", limit)
		}
	}
}

// values is the table of an enum.
func (b *builder) values(e *model.Enum) *table {
	row := lower.EnumOf(e)
	t := &table{Kind: "values", Heads: []string{"Value", "Meaning"}}
	for i, v := range e.Values {
		t.Rows = append(t.Rows, b.valueRow(e, row, i, v))
	}
	switch row.Other {
	case lower.OtherRefused:
		t.Notes = append(t.Notes, words("Any other value is refused."))
	case lower.OtherKept:
		t.Notes = append(t.Notes, words("Any other value is accepted and kept as it is: newer versions may add some."))
	case lower.OtherFallback:
		fallback := row.Fallback
		t.Notes = append(t.Notes, say("Any other value is read as %s.", code(row.JSON(fallback))))
	}
	if x := row.Extensions; x != nil {
		t.Notes = append(t.Notes, say("Values that begin with %s belong to extensions, and are kept.", list(codes(x.Prefixes), "or")))
	}
	return t
}

// valueRow is the row of a value of an enum.
func (b *builder) valueRow(e *model.Enum, row *lower.Enum, i int, v *model.EnumValue) *row {
	r := b.part(catalog.PartAnchor(e.Name, v.Value), row.JSON(row.Values[i]), &v.Meta)
	if row.Integer {
		r.Notes = append(r.Notes, say("Its name is %s.", code(v.Name)))
	}
	r.older(v.FormerNames)
	return r
}

// variants is the table of a union.
func (b *builder) variants(u *model.Union) *table {
	row := b.rows.Decl(u).Union
	t := &table{Kind: "variants", Heads: []string{"Variant", "Type", "Meaning"}}
	if e := b.proto.Envelope; e != nil && (u == e.Events || u == e.Requests || u == e.Messages) {
		var of []line
		if u != e.Requests && e.Events != nil {
			of = append(of, say("the %s", leading("events", "all-events")))
		}
		if u != e.Events && e.Requests != nil {
			of = append(of, say("the %s", leading("requests", "all-requests")))
		}
		t.Notes = append(t.Notes, say("Its variants are %s.", list(of, "and")))
		return b.union(t, row)
	}
	seen := map[string]bool{}
	for i, v := range u.Variants {
		c := &row.Cases[i]
		name := catalog.VariantName(row, v)
		id := catalog.PartAnchor(u.Name, name)
		if seen[id] {
			id = ""
		}
		seen[id] = true
		r := b.part(id, name, &v.Meta)
		r.Type = b.typed(v.Type)
		if v.Type == nil {
			r.Type = words("the tag alone")
		}
		if len(c.Tags) > 1 {
			r.Notes = append(r.Notes, say("Also with the tag %s.", list(codes(c.Tags[1:]), "or")))
		}
		if row.Default == i {
			r.Notes = append(r.Notes, words("An object without a tag is read as this one."))
		}
		if row.By == lower.ByKey && c.Key != "" {
			r.Notes = append(r.Notes, say("It is the variant if the key %s is present.", code(c.Key)))
		}
		r.older(v.FormerNames)
		t.Rows = append(t.Rows, r)
	}
	return b.union(t, row)
}

// union adds how the variants of a union are distinguished.
func (b *builder) union(t *table, row *lower.Union) *table {
	t.Notes = append(t.Notes, map[lower.By]line{
		lower.ByTag:     say("The key %s says which variant it is.", code(row.Key)),
		lower.ByContent: say("The key %s says which variant it is, and %s has its value.", code(row.Key), code(row.Content)),
		lower.ByName:    words("An object with one key, the name of the variant; a variant without a value is its name as a string."),
		lower.ByKind:    words("The kind of the JSON value says which variant it is."),
		lower.ByKey:     words("The first of the keys that is present says which variant it is."),
		lower.ByOrder:   words("It is the first variant that accepts the value."),
	}[row.By])
	switch row.Unknown {
	case lower.UnknownRefused:
		t.Notes = append(t.Notes, words("Any other variant is refused."))
	case lower.UnknownKept:
		t.Notes = append(t.Notes, words("Any other variant is accepted and kept as it is: newer versions may add some."))
	case lower.UnknownExtended, lower.UnknownNone:
	}
	if x := row.Extensions; x != nil {
		t.Notes = append(t.Notes, say("Variants whose names begin with %s belong to extensions, and are kept.", list(codes(x.Prefixes), "or")))
	}
	return t
}

// items is the table of a tuple.
func (b *builder) items(tuple *model.Tuple) *table {
	row := b.rows.Decl(tuple).Tuple
	t := &table{Kind: "items", Heads: []string{"Place", "Type", "Presence", "Meaning"}}
	for i, item := range tuple.Items {
		key, name := item.Name, item.Name
		if key == "" {
			key, name = strconv.Itoa(i), strconv.Itoa(i)
		} else {
			name = fmt.Sprintf("%d: %s", i, name)
		}
		r := b.part(catalog.PartAnchor(tuple.Name, key), name, &item.Meta)
		r.Type, r.Limits, r.Reader = b.typed(item.Type), b.limits(item.Type), words("required")
		if i >= row.Least {
			r.Reader = words("may be missing at the end")
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func count(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}
