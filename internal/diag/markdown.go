package diag

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Markdown returns the page about all codes, with the text of Explain for each, in the
// order of the list.
func Markdown(codes []*Code) string {
	var b strings.Builder
	b.WriteString("# Diagnostics\n\nEvery fault that wiregen finds in a spec has a code, which is never renamed or reused.\n" +
		"`wiregen explain CODE` prints its text. This page is generated from the table of codes; a test checks it.\n")
	b.WriteString(repairs(codes))
	for _, c := range codes {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n", c.ID, upperFirst(c.Title))
		if doc := strings.TrimSpace(c.Doc); doc != "" {
			b.WriteString("\n" + wrapped(doc) + "\n")
		}
		example(&b, "Wrong", c.Wrong)
		example(&b, "Right", c.Right)
	}
	return b.String()
}

// repairs is the section about the codes that edits of the text repair, and about the others.
func repairs(codes []*Code) string {
	var made []string
	var rows strings.Builder
	for _, c := range codes {
		if c.ByHand == "" {
			made = append(made, c.ID)
		} else {
			fmt.Fprintf(&rows, "| [%s](#%[1]s) | %s |\n", c.ID, c.ByHand)
		}
	}
	return "\n## Repairs\n\n" + wrapped("Where the help of a finding names what to write, it is also an edit of the text: "+
		"in `--format json` and `sarif` of `wiregen check` and `wiregen lint`, as `fixes`. "+
		"`--fix` makes the edits of findings that have a single repair, and rewrites the files. "+
		"A finding for which there are several answers has a fix for each that is an edit; a person chooses. "+
		"A repair is not made if the finding stays after it, if there is a new error where it changed the text, or, in a spec without errors, if there is any. "+
		"A second run changes nothing.") +
		fmt.Sprintf("\n\n%d of the %d codes have a repair, if not at each place:\n\n", len(made), len(codes)) + wrapped(strings.Join(made, ", ")+".") +
		"\n\nThe others are repaired by hand:\n\n| code | why |\n|---|---|\n" + rows.String()
}

// wrapped returns a paragraph in lines of at most 120 characters, as far as its words allow.
func wrapped(text string) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case column == 0:
		case column+1+n > 120:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// example is a spec as a block without a language, so that a wrong one is not
// taken for one to copy.
func example(b *strings.Builder, head, text string) {
	text = strings.Trim(text, "\n")
	if text == "" {
		return
	}
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	fmt.Fprintf(b, "\n%s:\n\n%s\n%s\n%s\n", head, fence, text, fence)
}
