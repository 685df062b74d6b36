package assemble

import (
	"cmp"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/rewrite"
	"github.com/wiregen/wiregen/internal/source"
)

// maxRounds bounds how often the findings of a spec are repaired and it is read again: a repair
// may show a finding that another one hid.
const maxRounds = 20

// A Repair is what Repair did.
type Repair struct {
	Made  []*diag.Diagnostic // what was repaired, in the order in which it was
	Texts Edited
	Files map[string]*source.File // the files of Texts as they were
	Left  *diag.Report            // what find says of the files after that
}

// Fix repairs the findings of a spec that have one repair, as often as find says something that
// can be repaired. A repair is not made if the finding stays, or if there is an error where it
// changed the text; and if the spec had no error, none is made after which it has one.
func Fix(find func(Edited) (*diag.Report, error)) (*Repair, error) {
	out := &Repair{Texts: Edited{}, Files: map[string]*source.File{}}
	var err error
	if out.Left, err = find(out.Texts); err != nil {
		return nil, err
	}
	refused := map[repairKey]bool{}
	for range maxRounds {
		chosen := choose(out.Left, refused)
		for len(chosen) > 0 {
			texts := out.with(chosen)
			after, err := find(texts)
			if err != nil {
				return nil, err
			}
			bad := faulty(chosen, out.Left, after)
			if len(bad) == 0 {
				out.accept(chosen, texts, after)
				break
			}
			for _, d := range bad {
				refused[keyOf(d)] = true
			}
			chosen = slices.DeleteFunc(chosen, func(d *diag.Diagnostic) bool { return refused[keyOf(d)] })
		}
		if len(chosen) == 0 {
			return out, nil
		}
	}
	return out, nil
}

// A repairKey identifies a finding from one round to the next.
type repairKey struct{ code, message, text string }

func keyOf(d *diag.Diagnostic) repairKey {
	return repairKey{d.Code.ID, d.Message, d.Fixes[0].Edits[0].Text}
}

// choose are the findings with one repair, without those whose edits meet those of another one:
// the next round has these.
func choose(r *diag.Report, refused map[repairKey]bool) []*diag.Diagnostic {
	list := r.All()
	new(rewrite.Files).Fix(list)
	var out []*diag.Diagnostic
	var taken []source.Edit
	for _, d := range list {
		if len(d.Fixes) != 1 || d.Fixes[0].Choice || refused[keyOf(d)] || slices.ContainsFunc(d.Fixes[0].Edits, func(e source.Edit) bool { return slices.ContainsFunc(taken, e.Meets) }) {
			continue
		}
		taken = append(taken, d.Fixes[0].Edits...)
		out = append(out, d)
	}
	return out
}

// with are the texts after the repairs of findings.
func (r *Repair) with(chosen []*diag.Diagnostic) Edited {
	edits := map[*source.File][]source.Edit{}
	for _, d := range chosen {
		for _, e := range d.Fixes[0].Edits {
			edits[e.Span.File] = append(edits[e.Span.File], e)
		}
	}
	out := Edited{}
	for name, text := range r.Texts {
		out[name] = text
	}
	for f, list := range edits {
		out[f.Part] = f.Edited(list)
		if r.Files[f.Part] == nil {
			r.Files[f.Part] = f
		}
	}
	return out
}

func (r *Repair) accept(chosen []*diag.Diagnostic, texts Edited, after *diag.Report) {
	r.Made = append(r.Made, chosen...)
	r.Texts, r.Left = texts, after
}

// faulty are the repairs that did not repair, and those that made an error.
func faulty(chosen []*diag.Diagnostic, before, after *diag.Report) []*diag.Diagnostic {
	found := map[[3]string]int{}
	for _, d := range before.All() {
		found[sameFinding(d)]++
	}
	var left []*diag.Diagnostic // new ones, or as many more as there are
	for _, d := range after.All() {
		if key := sameFinding(d); found[key] > 0 {
			found[key]--
		} else {
			left = append(left, d)
		}
	}
	var out []*diag.Diagnostic
	for _, d := range chosen {
		if found[sameFinding(d)] <= 0 || slices.ContainsFunc(left, func(l *diag.Diagnostic) bool {
			return l.Severity == diag.Error && within(l.Span, d.Fixes[0].Edits, chosen)
		}) {
			out = append(out, d)
		} else {
			found[sameFinding(d)]--
		}
	}
	if len(out) == 0 && before.OK() && !after.OK() {
		return chosen
	}
	return out
}

func sameFinding(d *diag.Diagnostic) [3]string {
	file := ""
	if d.Span.File != nil {
		file = d.Span.File.Name
	}
	return [3]string{d.Code.ID, d.Message, file}
}

// within reports whether a place of the text after all edits is in the text of own ones.
func within(place source.Span, own []source.Edit, chosen []*diag.Diagnostic) bool {
	if place.IsZero() {
		return false
	}
	var all []source.Edit
	for _, d := range chosen {
		for _, e := range d.Fixes[0].Edits {
			if e.Span.File.Name == place.File.Name {
				all = append(all, e)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b source.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	moved := 0
	for _, e := range all {
		start := e.Span.Start + moved
		end := start + len(e.Text)
		if place.Start < max(end, start+1) && start < max(place.End, place.Start+1) && slices.Contains(own, e) {
			return true
		}
		moved += len(e.Text) - (e.Span.End - e.Span.Start)
	}
	return false
}
