package model

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

	// LeastMaxWeight is the maximum of most protocols.
	LeastMaxWeight = 8 * leastBytes

	leastBytes = 16 << 20
)

// MaxWeight is the greatest weight of what one text is read as. It grows with the longest
// message that the protocol allows.
func (p *Protocol) MaxWeight() int64 {
	return 8 * max(int64(p.Dialect.Framing.MaxBytes), leastBytes)
}
