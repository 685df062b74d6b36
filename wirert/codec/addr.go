//go:build !purego

package codec

import (
	"reflect"
	"unsafe"
)

// This file and addr_purego.go are the only code of the package that depends on how Go lays
// out memory; each build contains one of them. Here an Addr is a pointer, and the row and the
// Go struct, which one compiler generates, agree on the type of what it points to. There an
// Addr is a reflect.Value.

// An Addr is the address of a value. The zero Addr is nil.
type Addr struct{ at unsafe.Pointer }

// inPlace reports whether a list of any string type can be set as a []string.
const inPlace = true

// addrOf returns the address of the value that v points to.
func addrOf(v reflect.Value) Addr { return Addr{v.UnsafePointer()} }

func (a Addr) isNil() bool { return a.at == nil }

// As returns a pointer to the value at a, whose underlying type must be that of T.
func As[T any](a Addr) *T { return (*T)(a.at) }

// field returns the address of the field i, at offset, of the struct at a.
func (a Addr) field(_ int, offset uintptr) Addr { return Addr{unsafe.Add(a.at, offset)} }

// pointee returns the pointer stored at a.
func (a Addr) pointee() Addr { return Addr{*(*unsafe.Pointer)(a.at)} }

// point makes the pointer at a point to v.
func point[T any](a Addr, v *T) { *(**T)(a.at) = v }

// pointNew makes the pointer at a point to a new value, and returns its address.
func (a Addr) pointNew(of reflect.Type) Addr {
	v := reflect.New(of).UnsafePointer()
	*(*unsafe.Pointer)(a.at) = v
	return Addr{v}
}

// value returns the value at a.
func (p *valueLayout) value(a Addr) reflect.Value { return reflect.NewAt(p.goType, a.at).Elem() }

// items returns the address of the first item of the list at a and the number of items. The
// Addr of a nil list is nil. All slices have the same header, whatever their items.
func items(a Addr) (first Addr, n int) {
	list := *(*[]byte)(a.at)
	return Addr{unsafe.Pointer(unsafe.SliceData(list))}, len(list)
}

// item returns the address of the item i. first is a result of items.
func (p *valueLayout) item(first Addr, i int) Addr {
	return Addr{unsafe.Add(first.at, uintptr(i)*p.elem.size)}
}
