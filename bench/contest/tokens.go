package contest

import (
	"bytes"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/wiregen/wiregen/bench/model"
)

// tokens reads and writes by the tokens of jsontext, as a generator could emit it: an
// object by a switch over its keys, a union straight into its variant if its tag comes
// first, and by its text if not.
func tokens() Contestant {
	r, w := new(tokenReader), new(tokenWriter)
	return from("github.com/go-json-experiment/json", "go-json-experiment/json/jsontext", "tokens, by hand; one decoder and one encoder for all lines; duplicate names are allowed", true,
		r.line,
		func(_ []byte, m *model.Message) ([]byte, error) {
			w.buf.Reset()
			w.e.Reset(&w.buf, jsontext.AllowDuplicateNames(true))
			w.err = nil
			w.message(m)
			return w.buf.Bytes(), w.err
		})
}

// A tokenReader reads one line after the other. Its buffer lets the decoder read from the
// line without a copy.
type tokenReader struct {
	d   jsontext.Decoder
	buf bytes.Buffer
}

func (r *tokenReader) line(line []byte) (*model.Message, error) {
	r.buf = *bytes.NewBuffer(line)
	r.d.Reset(&r.buf, jsontext.AllowDuplicateNames(true))
	m := new(model.Message)
	err := r.message(m)
	if err != nil {
		return nil, err
	}
	if _, err := r.d.ReadToken(); err != io.EOF {
		return nil, fmt.Errorf("more than one value: %v", err)
	}
	return m, nil
}

func (r *tokenReader) message(m *model.Message) error {
	var late jsontext.Value // params before method
	err := r.object(func(key []byte) (err error) {
		switch string(key) {
		case "jsonrpc":
			m.JSONRPC, err = r.enum()
		case "method":
			m.Method, err = r.enum()
		case "id":
			m.ID, err = optional(r, r.str)
		case "params":
			if m.Method == "" {
				late, err = r.raw()
				return err
			}
			m.Params, err = r.params(m.Method)
		case "result":
			m.Result, err = r.raw()
		case "error":
			m.Error = new(model.ResponseError)
			err = r.responseError(m.Error)
		default:
			err = r.skip()
		}
		return err
	})
	if err == nil && late != nil {
		m.Params, err = within(late).params(m.Method)
	}
	return err
}

// within returns a reader of a value that was kept as text.
func within(v jsontext.Value) *tokenReader {
	r := new(tokenReader)
	r.buf = *bytes.NewBuffer(v)
	r.d.Reset(&r.buf, jsontext.AllowDuplicateNames(true))
	return r
}

// object reads an object, member by member.
func (r *tokenReader) object(member func(key []byte) error) error {
	t, err := r.d.ReadToken()
	if err != nil {
		return err
	}
	if t.Kind() != '{' {
		return fmt.Errorf("%v is not an object", t)
	}
	return r.members(member)
}

// members reads the members of an object up to its end. Keys are compared as they are
// written, since text of a token is a separate string.
func (r *tokenReader) members(member func(key []byte) error) error {
	for r.d.PeekKind() == '"' {
		key, err := r.text()
		if err != nil {
			return err
		}
		if err := member(key); err != nil {
			return err
		}
	}
	_, err := r.d.ReadToken()
	return err
}

// text reads a string that is valid until the next call of the decoder.
func (r *tokenReader) text() ([]byte, error) {
	v, err := r.d.ReadValue()
	switch {
	case err != nil:
		return nil, err
	case v.Kind() != '"':
		return nil, fmt.Errorf("%s is not a string", v)
	case bytes.IndexByte(v, '\\') >= 0:
		return jsontext.AppendUnquote(nil, v)
	}
	return v[1 : len(v)-1], nil
}

func (r *tokenReader) enum() (string, error) {
	s, err := r.text()
	return constant(s), err
}

func (r *tokenReader) array(element func() error) error {
	t, err := r.d.ReadToken()
	if err != nil {
		return err
	}
	if t.Kind() != '[' {
		return fmt.Errorf("%v is not an array", t)
	}
	for r.d.PeekKind() != ']' {
		if err := element(); err != nil {
			return err
		}
	}
	_, err = r.d.ReadToken()
	return err
}

func (r *tokenReader) null() bool  { return r.d.PeekKind() == 'n' }
func (r *tokenReader) skip() error { return r.d.SkipValue() }

func (r *tokenReader) str() (string, error) {
	t, err := r.d.ReadToken()
	if err == nil && t.Kind() != '"' {
		err = fmt.Errorf("%v is not a string", t)
	}
	return t.String(), err
}

func (r *tokenReader) int() (int64, error) {
	t, err := r.d.ReadToken()
	if err != nil {
		return 0, err
	}
	return tokenInt(t)
}

func (r *tokenReader) float() (float64, error) {
	t, err := r.d.ReadToken()
	if err != nil {
		return 0, err
	}
	return tokenFloat(t)
}

func (r *tokenReader) bool() (bool, error) {
	t, err := r.d.ReadToken()
	if err == nil && t.Kind() != 't' && t.Kind() != 'f' {
		err = fmt.Errorf("%v is not a bool", t)
	}
	return t.Kind() == 't', err
}

func (r *tokenReader) raw() ([]byte, error) {
	v, err := r.d.ReadValue()
	return bytes.Clone(v), err
}

func optional[T any](r *tokenReader, read func() (T, error)) (*T, error) {
	if r.null() {
		return nil, r.skip()
	}
	v, err := read()
	return &v, err
}
