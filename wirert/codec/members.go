package codec

// Members reads the members of an object into a struct. Generated code requests the declared
// keys in the order of the spec. Most writers use that order, too, so that one round reads the
// whole object:
//
//	var m Members
//	for m.Enter(d, typePoint); m.Next(); {
//		m.Int("x", &v.X)
//		m.Int("y", &v.Y)
//	}
//
// Each key is compared with the bytes of the text. Keys in another order, with escapes or
// former names are looked up in the table, and read in another round.
//
// Keys are given as spelled in JSON, without the quotes.
type Members struct {
	d    *Decoder
	typ  *Type
	key  int    // position of the next key, or unread; the length of the text if there is none
	seen uint64 // bit set of the first 64 slots that were read
	more []uint64
	slot int32 // requested by the next call: the tags of the struct, then its fields
	// found is the slot of the key that Next read, whose value comes next, or notFound or
	// undeclared.
	found  int32
	rounds int32
	begun  bool // the first round has begun
	moved  bool // this round read a key
}

// unread is Members.key if the next key was not found yet.
const unread = 0

const (
	notFound   = -1 // Next read no key
	undeclared = -2 // Next read an undeclared key to preserve
)

// maxRounds bounds the rounds for declared keys. Reading a struct with many fields in reverse
// order would be quadratic without it; beyond it, the table reader puts the keys in order.
const maxRounds = 64

const maskBits = 64

// Enter enters an object, or continues in the one that the last BeginTagged entered.
func (m *Members) Enter(d *Decoder, id TypeID) {
	typ := &d.table.Types[id]
	m.d, m.typ, m.found = d, typ, notFound
	switch d.opened {
	case notOpened:
		d.BeginObject()
	case tagPassed:
		if last := typ.tagCount() - 1; typ.Tag == "" && typ.Tags[last].Current > 1 { // the struct has a field for its tag
			d.pos, d.first = d.union+1, true
		} else {
			m.mark(last)
		}
	}
	d.opened = notOpened
	m.advance()
}

// opened is how far a decoder went into an object before its members are read.
type opened uint8

const (
	notOpened opened = iota
	atFirst          // before its first key
	tagPassed        // after its tag, which was the first key
)

// Next begins a round and returns true as long as there are unread members. At the end of the
// object it fails if a required key is missing.
func (m *Members) Next() bool {
	if !m.begun {
		m.begun = true
		return true
	}
	return m.again()
}

// again starts another round.
func (m *Members) again() bool {
	d := m.d
	m.slot = 0
	if m.key == unread {
		m.advance()
	}
	if m.moved && m.rounds < maxRounds && m.key < len(d.buf) { // it may be a key that was requested before
		m.rounds++
		m.moved = false
		return true
	}
	for m.key < len(d.buf) {
		d.pos = m.key - 1
		if !d.readKey() {
			return false
		}
		m.key = unread
		switch slot := m.typ.member(d.Name); {
		case slot >= 0 && m.rounds < maxRounds:
			m.rounds++
			m.found = int32(slot)
			return m.mark(slot)
		case slot < 0 && (m.typ.Extra == ExtraKept || m.typ.Extra == ExtraTyped || m.typ.Extensions != nil && m.typ.Extensions.Has(string(d.Name))):
			m.found = undeclared
			return true
		case slot >= 0, m.typ.Extra == ExtraRefused:
			d.Fail()
			return false
		}
		d.Skip()
		m.advance()
	}
	if !d.failed && !m.complete() {
		d.Fail()
	}
	return false
}

// member returns the slot of a declared key, or -1.
func (typ *Type) member(key []byte) int {
	tags := typ.tagCount()
	for i := range tags {
		if string(key) == typ.ownTag(i).Key {
			return i
		}
	}
	for i := range typ.Fields {
		if f := &typ.Fields[i]; string(key) == f.Name || len(f.FormerNames) > 0 && contains(f.FormerNames, key) {
			return tags + i
		}
	}
	return -1
}

// complete reports whether every required key was read.
func (m *Members) complete() bool {
	if m.seen&m.typ.required != m.typ.required {
		return false
	}
	tags := m.typ.tagCount()
	for i := maskBits - tags; i < len(m.typ.Fields); i++ {
		if !m.typ.Fields[i].Optional && !m.has(tags+i) {
			return false
		}
	}
	return true
}

// prepare records which of the first 64 members of a struct are required.
func (typ *Type) prepare() {
	tags := typ.tagCount()
	for i := range tags {
		if !typ.ownTag(i).Optional {
			typ.required |= 1 << i
		}
	}
	for i := range typ.Fields {
		if !typ.Fields[i].Optional {
			typ.required |= 1 << (tags + i)
		}
	}
}

// advance moves to the next key.
func (m *Members) advance() {
	if m.d.toKey() {
		m.key = m.d.pos + 1
	} else {
		m.key = len(m.d.buf)
	}
}

func (m *Members) fail() {
	m.d.Fail()
	m.key = len(m.d.buf)
}

// BeginOrNull is like Begin, but returns false for a null that the field allows; the Go value
// is then unchanged.
func (m *Members) BeginOrNull(key string) bool { return m.Begin(key) && !m.null() }

// Begin moves to the value of a key and reports whether the key comes next. If so, the value
// must be read. Begin must be called for every key of the struct, in order.
func (m *Members) Begin(key string) bool {
	slot := m.slot
	m.slot++
	if m.found != notFound {
		if m.found != slot {
			return false
		}
		m.found = notFound
		return true
	}
	d := m.d
	start := m.key
	if start == unread {
		if i := d.pos; i+1 < len(d.buf) && d.buf[i] == ',' && d.buf[i+1] == '"' {
			m.key = i + 2
		} else {
			m.advance()
		}
		start = m.key
	}
	end := start + len(key)
	if end >= len(d.buf) || d.buf[end] != '"' || string(d.buf[start:end]) != key {
		return false
	}
	if d.pos = end + 1; d.pos < len(d.buf) && d.buf[d.pos] == ':' || d.next() == ':' {
		d.pos++
		m.key, m.moved = unread, true
		return m.mark(int(slot))
	}
	m.fail()
	return false
}

// mark records that a slot was read. It fails if it was read before.
func (m *Members) mark(slot int) bool {
	if m.has(slot) {
		m.fail()
		return false
	}
	if slot < maskBits {
		m.seen |= 1 << slot
		return true
	}
	if m.more == nil {
		m.more = make([]uint64, (m.typ.tagCount()+len(m.typ.Fields)-1)/maskBits)
	}
	m.more[slot/maskBits-1] |= 1 << (slot % maskBits)
	return true
}

func (m *Members) has(slot int) bool {
	if slot < maskBits {
		return m.seen&(1<<slot) != 0
	}
	return m.more != nil && m.more[slot/maskBits-1]&(1<<(slot%maskBits)) != 0
}

// Has reports whether the declared key name was read.
func (m *Members) Has(name string) bool { return m.has(m.typ.member([]byte(name))) }

// Extra reads an undeclared key and preserves its value. It is called at the end of a round.
func (m *Members) Extra(kept map[string]Raw) map[string]Raw {
	if m.found != undeclared {
		return kept
	}
	m.found = notFound
	return m.d.Extra(kept)
}

// Undeclared returns the undeclared key whose value comes next, and whether there is one. It
// is called at the end of a round.
func (m *Members) Undeclared() (key string, ok bool) {
	if m.found != undeclared {
		return "", false
	}
	m.found = notFound
	return string(m.d.Name), true
}

// Const reads a string that must be one of values.
func (m *Members) Const(key string, values ...string) {
	if m.Begin(key) {
		m.d.Const(values...)
	}
}

// Struct reads a struct in place.
func (m *Members) Struct(key string, v Reader) {
	if m.Begin(key) {
		v.DecodeJSON(m.d)
	}
}

// String reads a string.
func (m *Members) String(key string, v *string) {
	if m.Begin(key) {
		*v = m.d.String()
	}
}

// Bool reads a boolean.
func (m *Members) Bool(key string, v *bool) {
	if m.Begin(key) {
		*v = m.d.Bool()
	}
}

// Int reads an integer within ±(2^53−1).
func (m *Members) Int(key string, v *int64) {
	if m.Begin(key) {
		*v = m.d.Int()
	}
}

// Float reads a finite number.
func (m *Members) Float(key string, v *float64) {
	if m.Begin(key) {
		*v = m.d.Float()
	}
}

// Int32 reads a 32-bit integer.
func (m *Members) Int32(key string, v *int32) { Member(m, key, v, (*Decoder).Int32) }

// Uint32 reads an unsigned 32-bit integer.
func (m *Members) Uint32(key string, v *uint32) { Member(m, key, v, (*Decoder).Uint32) }

// Uint reads an integer from 0 to 2^53−1.
func (m *Members) Uint(key string, v *uint64) { Member(m, key, v, (*Decoder).Uint) }

// Int64 reads a 64-bit integer without loss of precision.
func (m *Members) Int64(key string, v *int64) { Member(m, key, v, (*Decoder).Int64) }

// Uint64 reads an unsigned 64-bit integer without loss of precision.
func (m *Members) Uint64(key string, v *uint64) { Member(m, key, v, (*Decoder).Uint64) }

// Int64Text reads a 64-bit integer that is written as a string.
func (m *Members) Int64Text(key string, v *int64) { Member(m, key, v, (*Decoder).Int64Text) }

// Uint64Text reads an unsigned 64-bit integer that is written as a string.
func (m *Members) Uint64Text(key string, v *uint64) { Member(m, key, v, (*Decoder).Uint64Text) }

// Bytes reads padded base64.
func (m *Members) Bytes(key string, v *[]byte) { Member(m, key, v, (*Decoder).Bytes) }

// Raw preserves any value.
func (m *Members) Raw(key string, v *Raw) { Member(m, key, v, (*Decoder).Raw) }

// RawObject preserves any object.
func (m *Members) RawObject(key string, v *Raw) { Member(m, key, v, (*Decoder).RawObject) }

// OptionalString reads a string into a new pointer.
func (m *Members) OptionalString(key string, v **string) {
	if m.BeginOrNull(key) {
		*v = m.d.RefString(m.d.String())
	}
}

// OptionalBool reads a boolean into a new pointer.
func (m *Members) OptionalBool(key string, v **bool) {
	if m.BeginOrNull(key) {
		*v = m.d.RefBool(m.d.Bool())
	}
}

// OptionalInt reads an integer into a new pointer.
func (m *Members) OptionalInt(key string, v **int64) {
	if m.BeginOrNull(key) {
		*v = m.d.RefInt(m.d.Int())
	}
}

// OptionalFloat reads a number into a new pointer.
func (m *Members) OptionalFloat(key string, v **float64) {
	if m.BeginOrNull(key) {
		*v = m.d.RefFloat(m.d.Float())
	}
}

// null reads a null if the field allows it, and reports whether it did.
func (m *Members) null() bool {
	if m.d.next() != 'n' {
		return false
	}
	return m.typ.Fields[int(m.slot)-1-m.typ.tagCount()].Type&OrNull != 0 && m.d.Null()
}

// Member reads a value with read.
func Member[T any](m *Members, key string, v *T, read func(*Decoder) T) {
	if m.BeginOrNull(key) {
		*v = read(m.d)
	}
}

// MemberPointer is like Member, for a pointer.
func MemberPointer[T any](m *Members, key string, v **T, read func(*Decoder) T) {
	if m.BeginOrNull(key) {
		*v = Ref(read(m.d))
	}
}

// MemberList reads an array, each item with read. The list is then not nil, unless the value
// is null.
func MemberList[S ~[]T, T any](m *Members, key string, v *S, read func(*Decoder) T) {
	if m.BeginOrNull(key) {
		*v = S{}
		for m.d.BeginArray(); m.d.NextItem(); {
			*v = append(*v, read(m.d))
		}
	}
}

// MemberMap reads an object, each value with read. The map is then not nil, unless the value
// is null.
func MemberMap[M ~map[string]T, T any](m *Members, key string, v *M, read func(*Decoder) T) {
	if m.BeginOrNull(key) {
		*v = M{}
		for m.d.BeginObject(); m.d.NextKey(); {
			name := string(m.d.Name)
			(*v)[name] = read(m.d)
		}
	}
}

// MemberPatch reads a patch: null clears the value, and any other value sets it.
func MemberPatch[T any](m *Members, key string, v *Patch[T], read func(*Decoder) T) {
	if m.Begin(key) {
		if m.d.Null() {
			*v = Clear[T]()
		} else {
			*v = SetTo(read(m.d))
		}
	}
}

// A chunk allocates memory for several numbers or short strings at once, for optional fields
// to point to. Later texts may share it: a chunk contains nothing else.
type chunk[T any] []T

// ref returns a pointer to a copy of v. size is the capacity of a new chunk.
func (c *chunk[T]) ref(v T, size int) *T {
	if len(*c) == 0 {
		*c = make([]T, size)
	}
	p := &(*c)[0]
	*p, *c = v, (*c)[1:]
	return p
}

// maxShared is the maximum length of a string in a chunk: a pointer into a chunk keeps all its
// strings alive.
const maxShared = 64

// RefString returns a pointer to a copy of s, for an optional string or enum.
func (d *Decoder) RefString(s string) *string {
	if len(s) > maxShared {
		return Ref(s)
	}
	return d.strings.ref(s, 8)
}

// RefBool returns a pointer to a copy of b, for an optional boolean.
func (d *Decoder) RefBool(b bool) *bool { return d.bools.ref(b, 16) }

// RefInt returns a pointer to a copy of n, for an optional integer.
func (d *Decoder) RefInt(n int64) *int64 { return d.ints.ref(n, 8) }

// RefFloat returns a pointer to a copy of f, for an optional number.
func (d *Decoder) RefFloat(f float64) *float64 { return d.floats.ref(f, 8) }

// New decodes the struct that v points to, and returns v.
func New[P Reader](d *Decoder, v P) P {
	v.DecodeJSON(d)
	return v
}

// Ref returns a pointer to a copy of v.
func Ref[T any](v T) *T { return &v }
