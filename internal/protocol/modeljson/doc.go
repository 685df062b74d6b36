// Package modeljson writes the checked protocol as JSON, for other programs. The format has a
// version and structs of its own, so that the model may change without breaking its readers.
// It adds no meaning to the model.
package modeljson

import (
	"encoding/json"
	"io"
	"reflect"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Version is the version of the format. It changes if a reader of the old format
// would misread the new one; new members do not count.
const Version = 2

// Write writes the protocol as one document.
func Write(w io.Writer, p *model.Protocol) error { return encode(w, NewDocument(p)) }

// WriteComparable writes a protocol without the places of its elements, so that two
// versions of it can be compared as texts.
func WriteComparable(w io.Writer, p *model.Protocol) error {
	doc := NewDocument(p)
	doc.File = ""
	clearPlaces(reflect.ValueOf(&doc))
	return encode(w, doc)
}

func encode(w io.Writer, doc any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(doc)
}

var metaType = reflect.TypeFor[Meta]()

// clearPlaces clears the places of all elements in v.
func clearPlaces(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			clearPlaces(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			clearPlaces(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			value := reflect.New(v.Type().Elem()).Elem() // one that can be changed
			value.Set(v.MapIndex(key))
			clearPlaces(value)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		if v.Type() == metaType {
			m := v.Addr().Interface().(*Meta)
			m.File, m.Line, m.Column = "", 0, 0
			return
		}
		for i := range v.NumField() {
			clearPlaces(v.Field(i))
		}
	}
}
