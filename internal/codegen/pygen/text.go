package pygen

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// literals are how values are written in Python.
var literals = backend.Literals{
	Null: "None", True: "True", False: "False",
	Number: func(v model.Value) string { return v.Text },
	String: quote,
	List:   func(items []string) string { return "[" + strings.Join(items, ", ") + "]" },
	Object: func(members []backend.LiteralMember) string {
		parts := make([]string, len(members))
		for i, m := range members {
			parts[i] = quote(m.Key) + ": " + m.Code
		}
		return "{" + strings.Join(parts, ", ") + "}"
	},
}

// quote is a text as a literal. Characters that nobody sees are escaped.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		default:
			b.WriteString(visible(r))
		}
	}
	b.WriteByte('"')
	return b.String()
}

// visible is a character of a text, escaped unless it is seen.
func visible(r rune) string {
	switch {
	case r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r):
		return string(r)
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// visibleText is a text of the spec with escapes for what nobody sees.
func visibleText(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == '\n' {
			b.WriteRune(r)
		} else {
			b.WriteString(visible(r))
		}
	}
	return b.String()
}

// docText is a text of the spec within a docstring.
func docText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\\':
			b.WriteString(`\\`)
		case r == '\n':
			b.WriteRune(r)
		case r == '\t':
			b.WriteByte(' ')
		default:
			b.WriteString(visible(r))
		}
	}
	return strings.ReplaceAll(b.String(), `"""`, `\"\"\"`)
}

// docstring is a docstring at an indent, with the line end after it; "" without lines.
func docstring(lines []string, indent string) string {
	if len(lines) == 0 {
		return ""
	}
	last := lines[len(lines)-1]
	if len(lines) == 1 && len(indent)+len(last) <= width && !strings.HasSuffix(last, `"`) {
		return indent + `"""` + last + "\"\"\"\n"
	}
	var b strings.Builder
	b.WriteString(indent + `"""`)
	for i, l := range lines {
		if i > 0 && l != "" {
			b.WriteString(indent)
		}
		b.WriteString(strings.TrimRight(l, " ") + "\n")
	}
	return b.String() + indent + "\"\"\"\n"
}

// docs are the lines of an element's docstring: its text, and remarks about it.
func docs(m *model.Meta, remarks ...backend.Remark) []string {
	return saidDocs(m, words.Sentences(remarks)...)
}

// words are how docstrings name what the spec has.
var words = backend.Words{
	Name: code, Text: docText, Error: func(c *model.ErrorCode) string { return code(c.Name) },
	Say: func(r backend.Remark) string {
		switch r.Kind {
		case backend.RemarkUnsetIfUnreadable:
			return "Not set if the value cannot be read."
		case backend.RemarkPatch:
			return "UNSET and None differ: no change, and removal."
		}
		return ""
	},
}

// saidDocs are docs with further sentences.
func saidDocs(m *model.Meta, sentences ...string) []string {
	var out []string
	if text := strings.TrimSpace(m.Doc); text != "" {
		out = strings.Split(docText(text), "\n")
	}
	kinds := []backend.RemarkKind{
		backend.RemarkExperimental, backend.RemarkSince, backend.RemarkAfter, backend.RemarkGate, backend.RemarkUnit, backend.RemarkSensitive,
	}
	said := words.Sentences(backend.ElementRemarks(m).Of(kinds...))
	if m.Deprecated != nil {
		said = append(said, "Deprecated. "+words.Deprecation(m.Deprecated))
	}
	if said = append(said, sentences...); len(said) == 0 {
		return out
	}
	if len(out) > 0 {
		out = append(out, "")
	}
	return append(out, wrap(strings.Join(said, " "), width-8)...)
}

// wrap divides a text at spaces into lines of at most a length, if it can.
func wrap(text string, length int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Split(text, " ") {
		if line != "" && len(line)+1+len(word) > length {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// code is a text of the spec as code in a docstring.
func code(s string) string {
	return "`" + strings.NewReplacer("`", "'", "\n", `\n`).Replace(s) + "`"
}

// tagLiteral is a tag of a union in Python.
func tagLiteral(tag, kind string) string {
	switch kind {
	case "boolean":
		return map[string]string{"true": "True", "false": "False"}[tag]
	case "integer":
		return tag
	}
	return quote(tag)
}

// bytesLiteral is a value of bytes in Python.
func bytesLiteral(data []byte) string {
	var b strings.Builder
	b.WriteString(`b"`)
	for _, c := range data {
		switch {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case ' ' <= c && c <= '~':
			b.WriteByte(c)
		default:
			b.WriteString(`\x` + strconv.FormatUint(uint64(c)|0x100, 16)[1:])
		}
	}
	return b.String() + `"`
}
