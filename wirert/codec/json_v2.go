//go:build goexperiment.jsonv2

package codec

import (
	"encoding/json/jsontext"
)

// MarshalTo writes the JSON of v, or returns err, the result of its check. It is Marshal for
// encoding/json/v2, without an intermediate buffer.
func MarshalTo(e *jsontext.Encoder, v Appender, err error) error {
	if err != nil {
		return err
	}
	return e.WriteValue(v.AppendJSON(e.AvailableBuffer()))
}

// UnmarshalFrom decodes the next value into v.
func UnmarshalFrom(d *jsontext.Decoder, v interface{ UnmarshalJSON(data []byte) error }) error {
	data, err := d.ReadValue()
	if err != nil {
		return err
	}
	return v.UnmarshalJSON(data)
}

// MarshalJSONTo implements json.MarshalerTo. It returns an error unless r is one JSON value.
func (r Raw) MarshalJSONTo(e *jsontext.Encoder) error {
	if err := CheckRaw(r, 0); err != nil {
		return err
	}
	return e.WriteValue(AppendRaw(e.AvailableBuffer(), r))
}

// UnmarshalJSONFrom implements json.UnmarshalerFrom. It copies the next value.
func (r *Raw) UnmarshalJSONFrom(d *jsontext.Decoder) error { return UnmarshalFrom(d, r) }

// MarshalJSONTo implements json.MarshalerTo. The zero ID is written as null.
func (id ID) MarshalJSONTo(e *jsontext.Encoder) error {
	return e.WriteValue(AppendID(e.AvailableBuffer(), id))
}

// UnmarshalJSONFrom implements json.UnmarshalerFrom. It accepts a string, an integer or null.
func (id *ID) UnmarshalJSONFrom(d *jsontext.Decoder) error { return UnmarshalFrom(d, id) }
