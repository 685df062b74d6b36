package codec

import (
	"bytes"
	"cmp"
)

// A short text may stand for a large value: each {} in a list of structs takes the size of the
// struct. Therefore what a text is read as has a weight, which is about its size in memory,
// and a maximum of it. The table reader counts it. The fast reader does not, because most texts
// are too short to be too heavy: those that may be are for the table reader.

// What values weigh, as docs/lowered.md defines it.
const (
	fieldWeight = 24
	itemWeight  = 40
	entryWeight = 64
	tableWeight = 400
)

// DefaultMaxWeight is the maximum weight of what a text is read as, unless the protocol says
// another one, or allows messages of more than 16 MiB.
const DefaultMaxWeight = 128 << 20

// A burden is the greatest weight of a value that begins with a bracket, besides what is in it.
type burden struct{ object, array int64 }

// burdenOf returns the burden of the types of a table.
func burdenOf(types []Type) burden {
	var b burden
	for i := range types {
		switch w := types[i].weight(); types[i].Form {
		case Struct:
			for _, f := range types[i].Fields {
				w += int64(f.Weight)
			}
			b.object = max(b.object, w)
		case Tuple:
			b.array = max(b.array, w)
		}
	}
	return b
}

// weight returns the weight of a struct or a tuple, without its defaults.
func (typ *Type) weight() int64 { return fieldWeight * int64(1+typ.tagCount()+len(typ.Fields)) }

// maxWeight returns the maximum weight of what a text is read as.
func (t *Table) maxWeight() int64 {
	if t.Dialect.MaxWeight > 0 {
		return t.Dialect.MaxWeight
	}
	return DefaultMaxWeight
}

// isLight reports whether data is too short to be too heavy, as nearly all texts are.
func (t *Table) isLight(data []byte) bool {
	t.prepared.Do(t.prepare)
	return len(data) <= t.light
}

// lightest returns the length of the longest text that cannot weigh more than most: the heaviest
// are lists of {} or [], of three bytes for each item.
func (t *Table) lightest(most int64) int64 {
	return 3 * (most - t.burden.object) / (max(t.burden.object+tableWeight, t.burden.array+itemWeight) + itemWeight)
}

// mayOverweigh reports whether what data is read as may weigh more than most, judged by the
// number of its brackets, commas and colons.
func (t *Table) mayOverweigh(data []byte, most int64) bool {
	if int64(len(data)) <= t.lightest(most) {
		return false
	}
	n := func(c byte) int64 { return int64(bytes.Count(data, []byte{c})) }
	b := n('{')*(t.burden.object+tableWeight) + n('[')*(t.burden.array+itemWeight) + n(',')*itemWeight + n(':')*entryWeight
	return b+t.burden.object > most // params may be an array
}

// overweighs is mayOverweigh for the maximum that o says.
func (t *Table) overweighs(data []byte, o Options) bool {
	t.prepared.Do(t.prepare)
	return t.mayOverweigh(data, cmp.Or(o.MaxWeight, t.maxWeight()))
}

// weigh makes p count what its text is read as, if it may be heavier than most.
func (p *tableReader) weigh(most int64) {
	if p.weighs = p.table.mayOverweigh(p.data, most); p.weighs {
		p.most, p.left = most, most
	}
}

// spend counts the weight of n values, the first of which is at v, that weigh as much each. It
// returns an error if all are too heavy.
func (p *tableReader) spend(v place, n int, each int64) *Error {
	if !p.weighs {
		return nil
	}
	if p.left -= int64(n) * each; p.left >= 0 {
		return nil
	}
	if p.overweight == nil {
		path := p.path
		if p.tried > 0 {
			path = path[:p.tried-1]
		}
		p.overweight = &Error{
			Path: textOf(path), Expected: "a weight of at most " + string(AppendInt(nil, p.most)), Found: "more",
			Offset: int64(v.pos), Code: CodeWeight,
		}
	}
	return p.overweight
}

// spendEntries counts the weight of n entries of the object at v.
func (p *tableReader) spendEntries(v place, n int) *Error {
	if n == 0 {
		return nil
	}
	if err := p.spend(v, 1, tableWeight); err != nil {
		return err
	}
	return p.spend(v, n, entryWeight)
}
