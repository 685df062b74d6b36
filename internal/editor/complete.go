package editor

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	"github.com/wiregen/wiregen/internal/frontend/layout"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A Completion is something that may be written at a place.
type Completion struct {
	Label   string
	Kind    CompletionKind
	Detail  string // what it is, in a few words
	Doc     string // Markdown
	Text    string // what is inserted
	Snippet bool   // Text has tab stops: $1, ${1:word}, ${1|one,other|}. Its further lines are indented as the first one is, and so many spaces more
	Replace source.Span
	Old     bool // it is deprecated
}

// A CompletionKind says what a completion is.
type CompletionKind int

// The kinds of completions.
const (
	KeyCompletion      CompletionKind = iota // a key of the language
	WordCompletion                           // a word of the language
	ScalarCompletion                         // a type of the language
	TypeCompletion                           // a type of the spec
	NameCompletion                           // another name of the spec
	FieldCompletion                          // a field, in a value
	ValueCompletion                          // a value of an enum, a tag
	TemplateCompletion                       // an element with its keys
)

// A completer collects what may be written at a place.
type completer struct {
	file   *source.File
	sketch *sketch
	cursor cursor
	place  schemagen.Place // of the value at the cursor, or of the map that has the key
	key    [2]string       // whose value is at the cursor: the kind of map that has it, and its name
	names  *vocabulary
	out    []Completion
}

// complete lists what may be written at an offset of a file of a spec.
func complete(f *source.File, s *sketch, g *schemagen.Grammar, v *vocabulary, offset int) []Completion {
	cur, ok := s.cursor(min(max(offset, 0), len(f.Text)))
	if !ok {
		return nil
	}
	c := &completer{file: f, sketch: s, cursor: cur, names: v}
	if c.inValue() {
		return c.out
	}
	place := placeIn(g, cur.in)
	switch {
	case cur.key:
		c.place = place
		c.keys()
	case cur.at != nil && !cur.at.item:
		c.place = place.Key(cur.at.key)
		c.key = keyIn(place, cur.at.key)
		c.values()
	default:
		c.place = place.Item()
		c.key = keyIn(placeIn(g, cur.in.parent), cur.in.key)
		c.values()
	}
	return c.out
}

// keyIn is a key of a map, with the kind of the map.
func keyIn(p schemagen.Place, key string) [2]string {
	def, _ := p.Map()
	return [2]string{def, key}
}

// placeIn is the place of what a part has below it.
func placeIn(g *schemagen.Grammar, p *part) schemagen.Place {
	place := g.Root()
	for _, step := range p.path() {
		if step.item {
			place = place.Item()
		} else {
			place = place.Key(step.key)
		}
	}
	return place
}

// add adds a completion for the word at the cursor.
func (c *completer) add(x Completion) {
	if x.Replace.File == nil {
		x.Replace = source.Span{File: c.file, Start: c.cursor.from, End: c.cursor.to}
	}
	if x.Text == "" {
		x.Text = x.Label
	}
	if typed := c.typedOf(x); !resembles(x.Label, typed) {
		return
	}
	c.out = append(c.out, x)
}

// typedOf is what was typed of the text that a completion replaces.
func (c *completer) typedOf(x Completion) string {
	end := min(c.cursor.from+len(c.cursor.typed), x.Replace.End)
	if c.cursor.key {
		return c.cursor.typed
	}
	return string(c.file.Text[x.Replace.Start:max(end, x.Replace.Start)])
}

// resembles reports whether a label has the letters of what was typed, in their order, the first
// one where a word begins.
func resembles(label, typed string) bool {
	typed = strings.ToLower(strings.Trim(typed, `"'`))
	if typed == "" {
		return true
	}
	lower := strings.ToLower(label)
	for i := range len(lower) {
		begins := i == 0 || !isWord(label[i-1]) || label[i-1] == '_' || label[i] != lower[i]
		if begins && lower[i] == typed[0] && hasLetters(lower[i:], typed) {
			return true
		}
	}
	return false
}

func hasLetters(label, typed string) bool {
	at := 0
	for i := 0; i < len(label) && at < len(typed); i++ {
		if label[i] == typed[at] {
			at++
		}
	}
	return at == len(typed)
}

// keys lists the keys of a map.
func (c *completer) keys() {
	list := c.place.Keys()
	slices.SortStableFunc(list, func(a, b schemagen.KeyOfPlace) int { return cmp.Compare(rank(a), rank(b)) })
	for _, k := range list {
		if c.excluded(k.Name) {
			continue
		}
		text, snippet := c.entry(k.Name, c.after(k))
		doc := k.Doc
		if k.Values != "" {
			doc += "\n\nIt has " + k.Values + "."
		}
		_, words := c.place.Map()
		c.add(Completion{Label: k.Name, Kind: KeyCompletion, Detail: "key of " + words, Doc: doc, Text: text, Snippet: snippet})
	}
	if c.place.Named() {
		c.namedKeys()
	}
	if c.place.Items() && c.cursor.at == nil && c.cursor.in.open == 0 && c.place.Keys() == nil {
		c.items()
	}
}

// rank orders keys: those that must be there, those that say what a type is, and the doc first.
func rank(k schemagen.KeyOfPlace) int {
	_, form := forms[k.Name]
	switch {
	case k.Required:
		return 0
	case form && k.Name != "const" && k.Name != "body":
		return 1
	case k.Name == "doc":
		return 2
	}
	return 3
}

// entry is a key with what comes after its colon, unless it has one.
func (c *completer) entry(key, after string) (text string, snippet bool) {
	if c.cursor.quote == 0 && !layout.Plain(key) && key != "params?" || c.cursor.quote == 0 && strings.HasSuffix(key, "?") && c.inFlow() {
		key = model.Quote(key)
	}
	if c.cursor.at != nil && c.cursor.at.colon >= 0 {
		if q := string(c.cursor.quote); c.cursor.quote != 0 {
			key = q + strings.Trim(key, `"`) + q
		}
		return key, false
	}
	if q := string(c.cursor.quote); c.cursor.quote != 0 {
		key = q + strings.Trim(key, `"`) + q
	}
	return escaped(key) + ":" + after, true
}

// escaped is a text in a snippet.
func escaped(text string) string {
	return strings.NewReplacer(`\`, `\\`, "$", `\$`, "}", `\}`).Replace(text)
}

func (c *completer) inFlow() bool { return c.cursor.in.open != 0 }

// after is what comes after the colon of a key: a place for its value, in the form that it has.
func (c *completer) after(k schemagen.KeyOfPlace) string {
	p := k.Place
	words := p.Words()
	switch kind := p.Kind(); {
	case strings.HasSuffix(k.Doc, "in quotes.") && kind == "string":
		return ` "$1"`
	case p.Is("typeWord") || p.Is("resultWord"):
		return " $1"
	case len(words) > 0 && (kind == "string" || kind == "boolean") && !p.Named() && p.Keys() == nil:
		return " ${1|" + strings.Join(words, ",") + "|}"
	case kind == "integer" && len(words) == 1:
		return " " + words[0]
	case p.Items() && kind == "" && !p.Named() && p.Keys() == nil:
		return " [$1]"
	case (p.Named() || p.Keys() != nil) && kind == "" && !p.Items():
		if c.inFlow() {
			return " {$1}"
		}
		return "\n  $1"
	}
	return " $1"
}

// forms are the keys that say what a type is, and those that only one of them has. A map with
// one of them has none of the others.
var forms = map[string][]string{
	"fields": {"with", "extra", "present"},
	"enum":   {"open", "fallback"},
	"union":  {"variants", "common", "unknown"},
	"type": {
		"match", "distinct", "min", "max", "min_length", "max_length", "pattern", "min_items", "max_items", "enforced", "bad_items",
	},
	"const":   nil,
	"payload": nil,
	"body":    nil,
}

// others are keys of which a map has one.
var others = [][]string{
	{"params", "params?", "notify", "notify?"}, {"result", "result?", "notify", "notify?"},
	{"at_least_one", "at_most_one", "exactly_one"}, {"feature", "subscription"},
}

// excluded reports whether a map that has the keys around the cursor does not have a key too.
func (c *completer) excluded(key string) bool {
	has := func(key string) bool { p := c.cursor.in.child(key); return p != nil && p != c.cursor.at }
	if has(key) {
		return true
	}
	for _, group := range others {
		for _, one := range group {
			if has(one) && one != key && inList(group, key) {
				return true
			}
		}
	}
	for form, own := range forms {
		if !has(form) {
			continue
		}
		for other, theirs := range forms {
			if other != form && (key == other || inList(theirs, key)) && !inList(own, key) {
				return true
			}
		}
	}
	return false
}

func inList(list []string, word string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}

// items proposes a dash where a list is due.
func (c *completer) items() {
	c.add(Completion{Label: "- ", Kind: TemplateCompletion, Detail: "an item", Text: "- $1", Snippet: true})
}
