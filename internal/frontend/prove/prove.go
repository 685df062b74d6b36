package prove

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Spec is a spec that was made of the source.
type Spec struct {
	Protocol *model.Protocol
	Draft    *draft.Spec
	Notes    []*draft.Note
}

// A Proof says how a spec and its source agree.
type Proof struct {
	Types     int
	Examples  int // of the source itself
	Samples   int // values that were made of the source, or of the spec
	Mutants   int
	Accepted  int  // how many of both the source accepts
	Open      int  // accepted by the spec alone, because its readers are open
	Noted     int  // differences that a note explains
	Beyond    int  // integers that not every language holds
	Stopped   bool // the time was over
	Different []Difference
	Unproved  []string // types that the validator cannot compile, with the reason, each reason once
}

// A Difference is a value on which the spec and its source disagree, without a known reason.
type Difference struct {
	Type, Text   string
	Source, Spec string // what each says: accepted, or why not
}

// maxDifferent bounds the differences that are kept.
const maxDifferent = 50

// Options say how much is compared.
type Options struct {
	Values int
	Seed   uint64
	// The comparison stops after a time, because a validator may take very long for a value.
	Now   func() time.Time // nil: it does not stop
	Limit time.Duration
}

// Run compares open, a spec of docs, with its source on values of its types. faithful is the
// same spec with readers that are as strict as the source.
func Run(docs []Document, open, faithful Spec, o Options) (*Proof, error) {
	n, seed := o.Values, o.Seed
	source, err := newJudge(clones(docs))
	if err != nil {
		return nil, err
	}
	notes := slices.Concat(faithful.Notes, open.Notes)
	changed := edit(docs, notes, func(*draft.Note, draft.Edit) bool { return false })
	var known []judge
	for _, but := range []func(*draft.Note, draft.Edit) bool{
		func(*draft.Note, draft.Edit) bool { return false },
		func(n *draft.Note, _ draft.Edit) bool { return !inside(n) },
		func(_ *draft.Note, e draft.Edit) bool { return e.Restricts() },
		func(_ *draft.Note, e draft.Edit) bool { return e.Relaxes() },
	} {
		v, err := newJudge(edit(docs, notes, but))
		if err != nil {
			return nil, err
		}
		known = append(known, v)
	}
	r := &run{
		source: source, known: known, changed: changed, sampler: newSampler(docs, seed), out: &Proof{},
		open: interp.New(open.Protocol), faithful: interp.New(faithful.Protocol), strict: map[string]string{},
	}
	for _, d := range faithful.Draft.Types {
		if r.strict[d.Pointer] == "" && !d.Type.Part {
			r.strict[d.Pointer] = d.Name
		}
	}
	types := r.provable(open.Draft.Types)
	r.out.Types = len(types)
	var began time.Time
	if o.Now != nil {
		began = o.Now()
	}
	for _, d := range types {
		m, _ := find(docs, d.Pointer).(map[string]any)
		for _, v := range list(m["examples"]) {
			r.out.Examples++
			r.value(d, v)
		}
	}
	for i := range n {
		if len(types) == 0 {
			break
		}
		if o.Now != nil && o.Now().Sub(began) > o.Limit {
			r.out.Stopped = true
			break
		}
		r.one(types[i%len(types)], i/len(types))
	}
	return r.out, nil
}

// provable are the types that can be compared.
func (r *run) provable(all []*draft.Decl) (types []*draft.Decl) {
	unproved := map[string][]string{}
	var reasons []string
	for _, d := range all {
		if d.Pointer == "" || d.Type.Part || r.strict[d.Pointer] == "" || !r.open.Has(d.Name) {
			continue
		}
		_, err := r.source.at(d.Pointer)
		if err == nil && find(r.changed, d.Pointer) == nil {
			continue // the type around it is compared
		}
		if err == nil {
			_, err = r.known[0].at(d.Pointer)
		}
		if err == nil {
			types = append(types, d)
			continue
		}
		why := innermost(err)
		if unproved[why] == nil {
			reasons = append(reasons, why)
		}
		unproved[why] = append(unproved[why], d.Name)
	}
	for _, why := range reasons {
		r.out.Unproved = append(r.out.Unproved, fmt.Sprintf("%s: %s", names.Short(unproved[why], 5), why))
	}
	return types
}

// innermost is the last line of the words of a validator, which has the place and the reason.
func innermost(err error) string {
	text := strings.TrimSpace(err.Error())
	return strings.TrimPrefix(strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:]), "- ")
}

// inside reports whether a note changes only what is at its place. One about schemas that are put
// together changes others, which by themselves are read otherwise.
func inside(n *draft.Note) bool {
	return !slices.ContainsFunc(n.Edits, func(e draft.Edit) bool {
		return e.Pointer != n.Pointer && !strings.HasPrefix(e.Pointer, n.Pointer+"/") && !strings.HasPrefix(n.Pointer, e.Pointer+"/")
	})
}

func clones(docs []Document) []Document {
	out := make([]Document, len(docs))
	for i, d := range docs {
		out[i] = Document{d.Prefix, clone(d.Value), d.Format}
	}
	return out
}

type run struct {
	source judge
	// known are the source with the edits of all notes; without those of schemas that are put
	// together; without those that restrict it; and without those that relax it. One edit may hide
	// what another one shows.
	known          []judge
	changed        []Document // the source as the notes read it
	open, faithful *interp.Reader
	strict         map[string]string // names in the faithful spec, by pointer
	sampler        maker
	out            *Proof
}

// one compares one value: a sample in the first round and in every fourth one, else a mutant.
func (r *run) one(d *draft.Decl, round int) {
	var v any
	if round%4 == 0 {
		v = r.sampler.value(d.Pointer)
		r.out.Samples++
	} else {
		v = r.sampler.mutant(r.sampler.value(d.Pointer))
		r.out.Mutants++
	}
	r.value(d, v)
}

func (r *run) value(d *draft.Decl, v any) {
	if text, err := json.Marshal(v); err == nil {
		r.compare(d, v, text)
	}
}

func (r *run) compare(d *draft.Decl, v any, text []byte) {
	validate, _ := r.source.at(d.Pointer)
	said := validate(v)
	if (d.Null || d.Used) && v == nil {
		return // a name of the language never allows null: its uses do
	}
	read := r.open.Read(d.Name, text).Err
	if said == nil {
		r.out.Accepted++
	}
	if (said == nil) == (read == nil) {
		return
	}
	strict := r.faithful.Read(r.strict[d.Pointer], text).Err
	switch {
	case said != nil && strict != nil:
		r.out.Open++
	case slices.ContainsFunc(r.known, func(by judge) bool { return explained(by, d, v, read, strict) }):
		r.out.Noted++
	case beyond(v):
		r.out.Beyond++
	case len(r.out.Different) < maxDifferent:
		diff := Difference{Type: d.Name, Text: string(text), Source: "accepted", Spec: "accepted"}
		if said != nil {
			diff.Source = words(said)
		}
		if read != nil {
			diff.Spec = read.Error()
		}
		r.out.Different = append(r.out.Different, diff)
	}
}

// explained reports whether the source with edits says what one of the readers says.
func explained(by judge, d *draft.Decl, v any, read, strict *interp.Error) bool {
	validate, err := by.at(d.Pointer)
	if err != nil {
		return false
	}
	said := validate(v) == nil
	return said == (read == nil) || said == (strict == nil)
}

// words is the innermost reason of a validator, in one line.
func words(err error) string {
	text := err.Error()
	if i := bytes.IndexByte([]byte(text), '\n'); i >= 0 {
		text = text[i+1:]
	}
	return text
}

// beyond reports whether a value has an integer that not every language holds.
func beyond(v any) bool {
	switch v := v.(type) {
	case json.Number:
		r, ok := new(big.Rat).SetString(v.String())
		return ok && new(big.Int).Abs(r.Num()).Cmp(big.NewInt(exact)) > 0
	case map[string]any:
		for _, inner := range v {
			if beyond(inner) {
				return true
			}
		}
	case []any:
		for _, inner := range v {
			if beyond(inner) {
				return true
			}
		}
	}
	return false
}
