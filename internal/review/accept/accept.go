// Package accept reads the list of findings that a team accepts in comparisons, each with a
// reason and an expiry, and reports expired and unused entries.
package accept

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/source"
)

// FileName is the usual name of the file, which is next to the spec.
const FileName = "wiregen.accept.yaml"

// A List has the accepted findings.
type List struct {
	file    *source.File
	entries []*Entry
}

// An Entry accepts one finding: that with its rule, element and both sides of the edit.
type Entry struct {
	Rule, Element, Was, Is string
	Reason                 string
	Until                  string // the last version, or the last day, for which it is accepted
	at                     source.Span
	used                   bool
	fresh                  bool // it was added by the change that is compared
}

// Read reads a list. The root is that of its file.
func Read(f *source.File, root *syntax.Node) (*List, error) {
	l := &List{file: f}
	err := backend.ReadConfig(root, f.Name, func(s *backend.Section) { l.entries = read(s) })
	return l, err
}

// read reads the whole of the file.
func read(s *backend.Section) []*Entry {
	var out []*Entry
	s.Sections("accept", "The findings that are accepted.", "{rule, element, reason, until}", func(item *backend.Section) {
		e := &Entry{
			Rule:    item.Text("rule", "The rule of the finding, such as field-removed."),
			Element: item.Text("element", "The element, as the finding names it."),
			Was:     item.Text("was", "What the old version has, as the finding says it."),
			Is:      item.Text("is", "What the new version has, as the finding says it."),
			Reason:  item.Text("reason", "Why it is accepted."),
			Until:   item.Text("until", "The last version, or the last day (2026-12-31), for which it is accepted."),
			at:      item.Span(),
		}
		for _, x := range []struct{ key, value string }{{"rule", e.Rule}, {"element", e.Element}, {"reason", e.Reason}, {"until", e.Until}} {
			if x.value == "" {
				item.Fault(item.Span(), "an entry of accept must have the key %s", x.key)
			}
		}
		if e.Rule != "" && compare.RuleNamed(e.Rule) == nil {
			item.Fault(item.Span(), "there is no rule %q: %s", e.Rule, names.DidYouMean(e.Rule, ruleNames(), "wiregen diff prints the rule of each finding"))
		}
		out = append(out, e)
	})
	return out
}

func ruleNames() []string {
	var out []string
	for _, r := range compare.Rules() {
		out = append(out, r.ID)
	}
	return out
}

var day = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`) })

// Expired reports whether an entry has ended: for the version of a protocol, or today.
func (e *Entry) Expired(p *model.Protocol, now time.Time) bool {
	switch {
	case day().MatchString(e.Until) && p.Versioning != model.Date:
		return now.Format(time.DateOnly) > e.Until
	case p.Versioning.Parse(e.Until) == nil || p.Version == "":
		return true // it can never be told
	}
	return p.Versioning.Less(e.Until, p.Version)
}

// Matches reports whether an entry accepts a finding.
func (e *Entry) Matches(f *compare.Finding) bool {
	return e.Rule == f.Rule.ID && e.Element == f.Element && e.Was == f.Was && e.Is == f.Is
}

// Mark notes which entries accept a finding of r, and returns those findings, each with
// the reason. An expired entry accepts nothing.
func (l *List) Mark(r *compare.Report, now time.Time) map[*compare.Finding]string {
	out := map[*compare.Finding]string{}
	for _, f := range r.Findings {
		for _, e := range l.entries {
			if e.Matches(f) {
				e.used = true
				if !e.Expired(r.New, now) {
					out[f] = e.Reason
					if e.fresh {
						out[f] += " [accepted by this change itself]"
					}
				}
			}
		}
	}
	return out
}

// Since notes which entries an older list, which may be nil, does not have as they are.
func (l *List) Since(old *List) {
	for _, e := range l.entries {
		e.fresh = old == nil || !slices.ContainsFunc(old.entries, func(x *Entry) bool {
			return x.Rule == e.Rule && x.Element == e.Element && x.Was == e.Was && x.Is == e.Is && x.Reason == e.Reason && x.Until == e.Until
		})
	}
}

// Faults returns the entries that have ended or accept nothing, as errors at their places.
func (l *List) Faults(p *model.Protocol, now time.Time) []error {
	var out []error
	for _, e := range l.entries {
		pos := l.file.Position(e.at.Start)
		say := func(format string, args ...any) {
			out = append(out, fmt.Errorf("%s:%d:%d: %s", l.file.Name, pos.Line, pos.Column, fmt.Sprintf(format, args...)))
		}
		switch {
		case !e.used:
			say("no finding is accepted by this entry: %s of %s: remove it", e.Rule, e.Element)
		case e.Expired(p, now):
			say("the acceptance of %s of %s ended with %s: decide again", e.Rule, e.Element, e.Until)
		}
	}
	return out
}

// Without returns the text of the file without the entries that were used; ok is false if
// there are none.
func (l *List) Without() (text []byte, ok bool) {
	text = bytes.Clone(l.file.Text)
	left := len(l.entries)
	for _, e := range slices.Backward(l.entries) {
		if !e.used {
			continue
		}
		from, to := l.lines(e)
		text = slices.Delete(text, from, to)
		left--
		ok = true
	}
	if left == 0 {
		return nil, ok
	}
	return text, ok
}

// lines are the whole lines of an entry: from that of its dash to that of the next entry,
// or to the end of its last value.
func (l *List) lines(e *Entry) (from, to int) {
	text := l.file.Text
	from = bytes.LastIndexByte(text[:e.at.Start], '\n') + 1
	to = len(text)
	if i := bytes.IndexByte(text[e.at.End:], '\n'); i >= 0 {
		to = e.at.End + i + 1
	}
	return from, to
}

// Entries returns the text of entries that accept some findings until a version, without
// their reasons.
func Entries(list []*compare.Finding, which func(*compare.Finding) bool, until string) string {
	var b strings.Builder
	b.WriteString("accept:\n")
	for _, f := range list {
		if !which(f) {
			continue
		}
		fmt.Fprintf(&b, "  - rule: %s\n    element: %s\n", f.Rule.ID, model.Quote(f.Element))
		for _, x := range []struct{ key, value string }{{"was", f.Was}, {"is", f.Is}} {
			if x.value != "" {
				fmt.Fprintf(&b, "    %s: %s\n", x.key, model.Quote(x.value))
			}
		}
		fmt.Fprintf(&b, "    reason: # why it is accepted\n    until: %s\n", model.Quote(until))
	}
	return b.String()
}
