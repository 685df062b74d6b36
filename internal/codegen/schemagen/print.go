package schemagen

import (
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// lineWidth is the length of a line beyond which a value is written over several
// lines.
const lineWidth = 120

// render prints a schema file: two spaces per level, short values on one line,
// a line end at the end.
func render(s *schema) []byte {
	p := printers.Get().(*printer)
	defer printers.Put(p)
	p.out = p.out[:0]
	p.spread(s.value(), 0)
	p.out = append(p.out, '\n')
	return slices.Clone(p.out)
}

// printers are reused with their buffers.
var printers = sync.Pool{New: func() any { return new(printer) }}

type printer struct{ out []byte }

// print writes v at a nesting level; used is the length of the current line.
func (p *printer) print(v model.Value, level, used int) {
	start := len(p.out)
	if p.oneLine(v, lineWidth-2*level-used) <= 0 {
		p.out = p.out[:start]
		p.spread(v, level)
	}
}

// spread writes a value over several lines.
func (p *printer) spread(v model.Value, level int) {
	switch {
	case len(v.Members) > 0:
		p.out = append(p.out, '{')
		for i, m := range v.Members {
			p.line(i > 0, level+1)
			start := len(p.out)
			p.key(m.Key)
			p.print(m.Value, level+1, utf8.RuneCount(p.out[start:])+len(","))
		}
		p.line(false, level)
		p.out = append(p.out, '}')
	case len(v.Items) > 0:
		p.out = append(p.out, '[')
		for i, item := range v.Items {
			p.line(i > 0, level+1)
			p.print(item, level+1, len(","))
		}
		p.line(false, level)
		p.out = append(p.out, ']')
	default:
		p.scalar(v)
	}
}

// line begins a line, with a comma before it or not.
func (p *printer) line(comma bool, level int) {
	if comma {
		p.out = append(p.out, ',')
	}
	p.out = append(p.out, '\n')
	for range level {
		p.out = append(p.out, "  "...)
	}
}

// key writes the key of a member.
func (p *printer) key(name string) {
	p.out = append(append(p.out, quoted(name)...), ": "...)
}

// quoted is a string of JSON, with escapes for what nobody sees.
func quoted(text string) string { return names.Escaped(model.Quote(text)) }

// scalar writes a value without parts.
func (p *printer) scalar(v model.Value) {
	if v.Kind == model.StringValue {
		p.out = append(p.out, quoted(v.Text)...)
		return
	}
	p.out = append(p.out, v.JSON()...)
}

// oneLine writes v on one line, with a space after each comma and colon, and returns
// the remaining room. Escapes do not count. It stops if no room is left.
func (p *printer) oneLine(v model.Value, room int) int {
	switch v.Kind {
	case model.ObjectValue:
		p.out = append(p.out, '{')
		room -= len("{}")
		for i, m := range v.Members {
			room = p.comma(i > 0, room)
			p.key(m.Key)
			room -= utf8.RuneCountInString(m.Key) + len(`"": `)
			if room = p.oneLine(m.Value, room); room <= 0 {
				return room
			}
		}
		p.out = append(p.out, '}')
	case model.ListValue:
		p.out = append(p.out, '[')
		room -= len("[]")
		for i, item := range v.Items {
			if room = p.oneLine(item, p.comma(i > 0, room)); room <= 0 {
				return room
			}
		}
		p.out = append(p.out, ']')
	case model.StringValue:
		if room -= utf8.RuneCountInString(v.Text) + len(`""`); room > 0 {
			p.scalar(v)
		}
	default:
		start := len(p.out)
		p.scalar(v)
		room -= len(p.out) - start
	}
	return room
}

// comma writes the comma between two parts on one line, where there is one.
func (p *printer) comma(is bool, room int) int {
	if !is {
		return room
	}
	p.out = append(p.out, ", "...)
	return room - len(", ")
}
