package contest

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/wiregen/wiregen/bench/model"
)

func (r *tokenReader) responseError(v *model.ResponseError) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "code":
			v.Code, err = r.int()
		case "message":
			v.Message, err = r.str()
		case "data":
			v.Data, err = r.raw()
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) params(method string) (any, error) {
	switch method {
	case "event", "request":
		return r.envelope()
	case "prompt":
		v := new(model.PromptParams)
		return v, r.input(&v.UserInput)
	case "initialize":
		v := new(model.InitializeParams)
		return v, r.initialize(v)
	}
	return nil, unknownTag(method)
}

func (r *tokenReader) envelope() (*model.Envelope, error) {
	v := new(model.Envelope)
	var late jsontext.Value // the payload before its type
	err := r.object(func(key []byte) (err error) {
		switch string(key) {
		case "type":
			v.Type, err = r.enum()
		case "payload":
			if v.Type == "" {
				late, err = r.raw()
				return err
			}
			v.Payload, err = r.payload(v.Type)
		default:
			err = r.skip()
		}
		return err
	})
	if err == nil && late != nil {
		v.Payload, err = within(late).payload(v.Type)
	}
	return v, err
}

func (r *tokenReader) payload(tag string) (any, error) {
	switch tag {
	case "ContentPart":
		return r.contentPart()
	case "ToolCallPart":
		v := new(model.ToolCallPart)
		return v, r.object(func(key []byte) (err error) {
			switch string(key) {
			case "arguments_part":
				v.ArgumentsPart, err = optional(r, r.str)
			default:
				err = r.skip()
			}
			return err
		})
	case "StatusUpdate":
		v := new(model.StatusUpdate)
		return v, r.status(v)
	case "ToolResult":
		v := new(model.ToolResult)
		return v, r.toolResult(v)
	case "SubagentEvent":
		v := new(model.SubagentEvent)
		return v, r.subagent(v)
	case "ApprovalRequest":
		v := new(model.ApprovalRequest)
		return v, r.approval(v)
	case "ToolCall":
		v := new(model.ToolCall)
		return v, r.toolCall(v)
	case "TurnBegin":
		v := new(model.TurnBegin)
		return v, r.input(&v.UserInput)
	case "ToolCallRequest":
		v := new(model.ToolCallRequest)
		return v, r.object(func(key []byte) (err error) {
			switch string(key) {
			case "id":
				v.ID, err = r.str()
			case "name":
				v.Name, err = r.str()
			case "arguments":
				v.Arguments, err = optional(r, r.str)
			default:
				err = r.skip()
			}
			return err
		})
	case "QuestionRequest":
		v := new(model.QuestionRequest)
		return v, r.question(v)
	case "HookRequest":
		v := new(model.HookRequest)
		return v, r.hook(v)
	}
	return nil, unknownTag(tag)
}

func (r *tokenReader) input(v *model.UserInput) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "user_input":
			*v, err = r.userInput()
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) userInput() (model.UserInput, error) {
	if r.d.PeekKind() == '"' {
		s, err := r.str()
		return model.Text(s), err
	}
	parts := model.Parts{}
	err := r.array(func() error {
		p, err := r.contentPart()
		parts = append(parts, p)
		return err
	})
	return parts, err
}

// union reads an object by its member type: variant returns what reads each other member
// of the variant with that tag, or nil. An object whose tag is not its first
// member is kept as text, with the tag in front, and read again.
func (r *tokenReader) union(variant func(r *tokenReader, tag string) (member func(key []byte) error)) error {
	if k := r.d.PeekKind(); k != '{' {
		return fmt.Errorf("%v is not an object", k)
	}
	if _, err := r.d.ReadToken(); err != nil {
		return err
	}
	key, err := r.text()
	if err != nil {
		return err
	}
	if string(key) != "type" {
		text, err := r.tagFirst(key)
		if err != nil {
			return err
		}
		return within(text).union(variant)
	}
	tag, err := r.enum()
	if err != nil {
		return err
	}
	member := variant(r, tag)
	if member == nil {
		return unknownTag(tag)
	}
	return r.members(member)
}

// tagFirst returns the object whose first key is key as text that begins with its tag.
func (r *tokenReader) tagFirst(key []byte) (jsontext.Value, error) {
	var tag, rest []byte
	member := func(key []byte) error {
		name, err := jsontext.AppendQuote(nil, key)
		if err != nil {
			return err
		}
		to := &rest
		if string(key) == "type" {
			to = &tag
		}
		value, err := r.d.ReadValue()
		*to = append(append(append(append(*to, ','), name...), ':'), value...)
		return err
	}
	if err := member(key); err != nil {
		return nil, err
	}
	if err := r.members(member); err != nil {
		return nil, err
	}
	if tag == nil {
		return nil, unknownTag("")
	}
	tag[0] = '{'
	return append(append(tag, rest...), '}'), nil
}

func (r *tokenReader) contentPart() (v model.ContentPart, err error) {
	err = r.union(func(r *tokenReader, tag string) func([]byte) error {
		switch tag {
		case "text":
			p := &model.TextPart{Type: tag}
			v = p
			return func(key []byte) (err error) {
				switch string(key) {
				case "text":
					p.Text, err = r.str()
				default:
					err = r.skip()
				}
				return err
			}
		case "think":
			p := &model.ThinkPart{Type: tag}
			v = p
			return func(key []byte) (err error) {
				switch string(key) {
				case "think":
					p.Think, err = r.str()
				case "encrypted":
					p.Encrypted, err = optional(r, r.str)
				default:
					err = r.skip()
				}
				return err
			}
		}
		return nil
	})
	return v, err
}

func (r *tokenReader) display() ([]model.DisplayBlock, error) {
	blocks := []model.DisplayBlock{}
	err := r.array(func() error {
		b, err := r.displayBlock()
		blocks = append(blocks, b)
		return err
	})
	return blocks, err
}

func (r *tokenReader) displayBlock() (v model.DisplayBlock, err error) {
	err = r.union(func(r *tokenReader, tag string) func([]byte) error {
		switch tag {
		case "brief":
			b := &model.BriefDisplayBlock{Type: tag}
			v = b
			return func(key []byte) (err error) {
				switch string(key) {
				case "text":
					b.Text, err = r.str()
				default:
					err = r.skip()
				}
				return err
			}
		case "diff":
			b := &model.DiffDisplayBlock{Type: tag}
			v = b
			return r.diff(b)
		case "todo":
			b := &model.TodoDisplayBlock{Type: tag}
			v = b
			return r.todo(b)
		case "shell":
			b := &model.ShellDisplayBlock{Type: tag}
			v = b
			return func(key []byte) (err error) {
				switch string(key) {
				case "language":
					b.Language, err = r.str()
				case "command":
					b.Command, err = r.str()
				default:
					err = r.skip()
				}
				return err
			}
		}
		return nil
	})
	return v, err
}
