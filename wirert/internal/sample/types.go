// Package sample is the Go that a generator makes of a small protocol, written
// by hand: it holds the runtime to the form in which generated code calls it,
// and it is what the runtime is tested and measured with. It is no part of the
// runtime.
package sample

import "github.com/wiregen/wiregen/wirert"

// The generation of this code, which the runtime must support.
const _ = wirert.SupportsGen1

// Mood is a closed enum.
type Mood string

// The values of Mood.
const (
	MoodCalm  Mood = "calm"
	MoodHasty Mood = "hasty"
)

// Known tells whether v is declared.
func (v Mood) Known() bool { return v == MoodCalm || v == MoodHasty }

// Color is an open enum: an undeclared value is kept as it came.
type Color string

// The declared values of Color.
const (
	ColorRed  Color = "red"
	ColorBlue Color = "blue"
)

// Known tells whether v is declared.
func (v Color) Known() bool { return v == ColorRed || v == ColorBlue }

// Usage has fields with a default.
type Usage struct {
	Input     int64
	Output    int64
	CacheRead int64
}

// Status has optional nullable fields, which are written as null when unset.
type Status struct {
	Share     *float64
	Tokens    *int64
	Usage     *Usage
	MessageID *string
	Planning  *bool
}

// Image is a shared struct.
type Image struct {
	URL string
	ID  *string
}

// Part is a union that is told apart by the key type.
type Part interface {
	PartType() PartType
	AppendJSON(dst []byte) []byte
	isPart()
}

// PartType is the tag of a Part.
type PartType string

// The tags of Part.
const (
	PartTypeText     PartType = "text"
	PartTypeThink    PartType = "think"
	PartTypeImageURL PartType = "image_url"
)

// TextPart is the Part of the tag text.
type TextPart struct {
	Text string
}

// ThinkPart is the Part of the tag think.
type ThinkPart struct {
	Think     string
	Encrypted *string
}

// ImageURLPart is the Part of the tag image_url.
type ImageURLPart struct {
	ImageURL Image
}

// UnknownPart is a Part of an undeclared tag, held as it came and written back.
type UnknownPart struct {
	Tag string
	Raw wirert.Raw
}

func (*TextPart) isPart()     {}
func (*ThinkPart) isPart()    {}
func (*ImageURLPart) isPart() {}
func (*UnknownPart) isPart()  {}

// PartType is text.
func (*TextPart) PartType() PartType { return PartTypeText }

// PartType is think.
func (*ThinkPart) PartType() PartType { return PartTypeThink }

// PartType is image_url.
func (*ImageURLPart) PartType() PartType { return PartTypeImageURL }

// PartType is the undeclared tag.
func (v *UnknownPart) PartType() PartType { return PartType(v.Tag) }

// PartValue is a Part that works with encoding/json.
type PartValue struct{ Part }

// Input is a string or a list of parts.
type Input interface {
	AppendJSON(dst []byte) []byte
	isInput()
}

// InputString is the Input that is a string.
type InputString string

// InputList is the Input that is a list.
type InputList []Part

func (InputString) isInput() {}
func (InputList) isInput()   {}

// Begin has a required union.
type Begin struct {
	Input Input
}

// End declares no fields.
type End struct{}

// Call has one field of every other kind.
type Call struct {
	ID       string
	Function CallFunction
	Count    *int64 // 1 when nil
	Mood     Mood   // calm when empty
	Color    *Color
	Weights  []float64
	Labels   map[string]string
	Groups   map[string][]int64
	Extra    wirert.Raw
	Meta     wirert.Raw
	Limit    *int64
	Note     *string // left out when nil
}

// CallFunction is what a Call calls.
type CallFunction struct {
	Name      string
	Arguments *string
}

// Nested holds an event, which may hold an event.
type Nested struct {
	ParentID *string
	Event    Event
}

// Answer is an event with an older tag, and what answers an Ask.
type Answer struct {
	RequestID string
	Mood      Mood
	Feedback  string
}

// Ask is a request.
type Ask struct {
	ID    string
	Parts []Part
}
