package codec

import (
	"reflect"
	"sync/atomic"
)

// Generated functions hand structs to the runtime without saying which they are: their Go
// type says it. The row of a struct has the name of its Go type, and that of a call a nil
// pointer to its messages.

// A goType is what the table says of a Go type whose pointers functions are given. It is
// complete before it is noted in the table that owns it, and never changes, so that reading it
// needs no lock. It lives as long as the table.
type goType struct {
	key    uintptr      // the address of what describes typ, which is compared and hashed without a call
	typ    reflect.Type // of the pointers
	id     TypeID       // of a struct
	layout *layout      // of a struct that has only a row; owned by Table.layouts
	call   *callLayout  // of the messages of a call that have only a row; owned by Table.callLayouts
	list   *holding     // of a list of structs that have only a row; this is its only owner
}

// goTypes is a hash table without a lock: the key of a slot is set once, by the goroutine that
// comes first, and stays, so that there is as much room as the table has types at most. Table.prepare
// makes it; it belongs to the table, and is never emptied.
type goTypes []atomic.Pointer[goType]

func newGoTypes(n int) goTypes {
	size := 16
	for size < 2*n {
		size *= 2
	}
	return make(goTypes, size)
}

// find returns what is noted of the type with a key; nil if nothing is.
func (s goTypes) find(key uintptr) *goType {
	for i := s.first(key); ; i++ {
		if g := s[i&(len(s)-1)].Load(); g == nil || g.key == key {
			return g
		}
	}
}

// note notes g, and returns it or what another goroutine has noted of its type.
func (s goTypes) note(g *goType) *goType {
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
	return int(uint64(key) * prime >> 34) // descriptors are aligned: the lowest bits are alike
}

// structOf returns what the table says of the struct that v points to, and where that is.
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
	return t.goTypes.note(g), at
}

// rowOf returns the id of a struct of the generated package.
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

// listOf returns how Go holds the list of structs that v points to.
func (t *Table) listOf(v any) *holding {
	typ := reflect.TypeOf(v)
	if g := t.goTypes.find(reflect.ValueOf(typ).Pointer()); g != nil {
		return g.list
	}
	list := &holding{goType: typ.Elem()}
	elem := list.goType.Elem()
	list.elem = &t.layout(t.rowOf(elem), elem).as
	return t.goTypes.note(&goType{typ: typ, list: list}).list
}

// messageOf returns the layout of the message that v points to; nil if it has code, or is none.
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
	return t.goTypes.note(&goType{typ: typ, call: t.callLayout(call)}).call
}
