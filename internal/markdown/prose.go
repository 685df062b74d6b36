package markdown

import "strings"

// Prose makes a text that an author wrote as Markdown harmless: it has no HTML, no fences, no links
// and images. Code in it stays code.
func Prose(s string) string {
	s = strings.NewReplacer("&", "&amp;", "<", "&lt;", "```", "'''").Replace(s)
	var b strings.Builder
	for s != "" {
		before, code := s, ""
		if from := strings.IndexByte(s, '`'); from >= 0 { // a piece of code ends with as many backquotes
			fence := s[from : len(s)-len(strings.TrimLeft(s[from:], "`"))]
			code = fence
			for rest := s[from+len(fence):]; ; {
				to := strings.IndexByte(rest, '`')
				if to < 0 {
					break
				}
				end := len(rest) - len(strings.TrimLeft(rest[to:], "`"))
				if end-to == len(fence) {
					code = s[from : len(s)-len(rest)+end]
					break
				}
				rest = rest[end:]
			}
			before = s[:from]
		}
		b.WriteString(strings.ReplaceAll(before, "[", "&#91;"))
		b.WriteString(code)
		s = s[len(before)+len(code):]
	}
	return b.String()
}
