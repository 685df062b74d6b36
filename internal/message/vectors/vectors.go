// Package vectors generates the test vectors of a protocol: for each type a few valid messages
// with the text that is written for them, and for each kind of fault an invalid message with
// the path and the text of the error. They are lines of JSON, for the packages of every target
// and for other implementations. The messages come from package sample, the expected results
// from package interp.
package vectors

import (
	"bytes"
	"container/heap"
	"encoding/json"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// The results of reading a vector.
const (
	Valid   = "valid"   // it is read, and written again
	Invalid = "invalid" // it is refused
	Unfit   = "unfit"   // it is read, but a writer of this version must not write it
)

// A Vector is one message with the result that every reader must give.
type Vector struct {
	Type    string  `json:"type"`
	Result  string  `json:"result"`
	Text    string  `json:"text"`
	Written string  `json:"written,omitempty"` // if it is valid, and not written unchanged
	Path    string  `json:"path,omitempty"`    // of the fault; empty for the whole value
	Message string  `json:"message,omitempty"` // expected …, found …
	Answer  *Answer `json:"answer,omitempty"`  // of an invalid message; absent if the sender expects none
	Dropped []Drop  `json:"dropped,omitempty"` // what a reader passes over
}

// A Drop is a value that a reader passes over.
type Drop struct {
	Path    string `json:"path"`
	Message string `json:"message"` // of the fault, with its path
}

// An Answer is the error response to an invalid message. The message of its error is the one
// of the reader.
type Answer struct {
	ID   json.RawMessage `json:"id,omitempty"`
	Code int             `json:"code"`
}

// File is the name of the file with the vectors in the output of a target.
const File = "vectors.jsonl"

// seed is the seed for every protocol.
const seed = 1

// JSONL returns the vectors of p, one per line.
func JSONL(p *model.Protocol) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	for _, v := range Make(p) {
		if err := e.Encode(v); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

// Make returns the vectors of p: type by type in the order of the spec, the valid
// ones of each first.
func Make(p *model.Protocol) []Vector {
	samples, reader := sample.New(p, seed), interp.New(p)
	rows := samples.Rows()
	parts := make([][]Vector, len(p.Decls)+1)
	parallel.Reverse(len(parts), func(i int) { // the messages, which take longest, are the last part
		m := &maker{rows, samples.Narrow(seed), reader, make(map[*lower.Enum]map[string]bool)}
		parts[i] = m.part(i)
	})
	return slices.Concat(parts...)
}

// part is the vectors of the type i, or of the messages if i is the number of types.
func (m *maker) part(i int) []Vector {
	if i == len(m.rows.Protocol.Decls) {
		name := m.reader.Messages.Any
		if name == "" {
			return nil
		}
		return append(m.valid(name, lower.NoType, nil), m.invalid(name, lower.NoType)...)
	}
	d := m.rows.Protocol.Decls[i]
	r := m.rows.Ref(d)
	out := append(m.valid(d.TypeName(), r, examples(d)), m.invalid(d.TypeName(), r)...)
	if i == 0 {
		out = append(out, m.texts(d.TypeName())...)
	}
	return out
}

// examples are the examples of a type in the spec.
func examples(d model.Decl) []string {
	var out []string
	for _, e := range d.Info().Examples {
		out = append(out, e.Value.JSON())
	}
	return out
}

type maker struct {
	rows   *lower.Program
	sample *sample.Maker
	reader *interp.Reader
	enums  map[*lower.Enum]map[string]bool // the values, as JSON, of the enums that were asked for
}

// read is the vector of a text.
func (m *maker) read(typ, text string) Vector {
	v := Vector{Type: typ, Result: Valid, Text: text}
	got := m.reader.Read(typ, []byte(text))
	for _, d := range got.Dropped {
		v.Dropped = append(v.Dropped, Drop{d.Path, d.Err.Error()})
	}
	switch {
	case got.Err != nil:
		v.fault(Invalid, got.Err)
		if a := m.reader.Answer(got); a != nil {
			v.Answer = &Answer{json.RawMessage(a.ID.Written()), a.Code}
		}
	case got.Unfit != nil:
		v.fault(Unfit, got.Unfit)
	default:
		if w := got.Value.Written(); w != text {
			v.Written = w
		}
	}
	return v
}

func (v *Vector) fault(result string, err *interp.Error) {
	v.Result, v.Path = result, err.Path
	v.Message = err.Message()
}

// further is the number of random messages of a type in addition to its edge cases.
const further = 60

// longest is the length beyond which a text is not used.
const longest = 1000

// valid are messages of a type that together cover each of its states, first those
// that cover most for their length. The examples of the spec come before them.
func (m *maker) valid(typ string, t lower.Ref, examples []string) []Vector {
	var out []Vector
	shown := make(map[string]bool)
	for _, text := range examples {
		out = append(out, m.read(typ, text))
		if v, err := m.reader.Parse([]byte(text)); err == nil {
			for _, f := range m.facts(t, v) {
				shown[f] = true
			}
		}
	}
	for _, c := range m.inOrder(t, pick(m.candidates(typ, t), shown)) {
		out = append(out, m.read(typ, c.text))
	}
	return out
}

// pick returns the candidates that together have all facts which are not shown, each time
// the one with most news for its length, of several the first.
func pick(list []candidate, shown map[string]bool) []candidate {
	q := make(queue, len(list))
	for i := range list {
		q[i] = ranked{worth: list[i].worth(shown), at: i}
	}
	heap.Init(&q)
	var picked []candidate
	// What is worth most by an old count is looked at again: a worth never rises.
	for len(q) > 0 && q[0].worth > 0 {
		best := &list[q[0].at]
		if now := best.worth(shown); now < q[0].worth {
			q[0].worth = now
			heap.Fix(&q, 0)
			continue
		}
		heap.Pop(&q)
		for _, f := range best.facts {
			shown[f] = true
		}
		picked = append(picked, *best)
	}
	return picked
}

// A queue has what is worth most first.
type queue []ranked

// A ranked candidate is what a candidate was worth when that was last counted.
type ranked struct {
	worth float64
	at    int
}

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(ranked)) }

func (q queue) Less(i, j int) bool {
	if q[i].worth != q[j].worth {
		return q[i].worth > q[j].worth
	}
	return q[i].at < q[j].at
}

func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// inOrder sorts messages of t so that adding a variant does not change the order:
// those of a union are sorted by variant.
func (m *maker) inOrder(t lower.Ref, list []candidate) []candidate {
	if t == lower.NoType || m.rows.At(t).Form != lower.UnionForm {
		return list
	}
	place := map[string]int{}
	for i, c := range m.rows.At(t).Union.Cases {
		for _, tag := range slices.Concat(c.Tags, c.FormerNames) {
			place["tag "+tag] = i + 1
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return place[a.facts[0]] - place[b.facts[0]] })
	return list
}

// A candidate is a message with the states that it covers.
type candidate struct {
	text  string
	facts []string
}

// worth is how many facts the candidate has that are not shown, for its length.
func (c *candidate) worth(shown map[string]bool) float64 {
	n := 0
	for _, f := range c.facts {
		if !shown[f] {
			n++
		}
	}
	return float64(n) / float64(60+len(c.text))
}

func (m *maker) candidates(typ string, t lower.Ref) []candidate {
	if m.sample.Least(typ) > 2*longest {
		return nil
	}
	var out []candidate
	made := make(map[string]bool) // a type has few different values that are minimal
	best := make(map[string]int)  // length of the shortest text that shows some facts
	n := m.sample.Edges(typ) + further
	if t == lower.NoType {
		n *= 4 // messages have no edge cases, but many methods
	}
	for range n {
		text := m.sample.Plain(typ)
		if len(text) > longest || made[text] {
			continue
		}
		made[text] = true
		v, err := m.reader.Parse([]byte(text))
		if err != nil {
			continue
		}
		facts := m.facts(t, v)
		shows := strings.Join(facts, "\n")
		if shortest, ok := best[shows]; ok && shortest <= len(text) || !Portable(v, text) {
			continue
		}
		if unfit := m.reader.ReadValue(typ, v).Unfit; unfit != nil {
			// A value with a fault for writers covers nothing else, because it is not written.
			facts = []string{"unfit: " + unfit.Path + " " + unfit.Expected}
		} else {
			best[shows] = len(text)
		}
		out = append(out, candidate{text, facts})
	}
	slices.SortFunc(out, func(a, b candidate) int { return shorterFirst(a.text, b.text) })
	return out
}

func shorterFirst(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return bytes.Compare([]byte(a), []byte(b))
}

// Portable reports whether every target writes v, read from text, with the same
// bytes: kept content must be in the text as JSON.stringify would write it.
func Portable(v *interp.Value, text string) bool { return v.Written() == text && !hasIndex(v) }

// hasIndex reports whether an object has a key that is a whole number, which
// JavaScript puts before the others.
func hasIndex(v *interp.Value) bool {
	for _, item := range v.Items {
		if hasIndex(item) {
			return true
		}
	}
	for _, x := range v.Members {
		if x.Key != "" && x.Key[0] >= '0' && x.Key[0] <= '9' || hasIndex(x.Value) {
			return true
		}
	}
	return false
}
