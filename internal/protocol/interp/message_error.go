package interp

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// fault reads the error of a response.
func (m *message) fault(v *Value) *Error {
	read, err := m.value(errorShape, v, Inside(m.path, m.called.Error))
	if err != nil {
		return err
	}
	data := read.Member("data")
	read.Members = slices.DeleteFunc(read.Members, func(x Member) bool { return x.Key == "data" })
	switch {
	case data != nil && data.Kind != model.NullValue:
		whole, err := m.errorData(int(read.Member("code").Number), v.Member("data"), Inside(Inside(m.path, m.called.Error), "data"))
		if err != nil {
			return err
		}
		read.Members = append(read.Members, Member{Key: "data", Value: whole})
	case m.proto.Dialect.Error.Data == "null":
		read.Members = append(read.Members, Member{Key: "data", Value: &Value{}})
	}
	m.put(m.called.Error, read)
	return nil
}

// errorData reads the data of an error.
func (m *message) errorData(code int, v *Value, path string) (*Value, *Error) {
	d := &m.proto.Dialect
	if d.Error.Identity == "code" {
		for _, e := range m.proto.Errors {
			if e.Code == code && e.Data != nil {
				return m.element(&e.Meta, e.Data, v, path)
			}
		}
		return keep(v), nil
	}
	kind := v.Member("kind")
	switch {
	case v.Kind == model.ObjectValue && kind == nil:
		return nil, missing(v, path, "kind", "a string")
	case kind == nil || kind.Kind != model.StringValue:
		return nil, m.noKind(kind, v, path)
	}
	for _, e := range m.proto.Errors {
		if e.Name == kind.Text {
			return m.dataOfKind(e, v, path, false)
		}
	}
	if d.Error.Fallback != nil {
		return m.dataOfKind(d.Error.Fallback, v, path, true)
	}
	return keep(v), nil
}

// noKind returns the error of data whose kind is not a string, or that is no object. It is not
// known which error it is, nor what it answers: where anything in messages is sensitive, it is
// not quoted.
func (m *message) noKind(kind, v *Value, path string) *Error {
	was := m.hiding(m.hidesSome())
	defer func() { m.hides = was }()
	if kind == nil {
		return m.wrong(path, "an object", v)
	}
	return m.wrong(Inside(path, "kind"), "a string", kind)
}

// dataOfKind reads the data of an error with its kind, which the type of the data need
// not declare. The kind is replaced by that of e if it is another.
func (m *message) dataOfKind(e *model.ErrorCode, v *Value, path string, replaced bool) (*Value, *Error) {
	was := m.hiding(e.Hides() || model.Hidden(e.Data))
	defer func() { m.hides = was }()
	s, ok := model.Resolve(e.Data).(*model.Struct)
	switch {
	case ok && s.Field("kind") != nil:
		return m.value(s, v, path)
	case !ok && !replaced:
		return keep(v), nil
	case !ok:
		s = &model.Struct{Extra: model.ExtraKeep}
	}
	rest := *v
	rest.Members = slices.DeleteFunc(slices.Clone(v.Members), func(x Member) bool { return x.Key == "kind" })
	read, err := m.value(s, &rest, path)
	if err != nil {
		return nil, err
	}
	whole := object(Member{Key: "kind", Value: text(e.Name)})
	whole.Members = append(whole.Members, read.Members...)
	return whole, nil
}
