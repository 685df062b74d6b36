package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/source"
)

// A Target is a language that code is generated in.
type Target struct{ Name, Title string }

// A CodeChange is what a change of generated code does to code that uses it.
type CodeChange struct {
	// Elements are those that the code may be generated for, the likeliest first; none of
	// what is generated for the whole protocol.
	Elements []string
	Name     string // of the declaration, perhaps with its part: StepBegin.Model
	Level    Level
	Why      string // without the name
	Was, Is  string // what changed, on one line each; "" for what one version does not have
}

// AddCode adds what changes of the code that is generated for a target do. They are said
// with the edit that makes them; if there is none, as separate findings.
func (r *Report) AddCode(target Target, changes []CodeChange) {
	r.Targets = append(r.Targets, target)
	by := r.editsOfElements(changes)
	told := map[*Finding][]CodeChange{}
	var order []*Finding
	for _, c := range changes {
		f := by.finding(c)
		if f == nil {
			f = r.codeFinding(c, by.elements)
		}
		if told[f] == nil {
			order = append(order, f)
		}
		told[f] = append(told[f], c)
	}
	for _, f := range order {
		f.Code = append(f.Code, make([]Verdict, len(r.Targets)-len(f.Code))...)
		f.Code[len(r.Targets)-1] = codeVerdict(told[f])
	}
	r.sort()
}

// elementEdits finds the finding about an element.
type elementEdits struct {
	elements map[string]*Element
	own      map[string]*Finding // the worst edit of an element
	within   map[string]*Finding // the worst edit of a part of an element
	parts    map[string]*Finding // the worst edit of the params of a method, its result or its progress
	notes    map[string]*Finding
	at       map[source.Span]*Finding // the worst edit of what is declared at a place, as a field of a base is
	only     *Finding                 // the only edit of the protocol; or nil
}

func (r *Report) editsOfElements(changes []CodeChange) *elementEdits {
	by := &elementEdits{elements: map[string]*Element{}, own: map[string]*Finding{}, within: map[string]*Finding{}, parts: map[string]*Finding{}, notes: map[string]*Finding{}, at: map[source.Span]*Finding{}}
	asked := map[string]bool{} // a protocol may have very many
	for _, c := range changes {
		for _, name := range c.Elements {
			asked[name] = true
		}
	}
	for _, f := range r.Findings {
		asked[f.Element] = true
	}
	for i := range r.Elements {
		if x := &r.Elements[i]; asked[x.Name] {
			by.elements[x.Name] = x
		}
	}
	first := func(of map[string]*Finding, name string, f *Finding) {
		if of[name] == nil {
			of[name] = f
		}
	}
	several := false
	for _, f := range r.Findings {
		switch {
		case f.Rule.ID == docChanged || f.Rule.ID == deprecatedChanged || f.Rule.ID == codeChanged || f.Element == versionElement:
			continue
		case f.Rule.Note():
			first(by.notes, f.Element, f)
		default:
			first(by.own, f.Element, f)
			if by.at[f.At()] == nil && !f.At().IsZero() {
				by.at[f.At()] = f
			}
			if x := by.elements[f.Element]; x != nil {
				first(by.within, x.Parent, f)
			} else if i := strings.LastIndexByte(f.Element, ' '); i > 0 { // params of a method, its progress
				first(by.parts, f.Element[:i], f)
			}
		}
		by.only, several = f, several || by.only != nil
	}
	if several {
		by.only = nil
	}
	return by
}

// finding is the one about the edit that makes a change: of its element; of what that is
// a part of, such as another name of a type; or of a part of it. It is nil if none is
// known.
func (by *elementEdits) finding(c CodeChange) *Finding {
	for _, name := range c.Elements {
		if f := cmp.Or(by.own[name], by.parts[name]); f != nil {
			return f
		}
	}
	for _, name := range c.Elements {
		if f := by.notes[name]; f != nil {
			return f
		}
	}
	for _, name := range c.Elements {
		for _, at := range by.declared(name) {
			if f := by.at[at]; f != nil {
				return f
			}
		}
	}
	known := map[string]bool{} // what has a part that is known to be the one that changed
	for _, name := range c.Elements {
		x := by.elements[name]
		if x != nil && x.Parent != "" {
			known[x.Parent] = true
			if f := by.own[x.Parent]; f != nil {
				return f
			}
		}
		if f := by.within[name]; f != nil && !known[name] {
			return f
		}
	}
	return by.only
}

// declared are the places where an element is declared.
func (by *elementEdits) declared(name string) []source.Span {
	var out []source.Span
	if x := by.elements[name]; x != nil {
		for _, m := range x.Of {
			if m != nil {
				out = append(out, m.Span)
			}
		}
	}
	return out
}

// CodeFor returns the verdict of a finding for code of the report's target with a number.
func (f *Finding) CodeFor(target int) Verdict {
	if target < len(f.Code) {
		return f.Code[target]
	}
	return Verdict{}
}

// codeFinding is the finding of an element of which only generated code changed.
func (r *Report) codeFinding(c CodeChange, elements map[string]*Element) *Finding {
	f := &Finding{Rule: ruleNamed(codeChanged), Element: c.Name, Was: c.Was, Is: c.Is}
	for _, name := range c.Elements {
		if x := elements[name]; x != nil {
			f.Element = x.Name
			for i, at := range []*source.Span{&f.OldAt, &f.NewAt} {
				if x.Of[i] != nil {
					*at = x.Of[i].Span
				}
			}
			break
		}
	}
	if other := r.like(f); other != nil { // of another target, or another declaration
		return other
	}
	r.Findings = append(r.Findings, f)
	return f
}

// codeVerdict is the worst of some changes of code, in words.
func codeVerdict(list []CodeChange) Verdict {
	const most = 3 // that are listed
	v := Verdict{}
	for _, c := range list {
		v.Level = max(v.Level, c.Level)
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b CodeChange) int { return cmp.Compare(far(a), far(b)) })
	var words []string
	more := 0
	for _, c := range list {
		switch {
		case c.Level < v.Level:
		case len(words) == most:
			more++
		default:
			words = append(words, c.Name+": "+c.Why)
		}
	}
	v.Why = strings.Join(words, "; ")
	if more > 0 {
		v.Why += fmt.Sprintf("; and %d more", more)
	}
	return v
}

// far is how far a declaration is from what people write: members that they call or set are
// first, then types, then what is made for each method beside its call.
func far(c CodeChange) int {
	whole, _, member := strings.Cut(c.Name, ".")
	switch {
	case strings.HasPrefix(whole, "Unimplemented"):
		return 3
	case whole == strings.ToUpper(whole) || strings.HasPrefix(whole, "Method") || strings.HasSuffix(whole, "Message") || strings.HasSuffix(whole, "Input"):
		return 2
	case member:
		return 0
	}
	return 1
}
