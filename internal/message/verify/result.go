package verify

import (
	"maps"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Result summarizes a recording.
type Result struct {
	Lines      int `json:"lines"`
	Bad        int `json:"bad"`    // lines with a fault
	Faults     int `json:"faults"` // of lines, and of requests that were never answered
	Messages   int `json:"messages,omitempty"`
	Requests   int `json:"requests,omitempty"`
	Responses  int `json:"responses,omitempty"`
	Unanswered int `json:"unanswered,omitempty"`
	Late       int `json:"late,omitempty"`           // answers that were not expected any more
	Resent     int `json:"resent,omitempty"`         // requests that were sent again
	History    int `json:"history,omitempty"`        // requests of a replay
	Advice     int `json:"advice,omitempty"`         // broken rules that are advisory
	Progress   int `json:"progress,omitempty"`       // notifications about a request
	Stray      int `json:"unknown_tokens,omitempty"` // notifications about the progress of an unknown request
	Records    int `json:"records,omitempty"`        // of a journal
	Unknown    int `json:"unknown"`                  // undeclared methods and tags
	Extensions int `json:"extensions,omitempty"`     // names of extensions
	Dropped    int `json:"dropped,omitempty"`        // values that a reader passes over

	Version  string     `json:"version,omitempty"` // of a journal, as its header says
	Coverage []Coverage `json:"coverage"`
}

// Coverage is how much of one part of the protocol was seen.
type Coverage struct {
	Of       string         `json:"of"` // methods, events, requests, errors
	Declared int            `json:"declared"`
	Seen     map[string]int `json:"seen"` // how often
	Missing  []string       `json:"missing,omitempty"`
	// Undeclared are the undeclared names, and for errors the codes, with how often
	// each was seen.
	Undeclared map[string]int `json:"undeclared,omitempty"`
	Extensions map[string]int `json:"extensions,omitempty"` // likewise the names of extensions
}

// A tally counts names. It is limited to the first maxNames names, and to the
// beginning of long names.
type tally map[string]int

const (
	maxNames = 10_000
	maxName  = 200 // bytes
)

func (t tally) add(name string) {
	name = short(name)
	if _, known := t[name]; known || len(t) < maxNames {
		t[name]++
	}
}

// short is the beginning of a long name.
func short(name string) string {
	if len(name) > maxName {
		return strings.Clone(name[:maxName])
	}
	return name
}

// unknown counts an undeclared name.
func (v *Verifier) unknown(t tally, name string) {
	v.result.Unknown++
	t.add(name)
	v.noteUnknown(name)
}

// Result returns the result so far.
func (v *Verifier) Result() Result {
	r := v.result
	if v.opt.As == "" && !v.journal && len(v.proto.Methods) > 0 {
		var names []string
		for _, m := range v.proto.Methods {
			names = append(names, m.Name)
		}
		r.Coverage = append(r.Coverage, covered("methods", names, v.methods, v.extensions[nil]))
	}
	if e := v.proto.Envelope; e != nil {
		if v.covers(e.Events) {
			r.Coverage = append(r.Coverage, covered("events", tags(e.Events.Variants), v.cover[e.Events], v.extensions[e.Events]))
		}
		if v.covers(e.Requests) {
			r.Coverage = append(r.Coverage, covered("requests", tags(e.Requests.Variants), v.cover[e.Requests], v.extensions[e.Requests]))
		}
	}
	if v.opt.As == "" && !v.journal && len(v.proto.Errors) > 0 {
		var names []string
		for _, e := range v.proto.Errors {
			names = append(names, e.Name)
		}
		r.Coverage = append(r.Coverage, covered("errors", names, v.errors, nil))
	}
	return r
}

// covers reports whether the coverage of u is meaningful: for a recording of values of
// one type only if it has a value of u.
func (v *Verifier) covers(u *model.Union) bool {
	return u != nil && (v.opt.As == "" || len(v.cover[u]) > 0)
}

func covered(of string, declared []string, seen tally, extensions tally) Coverage {
	c := Coverage{Of: of, Declared: len(declared), Seen: make(map[string]int), Undeclared: maps.Clone(seen), Extensions: extensions}
	for _, name := range declared {
		if n := seen[name]; n > 0 {
			c.Seen[name] = n
		} else {
			c.Missing = append(c.Missing, name)
		}
		delete(c.Undeclared, name)
	}
	return c
}

func tags(variants []*model.Variant) []string {
	var out []string
	for _, v := range variants {
		out = append(out, v.Tag)
	}
	return out
}
