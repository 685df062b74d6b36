package sample

import "math/rand/v2"

// A chance makes choices that follow from a seed. Each part of a value has its own
// seed, derived from the seed of the whole and the name of the part, so that a
// change of the spec changes only the values of the elements that it affects.
type chance struct {
	seed   uint64
	source rand.PCG
	*rand.Rand
}

func newChance(seed uint64) *chance {
	c := &chance{}
	c.Rand = rand.New(&c.source)
	c.begin(seed)
	return c
}

func (c *chance) begin(seed uint64) {
	c.seed = seed
	c.source.Seed(seed, 0x9E3779B97F4A7C15)
}

// mixed is a seed that follows from another one and a name.
func mixed(seed uint64, name string) uint64 {
	return mix(seed ^ hash(name))
}

// hash is the hash FNV-1a of a name.
func hash(name string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	return h
}

func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// within makes the part of a value that is called name.
func within[T any](m *Maker, name string, do func() T) T {
	seed, source := m.rand.seed, m.rand.source
	m.rand.begin(mixed(seed, name))
	out := do()
	m.rand.seed, m.rand.source = seed, source
	return out
}

// fixed makes a part of a value that is always the same.
func fixed[T any](m *Maker, name string, do func() T) T {
	return within(m, name, func() T {
		m.rand.begin(mixed(0, name))
		return do()
	})
}

// choose is one of a list whose entries have names. Adding an entry to the list does
// not change the choice, unless the new entry is chosen.
func choose[T any](m *Maker, list []T, name func(T) string) T {
	seed := m.rand.Uint64()
	best, highest := 0, uint64(0)
	for i, x := range list {
		if at := mixed(seed, name(x)); at >= highest {
			best, highest = i, at
		}
	}
	return list[best]
}

// chance is true once in n times.
func (m *Maker) chance(n int) bool { return m.rand.IntN(n) == 0 }

func pick[T any](m *Maker, list []T) T { return list[m.rand.IntN(len(list))] }
