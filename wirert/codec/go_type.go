package codec

import (
	"reflect"
	"sync/atomic"
)

// Generated functions pass structs to the runtime without their type ids. The runtime finds
// the row of a struct by the name of its Go type, and that of a call by the types of its
// messages.

// A goType links a Go type to its row. It is immutable once it is added to the table, so that
// reading it needs no lock, and it lives as long as the table.
type goType struct {
	key    uintptr      // the address of the type descriptor, which is cheap to compare and hash
	typ    reflect.Type // a pointer type
	id     TypeID       // of a struct
	layout *layout      // of a struct without generated code; owned by Table.layouts
	call   *callLayout  // of a message without generated code; owned by Table.callLayouts
	list   *valueLayout // of a list of structs without generated code; owned by this goType
}

// goTypes is a lock-free hash table. A slot is set at most once and never cleared; there are
// more slots than types in the table.
type goTypes []atomic.Pointer[goType]

func newGoTypes(n int) goTypes {
	size := 16
	for size < 2*n {
		size *= 2
	}
	return make(goTypes, size)
}

// find returns the entry with a key, or nil.
func (s goTypes) find(key uintptr) *goType {
	for i := s.first(key); ; i++ {
		if g := s[i&(len(s)-1)].Load(); g == nil || g.key == key {
			return g
		}
	}
}

// add adds g, or returns the entry that another goroutine added for its type.
func (s goTypes) add(g *goType) *goType {
	g.key = reflect.ValueOf(g.typ).Pointer()
	for i := s.first(g.key); ; i++ {
		slot := &s[i&(len(s)-1)]
		if slot.CompareAndSwap(nil, g) {
			return g
		}
		if other := slot.Load(); other.key == g.key {
			return other
		}
	}
}

func (s goTypes) first(key uintptr) int {
	const prime = 0x9e3779b97f4a7c15
	return int(uint64(key) * prime >> 34) // the lowest bits of aligned addresses are equal
}

// structOf returns the entry and the address of the struct that v points to.
func (t *Table) structOf(v any) (*goType, Addr) {
	t.prepared.Do(t.prepare)
	typ := reflect.TypeOf(v)
	at := addrOf(reflect.ValueOf(v))
	if g := t.goTypes.find(reflect.ValueOf(typ).Pointer()); g != nil {
		return g, at
	}
	of := typ.Elem()
	g := &goType{typ: typ, id: t.rowOf(of)}
	if _, coded := v.(Reader); !coded {
		g.layout = t.layout(g.id, of)
	}
	return t.goTypes.add(g), at
}

// rowOf returns the id of a struct type of the generated package.
func (t *Table) rowOf(of reflect.Type) TypeID {
	t.named.Do(func() {
		t.names = map[string]TypeID{}
		for i := range t.Types {
			if typ := &t.Types[i]; typ.Go != "" {
				t.names[typ.Go] = TypeID(i)
			} else if typ.Form == Struct || typ.Form == Tuple {
				t.names[typ.Name] = TypeID(i)
			}
		}
	})
	id, ok := t.names[of.Name()]
	if !ok {
		panic("codec: " + of.String() + " has no row")
	}
	return id
}

// listOf returns the layout of the list of structs that v points to.
func (t *Table) listOf(v any) *valueLayout {
	typ := reflect.TypeOf(v)
	if g := t.goTypes.find(reflect.ValueOf(typ).Pointer()); g != nil {
		return g.list
	}
	list := &valueLayout{goType: typ.Elem()}
	elem := list.goType.Elem()
	list.elem = &t.layout(t.rowOf(elem), elem).value
	return t.goTypes.add(&goType{typ: typ, list: list}).list
}

// messageOf returns the layout of the message that v points to, or nil if it has generated
// code or is nil.
func (t *Table) messageOf(v any) *callLayout {
	if v == nil {
		return nil
	}
	t.prepared.Do(t.prepare)
	typ := reflect.TypeOf(v)
	if g := t.goTypes.find(reflect.ValueOf(typ).Pointer()); g != nil {
		return g.call
	}
	t.typed.Do(t.findCallTypes)
	call, ok := t.callTypes[typ]
	if !ok {
		return nil
	}
	return t.goTypes.add(&goType{typ: typ, call: t.callLayout(call)}).call
}
