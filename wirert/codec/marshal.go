package codec

import "fmt"

// An Appender appends itself as JSON.
type Appender interface {
	AppendJSON(dst []byte) []byte
}

// Marshal is the JSON of v, whose check gave err.
func Marshal(v Appender, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return v.AppendJSON(nil), nil
}

// Unmarshal reads data into v.
func Unmarshal[T any](data []byte, v *T, decode func([]byte) (*T, error)) error {
	read, err := decode(data)
	if err == nil {
		*v = *read
	}
	return err
}

// UnmarshalUnion reads data into v, which is a union, an enum, a list or a map.
func UnmarshalUnion[T any](data []byte, v *T, decode func([]byte) (T, error)) error {
	read, err := decode(data)
	if err == nil {
		*v = read
	}
	return err
}

// UnmarshalVariant reads data into v, which is one variant of the union that
// decode reads: the union must turn out to be a T or a *T.
func UnmarshalVariant[T, U any](data []byte, v *T, decode func([]byte) (U, error)) error {
	read, err := decode(data)
	if err != nil {
		return err
	}
	switch read := any(read).(type) {
	case *T:
		*v = *read
	case T:
		*v = read
	default:
		return fmt.Errorf("expected %T, found %T", v, read)
	}
	return nil
}
