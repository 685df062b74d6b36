// Package marked writes results into a document, between marks that name them, so that
// the text around stays as it was written.
package marked

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// Replace puts text between <!-- name --> and <!-- /name --> of a file, each of which
// must be there once, on a separate line.
func Replace(file, name, text string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->\n"
	if bytes.Count(old, []byte(begin)) != 1 || bytes.Count(old, []byte(end)) != 1 {
		return fmt.Errorf("%s: there must be one %q and one %q", file, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	before, rest, _ := bytes.Cut(old, []byte(begin))
	_, after, found := bytes.Cut(rest, []byte(end))
	if !found {
		return fmt.Errorf("%s: the mark %q is before %q", file, strings.TrimSpace(end), strings.TrimSpace(begin))
	}
	out := string(before) + begin + "\n" + strings.TrimSpace(text) + "\n\n" + end + string(after)
	return os.WriteFile(file, []byte(out), 0o666)
}

// Table returns rows as a Markdown table, the first of which is its head.
func Table(rows [][]string) string {
	var b strings.Builder
	for i, r := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(r, " | "))
		if i == 0 {
			fmt.Fprintf(&b, "|%s\n", strings.Repeat("---|", len(r)))
		}
	}
	return b.String()
}
