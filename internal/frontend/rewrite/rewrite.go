// Package rewrite edits the text of specs. It makes the smallest replacements that change an
// element, in the notation that the author chose.
//
// It returns no edits if the notation has no place for the change, such as in a value that
// spans several lines.
package rewrite

import (
	"bytes"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/layout"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// Files are the specs to be edited. They are read when the first edit needs them.
type Files struct{ known map[*source.File]*tree }

// A tree is the nodes of a file.
type tree struct {
	root    *syntax.Node
	entries map[int]*entry       // the keys, and the items that are single values, by where they begin
	values  map[int]*syntax.Node // the values and items, by where they begin
	owners  map[int]*entry       // the pairs of single values and of lists with single values, by where the value or an item begins
	holders map[int]*entry       // the pairs, by where the value begins
	scalars []*syntax.Node       // the keys and single values, in their order
	tidy    bool                 // the file has the canonical layout
	checked bool                 // whether it has is known
}

// An entry is a key of a map with its value, or an item of a list.
type entry struct {
	syntax.Pair              // the value is nil in an item
	of          *syntax.Node // the map or the list
	owner       *syntax.Node // the key that has it; nil at the top
}

// at is the entry whose key or item is at a place; nil if there is none.
func (w *Files) at(place source.Span) *entry {
	if place.IsZero() {
		return nil
	}
	entries := w.tree(place.File).entries
	if e := entries[place.Start]; e != nil {
		return e
	}
	if e := entries[place.Start-1]; e != nil && e.Key.Quoted { // the place is that of the text in the quotes
		return e
	}
	return nil
}

// tree reads a file.
func (w *Files) tree(f *source.File) *tree {
	if t := w.known[f]; t != nil {
		return t
	}
	t := &tree{entries: map[int]*entry{}, values: map[int]*syntax.Node{}, owners: map[int]*entry{}, holders: map[int]*entry{}}
	if root := syntax.Nodes(f); root != nil {
		t.root = root
		t.add(root, nil)
	}
	if w.known == nil {
		w.known = map[*source.File]*tree{}
	}
	w.known[f] = t
	return t
}

func (t *tree) add(n, owner *syntax.Node) {
	if n.Kind == syntax.Scalar {
		t.scalars = append(t.scalars, n)
	}
	for _, p := range n.Pairs {
		e := &entry{p, n, owner}
		t.entries[p.Key.Span.Start] = e
		t.holders[p.Value.Span.Start] = e
		if p.Value.Kind == syntax.Scalar {
			t.owners[p.Value.Span.Start] = e
		}
		for _, item := range p.Value.Items {
			if item.Kind == syntax.Scalar {
				t.owners[item.Span.Start] = e
			}
		}
		t.scalars = append(t.scalars, p.Key)
		t.values[p.Value.Span.Start] = p.Value
		t.add(p.Value, p.Key)
	}
	for _, item := range n.Items {
		t.values[item.Span.Start] = item
		if item.Kind == syntax.Scalar {
			t.entries[item.Span.Start] = &entry{syntax.Pair{Key: item}, n, owner}
		}
		t.add(item, owner)
	}
}

// Loosen makes the field at a place, which has a name, optional, or lets it be null, or both.
func (w *Files) Loosen(place source.Span, name string, optional, null bool) []source.Edit {
	e := w.at(place)
	if e == nil || e.Value == nil || strings.TrimSuffix(e.Key.Text, "?") != name {
		return nil
	}
	var out []source.Edit
	if optional && e.Key.Text == name {
		text := name + "?"
		if written := e.Key.Span.Text(); e.Key.Quoted {
			if written[1:len(written)-1] != name {
				return nil
			}
			text = written[:1] + text + written[:1]
		} else if e.Key.InFlow {
			text = `"` + text + `"`
		}
		out = append(out, source.Edit{Span: e.Key.Span, Text: text})
	}
	if null {
		typ := e.Value
		if typ.Kind == syntax.Map {
			typ = value(typ, "type")
		}
		if typ == nil || typ.Kind != syntax.Scalar || !singleLine(typ) {
			return nil
		}
		written := typ.Span.Text()
		if typ.Quoted {
			written = written[:len(written)-1]
		}
		expr, _, _ := strings.Cut(written, "=") // the default is behind it
		out = append(out, *insert(typ.Span.File, typ.Span.Start+len(strings.TrimRight(expr, " ")), " | null"))
	}
	return w.tidied(out)
}

// Set has the element at a place say a key with a single value, which is written as it is
// to be in the file. Another value of the key is replaced.
func (w *Files) Set(place source.Span, key, value string) []source.Edit {
	return w.set(place, key, func(was *syntax.Node) []source.Edit {
		if was.Kind != syntax.Scalar || !singleLine(was) {
			return nil
		}
		return []source.Edit{{Span: was.Span, Text: value}}
	}, value)
}

// Add has the element at a place say a key with a list that has a word, after the words
// that are in it.
func (w *Files) Add(place source.Span, key, word string) []source.Edit {
	word = Word(word)
	return w.set(place, key, func(was *syntax.Node) []source.Edit { return appended(was, word) }, "["+word+"]")
}

// appended adds an item to a list in brackets on one line.
func appended(list *syntax.Node, item string) []source.Edit {
	if list.Kind != syntax.List || !list.Flow || len(list.Items) == 0 || !singleLine(list) {
		return nil
	}
	return only(insert(list.Span.File, list.Items[len(list.Items)-1].Span.End, ", "+item))
}

// set has an element say a key, whose present value is edited by replace.
func (w *Files) set(place source.Span, key string, replace func(was *syntax.Node) []source.Edit, value string) []source.Edit {
	e := w.at(place)
	if e == nil {
		return nil
	}
	say := key + ": " + value
	var out []source.Edit
	switch n := e.Value; {
	case n == nil:
		out = e.inList(say)
	case n.Kind == syntax.Map:
		if i := slices.IndexFunc(n.Pairs, func(p syntax.Pair) bool { return p.Key.Text == key }); i >= 0 {
			out = replace(n.Pairs[i].Value)
		} else {
			out = e.inMap(say)
		}
	case singleLine(n) && sameLine(e.Key, n):
		out = []source.Edit{{Span: n.Span, Text: "{" + e.short() + ": " + inFlow(n) + ", " + say + "}"}}
	}
	return w.tidied(out)
}

// short is the key that a value in short form means.
func (e *entry) short() string {
	switch {
	case e.owner != nil && e.owner.Text == "enum":
		return "doc"
	case e.owner != nil && e.owner.Text == "variants":
		return "payload"
	}
	return "type"
}

// inMap says something in the map of an element: after the keys that say what it is.
func (e *entry) inMap(say string) []source.Edit {
	n := e.Value
	var after *syntax.Node
	for _, p := range n.Pairs {
		if !slices.Contains([]string{"name", "type", "code", "value", "doc"}, p.Key.Text) || !singleLine(p.Value) || !sameLine(p.Key, p.Value) {
			break
		}
		after = p.Value
	}
	switch {
	case after != nil:
		return only(beside(n, after, say))
	case n.Flow && len(n.Pairs) == 0:
		return []source.Edit{{Span: n.Span, Text: "{" + say + "}"}}
	case n.Flow:
		return only(insert(n.Span.File, n.Pairs[0].Key.Span.Start, say+", "))
	case sameLine(e.Key, n.Pairs[0].Key):
		return nil
	}
	return only(beside(n, e.Key, say))
}

// beside says something in a map behind a text, or in a separate line below it. It is
// nil where the map begins with something else than spaces.
func beside(n, text *syntax.Node, say string) *source.Edit {
	f := n.Span.File
	if n.Flow {
		return insert(f, text.Span.End, ", "+say)
	}
	first := n.Pairs[0].Key
	line, start := f.Line(lineOf(first.Span.Start, f))
	indent := line[:first.Span.Start-start]
	if strings.Trim(indent, " ") != "" {
		return nil
	}
	_, end := f.Bounds(lineOf(text.Span.End, f))
	return insert(f, end, lineBreak(f)+indent+say)
}

func only(e *source.Edit) []source.Edit {
	if e == nil {
		return nil
	}
	return []source.Edit{*e}
}

// inList says something of a value of an enum that is a list: the enum becomes a map.
func (e *entry) inList(say string) []source.Edit {
	if e.owner == nil || e.owner.Text != "enum" || slices.ContainsFunc(e.of.Items, func(n *syntax.Node) bool { return n.Kind != syntax.Scalar || !singleLine(n) }) {
		return nil
	}
	f := e.of.Span.File
	body := func(item *syntax.Node) string {
		if item == e.Key {
			return ": {" + say + "}"
		}
		return ": {}"
	}
	var out []source.Edit
	if e.of.Flow {
		if !singleLine(e.of) {
			return nil
		}
		var parts []string
		for _, item := range e.of.Items {
			parts = append(parts, item.Span.Text()+body(item))
		}
		return []source.Edit{{Span: e.of.Span, Text: "{" + strings.Join(parts, ", ") + "}"}}
	}
	_, owner := f.Line(lineOf(e.owner.Span.Start, f))
	for _, item := range e.of.Items {
		line, start := f.Line(lineOf(item.Span.Start, f))
		dash := strings.TrimRight(line[:item.Span.Start-start], " ")
		if strings.TrimLeft(dash, " ") != "-" || len(dash)-1 <= e.owner.Span.Start-owner {
			return nil
		}
		out = append(out, source.Edit{Span: source.Span{File: f, Start: start + len(dash) - 1, End: item.Span.End}, Text: item.Span.Text() + body(item)})
	}
	return out
}

// tidied are edits after which a file still has the canonical layout, if it has it before.
// Only comments behind lines depend on other lines.
func (w *Files) tidied(edits []source.Edit) []source.Edit {
	var out []source.Edit
	for len(edits) > 0 {
		f := edits[0].Span.File
		var own, others []source.Edit
		for _, e := range edits {
			if e.Span.File == f {
				own = append(own, e)
			} else {
				others = append(others, e)
			}
		}
		edits = others
		if slices.ContainsFunc(own, besideComment) && w.tidy(f) {
			own = []source.Edit{difference(f, formatted(source.NewFile(f.Name, f.Edited(own))))}
		}
		out = append(out, own...)
	}
	return out
}

// tidy reports whether a file has the canonical layout.
func (w *Files) tidy(f *source.File) bool {
	t := w.tree(f)
	if !t.checked {
		t.tidy, t.checked = bytes.Equal(formatted(f), f.Text), true
	}
	return t.tidy
}

func formatted(f *source.File) []byte {
	var r diag.Report
	return layout.Format(f, &r)
}

// besideComment reports whether a line that an edit changes, or one next to it, has a "#".
func besideComment(e source.Edit) bool {
	f := e.Span.File
	from, to := lineOf(e.Span.Start, f)-1, lineOf(e.Span.End, f)+1
	start, _ := f.Bounds(max(from, 1))
	_, end := f.Bounds(min(to, f.Lines()))
	return bytes.IndexByte(f.Text[start:end], '#') >= 0
}

// difference is the one edit, of whole lines, that makes a file a text.
func difference(f *source.File, text []byte) source.Edit {
	head := 0
	for head < min(len(f.Text), len(text)) && f.Text[head] == text[head] {
		head++
	}
	head = bytes.LastIndexByte(f.Text[:head], '\n') + 1
	tail := 0
	for tail < min(len(f.Text), len(text))-head && f.Text[len(f.Text)-1-tail] == text[len(text)-1-tail] {
		tail++
	}
	if i := bytes.IndexByte(f.Text[len(f.Text)-tail:], '\n'); i >= 0 {
		tail -= i // what is left begins at the end of a line
	} else {
		tail = 0
	}
	return source.Edit{Span: source.Span{File: f, Start: head, End: len(f.Text) - tail}, Text: string(text[head : len(text)-tail])}
}

func insert(f *source.File, at int, text string) *source.Edit {
	return &source.Edit{Span: source.Span{File: f, Start: at, End: at}, Text: text}
}

func lineOf(offset int, f *source.File) int { return f.Position(offset).Line }

// sameLine reports whether two nodes begin on one line.
func sameLine(a, b *syntax.Node) bool {
	return lineOf(a.Span.Start, a.Span.File) == lineOf(b.Span.Start, b.Span.File)
}

// singleLine reports whether a node is a text or in brackets, on one line.
func singleLine(n *syntax.Node) bool {
	if n.Kind != syntax.Scalar && !n.Flow {
		return false
	}
	written := n.Span.Text()
	block := n.Quoted && written != "" && (written[0] == '|' || written[0] == '>')
	return !block && !strings.Contains(written, "\n")
}

// lineBreak is how the lines of a file end.
func lineBreak(f *source.File) string {
	if _, end := f.Bounds(1); end < len(f.Text) && f.Text[end] == '\r' {
		return "\r\n"
	}
	return "\n"
}
