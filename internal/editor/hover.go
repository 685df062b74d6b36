package editor

import (
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/markdown"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/source"
)

// A Hover is what is said of a place.
type Hover struct {
	Markdown string
	Span     source.Span // of the word that it is about
}

// Hover returns what is said of the word at a place: of an element of the spec what its
// reference says, of a word of the language its meaning. ok is false where nothing is said.
func (s *Snapshot) Hover(file string, offset int) (h Hover, ok bool) {
	d := s.files[file]
	if d == nil {
		return h, false
	}
	offset = min(max(offset, 0), len(d.file.Text))
	cur, ok := d.sketch().cursor(offset)
	if !ok {
		return h, false
	}
	v := &hovering{Snapshot: s, file: d.file, cursor: cur, words: s.assistant.words()}
	h.Span = source.Span{File: d.file, Start: cur.from, End: cur.to}
	switch {
	case cur.to <= cur.from:
		return h, false
	case d.beside != Part && d.beside != Released:
		h.Markdown = codeText(strings.Trim(h.Span.Text(), `"'`))
	case cur.key:
		h.Markdown = v.key()
	default:
		h.Span = v.word(offset)
		h.Markdown = v.value(h.Span)
	}
	return h, h.Markdown != ""
}

// A hovering finds what is said of a place of a spec.
type hovering struct {
	*Snapshot
	file   *source.File
	cursor cursor
	words  *vocabulary
}

// word is the name at a place of a value; the whole value if it is not a type expression.
func (v *hovering) word(offset int) source.Span {
	start, end := offset, offset
	for start > v.cursor.from && isWord(v.file.Text[start-1]) {
		start--
	}
	for end < v.cursor.to && isWord(v.file.Text[end]) {
		end++
	}
	return source.Span{File: v.file, Start: start, End: end}
}

// key is what is said of a key.
func (v *hovering) key() string {
	at := v.cursor.at
	if in := v.words.holderOf(at.parent.path()); in.value && in.call == nil {
		for _, s := range structsIn(in.typ, at.parent) {
			if f := s.Field(at.key); f != nil {
				return v.element(fieldOf{s, f})
			}
		}
		return ""
	}
	place := placeIn(v.assistant.grammar(), at.parent)
	def, words := place.Map()
	for _, k := range place.Keys() {
		if k.Name == at.key {
			if def == "lintOff" {
				return codeText(k.Name)
			}
			return keyText(k, words)
		}
	}
	if steps := at.path(); len(steps) == 2 && (steps[0].key == "session" || steps[0].key == "add") {
		return v.element(v.words.find(at.key, actNames, typeNames))
	}
	return v.element(v.words.holderOf(at.path()).is)
}

// value is what is said of a word in a value.
func (v *hovering) value(word source.Span) string {
	at, name := v.cursor.at, word.Text()
	if name == "" {
		return ""
	}
	whole := at.value
	grammar := v.assistant.grammar()
	owner := at
	for owner.item && owner.parent.parent != nil {
		owner = owner.parent
	}
	if in := v.words.holderOf(at.parent.path()); in.value {
		return v.simple(in.within(at).typ, in.typ, whole)
	} else if it := v.words.holderOf(at.path()); it.is != nil && at.item { // a value of an enum in a list
		return v.element(it.is)
	}
	key := keyIn(placeIn(grammar, owner.parent), owner.key)
	place := placeIn(grammar, owner)
	if place.Is("typeWord") || place.Is("resultWord") {
		return v.typeWord(whole, name, word)
	}
	classes := classOf[key[0]+"."+key[1]]
	if classes == nil {
		classes = classOf[key[1]]
	}
	if is := v.words.find(whole, classes...); is != nil {
		return v.element(is)
	}
	for _, k := range placeIn(grammar, owner.parent).Keys() {
		if k.Name == owner.key && inList(k.Place.Words(), whole) {
			_, words := placeIn(grammar, owner.parent).Map()
			return keyText(k, words)
		}
	}
	return ""
}

// typeWord is what is said of a name in a type expression, or of a default behind it.
func (v *hovering) typeWord(expr, name string, word source.Span) string {
	if before, _, ok := strings.Cut(expr, "="); ok && word.Start-v.cursor.from > len(before) {
		for _, arm := range strings.Split(before, "|") {
			if e, ok := bare(v.words.decls[strings.TrimSpace(arm)]).(*model.Enum); ok {
				return v.simple(e, nil, name)
			}
		}
		return ""
	}
	if d := v.words.decls[name]; d != nil {
		return v.element(d)
	}
	if kind, ok := model.ScalarNamed(name, model.Int64AsNumber); ok {
		return "type **`" + name + "`**: in messages " + kind.Info().Expected + "."
	}
	return ""
}

// simple is what is said of a single value of a type, in a value of the type around it.
func (v *hovering) simple(t, around model.Type, text string) string {
	if e, ok := bare(t).(*model.Enum); ok {
		for _, x := range e.Values {
			if x.Value == text {
				return v.element(valueOf{e, x})
			}
		}
	}
	if u, ok := bare(around).(*model.Union); ok && v.cursor.at.key == u.TagKey {
		for _, x := range u.Variants {
			if x.Tag == text {
				return v.element(variantOf{u, x})
			}
		}
	}
	return ""
}

// element is what the reference says of an element of the model, or of a part of a type.
func (v *hovering) element(of any) string {
	if of == nil {
		return ""
	}
	guide := v.assistant.guide()
	switch x := of.(type) {
	case fieldOf:
		return guide.Field(x.of, x.field)
	case valueOf:
		return guide.Value(x.of, x.value)
	case variantOf:
		return guide.Variant(x.of, x.variant)
	}
	return guide.Of(of)
}

// keyText is what is said of a key of the language.
func keyText(k schemagen.KeyOfPlace, of string) string {
	text := "key **`" + k.Name + "`** of " + of + "\n\n" + k.Doc
	if k.Values != "" {
		text += "\n\nIt has " + k.Values + "."
	}
	return text
}

// codeText is what is said of the code of a diagnostic, or of a rule of comparisons; "" if there
// is none.
func codeText(id string) string {
	var w markdown.Writer
	section := func(head, text string) {
		if text = strings.Trim(text, "\n"); text != "" {
			w.WriteString(head + ":\n\n")
			w.Fence("", "yaml", text)
			w.WriteString("\n")
		}
	}
	if c := diag.LookupCode(id); c != nil {
		w.Put("**`%s`**: %s\n\n", markdown.Inline(id), c.Title)
		w.WriteString(strings.TrimSpace(c.Doc) + "\n\n")
		section("Wrong", c.Wrong)
		section("Right", c.Right)
		return w.String()
	}
	if r := compare.RuleNamed(id); r != nil {
		w.Put("**`%s`**: %s\n\n", markdown.Inline(id), r.Title)
		w.WriteString(strings.TrimSpace(r.Doc) + "\n\n")
		section("Before", r.Example().Old)
		section("After", r.Example().New)
		return w.String()
	}
	return ""
}
