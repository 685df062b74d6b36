package evolution

import (
	"slices"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/surface"
)

// TestSame compares specs with themselves, which says nothing.
func TestSame(t *testing.T) {
	list := bases(t)
	for seed := range uint64(100) {
		list = append(list, random(seed))
	}
	for _, s := range list {
		again := checked(s.name, s.text, s.folder)
		if r := compare.Compare(s.proto, again.proto); len(r.Findings) > 0 {
			t.Errorf("%s with itself: %s of %s: %s becomes %s\n%s", s.name, r.Findings[0].Rule.ID, r.Findings[0].Element, r.Findings[0].Was, r.Findings[0].Is, s.text)
		}
	}
}

// TestRenamedTypes gives all types of specs other names, which no message shows, and all
// code does.
func TestRenamedTypes(t *testing.T) {
	list := bases(t)
	for seed := range uint64(100) {
		list = append(list, random(seed))
	}
	renamed := 0
	for _, s := range list {
		today := s.withTypesRenamed()
		if today == nil {
			continue
		}
		renamed++
		r := compare.Compare(s.proto, today.proto)
		before, after, err := compile.Targets().Surfaces(s.proto, today.proto)
		if err != nil {
			t.Error(err)
		}
		surface.Add(r, before, after)
		breaks := 0
		for _, f := range r.Findings {
			if f.CodeLevel() == compare.Break {
				breaks++
			}
			for a := range compare.Upkeep {
				if f.Verdicts[a].Level > compare.OK {
					t.Errorf("%s: %s of %s is %s for %s: %s", s.name, f.Rule.ID, f.Element, f.Verdicts[a].Level, a, f.Verdicts[a].Why)
				}
			}
		}
		if len(before) > 0 && len(after) > 0 && breaks == 0 {
			t.Errorf("%s: no code breaks, although all types have other names", s.name)
		}
	}
	t.Logf("the types of %d of %d specs were renamed", renamed, len(list))
}

// withTypesRenamed is a spec with other names of all types; nil if it is refused.
func (s *spec) withTypesRenamed() *spec {
	tree := s.tree(nil)
	all := map[string]bool{}
	for _, p := range tree.sites().types {
		all[p.key().Value] = true
	}
	renameTypes(tree.doc, all)
	return checked(s.name, tree.text(), s.folder)
}

// oneWay are the rules, or rules of elements, that treat what is old and what is new differently, with the
// reason.
var oneWay = map[string]string{
	"enum-closed":                                     "peers of the old version may pass on values of newer ones; none of the new version passes on what is older",
	"union-closed":                                    "likewise with variants",
	"undeclared-keys":                                 "likewise with keys",
	"enum-fallback":                                   "likewise with values",
	"extensions-changed":                              "likewise with names of extensions",
	"registration-changed":                            "as with methods that are added or removed",
	"dialect-changed of dialect null_params":          "peers of the old version may be some that write null",
	"dialect-changed of dialect bad_id":               "likewise ids of a wrong kind",
	"dialect-changed of dialect blank lines":          "likewise empty lines",
	"dialect-changed of dialect neither":              "likewise responses with neither a result nor an error",
	"dialect-changed of dialect result_and_error":     "likewise responses with both",
	"dialect-changed of dialect notification_with_id": "likewise notifications with an id",
	"method-added":                                    "its callers are new, and can do without an answer",
	"method-removed":                                  "its callers are old, and know nothing of it",
	"gate-added":                                      "peers of the new version send less",
	"gate-removed":                                    "peers of the new version send more",
	"gate-changed":                                    "likewise",
	"negotiation-changed":                             "the handshake is that of the client",
}

// TestSwapped compares each change the other way around: what old clients met is what
// new ones meet then.
func TestSwapped(t *testing.T) {
	list := changes(t, *editCount, *editSeed, *editName, *editBase)
	f := &faults{sums: map[string]int{}}
	parallel.Do(len(list), func(i int) {
		c := list[i]
		defer f.guard(c)
		there, back := compare.Compare(c.old.proto, c.today.proto), compare.Compare(c.today.proto, c.old.proto)
		for _, pair := range [][2]compare.Audience{{compare.OldClient, compare.NewClient}, {compare.NewClient, compare.OldClient}} {
			x, a := worstOf(there, pair[0])
			y, b := worstOf(back, pair[1])
			if x != y {
				f.add(c, "swapped", "%s is %s by %s, and the other way around %s is %s by %s", pair[0], x, a, pair[1], y, b)
			}
		}
	})
	f.report(t)
}

// worstOf is the worst that an audience meets by rules that go both ways.
func worstOf(r *compare.Report, a compare.Audience) (compare.Level, string) {
	worst, rule := compare.OK, "nothing"
	for _, f := range r.Findings {
		if l := f.Verdicts[a].Level; l > worst && oneWay[f.Rule.ID] == "" && oneWay[f.Rule.ID+" of "+f.Element] == "" {
			worst, rule = l, f.Rule.ID+" of "+f.Element
		}
	}
	return worst, rule
}

// TestUnrelated compares specs that have nothing to do with each other.
func TestUnrelated(t *testing.T) {
	list := bases(t)
	for seed := range uint64(60) {
		list = append(list, random(seed))
	}
	f := &faults{sums: map[string]int{}}
	parallel.Do(len(list), func(i int) {
		for n := 1; n <= 4; n++ {
			j := (i + n*n) % len(list)
			judgeChange(f, &change{uint64(i), list[i].name + " and " + list[j].name, list[i], list[j]})
		}
	})
	f.list = slices.DeleteFunc(f.list, func(x fault) bool { return x.class == "harsher" || x.class == "witness" })
	f.report(t)
}

// declNamed is the type of a version with a name; or nil.
func declNamed(p *model.Protocol, name string) model.Type {
	for _, d := range p.Decls {
		if d.TypeName() == name {
			return d
		}
	}
	return nil
}

// showsWitness reports whether a witness does what its verdict says. asked is false if it
// cannot be asked: its type has no name, or not the same one.
func showsWitness(c *change, w *compare.Witness, level compare.Level) (shows, asked bool) {
	x := &crossing{w: newVersion(c.old.proto), r: newVersion(c.today.proto), back: w.OldWrote, out: &verdict{}}
	if !w.OldWrote {
		x.w, x.r = x.r, x.w
	}
	x.w.closed, x.r.closed = map[string]bool{}, map[string]bool{}
	if len(x.r.proto.Methods) > 0 && w.Type == x.r.reader.Messages.Any {
		return x.messageShows(w, level)
	}
	r := declNamed(x.r.proto, w.Type)
	if r == nil {
		return false, false
	}
	got := x.r.read(r, w.Text)
	switch level {
	case compare.Break:
		return got.Err != nil || len(got.Dropped) > 0, true
	case compare.Loss:
		if lossy(got) {
			return true, true
		}
	}
	t := declNamed(x.w.proto, w.Type)
	if t == nil {
		return false, false
	}
	own := x.w.read(t, w.Text)
	if own.Err != nil || got.Err != nil {
		return false, own.Err == nil
	}
	d := &difference{w: x.w, r: x.r, lossy: lossy(got), drops: len(got.Dropped) > 0}
	d.values(t, own.Value, r, got.Value, "")
	return d.other || d.lost && level == compare.Loss || len(got.Dropped) > 0, true
}

// messageShows is showsWitness for a message.
func (x *crossing) messageShows(w *compare.Witness, level compare.Level) (shows, asked bool) {
	got := x.r.reader.Read(w.Type, []byte(w.Text))
	switch level {
	case compare.Break:
		return got.Err != nil || len(got.Dropped) > 0, true
	case compare.Loss:
		if got.Err == nil && got.Value != nil && x.r.reader.Parts(got.Value).IsResponse {
			return false, false // a reader keeps the codes that it does not know
		}
		if lossy(got) || got.Unknown || got.Ignored {
			return got.Err == nil, true
		}
	}
	own := x.w.reader.Read(w.Wrote, []byte(w.Text))
	if own.Err != nil || got.Err != nil {
		return false, own.Err == nil
	}
	d := &difference{w: x.w, r: x.r, lossy: lossy(got), drops: len(got.Dropped) > 0}
	mine := x.w.reader.Parts(own.Value)
	if mine.IsResponse || mine.Method == nil {
		return false, false
	}
	for role := range 2 { // what a dialect adds is shown by any method
		if m := x.w.methodNamed(mine.Method.Text, role); m != nil {
			x.call(m, role)(d, own.Value, got.Value)
		}
	}
	return d.other || d.lost && level == compare.Loss || len(got.Dropped) > 0, true
}
