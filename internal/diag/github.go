package diag

import (
	"fmt"
	"io"
	"strings"
)

// WriteGitHub writes findings as workflow commands, which GitHub shows beside
// the lines of a change.
func WriteGitHub(w io.Writer, list []*Diagnostic) error {
	var f spanFinder
	var others finder
	var b strings.Builder
	for _, d := range list {
		var args []string
		if !d.Span.IsZero() {
			s := Trim(d.Span)
			from, to := f.start.find(s.File, s.Start), f.end.find(s.File, s.End)
			args = append(args, "file="+escapeProperty(s.File.Name), fmt.Sprintf("line=%d", from.Line), fmt.Sprintf("endLine=%d", to.Line))
			if from.Line == to.Line { // columns are shown only within one line
				args = append(args, fmt.Sprintf("col=%d", from.Column), fmt.Sprintf("endColumn=%d", to.Column))
			}
		}
		if d.Code != nil {
			args = append(args, "title="+escapeProperty(d.Code.ID))
		}
		message := d.Message
		if d.Help != "" {
			message += "\n" + d.Help
		}
		for _, r := range d.Related { // a command has one place
			message += "\n" + r.Message
			if !r.Span.IsZero() {
				message += ": " + place(&others, r.Span)
			}
		}
		fmt.Fprintf(&b, "::%s %s::%s\n", d.Severity, strings.Join(args, ","), escapeData(message))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// escapeData keeps a message on the line of its command.
func escapeData(s string) string {
	s = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
	return Harmless(s)
}

// escapeProperty also keeps a value from ending early.
func escapeProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(escapeData(s))
}
