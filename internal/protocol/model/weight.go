package model

import "cmp"

// What values weigh: about the bytes that they take in Go. A struct or a tuple weighs
// FieldWeight, and as much again for each of its tags, fields or items, present or not; a default that
// is filled in weighs as if it were written. An item of a list weighs ItemWeight besides. An
// entry of a map, and an undeclared key that is kept, weighs EntryWeight, and such entries
// of one object together TableWeight. All else weighs nothing.
const (
	FieldWeight = 24
	ItemWeight  = 40
	EntryWeight = 64
	TableWeight = 400

	// LeastMaxWeight is the maximum of protocols that say neither it nor longer messages.
	LeastMaxWeight = 8 * leastBytes

	leastBytes = 16 << 20
)

// MaxWeight is the greatest weight of what one text is read as.
func (p *Protocol) MaxWeight() int64 {
	f := &p.Dialect.Framing
	return cmp.Or(f.MaxWeight, WeightFor(f.MaxBytes))
}

// WeightFor is the maximum weight of a protocol that does not say it: it grows with the longest
// message.
func WeightFor(maxBytes int) int64 { return 8 * max(int64(maxBytes), leastBytes) }
