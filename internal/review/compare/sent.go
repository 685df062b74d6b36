package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// sent is a witness that is a whole message of a version, as its peer reads it.
func (c *comparer) sent(dir direction, by int, position, element, text string) *Witness {
	if normal, ok := c.sides[dir].normal(nil, text); ok {
		text = normal
	}
	return c.written(dir, by, position, element, text)
}

// written is sent for a message that is shown as it is, although what is generated for the
// version does not write it.
func (c *comparer) written(dir direction, by int, position, element, text string) *Witness {
	reader, writer := c.sides[1-dir], c.sides[dir]
	w := &Witness{
		From: writer.proto.Roles[by], OldWrote: dir == backward, Position: position, Text: text,
		Type: c.messagesRead(dir), Wrote: writer.reader.Messages.Any,
	}
	c.judge(w, dir, nil, element)
	if sent := cmp.Or(reader.reader.Messages.Sent[by], reader.reader.Messages.Any); sent != "" {
		got := reader.reader.Read(sent, []byte(text))
		meant, _ := writer.message(text)
		own := func(err *interp.Error) bool { return !c.inParams(err.Path, dir) }
		switch {
		case got.Err != nil:
			w.Confirmed = own(got.Err)
		default:
			w.Confirmed = got.Unknown || slices.ContainsFunc(got.Undeclared, own) || whole(got.Value) != whole(meant.Value)
		}
	}
	return w
}

// inParams reports whether a path is inside the params of a call, which are compared as values of a type.
func (c *comparer) inParams(path string, dir direction) bool {
	d := &c.sides[dir].rows.Dialect
	for _, shape := range []lower.Shape{lower.RequestShape, lower.NotificationShape} {
		if params := d.NamesOf(shape).Params; params != "" && path != params && inside(path, params) {
			return true
		}
	}
	return false
}

// judge has the reader of the other version read a witness, and records its verdict on the
// element, if it says something of it.
func (c *comparer) judge(w *Witness, dir direction, t model.Type, element string) {
	got, ok := c.sides[1-dir].read(w.Text, t)
	if !ok {
		return
	}
	name := element[strings.LastIndexAny(element, ". ")+1:]
	about := func(path string) bool { return strings.HasSuffix(path, "."+name) || path == name }
	switch {
	case got.Err != nil:
		w.Effect, w.Path = got.Err.Error(), got.Err.Path
	case len(got.Dropped) > 0:
		w.Effect, w.Path = got.Dropped[0].Err.Error(), got.Dropped[0].Path
	case len(got.Undeclared) > 0:
		w.Path = got.Undeclared[0].Path
		for _, u := range got.Undeclared {
			if about(u.Path) {
				w.Path = u.Path
				break
			}
		}
	case got.Unknown:
		w.Path = "method"
	}
}

// messagesRead is what the reader of the messages that cross in a direction calls them; the
// name of the writer if it has none.
func (c *comparer) messagesRead(dir direction) string {
	return cmp.Or(c.sides[1-dir].reader.Messages.Any, c.sides[dir].reader.Messages.Any)
}
