package codec

import (
	"fmt"
	"reflect"
)

// An Appender appends itself as JSON.
type Appender interface {
	AppendJSON(dst []byte) []byte
}

// Marshal returns the JSON of v, or err, the result of its check.
//
//go:noinline
func Marshal(v Appender, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return v.AppendJSON(nil), nil
}

// Unmarshal reads data into the struct that v points to, which stays as it is if
// data is refused.
func (t *Table) Unmarshal(data []byte, v any) error {
	into := reflect.ValueOf(v).Elem()
	fresh := reflect.New(into.Type())
	err := t.read(data, fresh.Interface(), nil)
	if err == nil {
		into.Set(fresh.Elem())
	}
	return err
}

// UnmarshalUnion reads data into v, which is a union, an enum, a list or a map.
//
//go:noinline
func UnmarshalUnion[T any](data []byte, v *T, decode func([]byte) (T, error)) error {
	read, err := decode(data)
	if err == nil {
		*v = read
	}
	return err
}

// UnmarshalVariant reads data into v, which points to one variant of the union
// that decode reads: the decoded value must have the type that v points to, or
// be a pointer to that.
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
