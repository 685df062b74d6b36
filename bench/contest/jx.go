package contest

import (
	"github.com/go-faster/jx"

	"github.com/wiregen/wiregen/bench/model"
)

// jxForm reads as the code does that ogen emits from OpenAPI: an object by a switch over
// its keys, a union by a look at its tag (Capture) before it is read from its beginning.
// It is written by hand, and leaner: no bit mask of required keys, no wrapped errors.
func jxForm() Contestant {
	e := jx.GetEncoder()
	return from("github.com/go-faster/jx", "jx, in the form of ogen", "by hand, as ogen emits it; pooled decoder, reused encoder", false, jxMessage,
		func(_ []byte, m *model.Message) ([]byte, error) {
			e.Reset()
			jxWrite(e, m)
			return e.Bytes(), nil
		})
}

func jxMessage(line []byte) (*model.Message, error) {
	d := jx.GetDecoder()
	defer jx.PutDecoder(d)
	d.ResetBytes(line)
	m := new(model.Message)
	method, err := jxTag(d, "method")
	if err != nil {
		return nil, err
	}
	return m, d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "jsonrpc":
			m.JSONRPC, err = jxEnum(d)
		case "method":
			m.Method, err = jxEnum(d)
		case "id":
			m.ID, err = jxOptStr(d)
		case "params":
			m.Params, err = jxParams(d, method)
		case "result":
			m.Result, err = jxRaw(d)
		case "error":
			m.Error = new(model.ResponseError)
			err = jxError(d, m.Error)
		default:
			err = d.Skip()
		}
		return err
	})
}

// jxTag returns the string at a key of an object, or "", and stays where it is.
func jxTag(d *jx.Decoder, name string) (tag string, err error) {
	found := false
	err = d.Capture(func(d *jx.Decoder) error {
		return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
			if found || string(key) != name {
				return d.Skip()
			}
			found = true
			tag, err = jxEnum(d)
			return err
		})
	})
	return tag, err
}

// jxEnum reads a string as ogen reads an enum.
func jxEnum(d *jx.Decoder) (string, error) {
	s, err := d.StrBytes()
	return constant(s), err
}

func jxOptStr(d *jx.Decoder) (*string, error) {
	if d.Next() == jx.Null {
		return nil, d.Null()
	}
	s, err := d.Str()
	return &s, err
}

func jxOptInt(d *jx.Decoder) (*int64, error) {
	if d.Next() == jx.Null {
		return nil, d.Null()
	}
	n, err := d.Int64()
	return &n, err
}

func jxRaw(d *jx.Decoder) ([]byte, error) {
	raw, err := d.RawAppend(nil)
	return raw, err
}

func jxError(d *jx.Decoder, v *model.ResponseError) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "code":
			v.Code, err = d.Int64()
		case "message":
			v.Message, err = d.Str()
		case "data":
			v.Data, err = jxRaw(d)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxParams(d *jx.Decoder, method string) (any, error) {
	switch method {
	case "event", "request":
		return jxEnvelope(d)
	case "prompt":
		v := new(model.PromptParams)
		return v, jxInput(d, &v.UserInput)
	case "initialize":
		v := new(model.InitializeParams)
		return v, jxInitialize(d, v)
	}
	return nil, unknownTag(method)
}

func jxEnvelope(d *jx.Decoder) (*model.Envelope, error) {
	tag, err := jxTag(d, "type")
	if err != nil {
		return nil, err
	}
	v := &model.Envelope{Type: tag}
	return v, d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "payload":
			v.Payload, err = jxPayload(d, tag)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxPayload(d *jx.Decoder, tag string) (any, error) {
	switch tag {
	case "ContentPart":
		return jxContentPart(d)
	case "ToolCallPart":
		v := new(model.ToolCallPart)
		return v, d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
			switch string(key) {
			case "arguments_part":
				v.ArgumentsPart, err = jxOptStr(d)
			default:
				err = d.Skip()
			}
			return err
		})
	case "StatusUpdate":
		v := new(model.StatusUpdate)
		return v, jxStatus(d, v)
	case "ToolResult":
		v := new(model.ToolResult)
		return v, jxToolResult(d, v)
	case "SubagentEvent":
		v := new(model.SubagentEvent)
		return v, jxSubagent(d, v)
	case "ApprovalRequest":
		v := new(model.ApprovalRequest)
		return v, jxApproval(d, v)
	case "ToolCall":
		v := new(model.ToolCall)
		return v, jxToolCall(d, v)
	case "TurnBegin":
		v := new(model.TurnBegin)
		return v, jxInput(d, &v.UserInput)
	case "ToolCallRequest":
		v := new(model.ToolCallRequest)
		return v, d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
			switch string(key) {
			case "id":
				v.ID, err = d.Str()
			case "name":
				v.Name, err = d.Str()
			case "arguments":
				v.Arguments, err = jxOptStr(d)
			default:
				err = d.Skip()
			}
			return err
		})
	case "QuestionRequest":
		v := new(model.QuestionRequest)
		return v, jxQuestion(d, v)
	case "HookRequest":
		v := new(model.HookRequest)
		return v, jxHook(d, v)
	}
	return nil, unknownTag(tag)
}

func jxInput(d *jx.Decoder, v *model.UserInput) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "user_input":
			*v, err = jxUserInput(d)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxUserInput(d *jx.Decoder) (model.UserInput, error) {
	if d.Next() == jx.String {
		s, err := d.Str()
		return model.Text(s), err
	}
	parts := model.Parts{}
	return parts, d.Arr(func(d *jx.Decoder) error {
		p, err := jxContentPart(d)
		parts = append(parts, p)
		return err
	})
}

func jxContentPart(d *jx.Decoder) (model.ContentPart, error) {
	tag, err := jxTag(d, "type")
	if err != nil {
		return nil, err
	}
	switch tag {
	case "text":
		v := new(model.TextPart)
		return v, d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
			switch string(key) {
			case "type":
				v.Type = tag
				err = d.Skip()
			case "text":
				v.Text, err = d.Str()
			default:
				err = d.Skip()
			}
			return err
		})
	case "think":
		v := new(model.ThinkPart)
		return v, d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
			switch string(key) {
			case "type":
				v.Type = tag
				err = d.Skip()
			case "think":
				v.Think, err = d.Str()
			case "encrypted":
				v.Encrypted, err = jxOptStr(d)
			default:
				err = d.Skip()
			}
			return err
		})
	}
	return nil, unknownTag(tag)
}

func jxDisplay(d *jx.Decoder) ([]model.DisplayBlock, error) {
	blocks := []model.DisplayBlock{}
	err := d.Arr(func(d *jx.Decoder) error {
		b, err := jxDisplayBlock(d)
		blocks = append(blocks, b)
		return err
	})
	return blocks, err
}

func jxDisplayBlock(d *jx.Decoder) (model.DisplayBlock, error) {
	tag, err := jxTag(d, "type")
	if err != nil {
		return nil, err
	}
	switch tag {
	case "brief":
		v := &model.BriefDisplayBlock{Type: tag}
		return v, d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
			switch string(key) {
			case "text":
				v.Text, err = d.Str()
			default:
				err = d.Skip()
			}
			return err
		})
	case "diff":
		v := &model.DiffDisplayBlock{Type: tag}
		return v, jxDiff(d, v)
	case "todo":
		v := &model.TodoDisplayBlock{Type: tag}
		return v, jxTodo(d, v)
	case "shell":
		v := &model.ShellDisplayBlock{Type: tag}
		return v, d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
			switch string(key) {
			case "language":
				v.Language, err = d.Str()
			case "command":
				v.Command, err = d.Str()
			default:
				err = d.Skip()
			}
			return err
		})
	}
	return nil, unknownTag(tag)
}
