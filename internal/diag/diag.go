// Package diag represents diagnostics of a spec, each with a place, a stable code and advice.
// Diagnostics may be added in any order; a report is sorted, has no duplicates, and can be
// written in several formats. The package does not check specs.
package diag

import (
	"sort"

	"github.com/wiregen/wiregen/internal/source"
)

// A Severity says how bad a finding is.
type Severity int

// The severities. Only an Error stops the compiler.
const (
	Error Severity = iota
	Warning
	Notice
)

func (s Severity) String() string { return [...]string{"error", "warning", "notice"}[s] }

// A Diagnostic is one finding.
type Diagnostic struct {
	Code     *Code
	Severity Severity
	Span     source.Span
	Message  string // lower case, no full stop, the thing in quotes
	Help     string // what to write instead, or ""
	Related  []Related
	Repairs  []Repair // each repairs it alone
	Fixes    []Fix    // the same as edits, where they were asked for
}

// A Fix is edits of the spec after which a finding is gone or milder.
type Fix struct {
	Message string // what they are for
	Edits   []source.Edit
	Choice  bool // there are other ways
}

// Related is another place that belongs to a finding ("first declared here").
type Related struct {
	Span    source.Span
	Message string
}

// A Report collects diagnostics. The zero value is ready to use.
type Report struct {
	list   []*Diagnostic
	errors int
}

// Add records a finding of code at span.
func (r *Report) Add(code *Code, span source.Span, message string) *Diagnostic {
	d := &Diagnostic{Code: code, Span: span, Message: message}
	r.list = append(r.list, d)
	r.errors++
	return d
}

// Warn records a finding of code at span that does not stop the compiler.
func (r *Report) Warn(code *Code, span source.Span, message string) *Diagnostic {
	d := &Diagnostic{Code: code, Severity: Warning, Span: span, Message: message}
	r.list = append(r.list, d)
	return d
}

// WithHelp sets what to write instead.
func (d *Diagnostic) WithHelp(help string) *Diagnostic {
	d.Help = help
	return d
}

// WithRelated adds another place.
func (d *Diagnostic) WithRelated(span source.Span, message string) *Diagnostic {
	d.Related = append(d.Related, Related{Span: span, Message: message})
	return d
}

// OK reports whether no error was reported.
func (r *Report) OK() bool { return r.errors == 0 }

// All returns the findings in the order of their places, each once.
func (r *Report) All() []*Diagnostic {
	out := make([]*Diagnostic, len(r.list))
	copy(out, r.list)
	sort.SliceStable(out, func(i, j int) bool { return less(out[i], out[j]) })
	kept := out[:0]
	for i, d := range out {
		if i > 0 && same(kept[len(kept)-1], d) {
			continue
		}
		kept = append(kept, d)
	}
	return kept
}

func less(a, b *Diagnostic) bool {
	if an, bn := fileName(a.Span), fileName(b.Span); an != bn {
		return an < bn
	}
	if a.Span.Start != b.Span.Start {
		return a.Span.Start < b.Span.Start
	}
	if a.Span.End != b.Span.End {
		return a.Span.End < b.Span.End
	}
	if a.Code.ID != b.Code.ID {
		return a.Code.ID < b.Code.ID
	}
	return a.Message < b.Message
}

func same(a, b *Diagnostic) bool {
	return a.Code == b.Code && a.Span == b.Span && a.Message == b.Message
}

func fileName(s source.Span) string {
	if s.File == nil {
		return ""
	}
	return s.File.Name
}
