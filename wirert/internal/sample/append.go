package sample

import "github.com/wiregen/wiregen/wirert"

// AppendUsage appends v.
func AppendUsage(dst []byte, v *Usage) []byte { return v.AppendJSON(dst) }

// AppendJSON appends v.
func (v *Usage) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"input":`...)
	dst = wirert.AppendInt(dst, v.Input)
	dst = append(dst, `,"output":`...)
	dst = wirert.AppendInt(dst, v.Output)
	dst = append(dst, `,"cache_read":`...)
	dst = wirert.AppendInt(dst, v.CacheRead)
	return append(dst, '}')
}

// AppendStatus appends v.
func AppendStatus(dst []byte, v *Status) []byte { return v.AppendJSON(dst) }

// AppendJSON appends v.
func (v *Status) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"share":`...)
	if v.Share != nil {
		dst = wirert.AppendFloat(dst, *v.Share)
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"tokens":`...)
	if v.Tokens != nil {
		dst = wirert.AppendInt(dst, *v.Tokens)
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"usage":`...)
	dst = v.Usage.AppendJSON(dst)
	dst = append(dst, `,"message_id":`...)
	if v.MessageID != nil {
		dst = wirert.AppendString(dst, *v.MessageID)
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"planning":`...)
	if v.Planning != nil {
		dst = wirert.AppendBool(dst, *v.Planning)
	} else {
		dst = append(dst, "null"...)
	}
	return append(dst, '}')
}

// AppendJSON appends v. Its first field may be left out, so the comma before
// the first member is turned into the opening brace.
func (v *Options) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	start := len(dst)
	if v.Fast != nil {
		dst = append(dst, `,"fast":`...)
		dst = wirert.AppendBool(dst, *v.Fast)
	}
	if v.Names != nil {
		dst = append(dst, `,"names":[`...)
		for i, item := range v.Names {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = wirert.AppendString(dst, item)
		}
		dst = append(dst, ']')
	}
	return wirert.CloseObject(dst, start)
}

// AppendImage appends v.
func AppendImage(dst []byte, v *Image) []byte { return v.AppendJSON(dst) }

// AppendJSON appends v.
func (v *Image) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"url":`...)
	dst = wirert.AppendString(dst, v.URL)
	dst = append(dst, `,"id":`...)
	if v.ID != nil {
		dst = wirert.AppendString(dst, *v.ID)
	} else {
		dst = append(dst, "null"...)
	}
	return append(dst, '}')
}

// AppendPart appends v.
func AppendPart(dst []byte, v Part) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	return v.AppendJSON(dst)
}

// AppendTextPart appends v with its tag.
func AppendTextPart(dst []byte, v *TextPart) []byte { return v.AppendJSON(dst) }

// AppendJSON appends v with its tag.
func (v *TextPart) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"type":"text","text":`...)
	dst = wirert.AppendString(dst, v.Text)
	return append(dst, '}')
}

// AppendThinkPart appends v with its tag.
func AppendThinkPart(dst []byte, v *ThinkPart) []byte { return v.AppendJSON(dst) }

// AppendJSON appends v with its tag.
func (v *ThinkPart) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"type":"think","think":`...)
	dst = wirert.AppendString(dst, v.Think)
	dst = append(dst, `,"encrypted":`...)
	if v.Encrypted != nil {
		dst = wirert.AppendString(dst, *v.Encrypted)
	} else {
		dst = append(dst, "null"...)
	}
	return append(dst, '}')
}

// AppendImageURLPart appends v with its tag.
func AppendImageURLPart(dst []byte, v *ImageURLPart) []byte { return v.AppendJSON(dst) }

// AppendJSON appends v with its tag.
func (v *ImageURLPart) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"type":"image_url","image_url":`...)
	dst = v.ImageURL.AppendJSON(dst)
	return append(dst, '}')
}

// AppendJSON appends the object as it came.
func (v *UnknownPart) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	return wirert.AppendRawObject(dst, v.Raw)
}

// AppendInput appends v.
func AppendInput(dst []byte, v Input) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	return v.AppendJSON(dst)
}

// AppendJSON appends v.
func (v InputString) AppendJSON(dst []byte) []byte { return wirert.AppendString(dst, string(v)) }

// AppendJSON appends v.
func (v InputList) AppendJSON(dst []byte) []byte {
	dst = append(dst, '[')
	for i, item := range v {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendPart(dst, item)
	}
	return append(dst, ']')
}

// AppendBegin appends v.
func AppendBegin(dst []byte, v *Begin) []byte { return v.AppendJSON(dst) }

// AppendJSON appends v.
func (v *Begin) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"input":`...)
	dst = AppendInput(dst, v.Input)
	return append(dst, '}')
}

// AppendJSON appends v.
func (v *End) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	return append(dst, `{}`...)
}

// AppendNested appends v.
func AppendNested(dst []byte, v *Nested) []byte { return v.AppendJSON(dst) }

// AppendJSON appends v.
func (v *Nested) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"parent_id":`...)
	if v.ParentID != nil {
		dst = wirert.AppendString(dst, *v.ParentID)
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"event":`...)
	dst = AppendEvent(dst, v.Event)
	return append(dst, '}')
}

// AppendAnswer appends v.
func AppendAnswer(dst []byte, v *Answer) []byte { return v.AppendJSON(dst) }

// AppendJSON appends v.
func (v *Answer) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"request_id":`...)
	dst = wirert.AppendString(dst, v.RequestID)
	dst = append(dst, `,"mood":`...)
	dst = wirert.AppendString(dst, string(v.Mood))
	dst = append(dst, `,"feedback":`...)
	dst = wirert.AppendString(dst, v.Feedback)
	return append(dst, '}')
}

// AppendAsk appends v.
func AppendAsk(dst []byte, v *Ask) []byte { return v.AppendJSON(dst) }

// AppendJSON appends v.
func (v *Ask) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"id":`...)
	dst = wirert.AppendString(dst, v.ID)
	dst = append(dst, `,"parts":[`...)
	for i, item := range v.Parts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendPart(dst, item)
	}
	return append(dst, "]}"...)
}
