package sample

import "github.com/wiregen/wiregen/wirert"

// DecodeUsage reads a Usage.
func DecodeUsage(data []byte) (*Usage, error) {
	return wirert.Decode(data, &table, typeUsage, decodeUsage)
}

func decodeUsage(d *wirert.Decoder) *Usage {
	v := new(Usage)
	v.decode(d)
	return v
}

func (v *Usage) decode(d *wirert.Decoder) {
	var seen uint64
	for d.BeginObject(); d.NextKey(); {
		switch string(d.Name) {
		case "input":
			d.Once(&seen, 1<<0)
			v.Input = d.Int()
		case "output":
			d.Once(&seen, 1<<1)
			v.Output = d.Int()
		case "cache_read":
			d.Once(&seen, 1<<2)
			v.CacheRead = d.Int()
		default:
			d.Skip()
		}
	}
	d.Need(seen, 1<<0|1<<1)
}

// DecodeStatus reads a Status.
func DecodeStatus(data []byte) (*Status, error) {
	return wirert.Decode(data, &table, typeStatus, decodeStatus)
}

// statusScalars are the optional scalars of a Status, allocated together with it.
type statusScalars struct {
	share     float64
	tokens    int64
	messageID string
	planning  bool
}

func decodeStatus(d *wirert.Decoder) *Status {
	v := new(struct {
		Status
		scalars statusScalars
	})
	v.Status.decode(d, &v.scalars)
	return &v.Status
}

func (v *Status) decode(d *wirert.Decoder, s *statusScalars) {
	var seen uint64
	for d.BeginObject(); d.NextKey(); {
		switch string(d.Name) {
		case "share":
			d.Once(&seen, 1<<0)
			if !d.Null() {
				s.share = d.Float()
				v.Share = &s.share
			}
		case "tokens":
			d.Once(&seen, 1<<1)
			if !d.Null() {
				s.tokens = d.Int()
				v.Tokens = &s.tokens
			}
		case "usage":
			d.Once(&seen, 1<<2)
			if !d.Null() {
				v.Usage = decodeUsage(d)
			}
		case "message_id":
			d.Once(&seen, 1<<3)
			if !d.Null() {
				s.messageID = d.String()
				v.MessageID = &s.messageID
			}
		case "planning":
			d.Once(&seen, 1<<4)
			if !d.Null() {
				s.planning = d.Bool()
				v.Planning = &s.planning
			}
		default:
			d.Skip()
		}
	}
}

// DecodeImage reads an Image.
func DecodeImage(data []byte) (*Image, error) {
	return wirert.Decode(data, &table, typeImage, decodeImage)
}

// imageScalars are the optional scalars of an Image, allocated together with it.
type imageScalars struct {
	id string
}

func decodeImage(d *wirert.Decoder) *Image {
	v := new(struct {
		Image
		scalars imageScalars
	})
	v.Image.decode(d, &v.scalars)
	return &v.Image
}

func (v *Image) decode(d *wirert.Decoder, s *imageScalars) {
	var seen uint64
	for d.BeginObject(); d.NextKey(); {
		switch string(d.Name) {
		case "url":
			d.Once(&seen, 1<<0)
			v.URL = d.String()
		case "id":
			d.Once(&seen, 1<<1)
			if !d.Null() {
				s.id = d.String()
				v.ID = &s.id
			}
		default:
			d.Skip()
		}
	}
	d.Need(seen, 1<<0)
}

// DecodePart reads a Part.
func DecodePart(data []byte) (Part, error) {
	return wirert.Decode(data, &table, typePart, decodePart)
}

func decodePart(d *wirert.Decoder) Part {
	tag, seen := d.BeginTagged("type")
	switch string(tag) {
	case "text":
		return decodeTextPartRest(d, seen)
	case "think", "thinking":
		return decodeThinkPartRest(d, seen)
	case "image_url":
		return decodeImageURLPartRest(d, seen)
	}
	unknown, raw := d.Unknown()
	return &UnknownPart{Tag: unknown, Raw: raw}
}

// DecodeTextPart reads a TextPart, with its tag.
func DecodeTextPart(data []byte) (*TextPart, error) {
	return wirert.Decode(data, &table, typeTextPart, decodeTextPart)
}

func decodeTextPart(d *wirert.Decoder) *TextPart {
	d.BeginObject()
	return decodeTextPartRest(d, 0)
}

func decodeTextPartRest(d *wirert.Decoder, seen uint64) *TextPart {
	v := new(TextPart)
	for d.NextKey() {
		switch string(d.Name) {
		case "type":
			d.Once(&seen, 1<<0)
			d.Const("text")
		case "text":
			d.Once(&seen, 1<<1)
			v.Text = d.String()
		default:
			d.Skip()
		}
	}
	d.Need(seen, 1<<0|1<<1)
	return v
}

// DecodeThinkPart reads a ThinkPart, with its tag.
func DecodeThinkPart(data []byte) (*ThinkPart, error) {
	return wirert.Decode(data, &table, typeThinkPart, decodeThinkPart)
}

// thinkPartScalars are the optional scalars of a ThinkPart, allocated together with it.
type thinkPartScalars struct {
	encrypted string
}

func decodeThinkPart(d *wirert.Decoder) *ThinkPart {
	d.BeginObject()
	return decodeThinkPartRest(d, 0)
}

func decodeThinkPartRest(d *wirert.Decoder, seen uint64) *ThinkPart {
	v := new(struct {
		ThinkPart
		scalars thinkPartScalars
	})
	v.ThinkPart.decode(d, seen, &v.scalars)
	return &v.ThinkPart
}

func (v *ThinkPart) decode(d *wirert.Decoder, seen uint64, s *thinkPartScalars) {
	for d.NextKey() {
		switch string(d.Name) {
		case "type":
			d.Once(&seen, 1<<0)
			d.Const("think", "thinking")
		case "think":
			d.Once(&seen, 1<<1)
			v.Think = d.String()
		case "encrypted":
			d.Once(&seen, 1<<2)
			if !d.Null() {
				s.encrypted = d.String()
				v.Encrypted = &s.encrypted
			}
		default:
			d.Skip()
		}
	}
	d.Need(seen, 1<<0|1<<1)
}

// DecodeImageURLPart reads an ImageURLPart, with its tag.
func DecodeImageURLPart(data []byte) (*ImageURLPart, error) {
	return wirert.Decode(data, &table, typeImageURLPart, decodeImageURLPart)
}

func decodeImageURLPart(d *wirert.Decoder) *ImageURLPart {
	d.BeginObject()
	return decodeImageURLPartRest(d, 0)
}

func decodeImageURLPartRest(d *wirert.Decoder, seen uint64) *ImageURLPart {
	v := new(ImageURLPart)
	for d.NextKey() {
		switch string(d.Name) {
		case "type":
			d.Once(&seen, 1<<0)
			d.Const("image_url")
		case "image_url":
			d.Once(&seen, 1<<1)
			v.ImageURL.decode(d, new(imageScalars))
		default:
			d.Skip()
		}
	}
	d.Need(seen, 1<<0|1<<1)
	return v
}

// DecodeInput reads an Input.
func DecodeInput(data []byte) (Input, error) {
	return wirert.Decode(data, &table, typeInput, decodeInput)
}

func decodeInput(d *wirert.Decoder) Input {
	switch d.Kind() {
	case wirert.KindString:
		return InputString(d.String())
	case wirert.KindArray:
		list := InputList{}
		for d.BeginArray(); d.NextItem(); {
			list = append(list, decodePart(d))
		}
		return list
	}
	d.Fail()
	return nil
}

// DecodeBegin reads a Begin.
func DecodeBegin(data []byte) (*Begin, error) {
	return wirert.Decode(data, &table, typeBegin, decodeBegin)
}

func decodeBegin(d *wirert.Decoder) *Begin {
	v := new(Begin)
	var seen uint64
	for d.BeginObject(); d.NextKey(); {
		switch string(d.Name) {
		case "input":
			d.Once(&seen, 1<<0)
			v.Input = decodeInput(d)
		default:
			d.Skip()
		}
	}
	d.Need(seen, 1<<0)
	return v
}

// DecodeEnd reads an End.
func DecodeEnd(data []byte) (*End, error) {
	return wirert.Decode(data, &table, typeEnd, decodeEnd)
}

func decodeEnd(d *wirert.Decoder) *End {
	d.Empty()
	return new(End)
}

// DecodeNested reads a Nested.
func DecodeNested(data []byte) (*Nested, error) {
	return wirert.Decode(data, &table, typeNested, decodeNested)
}

// nestedScalars are the optional scalars of a Nested, allocated together with it.
type nestedScalars struct {
	parentID string
}

func decodeNested(d *wirert.Decoder) *Nested {
	v := new(struct {
		Nested
		scalars nestedScalars
	})
	v.Nested.decode(d, &v.scalars)
	return &v.Nested
}

func (v *Nested) decode(d *wirert.Decoder, s *nestedScalars) {
	var seen uint64
	for d.BeginObject(); d.NextKey(); {
		switch string(d.Name) {
		case "parent_id", "task_id":
			d.Once(&seen, 1<<0)
			if !d.Null() {
				s.parentID = d.String()
				v.ParentID = &s.parentID
			}
		case "event":
			d.Once(&seen, 1<<1)
			v.Event = decodeEvent(d)
		default:
			d.Skip()
		}
	}
	d.Need(seen, 1<<1)
}

// DecodeAnswer reads an Answer.
func DecodeAnswer(data []byte) (*Answer, error) {
	return wirert.Decode(data, &table, typeAnswer, decodeAnswer)
}

func decodeAnswer(d *wirert.Decoder) *Answer {
	v := new(Answer)
	var seen uint64
	for d.BeginObject(); d.NextKey(); {
		switch string(d.Name) {
		case "request_id":
			d.Once(&seen, 1<<0)
			v.RequestID = d.String()
		case "mood":
			d.Once(&seen, 1<<1)
			v.Mood = decodeMood(d)
		case "feedback":
			d.Once(&seen, 1<<2)
			v.Feedback = d.String()
		default:
			d.Skip()
		}
	}
	d.Need(seen, 1<<0|1<<1)
	return v
}

// DecodeAsk reads an Ask.
func DecodeAsk(data []byte) (*Ask, error) {
	return wirert.Decode(data, &table, typeAsk, decodeAsk)
}

func decodeAsk(d *wirert.Decoder) *Ask {
	v := new(Ask)
	var seen uint64
	for d.BeginObject(); d.NextKey(); {
		switch string(d.Name) {
		case "id":
			d.Once(&seen, 1<<0)
			v.ID = d.String()
		case "parts":
			d.Once(&seen, 1<<1)
			v.Parts = []Part{}
			for d.BeginArray(); d.NextItem(); {
				v.Parts = append(v.Parts, decodePart(d))
			}
		default:
			d.Skip()
		}
	}
	d.Need(seen, 1<<0)
	return v
}

// DecodeMood reads a Mood.
func DecodeMood(data []byte) (Mood, error) {
	return wirert.Decode(data, &table, typeMood, decodeMood)
}

func decodeMood(d *wirert.Decoder) Mood {
	switch string(d.Text()) {
	case "calm":
		return MoodCalm
	case "hasty":
		return MoodHasty
	}
	d.Fail()
	return ""
}

// DecodeColor reads a Color.
func DecodeColor(data []byte) (Color, error) {
	return wirert.Decode(data, &table, typeColor, decodeColor)
}

func decodeColor(d *wirert.Decoder) Color {
	text := d.Text()
	switch string(text) {
	case "red":
		return ColorRed
	case "blue":
		return ColorBlue
	}
	return Color(text)
}
