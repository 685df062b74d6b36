package codec_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/internal/sample"
)

func TestCheck(t *testing.T) {
	long := "a long string, which an error quotes only the beginning of"
	good := &sample.Call{Limit: new(int64(1)), Mood: new(sample.MoodHasty)}
	for _, c := range []struct {
		err  error
		want string
	}{
		{sample.CheckCall(good), ""},
		{sample.CheckCall(nil), `expected an object, found nothing`},
		{sample.CheckCall(&sample.Call{Limit: new(int64(1 << 53))}), `limit: expected an integer from -9007199254740991 to 9007199254740991, found the number 9007199254740992`},
		{sample.CheckCall(&sample.Call{Mood: new(sample.Mood("sad"))}), `mood: expected one of "calm", "hasty", found the string "sad"`},
		{sample.CheckCall(&sample.Call{Mood: new(sample.Mood(long))}), `mood: expected one of "calm", "hasty", found the string "a long string, which an error qu…"`},
		{sample.CheckCall(&sample.Call{Color: new(sample.Color("green"))}), ""},
		{sample.CheckCall(&sample.Call{Weights: []float64{1, math.NaN()}}), `weights[1]: expected a number, found the number NaN`},
		{sample.CheckCall(&sample.Call{Weights: []float64{math.Inf(-1)}}), `weights[0]: expected a number, found the number -Infinity`},
		{sample.CheckCall(&sample.Call{Groups: map[string][]int64{"b": {-1 << 60}, "a b": {1, -1 << 60}}}), `groups["a b"][1]: expected an integer from -9007199254740991 to 9007199254740991, found the number -1152921504606846976`},
		{sample.CheckCall(&sample.Call{Extra: codec.Raw(`{"a":}`)}), `extra: expected one JSON value, found a syntax error`},
		{sample.CheckCall(&sample.Call{Extra: codec.Raw(`1e999`)}), `extra: expected a finite number, found one beyond the range of a double`},
		{sample.CheckCall(&sample.Call{Extra: codec.Raw(` [1] `)}), ""},
		{sample.CheckCall(&sample.Call{Meta: codec.Raw(`[1]`)}), `meta: expected an object, found an array`},
		{sample.CheckPromptResult(&sample.PromptResult{Mood: sample.MoodCalm}), ""},
		{sample.CheckPromptResult(&sample.PromptResult{Mood: sample.MoodCalm, Detail: codec.Raw(`[]`)}), `detail: expected an object, found an array`},
		{sample.CheckBegin(&sample.Begin{}), `input is missing: expected a string or an array`},
		{sample.CheckBegin(&sample.Begin{Input: sample.InputList{&sample.TextPart{}, nil}}), `input[1] is missing: expected an object`},
		{sample.CheckBegin(&sample.Begin{Input: sample.InputList{(*sample.TextPart)(nil)}}), `input[0] is missing: expected an object`},
		{sample.CheckEvent(nil), `expected an object, found nothing`},
		{sample.CheckEvent(&sample.PartEvent{}), `payload is missing: expected an object`},
		{sample.CheckEvent(&sample.Nested{Event: &sample.Nested{}}), `payload.event.payload.event is missing: expected an object`},
		{sample.CheckEvent(&sample.UnknownEvent{Tag: "Later", Raw: codec.Raw(`{"type":"Later","x":1}`)}), ""},
		{sample.CheckEvent(&sample.UnknownEvent{Tag: "Later", Raw: codec.Raw(`{"x":1,"x":2, "type":"Then","type":"Later"}`)}), ""},
		{sample.CheckEvent(&sample.UnknownEvent{Tag: "Later"}), `expected an object, found nothing`}, // once a syntax error
		{sample.CheckEvent(&sample.UnknownEvent{Tag: "Later", Raw: codec.Raw(`{"x":1}`)}), `type is missing: expected a string`},
		{sample.CheckEvent(&sample.UnknownEvent{Tag: "Later", Raw: codec.Raw(`{"type":"Sooner"}`)}), `type: expected "Later", found the string "Sooner"`},
		{sample.CheckEvent(&sample.UnknownEvent{Tag: "Later", Raw: codec.Raw(`[]`)}), `expected an object, found an array`},
		{sample.CheckEvent(&sample.UnknownEvent{Tag: "Ask", Raw: codec.Raw(`{"type":"Ask"}`)}), `type: expected a tag that Event does not declare, found the string "Ask"`},
		{sample.CheckFrame(&sample.UnknownFrame{Tag: "AnswerResolved", Raw: codec.Raw(`{"type":"AnswerResolved"}`)}), `type: expected a tag that Frame does not declare, found the string "AnswerResolved"`},
		{sample.CheckMessage(nil), `expected an object, found nothing`},
		{sample.CheckMessage(&sample.PingMessage{}), `id is missing: expected a string or an integer`},
		{sample.CheckMessage(&sample.PingMessage{ID: codec.NullID()}), `id: expected a string or an integer, found null`},
		{sample.CheckMessage(&sample.PingMessage{ID: codec.IntID(1 << 53)}), `id: expected an integer from -9007199254740991 to 9007199254740991, found the number 9007199254740992`},
		{sample.CheckMessage(&sample.EventMessage{Params: &sample.Answer{}}), `params.payload.mood: expected one of "calm", "hasty", found the string ""`},
		{sample.CheckMessage(&sample.Response{ID: codec.IntID(1)}), ""},
		{sample.CheckMessage(&sample.Response{ID: codec.NullID()}), `id: expected a string or an integer, found null`},
		{sample.CheckMessage(&sample.Response{ID: codec.NullID(), Error: &codec.ResponseError{}}), ""},
		{sample.CheckMessage(&sample.Response{ID: codec.IntID(1), Result: codec.Raw("1"), Error: &codec.ResponseError{}}), `error: expected no "error" beside "result", found an object`},
		{sample.CheckMessage(&sample.Response{ID: codec.IntID(1), Error: &codec.ResponseError{Data: codec.Raw("x")}}), `error.data: expected one JSON value, found a syntax error`},
		{sample.CheckMessage(&sample.UnknownMessage{Method: "m"}), ""},
	} {
		if got := faultOf(c.err); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// Levels are counted around what is written. The sample did not count them while
// it was written by hand: it let through what no reader takes.
func TestCheckDepth(t *testing.T) {
	nested := func(n int, inner sample.Event) sample.Event {
		for range n {
			inner = &sample.Nested{Event: inner}
		}
		return inner
	}
	list := strings.Repeat("[", 990) + strings.Repeat("]", 990)
	circle := &sample.Nested{}
	circle.Event = circle
	for _, c := range []struct {
		name string
		v    sample.Event
		ok   bool
	}{
		{"as deep as is read", nested(499, &sample.End{}), true},
		{"deeper", nested(500, &sample.End{}), false},
		{"raw content", nested(4, &sample.Call{Extra: codec.Raw(list)}), true},
		{"raw content deeper", nested(5, &sample.Call{Extra: codec.Raw(list)}), false},
		{"an unknown event", nested(4, &sample.UnknownEvent{Tag: "Later", Raw: codec.Raw(`{"type":"Later","x":` + list + `}`)}), true},
		{"an unknown event deeper", nested(5, &sample.UnknownEvent{Tag: "Later", Raw: codec.Raw(`{"type":"Later","x":` + list + `}`)}), false},
		{"a circle", circle, false},
	} {
		var e *codec.Error
		if err := sample.CheckEvent(c.v); (err == nil) != c.ok || err != nil && (!errors.As(err, &e) || e.Code != codec.CodeDepth) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// What may not be written is still written as JSON.
func TestAppendUnchecked(t *testing.T) {
	for _, v := range []codec.Appender{
		(*sample.Call)(nil), &sample.Call{Weights: []float64{math.NaN()}, Extra: codec.Raw("{"), Meta: codec.Raw("1"), ID: "\xff"},
		&sample.Begin{}, &sample.Nested{}, &sample.PartEvent{}, &sample.UnknownEvent{}, &sample.UnknownEvent{Raw: codec.Raw("[")},
		&sample.EventMessage{}, &sample.PingMessage{}, &sample.Response{}, sample.InputList{nil, (*sample.TextPart)(nil)},
	} {
		if out := v.AppendJSON(nil); !json.Valid(out) {
			t.Errorf("%#v is written as %s", v, out)
		}
	}
}

func TestEncodingJSON(t *testing.T) {
	type holder struct {
		Status  sample.Status
		Maybe   *sample.Status
		Part    sample.PartValue
		Nesting []sample.Nested
	}
	in := `{"Status":{"type":"Status","payload":{"share":0.5,"tokens":null,"usage":null,"message_id":"é","planning":null}},"Maybe":null,` +
		`"Part":{"type":"text","text":"x"},"Nesting":[{"type":"Nested","payload":{"parent_id":null,"event":{"type":"Later","a":[1]}}}]}`
	var h holder
	if err := json.Unmarshal([]byte(in), &h); err != nil {
		t.Fatal(err)
	}
	if _, ok := h.Part.Part.(*sample.TextPart); !ok || h.Maybe != nil || *h.Status.MessageID != "é" {
		t.Errorf("read as %+v", h)
	}
	if out, err := json.Marshal(h); err != nil || string(out) != in {
		t.Errorf("written as %s, %v", out, err)
	}
	for bad, want := range map[string]string{
		`{"Status":{"type":"Status","payload":{"share":"x"}}}`: `payload.share: expected a number or null, found the string "x"`,
		`{"Status":null}`:          `expected an object, found null`,
		`{"Part":{"type":"text"}}`: `text is missing: expected a string`,
		`{"Nesting":[{"type":"Nested","payload":{"event":{}}}]}`: `payload.event.type is missing: expected a string`,
	} {
		if err := json.Unmarshal([]byte(bad), new(holder)); faultOf(err) != want {
			t.Errorf("%s: %v, want %s", bad, err, want)
		}
	}
	if _, err := json.Marshal(sample.Nested{}); err == nil {
		t.Error("a Nested without an event is marshalled")
	}
	if _, err := json.Marshal(sample.PartValue{}); err == nil {
		t.Error("a PartValue without a part is marshalled")
	}
}

func TestUnmarshalVariant(t *testing.T) {
	var text sample.TextPart
	if err := codec.UnmarshalVariant([]byte(`{"type":"text","text":"x"}`), &text, sample.DecodePart); err != nil || text.Text != "x" {
		t.Errorf("%v, %v", text, err)
	}
	if err := codec.UnmarshalVariant([]byte(`{"type":"else"}`), &text, sample.DecodePart); faultOf(err) != "expected *sample.TextPart, found *sample.UnknownPart" {
		t.Error(err)
	}
	var list sample.InputList
	if err := codec.UnmarshalVariant([]byte(`[{"type":"else"}]`), &list, sample.DecodeInput); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
}

// The first of several errors is reported, also when later checks fail.
func TestChecks(t *testing.T) {
	bad := int64(1) << 60
	inf := math.Inf(1)
	for want, check := range map[string]func(*codec.Checks){
		"": func(c *codec.Checks) {
			c.Int("a", 1)
			c.OptionalInt("b", nil)
			c.OptionalFloat("c", nil)
			c.Ints("d", nil)
			c.At("e", nil)
			c.Item("f", 0, nil)
			c.Add(nil)
		},
		"a":    func(c *codec.Checks) { c.Int("a", bad); c.Float("b", inf) },
		"b":    func(c *codec.Checks) { c.OptionalInt("b", &bad); c.Int("a", bad) },
		"c":    func(c *codec.Checks) { c.OptionalFloat("c", &inf); c.Add(codec.CheckInt(bad)) },
		"d[1]": func(c *codec.Checks) { c.Ints("d", []int64{1, bad, bad}) },
		"e[0]": func(c *codec.Checks) { c.Floats("e", []float64{inf}) },
		"f[2]": func(c *codec.Checks) { c.Item("f", 2, codec.CheckInt(bad)); c.At("a", codec.CheckInt(bad)) },
	} {
		var c codec.Checks
		check(&c)
		var e *codec.Error
		if errors.As(c.Err(), &e); (e == nil) != (want == "") || e != nil && e.Path != want {
			t.Errorf("%v, want one at %q", c.Err(), want)
		}
	}
}

// A struct that is not read is nil, though Read returns its type.
func TestReadReturnsNil(t *testing.T) {
	if v, err := sample.DecodeStatus([]byte("[]")); v != nil || err == nil {
		t.Errorf("%v, %v", v, err)
	}
}
