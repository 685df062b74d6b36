package conform

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// The limits of the reduction of one message, and of all.
const (
	maxSteps      = 60
	maxCandidates = 400 // of one step
	reduceTime    = 20 * time.Second
)

// reduce makes the messages of failures and of disagreements smaller, as long as the kind of
// the failure or the disagreement stays, the shortest first.
func (r *run) reduce() error {
	r.reducing = true
	for _, f := range r.report.Failures {
		if err := r.shrinkFailure(f, time.Now().Add(reduceTime/maxFaults)); err != nil {
			return err
		}
	}
	until := time.Now().Add(reduceTime)
	for _, d := range r.inOrder()[:min(reduced, len(r.kinds))] {
		err := r.shrink(d, until)
		if err != nil && !errors.Is(err, errGivenUp) { // it fails with a smaller message: that is another fault
			return err
		}
	}
	r.kill()
	return nil
}

// shrinkFailure makes the message of a failure smaller, if a process that is asked only about
// that message fails at once. Messages are asked one at a time: only one at which the program
// fails costs a process.
func (r *run) shrinkFailure(f *Failure, until time.Time) error {
	if !f.quick {
		return nil
	}
	r.kill()
	for range maxSteps {
		smaller := r.candidates(f.text)
		found := false
		for i := 0; i < len(smaller) && !found; i++ {
			if !time.Now().Before(until) {
				return nil
			}
			q := &question{typ: f.Type, text: smaller[i]}
			if err := r.send(q); err != nil {
				return err
			}
			a, fault := r.receive(q)
			if err := r.ctx.Err(); err != nil {
				return err
			}
			if a != nil {
				continue
			}
			end := r.kill()
			x := failure(q, r.words(fault, end), end)
			if !x.quick {
				return nil // waiting for it would take long
			}
			if found = x.kind() == f.kind(); found {
				x.Reduced = true
				*f = *x
			}
		}
		if !found {
			return nil
		}
	}
	return nil
}

// shrink makes the message of one disagreement smaller.
func (r *run) shrink(d *Disagreement, until time.Time) error {
	kind := d.kind()
	for range maxSteps {
		smaller := r.candidates(d.text)
		var better *Disagreement
		for better == nil && len(smaller) > 0 {
			if !time.Now().Before(until) {
				return nil
			}
			some := smaller[:min(len(smaller), window)]
			smaller = smaller[len(some):]
			next := func() *question {
				if len(some) == 0 {
					return nil
				}
				q := &question{typ: d.Type, text: some[0]}
				some = some[1:]
				return q
			}
			err := r.ask(next, func(q *question, a *answer) {
				if a.skip != nil {
					return
				}
				if x := r.compare(q, a); x != nil && x.kind() == kind && (better == nil || less(x, better)) {
					better = x
				}
			})
			if err != nil {
				return err
			}
		}
		if better == nil {
			return nil
		}
		better.Count, better.Reduced = d.Count, true
		*d = *better
	}
	return nil
}

// candidates are smaller messages, the smallest first.
func (r *run) candidates(text string) []string {
	root, err := parts(text)
	var out []string
	if err != nil {
		out = cuts(text)
	} else {
		var compact bytes.Buffer
		if json.Compact(&compact, []byte(text)) == nil {
			out = append(out, compact.String())
		}
		if v, err := r.reader.Parse([]byte(text)); err == nil {
			out = append(out, v.Written()) // in the plainest notation, without double keys
		}
		out = root.smaller(text, out)
	}
	out = slices.DeleteFunc(out, func(s string) bool { return cmp.Or(len(s)-len(text), strings.Compare(s, text)) >= 0 })
	slices.SortStableFunc(out, func(a, b string) int { return len(a) - len(b) })
	return spread(slices.Compact(out))
}

// spread returns at most maxCandidates of a list.
func spread(list []string) []string {
	if len(list) <= maxCandidates {
		return list
	}
	out := make([]string, maxCandidates)
	for i := range out {
		out[i] = list[i*len(list)/maxCandidates]
	}
	return out
}

// cuts are a text that is not JSON without some of its bytes.
func cuts(text string) []string {
	var out []string
	for size := len(text) / 2; size > 0; size /= 2 {
		for from := 0; from+size <= len(text); from += size {
			out = append(out, text[:from]+text[from+size:])
		}
	}
	return out
}

// A part is a value in a text, and for a member its key.
type part struct {
	from, to int // of the member or the item
	value    int // where the value begins
	kind     json.Delim
	text     string // of a string
	quoted   bool   // it is a string
	parts    []*part
}

// parts are the values of a JSON text. Unlike a parsed value they include every member with
// the same key.
func parts(text string) (*part, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	root, err := readPart(d, text)
	if err != nil {
		return nil, err
	}
	if strings.Trim(text[root.to:], " \t\r\n") != "" || !utf8.ValidString(text) {
		return nil, errors.New("more than one value")
	}
	return root, nil
}

// readPart reads the next value.
func readPart(d *json.Decoder, text string) (*part, error) {
	before := int(d.InputOffset())
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	p := &part{from: before + len(text[before:]) - len(strings.TrimLeft(text[before:], " \t\r\n,:"))}
	p.value = p.from
	switch token := token.(type) {
	case string:
		p.text, p.quoted = token, true
	case json.Delim:
		p.kind = token
		for d.More() {
			var key *part
			if token == '{' {
				if key, err = readPart(d, text); err != nil {
					return nil, err
				}
			}
			x, err := readPart(d, text)
			if err != nil {
				return nil, err
			}
			if key != nil {
				x.from = key.from
			}
			p.parts = append(p.parts, x)
		}
		if _, err := d.Token(); err != nil {
			return nil, err
		}
	}
	p.to = int(d.InputOffset())
	return p, nil
}

// smaller appends texts in which a part, or one within it, is smaller.
func (p *part) smaller(text string, out []string) []string {
	with := func(value string) string { return text[:p.value] + value + text[p.to:] }
	switch {
	case p.quoted && p.text != "":
		runes := []rune(p.text)
		for _, shorter := range []string{"", string(runes[:1]), string(runes[:len(runes)/2]), string(runes[:len(runes)-1])} {
			quoted, err := json.Marshal(shorter)
			if err == nil {
				out = append(out, with(string(quoted)))
			}
		}
	case p.kind == 0 && !p.quoted:
		out = append(out, with("0"), with("1"))
	}
	for size := len(p.parts); size > 0; size /= 2 {
		for from := 0; from+size <= len(p.parts); from += size {
			out = append(out, p.without(text, from, from+size))
		}
	}
	for _, x := range p.parts {
		out = x.smaller(text, out)
	}
	return out
}

// without is the text without some of the members or items of a part.
func (p *part) without(text string, from, to int) string {
	switch {
	case to < len(p.parts):
		return text[:p.parts[from].from] + text[p.parts[to].from:]
	case from > 0:
		return text[:p.parts[from-1].to] + text[p.parts[to-1].to:]
	}
	return text[:p.parts[0].from] + text[p.parts[to-1].to:]
}
