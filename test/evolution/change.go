package evolution

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Change is a protocol before and after a random edit of its spec.
type Change struct {
	Name     string // the spec and the edit
	Seed     uint64
	Old, New *model.Protocol
}

// Changes are n random edits of the specs of protocols and of random ones. Each has its
// seed, the first one the given one. A spec that is edited several times is the same
// protocol in each.
func Changes(t *testing.T, n int, seed uint64) []Change {
	t.Helper()
	var out []Change
	for _, c := range changes(t, n, seed, "", "") {
		out = append(out, Change{c.name, c.seed, c.old.proto, c.today.proto})
	}
	return out
}

// A change is a spec before and after an edit.
type change struct {
	seed       uint64
	name       string
	old, today *spec
}

// changes are n random edits. If edit or base is not empty, it is the name of the only
// edit that is made, or of the only spec that is edited.
func changes(t *testing.T, n int, seed uint64, edit, base string) []*change {
	t.Helper()
	list := bases(t)
	var all = make([]*change, n)
	parallel.Do(len(all), func(i int) {
		seed := seed + uint64(i)
		r := rand.New(rand.NewPCG(seed, 23))
		var s *spec
		if at := r.IntN(len(list) + 4); at < len(list) {
			s = list[at]
		} else {
			s = random(seed)
		}
		for _, x := range list {
			if x.name == base {
				s = x
			}
		}
		if edited, name := s.edited(r, edit); edited != nil {
			all[i] = &change{seed, s.name + ": " + name, s, edited}
		}
	})
	return slices.DeleteFunc(all, func(c *change) bool { return c == nil })
}
