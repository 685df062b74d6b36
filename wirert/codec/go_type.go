package codec

import (
	"reflect"
	"sync/atomic"
	"unsafe"
)

// Generated functions hand structs to the runtime without saying which they are: their Go
// type says it. The row of a struct has the name of its Go type, and that of a call a nil
// pointer to its messages.

// A goType is what the table says of a type of Go.
type goType struct {
	key    unsafe.Pointer // the descriptor of a pointer to it
	id     TypeID
	layout *layout     // of a struct that has only a row
	call   *callLayout // of the messages of a call that have only a row
	list   *holding    // of a list of structs that have only a row
}

// goTypes finds what values point to, without a lock: what is in a slot stays there. There are
// more slots than the table has types.
type goTypes []atomic.Pointer[goType]

func newGoTypes(n int) goTypes {
	size := 16
	for size < 2*n {
		size *= 2
	}
	return make(goTypes, size)
}

// pointerKey returns the descriptor of the type of v, which is its first word.
func pointerKey(v any) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&v)) }

// find returns what is noted of the type with a key; nil if nothing is.
func (s goTypes) find(key unsafe.Pointer) *goType {
	for i := s.first(key); ; i++ {
		if g := s[i&(len(s)-1)].Load(); g == nil || g.key == key {
			return g
		}
	}
}

// note notes g, and returns it or what another goroutine has noted of its type.
func (s goTypes) note(g *goType) *goType {
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

func (s goTypes) first(key unsafe.Pointer) int {
	const prime = 0x9e3779b97f4a7c15
	return int(uint64(uintptr(key)) * prime >> 34) // descriptors are aligned: the lowest bits are alike
}

// structOf returns what the table says of the struct that v points to.
func (t *Table) structOf(v any) *goType {
	t.prepared.Do(t.prepare)
	key := pointerKey(v)
	if g := t.goTypes.find(key); g != nil {
		return g
	}
	of := reflect.TypeOf(v).Elem()
	g := &goType{key: key, id: t.rowOf(of)}
	if _, coded := v.(Reader); !coded {
		g.layout = t.layout(g.id, of)
	}
	return t.goTypes.note(g)
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
	key := pointerKey(v)
	if g := t.goTypes.find(key); g != nil {
		return g.list
	}
	list := &holding{goType: reflect.TypeOf(v).Elem()}
	elem := list.goType.Elem()
	list.elem = &t.layout(t.rowOf(elem), elem).as
	return t.goTypes.note(&goType{key: key, list: list}).list
}

// messageOf returns the layout of the message that v points to; nil if it has code, or is none.
func (t *Table) messageOf(v any) *callLayout {
	t.prepared.Do(t.prepare)
	key := pointerKey(v)
	if g := t.goTypes.find(key); g != nil {
		return g.call
	}
	t.typed.Do(t.findCallTypes)
	call, ok := t.callTypes[reflect.TypeOf(v)]
	if !ok {
		return nil
	}
	return t.goTypes.note(&goType{key: key, call: t.callLayout(call)}).call
}
