//go:build !purego

package codec

import (
	"reflect"
	"unsafe"
)

// This file and addr_purego.go, of which each build has one, are all that the package knows of
// the memory of Go. Here an Addr is an address, and what is there has the type that the row and
// the Go struct say, both of which come from one compiler; there it is a reflect.Value.

// An Addr is where a value is: what a pointer points to. The zero Addr is that of a nil pointer.
type Addr struct{ at unsafe.Pointer }

// inPlace reports whether a list of any type of strings can be set as a []string.
const inPlace = true

// addrOf returns where the value is that v points to.
func addrOf(v reflect.Value) Addr { return Addr{v.UnsafePointer()} }

func (a Addr) isNil() bool { return a.at == nil }

// As returns a pointer to the value at a, whose underlying type is that of T.
func As[T any](a Addr) *T { return (*T)(a.at) }

// field returns where the field i of the struct at a is, which has an offset.
func (a Addr) field(_ int, offset uintptr) Addr { return Addr{unsafe.Add(a.at, offset)} }

// pointee returns where the value is that the pointer at a points to.
func (a Addr) pointee() Addr { return Addr{*(*unsafe.Pointer)(a.at)} }

// point makes the pointer at a point to v.
func point[T any](a Addr, v *T) { *(**T)(a.at) = v }

// pointNew makes the pointer at a point to a new value of a type, and returns where that is.
func (a Addr) pointNew(of reflect.Type) Addr {
	v := reflect.New(of).UnsafePointer()
	*(*unsafe.Pointer)(a.at) = v
	return Addr{v}
}

// value returns the value at a.
func (p *holding) value(a Addr) reflect.Value { return reflect.NewAt(p.goType, a.at).Elem() }

// items returns where the items of the list at a are, and how many there are; the Addr of a nil
// list is nil. The parts of a slice are the same whatever its items are.
func items(a Addr) (first Addr, n int) {
	list := *(*[]byte)(a.at)
	return Addr{unsafe.Pointer(unsafe.SliceData(list))}, len(list)
}

// item returns where the item i of a list is, for what items returned.
func (p *holding) item(first Addr, i int) Addr {
	return Addr{unsafe.Add(first.at, uintptr(i)*p.elem.size)}
}
