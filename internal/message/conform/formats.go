package conform

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A View is a report with what was compared.
type View struct {
	*Report
	Protocol *model.Protocol
	Spec     string // its file
	Command  string
}

// shown is how many kinds of disagreements the text has.
const shown = 20

// longLine is how many bytes of a line the text has.
const longLine = 600

// Version is the version of the format that JSON writes. It changes if a reader of the old
// format would misread the new one; new members do not count.
const Version = 1

// Text writes a report for people.
func Text(w io.Writer, v View) error {
	o := &textWriter{w: w}
	o.line("%s: %s of %s: %s, %d near misses, %d random (seed %d)", v.Command, names.Count(v.Given, "message"), v.Spec, names.Count(v.Vectors, "vector"), v.NearMisses, v.Random, v.Seed)
	o.line("  %d agree, %d disagree, %d skipped", v.Agreed, v.Disagreed, v.Skipped)
	for _, f := range v.Failures {
		o.line("")
		o.line("%s", f.title())
		if f.Type != "" {
			o.line("  %s", clipped("message   "+f.Message.String()))
		}
		o.stderr("  its standard error:", f.Stderr)
	}
	if v.GivenUp {
		o.line("")
		o.line("not all messages were given, because the program failed")
	}
	for _, d := range v.Kinds[:min(shown, len(v.Kinds))] {
		o.line("")
		o.line("%s, %s: %s", d.Type, d.title(), names.Count(d.Count, "message"))
		for _, line := range d.lines() {
			o.line("  %s", clipped(line))
		}
	}
	if n := len(v.Kinds) - shown; n > 0 || v.More > 0 {
		o.line("")
		o.line("and %s of other kinds, which --format json lists", names.Count(v.rest(), "message"))
	}
	for i, s := range v.Skips {
		if i == 0 {
			o.line("")
		}
		o.line("skipped: %s, %s: %s", s.Type, names.Count(s.Count, "message"), s.Reason)
	}
	if len(v.Failures) == 0 {
		o.stderr("\nthe standard error of the program:", v.Stderr)
	}
	return o.err
}

// clipped is the beginning of a long line. JSON has all of it.
func clipped(line string) string {
	if len(line) <= longLine {
		return line
	}
	return fmt.Sprintf("%s (%d bytes)", short(line, longLine), len(line)-len("message   "))
}

// rest counts the disagreements that the text does not show.
func (v View) rest() int {
	n := v.More
	for i, d := range v.Kinds {
		if i >= shown {
			n += d.Count
		}
	}
	return n
}

// A textWriter writes lines, and records the first error of writing. What a program wrote
// cannot steer a terminal.
type textWriter struct {
	w   io.Writer
	err error
}

func (o *textWriter) line(format string, args ...any) {
	if o.err == nil {
		_, o.err = io.WriteString(o.w, diag.Harmless(fmt.Sprintf(format, args...))+"\n")
	}
}

// stderr writes what a program wrote to its standard error.
func (o *textWriter) stderr(head, text string) {
	if text = strings.TrimRight(text, "\n"); text == "" {
		return
	}
	for _, line := range strings.Split(head, "\n") {
		o.line("%s", line)
	}
	for _, line := range strings.Split(text, "\n") {
		o.line("    %s", short(strings.TrimSuffix(line, "\r"), longLine))
	}
}

// titles say in a few words what a disagreement is about.
var titles = map[string]string{
	Verdict: "another verdict", Path: "another path", Words: "other words", Written: "another value is written", Bytes: "other bytes are written",
}

func (d *Disagreement) title() string { return titles[d.Aspect] }

// lines are the message, and the two answers.
func (d *Disagreement) lines() []string {
	out := []string{"message   " + d.Message.String(), "expected  " + d.Expected, "got       " + d.Got}
	if d.Difference != "" {
		out = append(out, "differs   "+d.Difference)
	}
	return out
}

func (f *Failure) title() string {
	switch {
	case f.Type == "":
		return f.Fault
	case f.Count > 1:
		return fmt.Sprintf("%s: %s (%d times)", f.Type, f.Fault, f.Count)
	}
	return f.Type + ": " + f.Fault
}

// JSON writes a report for a machine.
func JSON(w io.Writer, v View) error {
	r := *v.Report
	r.Kinds, r.Failures, r.Skips, r.Types = listed(r.Kinds), listed(r.Failures), listed(r.Skips), listed(r.Types)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Version int    `json:"version"`
		Spec    string `json:"spec"`
		Command string `json:"command"`
		*Report
	}{Version, v.Spec, v.Command, &r})
}

// listed is a list that is [] in JSON if it is empty.
func listed[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// SARIF writes a report as a SARIF log: each finding at the type in the spec.
func SARIF(w io.Writer, v View) error { return diag.WriteSARIF(w, v.diagnostics()) }

// diagnostics are the findings as those of the compiler.
func (v View) diagnostics() []*diag.Diagnostic {
	places := make(map[string]*model.Meta)
	for _, d := range v.Protocol.Decls {
		places[d.TypeName()] = d.Info()
	}
	codes := make(map[string]*diag.Code)
	var out []*diag.Diagnostic
	add := func(typ, code, title, doc, message, help string) {
		if codes[code] == nil {
			codes[code] = &diag.Code{ID: code, Title: title, Doc: doc}
		}
		d := &diag.Diagnostic{Code: codes[code], Severity: diag.Error, Span: v.Protocol.VersionAt, Message: message, Help: help}
		if info := places[typ]; info != nil && !info.Span.IsZero() {
			d.Span = info.Span
		}
		out = append(out, d)
	}
	for _, f := range v.Failures {
		help := ""
		if f.Type != "" {
			help = "message: " + f.Message.String()
		}
		add(f.Type, "conform-failure", "the program did not answer", "The program under test died, hung, or wrote something else than an answer.", f.title(), help)
	}
	for _, d := range v.Kinds {
		add(d.Type, "conform-"+d.Aspect, titles[d.Aspect], "The program under test and the reference reader disagree.",
			fmt.Sprintf("%s, %s: %s", d.Type, d.title(), names.Count(d.Count, "message")), strings.Join(d.lines(), "\n"))
	}
	return out
}

// JUnit writes a report as a suite of tests: one for each type, and one for the program, which
// fails if it did not answer.
func JUnit(w io.Writer, v View) error {
	program := diag.Test{Name: "answers", Class: "conform"}
	var said []string
	for _, f := range v.Failures {
		said = append(said, f.title())
		if f.Type != "" {
			said = append(said, "message   "+f.Message.String())
		}
		if f.Stderr != "" {
			said = append(said, f.Stderr)
		}
	}
	if said != nil {
		program.Failure, program.Text = names.Count(len(v.Failures), "failure"), strings.Join(said, "\n")
	}
	suite := diag.Suite{Name: "wiregen conform " + v.Spec, Tests: []diag.Test{program}}
	for _, of := range v.Types {
		t := diag.Test{Name: of.Type, Class: "conform"}
		var lines []string
		for _, d := range v.Kinds {
			if d.Type == of.Type {
				lines = append(append(lines, d.title()+": "+names.Count(d.Count, "message")), d.lines()...)
			}
		}
		switch {
		case of.Disagreed > 0:
			t.Failure = fmt.Sprintf("%d of %s disagree", of.Disagreed, names.Count(of.Given, "message"))
			t.Text = strings.Join(lines, "\n")
		case of.Skipped == of.Given:
			t.Skipped = "the program skips the type"
		}
		suite.Tests = append(suite.Tests, t)
	}
	return diag.WriteJUnit(w, suite)
}
