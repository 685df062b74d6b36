//go:build purego

package codec

import "reflect"

// The declarations of addr.go without package unsafe: slower, but with the same results.

type Addr struct{ v reflect.Value }

const inPlace = false

func addrOf(v reflect.Value) Addr { return Addr{v.Elem()} }

func (a Addr) isNil() bool { return !a.v.IsValid() }

func As[T any](a Addr) *T {
	return a.v.Addr().Convert(reflect.TypeFor[*T]()).Interface().(*T)
}

func (a Addr) field(i int, _ uintptr) Addr { return Addr{a.v.Field(i)} }

func (a Addr) pointee() Addr { return Addr{a.v.Elem()} }

func point[T any](a Addr, v *T) { a.v.Set(reflect.ValueOf(v).Convert(a.v.Type())) }

func (a Addr) pointNew(of reflect.Type) Addr {
	a.v.Set(reflect.New(of))
	return a.pointee()
}

func (p *valueLayout) value(a Addr) reflect.Value { return a.v }

func items(a Addr) (list Addr, n int) {
	if a.v.IsNil() {
		return Addr{}, 0
	}
	return a, a.v.Len()
}

func (p *valueLayout) item(list Addr, i int) Addr { return Addr{list.v.Index(i)} }
