package codec

import (
	"fmt"
	"reflect"
)

// An Appender appends itself as JSON.
type Appender interface {
	AppendJSON(dst []byte) []byte
}

// Marshal returns the JSON of v. err is the result of checking v; if it is not nil, Marshal
// returns it.
//
//go:noinline
func Marshal(v Appender, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return v.AppendJSON(nil), nil
}

// Unmarshal decodes data into the struct that v points to, which is unchanged if there is an
// error.
func (t *Table) Unmarshal(data []byte, v any) error {
	into := reflect.ValueOf(v).Elem()
	fresh := reflect.New(into.Type())
	err := t.read(data, fresh.Interface(), nil)
	if err == nil {
		into.Set(fresh.Elem())
	}
	return err
}

// UnmarshalUnion decodes data into a union, an enum, a list or a map, which is unchanged if
// there is an error.
//
//go:noinline
func UnmarshalUnion[T any](data []byte, v *T, decode func([]byte) (T, error)) error {
	read, err := decode(data)
	if err == nil {
		*v = read
	}
	return err
}

// UnmarshalVariant decodes data into v, which points to a variant of the union that decode
// reads. The decoded value must have the type that v points to, or be a pointer to it.
func UnmarshalVariant[U any](data []byte, v any, decode func([]byte) (U, error)) error {
	read, err := decode(data)
	if err != nil {
		return err
	}
	into, from := reflect.ValueOf(v), reflect.ValueOf(read)
	if from.Kind() == reflect.Pointer {
		from = from.Elem()
	}
	if !from.IsValid() || from.Type() != into.Elem().Type() {
		return fmt.Errorf("expected %T, found %T", v, read)
	}
	into.Elem().Set(from)
	return nil
}
