package contest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/wiregen/wiregen/bench/model"
	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert"
)

// toWire returns the message of the generated package with the content of one of package
// model or of the SDK, whose types and fields have the same names.
func toWire(v any) (wire.Message, error) {
	m := reflect.ValueOf(v).Elem()
	var id wirert.ID
	if s, _ := m.FieldByName("ID").Interface().(*string); s != nil {
		id = wirert.StringID(*s)
	}
	params := m.FieldByName("Params").Elem()
	switch method := m.FieldByName("Method").String(); method {
	case "":
		out := &wire.Response{ID: id}
		return out, convertFields(reflect.ValueOf(out).Elem(), m, "Result", "Error")
	case "event":
		out := new(wire.EventMessage)
		return out, convert(reflect.ValueOf(&out.Params).Elem(), params)
	case "request":
		out := &wire.RequestMessage{ID: id}
		return out, convert(reflect.ValueOf(&out.Params).Elem(), params)
	case "prompt":
		out := &wire.PromptMessage{ID: id}
		return out, convert(reflect.ValueOf(&out.Params).Elem(), params)
	case "initialize":
		out := &wire.InitializeMessage{ID: id}
		return out, convert(reflect.ValueOf(&out.Params).Elem(), params)
	default:
		return nil, fmt.Errorf("method %q", method)
	}
}

// convertFields converts the named fields of a struct, or all that the destination has.
func convertFields(dst, src reflect.Value, names ...string) error {
	if names == nil {
		for i := range dst.NumField() {
			if f := dst.Type().Field(i); f.IsExported() {
				names = append(names, f.Name)
			}
		}
	}
	for _, name := range names {
		f := src.FieldByName(name)
		if !f.IsValid() {
			return fmt.Errorf("%v has no field %s", src.Type(), name)
		}
		if err := convert(dst.FieldByName(name), f); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

var raw = reflect.TypeFor[wirert.Raw]()

func convert(dst, src reflect.Value) error {
	if dst.Kind() == reflect.Interface {
		return convertUnion(dst, src)
	}
	for src.Kind() == reflect.Interface {
		src = src.Elem()
	}
	switch {
	case !src.IsValid():
		return nil
	case src.Type() == reflect.TypeFor[[]byte]() || src.Type().ConvertibleTo(raw) && src.Kind() == reflect.Slice:
		return convertRaw(dst, src.Bytes())
	case src.Kind() == reflect.Pointer && dst.Kind() != reflect.Pointer:
		return convert(dst, src.Elem())
	case src.Kind() == reflect.Pointer:
		if src.IsNil() {
			return nil
		}
		dst.Set(reflect.New(dst.Type().Elem()))
		return convert(dst.Elem(), src.Elem())
	}
	switch dst.Kind() {
	case reflect.Struct:
		return convertFields(dst, src)
	case reflect.Slice:
		if src.IsNil() {
			return nil
		}
		dst.Set(reflect.MakeSlice(dst.Type(), src.Len(), src.Len()))
		for i := range src.Len() {
			if err := convert(dst.Index(i), src.Index(i)); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
		return nil
	}
	dst.Set(src.Convert(dst.Type()))
	return nil
}

// convertRaw keeps text; that of null is the zero Raw. What the contestants keep as text,
// and the generated package reads, is only null in the corpus.
func convertRaw(dst reflect.Value, text []byte) error {
	switch {
	case len(text) == 0 || string(text) == "null":
		return nil
	case dst.Type() != raw:
		return fmt.Errorf("%s was not read", text)
	}
	var compact bytes.Buffer // as the generated package keeps it
	if err := json.Compact(&compact, text); err != nil {
		return err
	}
	dst.SetBytes(compact.Bytes())
	return nil
}

// variants are the variants of the unions, by name.
var variants = map[string]func() any{
	"TextPart": func() any { return new(wire.TextPart) }, "ThinkPart": func() any { return new(wire.ThinkPart) },
	"ImageURLPart":      func() any { return new(wire.ImageURLPart) },
	"BriefDisplayBlock": func() any { return new(wire.BriefDisplayBlock) }, "DiffDisplayBlock": func() any { return new(wire.DiffDisplayBlock) },
	"TodoDisplayBlock": func() any { return new(wire.TodoDisplayBlock) }, "ShellDisplayBlock": func() any { return new(wire.ShellDisplayBlock) },
}

func convertUnion(dst, src reflect.Value) error {
	for src.Kind() == reflect.Interface {
		src = src.Elem()
	}
	if !src.IsValid() {
		return fmt.Errorf("a union was not read")
	}
	var out any
	switch v := src.Interface().(type) {
	case *model.Envelope:
		return convertPayload(dst, v.Type, reflect.ValueOf(v.Payload))
	case *SDKEnvelope:
		return convertPayload(dst, v.Type, reflect.ValueOf(v.Payload))
	case model.Text:
		out = wire.UserInputString(v)
	case model.Parts:
		list := make(wire.UserInputList, len(v))
		for i := range v {
			if err := convert(reflect.ValueOf(&list[i]).Elem(), reflect.ValueOf(v[i])); err != nil {
				return err
			}
		}
		out = list
	case SDKUserInput:
		if v.Text != nil {
			return convertUnion(dst, reflect.ValueOf(model.Text(*v.Text)))
		}
		parts := make(model.Parts, len(v.Parts))
		for i := range v.Parts {
			parts[i] = v.Parts[i].Value
		}
		return convertUnion(dst, reflect.ValueOf(parts))
	case SDKContentPart:
		return convertUnion(dst, reflect.ValueOf(v.Value))
	case SDKDisplayBlock:
		return convertUnion(dst, reflect.ValueOf(v.Value))
	default:
		name := src.Type().Elem().Name()
		if variants[name] == nil {
			return fmt.Errorf("%s is not a variant", name)
		}
		out = variants[name]()
		if err := convert(reflect.ValueOf(out).Elem(), src.Elem()); err != nil {
			return err
		}
	}
	dst.Set(reflect.ValueOf(out))
	return nil
}

// convertPayload makes the event or the request with a tag.
func convertPayload(dst reflect.Value, tag string, payload reflect.Value) error {
	var out any
	if part := new(wire.ContentPartEvent); tag == "ContentPart" {
		if p, ok := payload.Interface().(*SDKContentPart); ok {
			payload = reflect.ValueOf(p.Value)
		}
		if err := convertUnion(reflect.ValueOf(&part.Payload).Elem(), payload); err != nil {
			return err
		}
		dst.Set(reflect.ValueOf(part))
		return nil
	}
	if out = wire.EventType(tag).New(); out == nil {
		out = wire.RequestType(tag).New()
	}
	v := reflect.ValueOf(out)
	if out == nil {
		return fmt.Errorf("no message has the tag %q", tag)
	}
	if err := convert(v.Elem(), payload.Elem()); err != nil {
		return fmt.Errorf("%s: %w", tag, err)
	}
	dst.Set(v)
	return nil
}
