package docgen

import "strings"

// wide is the width of indented JSON: an object or an array that fits is on one line.
const wide = 84

// indented is a JSON text on several lines, whose tokens are those of the text.
func indented(text string) string {
	p := &printer{in: text}
	p.value(0, 0)
	return p.out.String()
}

// A printer prints JSON without spaces outside of strings.
type printer struct {
	in  string
	at  int
	out strings.Builder
}

// end is where the value at a place ends.
func (p *printer) end(at int) int {
	depth := 0
	for i := at; i < len(p.in); {
		switch p.in[i] {
		case '"':
			i = p.quoted(i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return i
			}
		case ',':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return len(p.in)
}

// quoted is where the string that begins at a place ends.
func (p *printer) quoted(at int) int {
	for i := at + 1; i < len(p.in); i++ {
		switch p.in[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(p.in)
}

// value prints the next value; depth is that of the indentation, and used what is before it
// on its line.
func (p *printer) value(depth, used int) {
	end := p.end(p.at)
	whole := p.in[p.at:end]
	open := whole[:min(1, len(whole))]
	if open != "{" && open != "[" || 2*depth+used+len(whole)+strings.Count(whole, ",")+strings.Count(whole, ":") <= wide {
		p.inline(end)
		return
	}
	p.at++
	p.out.WriteString(open)
	for first := true; p.at < end-1; first = false {
		if !first {
			p.at++ // the comma
			p.out.WriteByte(',')
		}
		p.out.WriteString("\n" + strings.Repeat("  ", depth+1))
		key := 0
		if open == "{" {
			colon := p.quoted(p.at)
			p.out.WriteString(p.in[p.at:colon] + ": ")
			key = colon - p.at + 2
			p.at = colon + 1
		}
		p.value(depth+1, key)
	}
	p.out.WriteString("\n" + strings.Repeat("  ", depth) + p.in[end-1:end])
	p.at = end
}

// inline prints up to a place on one line.
func (p *printer) inline(end int) {
	for p.at < end {
		c := p.in[p.at]
		if c == '"' {
			to := p.quoted(p.at)
			p.out.WriteString(p.in[p.at:to])
			p.at = to
			continue
		}
		p.out.WriteByte(c)
		if c == ',' || c == ':' {
			p.out.WriteByte(' ')
		}
		p.at++
	}
}
