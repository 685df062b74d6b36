package codec

// Kind returns the member "kind" of the error's data, if it is a string.
func (e *ResponseError) Kind() (string, bool) {
	if e == nil {
		return "", false
	}
	d := Decoder{buf: e.Data, max: DefaultMaxDepth}
	var kind string
	found := false
	for d.BeginObject(); d.NextKey(); {
		if string(d.Name) != "kind" {
			d.Skip()
			continue
		}
		if found = d.Kind() == KindString; found {
			kind = d.String()
		} else {
			d.Skip()
		}
	}
	return kind, found && d.atEnd()
}

// DataOf decodes the data of an error as the type id of t.
func DataOf[T any](e *ResponseError, t *Table, id TypeID, read func(*Decoder) T) (T, error) {
	if e == nil || len(e.Data) == 0 {
		var zero T
		return zero, At("data", t.Missing(id))
	}
	v, err := Decode(e.Data, t, id, read)
	return v, At("data", err)
}

// ReadData decodes the data of an error into the struct that v points to. It returns v, or nil
// and an error.
func ReadData[P any](e *ResponseError, t *Table, v P) (P, error) {
	g, _ := t.structOf(v)
	err := t.Missing(g.id)
	if e != nil && len(e.Data) > 0 {
		err = t.read(e.Data, v, nil)
	}
	if err != nil {
		var none P
		return none, At("data", err)
	}
	return v, nil
}
