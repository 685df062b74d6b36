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
	p.out.WriteByte('\n')
	return []byte(p.out.String())
}

type printer struct{ out strings.Builder }

// print writes v at a nesting level; used is how much of its line is taken.
func (p *printer) print(v model.Value, level, used int) {
	if room := lineWidth - 2*level - used; fits(v, room) > 0 {
		p.oneLine(v)
		return
	}
	p.spread(v, level)
}

// spread writes a value over several lines.
func (p *printer) spread(v model.Value, level int) {
	switch v.Kind {
	case model.ListValue:
		p.out.WriteByte('[')
		for i, item := range v.Items {
			p.line(i, level+1)
			p.print(item, level+1, 1)
		}
		p.close(len(v.Items), level, ']')
	case model.ObjectValue:
		p.out.WriteByte('{')
		for i, m := range v.Members {
			p.line(i, level+1)
			key := model.Quote(m.Key) + ": "
			p.out.WriteString(key)
			p.print(m.Value, level+1, utf8.RuneCountInString(key)+1)
		}
		p.close(len(v.Members), level, '}')
	default:
		p.out.WriteString(v.JSON())
	}
}

// line begins the line of the item with index i.
func (p *printer) line(i, level int) {
	if i > 0 {
		p.out.WriteByte(',')
	}
	p.out.WriteByte('\n')
	p.out.WriteString(strings.Repeat("  ", level))
}

func (p *printer) close(items, level int, end byte) {
	if items > 0 {
		p.out.WriteByte('\n')
		p.out.WriteString(strings.Repeat("  ", level))
	}
	p.out.WriteByte(end)
}

// fits tells how much of a line with some room is left behind v; it stops
// counting when nothing is.
func fits(v model.Value, room int) int {
	switch v.Kind {
	case model.ListValue:
		room -= 2
		for i := 0; i < len(v.Items) && room > 0; i++ {
			room = fits(v.Items[i], room-separator(i))
		}
	case model.ObjectValue:
		room -= 2
		for i := 0; i < len(v.Members) && room > 0; i++ {
			key := utf8.RuneCountInString(v.Members[i].Key) + len(`"": `)
			room = fits(v.Members[i].Value, room-separator(i)-key)
		}
	case model.StringValue:
		room -= utf8.RuneCountInString(v.Text) + len(`""`)
	default:
		room -= len(v.JSON())
	}
	return room
}

// separator is the width of what stands before the item with index i.
func separator(i int) int {
	if i == 0 {
		return 0
	}
	return len(", ")
}

// oneLine writes v on one line, with a space after each comma and colon.
func (p *printer) oneLine(v model.Value) {
	switch v.Kind {
	case model.ListValue:
		p.out.WriteByte('[')
		for i, item := range v.Items {
			p.out.WriteString(", "[:separator(i)])
			p.oneLine(item)
		}
		p.out.WriteByte(']')
	case model.ObjectValue:
		p.out.WriteByte('{')
		for i, m := range v.Members {
			p.out.WriteString(", "[:separator(i)])
			p.out.WriteString(model.Quote(m.Key))
			p.out.WriteString(": ")
			p.oneLine(m.Value)
		}
		p.out.WriteByte('}')
	default:
		p.out.WriteString(v.JSON())
	}
}
