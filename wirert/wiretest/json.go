package wiretest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/wiregen/wiregen/wirert/codec"
)

// A library is a JSON package that calls the methods of generated types.
type library struct {
	name      string
	marshal   func(v any) ([]byte, error)
	unmarshal func(text []byte, v any) error
}

// libraries are the JSON packages in this program.
var libraries = []library{{"encoding/json", marshal, json.Unmarshal}}

// marshal is json.Marshal without HTML escapes.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// throughLibraries returns an error if a library decodes text or encodes v differently from
// the methods of its type. v is the decoded text; if err is not nil, only its type is used.
func throughLibraries[T any](text []byte, v T, err error) error {
	typ := reflect.TypeOf(v)
	if typ == nil {
		return nil
	}
	of := typ
	if typ.Kind() == reflect.Pointer {
		of = typ.Elem()
	}
	if _, ok := reflect.New(of).Interface().(json.Unmarshaler); !ok {
		return nil
	}
	for _, l := range libraries {
		if e := l.reads(text, of); e != nil {
			return fmt.Errorf("%s: %w", l.name, e)
		}
		if err != nil || reflect.ValueOf(v).Kind() == reflect.Pointer && reflect.ValueOf(v).IsNil() {
			continue
		}
		if e := l.writes(v); e != nil {
			return fmt.Errorf("%s: %w", l.name, e)
		}
	}
	return nil
}

// reads compares the decoded text with the result of UnmarshalJSON.
func (l *library) reads(text []byte, of reflect.Type) error {
	want, got := reflect.New(of), reflect.New(of)
	wantErr := want.Interface().(json.Unmarshaler).UnmarshalJSON(text)
	err := same(l.unmarshal(text, got.Interface()), wantErr)
	if err == nil && wantErr == nil && !reflect.DeepEqual(got.Interface(), want.Interface()) {
		err = fmt.Errorf("read as %+v, must be %+v", got.Elem(), want.Elem())
	}
	return err
}

// separators undoes an escape that encoding/json makes when it is implemented by
// encoding/json/v2.
var separators = strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029")

// writes compares the encoded value with the result of MarshalJSON.
func (l *library) writes(v any) error {
	want, wantErr := v.(json.Marshaler).MarshalJSON()
	got, err := l.marshal(v)
	if err = same(err, wantErr); err == nil && wantErr == nil && separators.Replace(string(got)) != separators.Replace(string(want)) {
		err = fmt.Errorf("written as %s, must be %s", got, want)
	}
	return err
}

// same compares the error of a library with that of a method, which it must contain. For texts
// that are not valid JSON, the library has its own messages.
func same(got, want error) error {
	var e *codec.Error
	switch {
	case (got == nil) != (want == nil):
	case got == nil, strings.Contains(got.Error(), want.Error()):
		return nil
	case errors.As(want, &e) && (e.Code == codec.CodeSyntax || e.Code == codec.CodeUTF8 || e.Code == codec.CodeDepth):
		return nil
	}
	return fmt.Errorf("the error is %v, must be %v", got, want)
}
