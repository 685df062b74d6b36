package schemagen

import (
	"strings"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/model"
)

// lineWidth is how long a line may be before what stands on it is spread over
// several lines.
const lineWidth = 120

// render prints a schema file: two spaces per level, short values on one line,
// a line end at the end.
func render(s *schema) []byte {
	var p printer
	p.spread(s.value(), 0)
	return append(p.out, '\n')
}

type printer struct{ out []byte }

// print writes v at a nesting level; used is how much of its line is taken.
func (p *printer) print(v model.Value, level, used int) {
	start := len(p.out)
	if p.oneLine(v, lineWidth-2*level-used) <= 0 {
		p.out = p.out[:start]
		p.spread(v, level)
	}
}

// parts are the items of a list, or the members of an object, between their
// brackets; false for what has none.
func parts(v model.Value) (list []model.Member, brackets string, is bool) {
	switch v.Kind {
	case model.ObjectValue:
		return v.Members, "{}", true
	case model.ListValue:
		for _, item := range v.Items {
			list = append(list, model.Member{Value: item})
		}
		return list, "[]", true
	default:
		return nil, "", false
	}
}

// spread writes a value over several lines.
func (p *printer) spread(v model.Value, level int) {
	list, brackets, is := parts(v)
	if !is {
		p.out = append(p.out, v.JSON()...)
		return
	}
	p.out = append(p.out, brackets[0])
	for i, part := range list {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		p.line(level + 1)
		p.print(part.Value, level+1, 1+utf8.RuneCount(p.key(v, part)))
	}
	if len(list) > 0 {
		p.line(level)
	}
	p.out = append(p.out, brackets[1])
}

func (p *printer) line(level int) {
	p.out = append(append(p.out, '\n'), strings.Repeat("  ", level)...)
}

// key writes what stands before a part of v, and returns it.
func (p *printer) key(v model.Value, part model.Member) []byte {
	start := len(p.out)
	if v.Kind == model.ObjectValue {
		p.out = append(append(p.out, model.Quote(part.Key)...), ": "...)
	}
	return p.out[start:]
}

// oneLine writes v on one line, with a space after each comma and colon, and
// tells how much of a line with some room is left behind it. Escapes do not
// count. It stops when nothing is left.
func (p *printer) oneLine(v model.Value, room int) int {
	list, brackets, is := parts(v)
	if !is {
		text := v.JSON()
		p.out = append(p.out, text...)
		if v.Kind == model.StringValue {
			text = v.Text + `""`
		}
		return room - utf8.RuneCountInString(text)
	}
	room -= len(brackets)
	p.out = append(p.out, brackets[0])
	for i, part := range list {
		if i > 0 {
			p.out = append(p.out, ", "...)
			room -= len(", ")
		}
		if len(p.key(v, part)) > 0 {
			room -= utf8.RuneCountInString(part.Key) + len(`"": `)
		}
		if room = p.oneLine(part.Value, room); room <= 0 {
			return room
		}
	}
	p.out = append(p.out, brackets[1])
	return room
}
