// Package contest holds the contestants: what reads the lines of package corpus into
// typed values, and writes them. Every contestant but the product reads into package
// model, except that flat reads into one struct, and the SDK into types with methods.
//
// They do less than the product: they do not check that required members are there, know
// only the kinds of messages that the corpus has, and report where a fault is only as far
// as their library does.
package contest

import "github.com/wiregen/wiregen/gen/go/wire"

// A Contestant reads lines and writes what it read.
type Contestant struct {
	Name   string
	Module string // of its library, if it is not part of Go
	Config string // how its library is set
	UTF8   bool   // it refuses invalid UTF-8 in strings, or replaces it, when it decodes

	// Decode reads a line. What it returns is nothing that another call of it changes.
	Decode func(line []byte) (any, error)
	// DecodeAll reads lines and drops what it read.
	DecodeAll func(lines [][]byte) error
	// Encoder returns a function that writes values that Decode returned, each into the
	// same buffer where the library can, and returns the number of bytes.
	Encoder func(values []any) func() (int, error)
	// Encode writes one value that Decode returned.
	Encode func(dst []byte, v any) ([]byte, error)
	// EncodeOnly says that its Decode is that of another contestant.
	EncodeOnly bool
	// Lacks are the kinds of single messages that it cannot represent.
	Lacks []string
}

// contestant makes a Contestant out of two functions with the type of its values.
func contestant[T any](name, config string, utf8 bool, decode func([]byte) (T, error), encode func([]byte, T) ([]byte, error)) Contestant {
	return Contestant{
		Name: name, Config: config, UTF8: utf8,
		Decode: func(line []byte) (any, error) { return decode(line) },
		DecodeAll: func(lines [][]byte) error {
			for _, line := range lines {
				if _, err := decode(line); err != nil {
					return err
				}
			}
			return nil
		},
		Encoder: func(values []any) func() (int, error) {
			typed := make([]T, len(values))
			for i, v := range values {
				typed[i] = v.(T)
			}
			var buf []byte
			return func() (n int, err error) {
				for _, v := range typed {
					if buf, err = encode(buf[:0], v); err != nil {
						return 0, err
					}
					n += len(buf)
				}
				return n, nil
			}
		},
		Encode: func(dst []byte, v any) ([]byte, error) { return encode(dst, v.(T)) },
	}
}

// from makes a Contestant that uses a module.
func from[T any](module, name, config string, utf8 bool, decode func([]byte) (T, error), encode func([]byte, T) ([]byte, error)) Contestant {
	c := contestant(name, config, utf8, decode, encode)
	c.Module = module
	return c
}

// Wiregen is the name of the product.
const Wiregen = "wiregen"

// All returns the contestants, the product first.
func All() []Contestant {
	out := []Contestant{
		contestant(Wiregen, "DecodeMessage; AppendMessage, without CheckMessage before it", true, wire.DecodeMessage,
			func(dst []byte, m wire.Message) ([]byte, error) { return wire.AppendMessage(dst, m), nil }),
		flat(), jxForm(), tokens(),
	}
	for _, l := range []library{sonicDefault(), sonicStd(), goccy(), jsonV2(), stdlib()} {
		out = append(out, l.contestants()...)
	}
	return append(append(out, easy()...), sdkStyle())
}
