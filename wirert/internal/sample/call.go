package sample

import "github.com/wiregen/wiregen/wirert"

// DecodeCall reads a Call.
func DecodeCall(data []byte) (*Call, error) {
	return wirert.Decode(data, &table, typeCall, decodeCall)
}

// callScalars are the optional scalars of a Call, allocated together with it.
type callScalars struct {
	count int64
	color Color
	limit int64
	note  string
}

func decodeCall(d *wirert.Decoder) *Call {
	v := new(struct {
		Call
		scalars callScalars
	})
	v.Call.decode(d, &v.scalars)
	return &v.Call
}

func (v *Call) decode(d *wirert.Decoder, s *callScalars) {
	var seen uint64
	for d.BeginObject(); d.NextKey(); {
		switch string(d.Name) {
		case "type":
			d.Once(&seen, 1<<0)
			d.Const("function")
		case "id":
			d.Once(&seen, 1<<1)
			v.ID = d.String()
		case "function":
			d.Once(&seen, 1<<2)
			v.Function.decode(d, new(callFunctionScalars))
		case "count":
			d.Once(&seen, 1<<3)
			s.count = d.Int()
			v.Count = &s.count
		case "mood":
			d.Once(&seen, 1<<4)
			v.Mood = decodeMood(d)
		case "color":
			d.Once(&seen, 1<<5)
			if !d.Null() {
				s.color = decodeColor(d)
				v.Color = &s.color
			}
		case "weights":
			d.Once(&seen, 1<<6)
			v.Weights = []float64{}
			for d.BeginArray(); d.NextItem(); {
				v.Weights = append(v.Weights, d.Float())
			}
		case "labels":
			d.Once(&seen, 1<<7)
			v.Labels = map[string]string{}
			for d.BeginObject(); d.NextKey(); {
				key := string(d.Name)
				v.Labels[key] = d.String()
			}
		case "groups":
			d.Once(&seen, 1<<8)
			v.Groups = map[string][]int64{}
			for d.BeginObject(); d.NextKey(); {
				key := string(d.Name)
				list := []int64{}
				for d.BeginArray(); d.NextItem(); {
					list = append(list, d.Int())
				}
				v.Groups[key] = list
			}
		case "extra":
			d.Once(&seen, 1<<9)
			v.Extra = d.Raw()
		case "meta":
			d.Once(&seen, 1<<10)
			v.Meta = d.RawObject()
		case "limit":
			d.Once(&seen, 1<<11)
			if !d.Null() {
				s.limit = d.Int()
				v.Limit = &s.limit
			}
		case "note":
			d.Once(&seen, 1<<12)
			s.note = d.String()
			v.Note = &s.note
		default:
			d.Skip()
		}
	}
	d.Need(seen, 1<<1|1<<2|1<<9|1<<11)
	if seen&(1<<3) == 0 {
		s.count = 1
		v.Count = &s.count
	}
	if seen&(1<<4) == 0 {
		v.Mood = MoodCalm
	}
}

// DecodeCallFunction reads a CallFunction.
func DecodeCallFunction(data []byte) (*CallFunction, error) {
	return wirert.Decode(data, &table, typeCallFunction, decodeCallFunction)
}

// callFunctionScalars are the optional scalars of a CallFunction, allocated together with it.
type callFunctionScalars struct {
	arguments string
}

func decodeCallFunction(d *wirert.Decoder) *CallFunction {
	v := new(struct {
		CallFunction
		scalars callFunctionScalars
	})
	v.CallFunction.decode(d, &v.scalars)
	return &v.CallFunction
}

func (v *CallFunction) decode(d *wirert.Decoder, s *callFunctionScalars) {
	var seen uint64
	for d.BeginObject(); d.NextKey(); {
		switch string(d.Name) {
		case "name":
			d.Once(&seen, 1<<0)
			v.Name = d.String()
		case "arguments":
			d.Once(&seen, 1<<1)
			if !d.Null() {
				s.arguments = d.String()
				v.Arguments = &s.arguments
			}
		default:
			d.Skip()
		}
	}
	d.Need(seen, 1<<0|1<<1)
}

// AppendCall appends v.
func AppendCall(dst []byte, v *Call) []byte { return v.AppendJSON(dst) }

// AppendJSON appends v.
func (v *Call) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"type":"function","id":`...)
	dst = wirert.AppendString(dst, v.ID)
	dst = append(dst, `,"function":`...)
	dst = v.Function.AppendJSON(dst)
	dst = append(dst, `,"count":`...)
	if v.Count != nil {
		dst = wirert.AppendInt(dst, *v.Count)
	} else {
		dst = append(dst, `1`...)
	}
	dst = append(dst, `,"mood":`...)
	if v.Mood != "" {
		dst = wirert.AppendString(dst, string(v.Mood))
	} else {
		dst = append(dst, `"calm"`...)
	}
	if v.Color != nil {
		dst = append(dst, `,"color":`...)
		dst = wirert.AppendString(dst, string(*v.Color))
	}
	dst = append(dst, `,"weights":[`...)
	for i, item := range v.Weights {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = wirert.AppendFloat(dst, item)
	}
	dst = append(dst, `],"labels":{`...)
	labels := wirert.SortKeys(v.Labels)
	for i, key := range labels.Names {
		dst = wirert.AppendKey(dst, i, key)
		dst = wirert.AppendString(dst, v.Labels[key])
	}
	labels.Free()
	dst = append(dst, `},"groups":{`...)
	groups := wirert.SortKeys(v.Groups)
	for i, key := range groups.Names {
		dst = wirert.AppendKey(dst, i, key)
		dst = append(dst, '[')
		for i, item := range v.Groups[key] {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = wirert.AppendInt(dst, item)
		}
		dst = append(dst, ']')
	}
	groups.Free()
	dst = append(dst, `},"extra":`...)
	dst = wirert.AppendRaw(dst, v.Extra)
	dst = append(dst, `,"meta":`...)
	dst = wirert.AppendRawObject(dst, v.Meta)
	dst = append(dst, `,"limit":`...)
	if v.Limit != nil {
		dst = wirert.AppendInt(dst, *v.Limit)
	} else {
		dst = append(dst, "null"...)
	}
	if v.Note != nil {
		dst = append(dst, `,"note":`...)
		dst = wirert.AppendString(dst, *v.Note)
	}
	return append(dst, '}')
}

// AppendJSON appends v.
func (v *CallFunction) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"name":`...)
	dst = wirert.AppendString(dst, v.Name)
	dst = append(dst, `,"arguments":`...)
	if v.Arguments != nil {
		dst = wirert.AppendString(dst, *v.Arguments)
	} else {
		dst = append(dst, "null"...)
	}
	return append(dst, '}')
}

// CheckCall tells whether v may be written.
func CheckCall(v *Call) error {
	if v == nil {
		return table.Missing(typeCall)
	}
	if v.Count != nil {
		if err := wirert.CheckInt(*v.Count); err != nil {
			return wirert.At("count", err)
		}
	}
	if v.Mood != "" && !v.Mood.Known() {
		return wirert.At("mood", table.Undeclared(typeMood, string(v.Mood)))
	}
	for i, item := range v.Weights {
		if err := wirert.CheckFloat(item); err != nil {
			return wirert.At("weights", wirert.AtIndex(i, err))
		}
	}
	groups := wirert.SortKeys(v.Groups)
	defer groups.Free()
	for _, key := range groups.Names {
		for i, item := range v.Groups[key] {
			if err := wirert.CheckInt(item); err != nil {
				return wirert.At("groups", wirert.At(key, wirert.AtIndex(i, err)))
			}
		}
	}
	if err := wirert.CheckRaw(v.Extra, 1); err != nil {
		return wirert.At("extra", err)
	}
	if err := wirert.CheckRawObject(v.Meta, 1); err != nil {
		return wirert.At("meta", err)
	}
	if v.Limit != nil {
		if err := wirert.CheckInt(*v.Limit); err != nil {
			return wirert.At("limit", err)
		}
	}
	return nil
}

// MarshalJSON writes v, which CheckCall must accept.
func (v Call) MarshalJSON() ([]byte, error) { return wirert.Marshal(&v, CheckCall(&v)) }

// UnmarshalJSON reads v.
func (v *Call) UnmarshalJSON(data []byte) error { return wirert.Unmarshal(data, v, DecodeCall) }
