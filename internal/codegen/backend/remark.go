package backend

import (
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Remark is a fact about an element that neither its type nor the text of the spec says, as
// comments of generated code tell it.
type Remark struct {
	Kind RemarkKind
	// Text is a version, a unit, a gate as the spec spells it, a number of characters, or, of
	// the kinds about values, the words for them: a URI.
	Text  string
	Names []string        // the fields of a group
	Rule  lower.GroupRule // of a group
	Limit model.Type      // what is limited
}

// RemarkKind is what a Remark is about.
type RemarkKind uint8

// The kinds of remarks.
const (
	RemarkUnit RemarkKind = iota
	RemarkSince
	RemarkAfter // in no released version
	RemarkGate
	RemarkExperimental
	RemarkSensitive
	RemarkTruncated // in logs

	RemarkLimits  // with who enforces them
	RemarkContent // of a string, which readers do not check
	RemarkForm    // of a string, which readers check
	RemarkDefaultIfUnreadable
	RemarkUnsetIfUnreadable
	RemarkPatch   // absent and null differ
	RemarkMustSet // a writer of this version always writes it, others may not
	RemarkGroup
	RemarkFallback // undeclared values of the enum are read as this one
	RemarkLocal    // an error that is never sent
)

// Remarks are about one element.
type Remarks []Remark

// Of returns the remarks of some kinds, in the order of these.
func (r Remarks) Of(kinds ...RemarkKind) Remarks {
	var out Remarks
	for _, k := range kinds {
		for _, x := range r {
			if x.Kind == k {
				out = append(out, x)
			}
		}
	}
	return out
}

// ElementRemarks are about any element. That it is deprecated is not among them: most languages
// have a form for it.
func ElementRemarks(m *model.Meta) Remarks {
	var out Remarks
	add := func(kind RemarkKind, text string, holds bool) {
		if holds {
			out = append(out, Remark{Kind: kind, Text: text})
		}
	}
	add(RemarkUnit, m.Unit, m.Unit != "")
	add(RemarkAfter, m.Since.Version, m.Since.Version != "" && m.Since.After)
	add(RemarkSince, m.Since.Version, m.Since.Version != "" && !m.Since.After)
	add(RemarkGate, m.Gate, m.Gate != "")
	add(RemarkExperimental, "", m.Experimental)
	add(RemarkSensitive, "", m.Sensitive)
	add(RemarkTruncated, strconv.Itoa(m.LogTruncate), m.LogTruncate > 0)
	return out
}

// ValueRemarks are about the values of an element with a type: its limits, also those that
// nobody enforces, or else what a string holds, unless doc says it.
func ValueRemarks(t model.Type, doc string) Remarks {
	if l := model.LimitsOf(model.NonNull(t)); l != nil && model.LimitWords(t, names.Escaped) != "" {
		return Remarks{{Kind: RemarkLimits, Limit: t}}
	}
	if words := model.TextWords(t); words != "" && strings.TrimSpace(doc) == "" {
		return Remarks{{Kind: RemarkContent, Text: words}}
	}
	if s, ok := model.NonNull(t).(*model.Scalar); ok && s.Kind.Info().Checked {
		return Remarks{{Kind: RemarkForm, Text: s.Kind.Info().Form}}
	}
	return nil
}

// FieldRemarks are about the values of a field and its presence.
func FieldRemarks(f *lower.Field) Remarks {
	out := ValueRemarks(f.Of.Type, f.Of.Doc)
	switch {
	case f.OnError == lower.OnErrorRefuse:
	case f.Default != nil:
		out = append(out, Remark{Kind: RemarkDefaultIfUnreadable})
	default:
		out = append(out, Remark{Kind: RemarkUnsetIfUnreadable})
	}
	if f.Patch {
		out = append(out, Remark{Kind: RemarkPatch})
	}
	if f.MustSet {
		out = append(out, Remark{Kind: RemarkMustSet})
	}
	return out
}

// GroupRemarks are about which fields of a struct are set together or apart; name is what a
// field is called.
func GroupRemarks(s *lower.Struct, name func(i int) string) Remarks {
	var out Remarks
	for _, g := range s.Groups {
		r := Remark{Kind: RemarkGroup, Rule: g.Rule}
		for _, i := range g.At {
			r.Names = append(r.Names, name(i))
		}
		out = append(out, r)
	}
	return out
}

// FallbackRemarks are about a value of an enum.
func FallbackRemarks(e *lower.Enum, value string) Remarks {
	if e.Other == lower.OtherFallback && value == e.Fallback {
		return Remarks{{Kind: RemarkFallback}}
	}
	return nil
}

// ErrorRemarks are about a declared error.
func ErrorRemarks(e *lower.Error) Remarks {
	if e.Local {
		return Remarks{{Kind: RemarkLocal}}
	}
	return nil
}

// Words are how a target writes names and texts of the spec in a comment.
type Words struct {
	Name  func(string) string // a name, or a text as it is in messages
	Text  func(string) string // any text, so that it cannot end the comment
	Error func(*model.ErrorCode) string
	// Say may say a remark in the words of the target; "" leaves it to Sentence. Nil: none.
	Say func(Remark) string
}

// Sentences returns remarks as sentences.
func (w Words) Sentences(remarks Remarks) []string {
	out := make([]string, len(remarks))
	for i, r := range remarks {
		out[i] = w.Sentence(r)
	}
	return out
}

// Sentence returns a remark as a sentence.
func (w Words) Sentence(r Remark) string {
	if w.Say != nil {
		if said := w.Say(r); said != "" {
			return w.Text(said)
		}
	}
	return w.Text(w.plain(r))
}

func (w Words) plain(r Remark) string {
	switch r.Kind {
	case RemarkUnit:
		return "Unit: " + r.Text + "."
	case RemarkSince:
		return "Since " + r.Text + "."
	case RemarkAfter:
		return "Added after " + r.Text + " (unreleased version)."
	case RemarkGate:
		return "Only sent when " + model.GateWords(r.Text, w.Name) + "."
	case RemarkExperimental:
		return "Experimental."
	case RemarkSensitive:
		return "Sensitive: keep it out of logs."
	case RemarkTruncated:
		return "Logs show its first " + r.Text + " characters."
	case RemarkLimits:
		return model.LimitNote(r.Limit, w.Name)
	case RemarkContent, RemarkForm:
		return "Holds " + r.Text + "."
	case RemarkDefaultIfUnreadable:
		return "The default if the value cannot be read."
	case RemarkUnsetIfUnreadable:
		return "Absent if the value cannot be read."
	case RemarkPatch:
		return "Absent and null are distinguished."
	case RemarkMustSet:
		return "Required when writing; older peers may omit it."
	case RemarkGroup:
		rule := [...]string{lower.AtLeastOne: "At least one of ", lower.AtMostOne: "At most one of ", lower.ExactlyOne: "Exactly one of "}[r.Rule]
		list := make([]string, len(r.Names))
		for i, name := range r.Names {
			list[i] = w.Name(name)
		}
		return rule + names.List(list, "and") + " is set."
	case RemarkFallback:
		return "Undeclared values are read as this one."
	case RemarkLocal:
		return "Never sent: used only for errors within a peer."
	}
	panic("backend: a remark without words")
}

// Deprecation says since when an element is deprecated and what to use instead; "" if it is not.
func (w Words) Deprecation(d *model.Deprecated) string {
	switch {
	case d == nil:
		return ""
	case d.Since != "" && d.Use != "":
		return w.Text("Since "+d.Since+".") + " " + w.Text("Use "+d.Use+".")
	case d.Since != "":
		return w.Text("Since " + d.Since + ".")
	case d.Use != "":
		return w.Text("Use " + d.Use + ".")
	}
	return "No longer used."
}

// EnvelopeDoc says what a union of the envelope is, which has no place for a doc in a spec; "" for
// any other union.
func EnvelopeDoc(p *model.Protocol, u *model.Union) string {
	switch env := p.Envelope; {
	case env == nil || u.Doc != "":
	case u == env.Events:
		return "An event in its envelope."
	case u == env.Requests:
		return "A request in its envelope."
	case u == env.Messages:
		return "An event or a request in its envelope."
	}
	return ""
}
