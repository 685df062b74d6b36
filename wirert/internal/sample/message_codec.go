package sample

import "github.com/wiregen/wiregen/wirert"

// DecodeOptions reads an Options.
func DecodeOptions(data []byte) (*Options, error) {
	return wirert.Decode(data, &table, typeOptions, decodeOptions)
}

// optionsScalars are the optional scalars of an Options, allocated together with it.
type optionsScalars struct {
	fast bool
}

func decodeOptions(d *wirert.Decoder) *Options {
	v := new(struct {
		Options
		scalars optionsScalars
	})
	v.Options.decode(d, &v.scalars)
	return &v.Options
}

func (v *Options) decode(d *wirert.Decoder, s *optionsScalars) {
	var seen uint64
	for d.BeginObject(); d.NextKey(); {
		switch string(d.Name) {
		case "fast":
			d.Once(&seen, 1<<0)
			s.fast = d.Bool()
			v.Fast = &s.fast
		case "names":
			d.Once(&seen, 1<<1)
			v.Names = []string{}
			for d.BeginArray(); d.NextItem(); {
				v.Names = append(v.Names, d.String())
			}
		default:
			d.Skip()
		}
	}
}

func (v *PromptParams) decode(d *wirert.Decoder) {
	var seen uint64
	for d.BeginObject(); d.NextKey(); {
		switch string(d.Name) {
		case "input":
			d.Once(&seen, 1<<0)
			v.Input = decodeInput(d)
		case "options":
			d.Once(&seen, 1<<1)
			if !d.Null() {
				v.Options = decodeOptions(d)
			}
		default:
			d.Skip()
		}
	}
	d.Need(seen, 1<<0)
}

// DecodePromptResult reads a PromptResult.
func DecodePromptResult(data []byte) (*PromptResult, error) {
	return wirert.Decode(data, &table, typePromptResult, decodePromptResult)
}

// promptResultScalars are the optional scalars of a PromptResult, allocated together with it.
type promptResultScalars struct {
	steps int64
}

func decodePromptResult(d *wirert.Decoder) *PromptResult {
	v := new(struct {
		PromptResult
		scalars promptResultScalars
	})
	v.PromptResult.decode(d, &v.scalars)
	return &v.PromptResult
}

func (v *PromptResult) decode(d *wirert.Decoder, s *promptResultScalars) {
	var seen uint64
	for d.BeginObject(); d.NextKey(); {
		switch string(d.Name) {
		case "mood":
			d.Once(&seen, 1<<0)
			v.Mood = decodeMood(d)
		case "steps":
			d.Once(&seen, 1<<1)
			s.steps = d.Int()
			v.Steps = &s.steps
		default:
			d.Skip()
		}
	}
	d.Need(seen, 1<<0)
}

// AppendMessage appends v.
func AppendMessage(dst []byte, v Message) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	return v.AppendJSON(dst)
}

// AppendJSON appends the whole message.
func (v *PromptMessage) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","method":"prompt","id":`...)
	dst = wirert.AppendID(dst, v.ID)
	dst = append(dst, `,"params":`...)
	dst = v.Params.AppendJSON(dst)
	return append(dst, '}')
}

// AppendJSON appends v.
func (v *PromptParams) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"input":`...)
	dst = AppendInput(dst, v.Input)
	dst = append(dst, `,"options":`...)
	dst = v.Options.AppendJSON(dst)
	return append(dst, '}')
}

// AppendJSON appends the whole message.
func (v *PingMessage) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","method":"ping","id":`...)
	dst = wirert.AppendID(dst, v.ID)
	return append(dst, '}')
}

// AppendJSON appends the whole message.
func (v *CancelMessage) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","method":"cancel","id":`...)
	dst = wirert.AppendID(dst, v.ID)
	if len(v.Params) > 0 {
		dst = append(dst, `,"params":`...)
		dst = wirert.AppendRaw(dst, v.Params)
	}
	return append(dst, '}')
}

// AppendJSON appends the whole message.
func (v *EventMessage) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","method":"event","params":`...)
	dst = AppendEvent(dst, v.Params)
	return append(dst, '}')
}

// AppendJSON appends the whole message.
func (v *RequestMessage) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","method":"request","id":`...)
	dst = wirert.AppendID(dst, v.ID)
	dst = append(dst, `,"params":`...)
	dst = AppendRequest(dst, v.Params)
	return append(dst, '}')
}

// AppendJSON appends the whole message.
func (v *Response) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","id":`...)
	dst = wirert.AppendID(dst, v.ID)
	if v.Error != nil {
		dst = append(dst, `,"error":`...)
		dst = wirert.AppendResponseError(dst, v.Error, wirert.DataNull)
	} else {
		dst = append(dst, `,"result":`...)
		dst = wirert.AppendRaw(dst, v.Result)
	}
	return append(dst, '}')
}

// AppendJSON appends the whole message.
func (v *UnknownMessage) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","method":`...)
	dst = wirert.AppendString(dst, v.Method)
	if !v.ID.IsZero() {
		dst = append(dst, `,"id":`...)
		dst = wirert.AppendID(dst, v.ID)
	}
	if len(v.Params) > 0 {
		dst = append(dst, `,"params":`...)
		dst = wirert.AppendRaw(dst, v.Params)
	}
	return append(dst, '}')
}

// CheckPromptParams tells whether v may be written.
func CheckPromptParams(v *PromptParams) error {
	if v == nil {
		return table.Missing(typePromptParams)
	}
	if err := CheckInput(v.Input); err != nil {
		return wirert.At("input", err)
	}
	return nil
}

// CheckMessage tells whether v may be written.
func CheckMessage(v Message) error {
	switch v := v.(type) {
	case *PromptMessage:
		if err := table.CheckID(v.ID); err != nil {
			return wirert.At("id", err)
		}
		return wirert.At("params", CheckPromptParams(&v.Params))
	case *PingMessage:
		return wirert.At("id", table.CheckID(v.ID))
	case *CancelMessage:
		if err := table.CheckID(v.ID); err != nil {
			return wirert.At("id", err)
		}
		return wirert.At("params", wirert.CheckRaw(v.Params, 1))
	case *EventMessage:
		return wirert.At("params", CheckEvent(v.Params))
	case *RequestMessage:
		if err := table.CheckID(v.ID); err != nil {
			return wirert.At("id", err)
		}
		return wirert.At("params", CheckRequest(v.Params))
	case *Response:
		return table.CheckResponse(v.ID, v.Result, v.Error)
	case *UnknownMessage:
		return table.CheckUnknownMessage(v.ID, v.Params)
	}
	return table.Missing(typeMessage)
}

// MarshalJSON writes v, which CheckMessage must accept.
func (v PromptMessage) MarshalJSON() ([]byte, error) { return wirert.Marshal(&v, CheckMessage(&v)) }

// MarshalJSON writes v, which CheckMessage must accept.
func (v EventMessage) MarshalJSON() ([]byte, error) { return wirert.Marshal(&v, CheckMessage(&v)) }

// Verify tells whether data is a value of the type that the spec calls name.
// It is the way to read strictly.
func Verify(name string, data []byte, o wirert.Options) error { return table.Verify(name, data, o) }
