package editor

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/layout"
	"github.com/wiregen/wiregen/internal/frontend/rewrite"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// values lists what may be written as a single value, or as an item.
func (c *completer) values() {
	key := c.key[0] + "." + c.key[1]
	if c.place.Is("typeWord") || c.place.Is("resultWord") {
		c.typeExpr()
		return
	}
	for _, word := range c.place.Words() {
		c.word(word, "")
	}
	switch key {
	case "method.from":
		c.word("both", "either role sends it")
	case "cancel.answered":
		c.word("result", "a cancelled request is answered with a result")
		c.word("none", "a cancelled request is not answered")
	case "session.timeout":
		c.word("unstated", "messages do not say it")
	}
	classes := classOf[key]
	if classes == nil {
		classes = classOf[c.key[1]]
	}
	for _, of := range classes {
		for _, n := range c.names.of(c.sketch, of) {
			if c.listed(n.name) {
				continue
			}
			text := written(n.name)
			if of == versionNames {
				text = model.Quote(n.name)
			}
			c.single(Completion{Label: n.name, Kind: NameCompletion, Detail: n.detail, Doc: n.doc, Old: n.old}, text)
		}
	}
	c.siblings(key)
}

// listed reports whether a list at the cursor has a word already.
func (c *completer) listed(word string) bool {
	for _, p := range c.cursor.in.parts {
		if p != c.cursor.at && p.item && p.value == word {
			return true
		}
	}
	return false
}

// single adds a completion that is a single value: within quotes as it is, otherwise in the
// quotes that it needs.
func (c *completer) single(x Completion, text string) {
	if x.Text = text; c.cursor.quote != 0 {
		x.Text = x.Label
	}
	c.add(x)
}

func (c *completer) word(word, detail string) {
	c.single(Completion{Label: word, Kind: WordCompletion, Detail: detail}, word)
}

// typeExpr lists the types for the word at the cursor, or the defaults after an equals sign.
func (c *completer) typeExpr() {
	typed := c.cursor.typed
	if expr, _, ok := strings.Cut(typed, "="); ok {
		c.defaults(strings.TrimSpace(expr))
		return
	}
	start := len(typed)
	for start > 0 && isWord(typed[start-1]) {
		start--
	}
	before := strings.TrimRight(typed[:start], " ")
	if before != "" && (isWord(before[len(before)-1]) || strings.IndexByte(")]>?", before[len(before)-1]) >= 0) {
		return // an operator is due
	}
	at := c.cursor.from + len(typed)
	end := at
	for end < c.cursor.to && isWord(c.file.Text[end]) {
		end++
	}
	word := source.Span{File: c.file, Start: at - (len(typed) - start), End: end}
	for _, n := range c.names.of(c.sketch, typeNames) {
		c.add(Completion{Label: n.name, Kind: TypeCompletion, Detail: n.detail, Doc: n.doc, Old: n.old, Replace: word})
	}
	for _, name := range model.ScalarNames() {
		kind, _ := model.ScalarNamed(name, model.Int64AsNumber)
		c.add(Completion{Label: name, Kind: ScalarCompletion, Detail: kind.Info().Expected, Replace: word})
	}
	if c.place.Is("resultWord") {
		c.add(Completion{Label: "by_variant", Kind: WordCompletion, Detail: "the result of the request in it", Replace: word})
	}
	c.add(Completion{Label: "map<T>", Kind: TemplateCompletion, Detail: "an object with any keys", Text: "map<${1:string}>", Snippet: true, Replace: word})
}

func isWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_'
}

// defaults lists the values that a type may have, after an equals sign.
func (c *completer) defaults(expr string) {
	typed := c.cursor.typed
	from := strings.IndexByte(typed, '=') + 1
	for from < len(typed) && typed[from] == ' ' {
		from++
	}
	span := source.Span{File: c.file, Start: c.cursor.from + from, End: max(c.cursor.to, c.cursor.from+len(typed))}
	space := ""
	if strings.HasSuffix(typed, "=") {
		space = " "
	}
	for _, v := range c.valuesOf(expr) {
		v.Text, v.Replace = space+v.Label, span
		c.add(v)
	}
}

// valuesOf are the simple values of a type expression: those of enums, and the empty ones.
func (c *completer) valuesOf(expr string) []Completion {
	var out []Completion
	for _, arm := range strings.Split(expr, "|") {
		arm = strings.TrimSpace(arm)
		if d := c.names.decls[arm]; d != nil {
			out = append(out, c.valuesOfType(d)...)
			continue
		}
		switch {
		case strings.HasSuffix(arm, "[]"):
			out = append(out, simple("[]"))
		case strings.HasPrefix(arm, "map<"), arm == "object":
			out = append(out, simple("{}"))
		default:
			if kind, ok := model.ScalarNamed(arm, model.Int64AsNumber); ok {
				out = append(out, c.valuesOfType(&model.Scalar{Kind: kind})...)
			}
		}
	}
	return out
}

func simple(label string) Completion {
	return Completion{Label: label, Kind: ValueCompletion, Text: label}
}

// written is a name as it is written as a value.
func written(name string) string {
	if !strings.ContainsAny(name, "./-") || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") != "" || !layout.Plain(name[:1]) {
		return rewrite.Word(name)
	}
	return name
}

// valuesOfType are the simple values of a type.
func (c *completer) valuesOfType(t model.Type) []Completion {
	switch t := t.(type) {
	case *model.Alias:
		return c.valuesOfType(t.Type)
	case *model.Nullable:
		return append(c.valuesOfType(t.Elem), simple("null"))
	case *model.Literal:
		return []Completion{simple(t.Value.JSON())}
	case *model.List:
		return []Completion{simple("[]")}
	case *model.Map:
		return []Completion{simple("{}")}
	case *model.Enum:
		var out []Completion
		for _, v := range t.Values {
			x := Completion{Label: v.Value, Kind: ValueCompletion, Detail: "a value of " + t.Name, Doc: v.Doc, Text: written(v.Value), Old: v.Deprecated != nil}
			if t.Integer {
				x.Label, x.Detail = strconv.FormatInt(v.Number, 10), v.Name
				x.Text = x.Label
			}
			out = append(out, x)
		}
		return out
	case *model.Struct:
		row := c.names.rows.Decl(t).Struct
		if !slices.ContainsFunc(row.Fields, func(f lower.Field) bool { return f.Absent == lower.AbsentRefused }) {
			return []Completion{simple("{}")}
		}
	case *model.Scalar:
		switch t.Kind {
		case model.Bool:
			return []Completion{simple("false"), simple("true")}
		case model.Null:
			return []Completion{simple("null")}
		}
	}
	return nil
}

// siblings lists what other keys of the same element give to choose from.
func (c *completer) siblings(key string) {
	in := c.cursor.in
	if in.open == '[' || c.cursor.at != nil && c.cursor.at.item {
		in = in.parent
	}
	switch c.key[1] {
	case "fallback":
		c.sketched(in.child("enum"), "a value of the enum")
	case "default":
		switch expr := in.child("type"); {
		case expr != nil:
			for _, v := range c.valuesOf(expr.value) {
				c.single(v, v.Text)
			}
		case in.child("union") != nil:
			c.sketched(in.child("variants"), "a tag of the union")
		case in.child("enum") != nil:
			c.sketched(in.child("enum"), "a value of the enum")
		}
	case "at_least_one", "at_most_one", "exactly_one":
		for in != nil && in.child("fields") == nil {
			in = in.parent
		}
		if in != nil {
			c.sketched(in.child("fields"), "a field")
		}
	}
	c.paths(key)
}

// sketched lists the keys or items that a part has.
func (c *completer) sketched(of *part, detail string) {
	if of == nil {
		return
	}
	for _, p := range of.parts {
		name := p.key
		if p.item {
			name = p.value
		}
		if detail == "a field" {
			trimmed := strings.TrimSuffix(name, "?")
			if trimmed == name {
				continue // which is always present
			}
			name = trimmed
		}
		if name != "" && !c.listed(name) {
			c.single(Completion{Label: name, Kind: ValueCompletion, Detail: detail}, written(name))
		}
	}
}
