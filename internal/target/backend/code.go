package backend

import (
	"encoding/json"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Coder is a Plan that writes values as code of its language.
type Coder interface {
	Plan
	// Code returns an expression, as a user of the generated package would write it, for
	// a value that is written as data, which is JSON. It is one that the functions of the
	// type t take, such as those that write it. It is formatted, on several lines if it
	// is long. There is none if ok is false: data is not read as t, or it is not what a
	// writer of this version may write. Code may be called concurrently.
	Code(t model.Type, data []byte) (expr string, ok bool)
}

// Written is the value that a writer writes for data, which is read as t. It is false if
// data is refused, or if a writer must not write what was read.
func Written(r *interp.Reader, t model.Type, data []byte) (model.Value, bool) {
	v, err := r.Parse(data)
	if err != nil {
		return model.Value{}, false
	}
	reading := r.ReadType(t, v)
	if reading.Err != nil || reading.Unfit != nil {
		return model.Value{}, false
	}
	d := json.NewDecoder(strings.NewReader(reading.Value.Written()))
	d.UseNumber() // what is kept verbatim keeps its digits
	return decoded(d), true
}

// decoded is the next value of a text that is known to be JSON, with its members in their
// order.
func decoded(d *json.Decoder) model.Value {
	token, err := d.Token()
	if err != nil {
		panic("backend: what is written is not JSON: " + err.Error())
	}
	switch token := token.(type) {
	case bool:
		return model.Value{Kind: model.BoolValue, Bool: token}
	case string:
		return model.Value{Kind: model.StringValue, Text: token}
	case json.Number:
		return model.Value{Kind: model.NumberValue, Text: token.String()}
	case json.Delim:
		out := model.Value{Kind: model.ListValue}
		if token == '{' {
			out.Kind = model.ObjectValue
		}
		for d.More() {
			if out.Kind == model.ListValue {
				out.Items = append(out.Items, decoded(d))
				continue
			}
			key := decoded(d).Text
			out.Members = append(out.Members, model.Member{Key: key, Value: decoded(d)})
		}
		_, _ = d.Token() // its end, which More has seen
		return out
	}
	return model.Value{Kind: model.NullValue}
}
