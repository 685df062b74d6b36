package compare

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

func joined(items []string) string { return strings.Join(items, ",") }

// small is a small value of a type as the version of s writes it. ok is false if none
// was found.
func (s *side) small(r lower.Ref) (text string, ok bool) { return s.smallOf(s.rows.At(r)) }

func (s *side) smallOf(t *lower.Type) (text string, ok bool) {
	text, known := s.smalls[t]
	if !known {
		if text, ok = sample.Small(t.Of); ok {
			text, _ = s.normal(t.Of, text)
		}
		s.smalls[t] = text
	}
	return text, text != ""
}

// normal is a text of a type, or of a message if t is nil, as the version of s writes it.
// ok is false if it cannot be read, or must not be written.
func (s *side) normal(t model.Type, text string) (string, bool) {
	got, ok := s.read(text, t)
	if !ok || got.Err != nil || got.Unfit != nil || got.Value == nil {
		return "", false
	}
	return got.Value.Written(), true
}

// valueOf is what a small text has for a field, or what its absence means; or "".
func (s *side) valueOf(f *lower.Field) string {
	if f.Default != nil {
		return f.Default.JSON()
	}
	text, _ := s.small(f.Type)
	return text
}

// otherThan is a value of a type, as the version of s writes it, that is not the given one.
func (s *side) otherThan(r lower.Ref, text string) (string, bool) {
	t := s.rows.At(r)
	if normal, ok := s.normal(t.Of, text); ok { // a default may leave out what is always written
		text = normal
	}
	tries := []string{"true", "2", "1", `"b"`, "[]", "{}", `{"a":1}`}
	if isLeaf(t) {
		tries = append(contain.Finite(t), tries...)
		for _, edge := range edges(t) {
			tries = append(tries, model.Quote(edge))
		}
	}
	if small, ok := s.small(r); ok {
		tries = append([]string{small}, tries...)
	}
	if t.Form == lower.ListForm || t.Form == lower.MapForm {
		if item, ok := s.small(*t.Elem); ok {
			key := "a"
			if t.Keys != nil {
				key = t.Keys.Values[0]
			}
			tries = append(tries, "["+item+"]", "{"+model.Quote(key)+":"+item+"}")
		}
	}
	if t.Form == lower.UnionForm {
		for i := range t.Union.Cases {
			tag := append(t.Union.Cases[i].Tags, "")[0]
			if small, ok := s.smallCase(t, &t.Union.Cases[i], tag); ok {
				tries = append(tries, small)
			}
		}
	}
	if t.Form == lower.StructForm {
		for i := range t.Struct.Fields {
			f := &t.Struct.Fields[i]
			if small, ok := s.small(f.Type); ok {
				object, _ := setting(t, f)(s, small)
				tries = append(tries, object)
			}
		}
	}
	for _, try := range tries {
		if got, _ := s.read(try, t.Of); len(got.Undeclared) > 0 {
			continue // nobody writes it
		}
		if normal, ok := s.normal(t.Of, try); ok && normal != text {
			return normal, true
		}
	}
	return "null", r.OrNull && text != "null"
}

// ofKinds is a small value of a type that is of one of some kinds, which it may be of.
func (s *side) ofKinds(r lower.Ref, kinds model.Kinds) (string, bool) {
	t := s.rows.At(r)
	if text, ok := s.small(r); ok && kinds.Has(parsed(s, text).Kind) {
		return text, true
	}
	if t.Form == lower.UnionForm {
		for i := range t.Union.Cases {
			x := &t.Union.Cases[i]
			if !t.Union.By.Around() && s.rows.At(x.Type).Writes&kinds != 0 {
				return s.ofKinds(x.Type, kinds)
			}
			if text, ok := s.smallCase(t, x, append(x.Tags, "")[0]); ok && kinds.Has(parsed(s, text).Kind) {
				return text, true
			}
		}
	}
	for kind, text := range ofKind {
		if text != "" && kinds.Has(model.ValueKind(kind)) && t.Writes.Has(model.ValueKind(kind)) {
			return text, true
		}
	}
	return "null", r.OrNull && kinds.Has(model.NullValue)
}

// edges are some texts of a scalar with a form.
func edges(t *lower.Type) []string {
	if t.Form != lower.ScalarForm {
		return nil
	}
	return t.Scalar.Kind.Info().Edges
}

// smallCase is a small value of a variant of a union, with one of its tags.
func (s *side) smallCase(row *lower.Type, x *lower.Case, tag string) (string, bool) {
	if !x.Body {
		if row.Union.By == lower.ByContent {
			return "{" + model.Quote(row.Union.Key) + ":" + row.Union.TagKind.JSON(tag) + "}", true
		}
		return row.Union.TagKind.JSON(tag), true
	}
	body, ok := s.small(x.Type)
	return wrapCase(row.Union, x, tag, body), ok
}

// whole is a value as a text, with the members that are read and not written.
func whole(v *interp.Value) string {
	switch {
	case v == nil:
		return ""
	case v.Kind == model.ListValue:
		var items []string
		for _, x := range v.Items {
			items = append(items, whole(x))
		}
		return "[" + joined(items) + "]"
	case v.Kind != model.ObjectValue:
		return v.Written()
	}
	var list []pair
	for _, m := range v.Members {
		list = append(list, pair{m.Key, json.RawMessage(whole(m.Value))})
	}
	return object(list)
}

// listOf is a list with a number of small items.
func (s *side) listOf(elem lower.Ref, count int) (string, bool) {
	item, ok := s.small(elem)
	if !ok || count > maxItems {
		return "", count == 0
	}
	return "[" + joined(slices.Repeat([]string{item}, count)) + "]", true
}

// with is a small object of a type with a member.
func (s *side) with(t *lower.Type, name, value string) (string, bool) {
	text, ok := s.smallOf(t)
	return set(text, name, value), ok
}

// without is a small object of a type without a member.
func (s *side) without(t *lower.Type, name string) (string, bool) {
	text, ok := s.smallOf(t)
	return drop(text, name), ok
}

// least is an object with few members that the version of s reads as a type: without one
// of them, and without all others that may be absent.
func (s *side) least(t *lower.Type, name string) (string, bool) {
	text, ok := s.without(t, name)
	for _, m := range members(text) {
		if less := drop(text, m.name); interp.Accepts(t.Of, parsed(s, less)) {
			text = less
		}
	}
	return text, ok
}

// exactly is a small object of a type in which, of some fields, just those of set are set.
func (s *side) exactly(t *lower.Type, of, fields []string) (string, bool) {
	text, ok := s.smallOf(t)
	for _, name := range of {
		text = drop(text, name)
	}
	for _, name := range fields {
		value, found := s.small(t.Struct.Field(name).Type)
		text, ok = set(text, name, value), ok && found
	}
	return text, ok
}

// setting wraps the value of a field in a small object; another value, where a writer would
// leave out that one. Other fields of its group are left out if it may have only one.
func setting(t *lower.Type, f *lower.Field) wrap {
	return func(s *side, inner string) (string, bool) {
		text, ok := s.smallOf(t)
		if f.Write == lower.WriteNotDefault {
			of := s.rows.At(f.Type).Of
			given, _ := s.normal(of, inner)
			if left, _ := s.normal(of, f.Default.JSON()); given == left {
				if other, ok := s.otherThan(f.Type, left); ok {
					inner = other
				}
			}
		}
		// Alone in its group: where a reader that passes over it finds the rule of the group broken, the message shows that.
		if g := t.Struct.Group(f.Name); g != nil && (!g.Rule.AllowsSeveral() || inner != "null") {
			for _, name := range g.Fields {
				text = drop(text, name)
			}
		}
		return set(text, f.Name, inner), ok
	}
}

// settingEither is setting for the field of the version that writes.
func (c *comparer) settingEither(n *node, f, g *lower.Field) wrap {
	return func(s *side, inner string) (string, bool) {
		at := c.version(s)
		return setting(c.row(n, at), [2]*lower.Field{f, g}[at])(s, inner)
	}
}

// showing makes an object in which a field has a value.
func showing(w *lower.Type, f *lower.Field) func(*side) (string, bool) {
	return func(s *side) (string, bool) {
		inner, ok := s.small(f.Type)
		if !ok {
			return "", false
		}
		if f.Default != nil { // which may be left out
			if other, ok := s.otherThan(f.Type, f.Default.JSON()); ok {
				inner = other
			}
		}
		return setting(w, f)(s, inner)
	}
}

// A pair is a member of an object as text.
type pair struct {
	name  string
	value json.RawMessage
}

// members are those of the text of an object.
func members(text string) []pair {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var out []pair
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil
		}
		p := pair{name: name.(string)}
		if d.Decode(&p.value) != nil {
			return nil
		}
		out = append(out, p)
	}
	return out
}

func object(list []pair) string {
	var b strings.Builder
	model.WriteParts(&b, "{}", list, func(p pair) { b.WriteString(model.Quote(p.name) + ":" + string(p.value)) })
	return b.String()
}

// set is the text of an object with a member.
func set(text, name, value string) string {
	list := members(text)
	for i := range list {
		if list[i].name == name {
			list[i].value = json.RawMessage(value)
			return object(list)
		}
	}
	return object(append(list, pair{name, json.RawMessage(value)}))
}

// drop is the text of an object without a member.
func drop(text, name string) string {
	return object(slices.DeleteFunc(members(text), func(p pair) bool { return p.name == name }))
}

// retag is the text of an object with a tag in front.
func retag(text, key, tag string) string {
	list := slices.DeleteFunc(members(text), func(p pair) bool { return p.name == key })
	return object(append([]pair{{key, json.RawMessage(tag)}}, list...))
}

// read reads a text as a message, or as a value of t.
func (s *side) read(text string, t model.Type) (got interp.Reading, ok bool) {
	if t == nil {
		return s.message(text)
	}
	v, err := s.reader.Parse([]byte(text))
	if err != nil {
		return interp.Reading{Err: err}, true
	}
	return s.reader.ReadType(t, v), true
}

// message reads a text as a message; ok is false if the version has none.
func (s *side) message(text string) (got interp.Reading, ok bool) {
	name := s.reader.Messages.Any
	if name == "" {
		return interp.Reading{}, false
	}
	return s.reader.Read(name, []byte(text)), true
}

// accepts reports whether a version reads a text as a type.
func accepts(s *side, t *lower.Type, text string) bool {
	got, ok := s.read(text, t.Of)
	return ok && got.Err == nil
}

// messages makes messages as the version of s writes them.
func (s *side) messages() *sample.Maker {
	if s.maker == nil {
		s.maker = sample.New(s.proto, 1)
	}
	return s.maker
}

// call is a message of a method with the given params.
func (s *side) call(method, params string) string {
	return s.messages().CallWith(method, s.id(), params)
}

// id is an id, as JSON.
func (s *side) id() string {
	if s.rows.Dialect.StringID {
		return `"1"`
	}
	return "1"
}

// shown is a value of the writer's type that shows a difference.
func (c *comparer) shown(d *diff) (text string, ok bool) {
	s := c.sides[d.dir]
	if d.value != nil {
		return d.value(s)
	}
	ref, _ := oriented(d.dir, d.at.old, d.at.new)
	return s.small(ref)
}
