//go:build goexperiment.jsonv2

package codec_test

import (
	jsonv1 "encoding/json"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/internal/sample"
)

// Generated types write and read themselves where they are parts of other types.
type holder struct {
	ID     codec.ID                      `json:"id"`
	Raw    codec.Raw                     `json:"raw"`
	Call   *sample.Call                  `json:"call"`
	Usage  sample.Usage                  `json:"usage"`
	None   *sample.Usage                 `json:"none"`
	Event  sample.EventValue             `json:"event"`
	Parts  []sample.PartValue            `json:"parts"`
	Moods  map[sample.Mood]sample.Color  `json:"moods"`
	Frames map[string]*sample.FrameValue `json:"frames"`
}

const held = `{"id":"i","raw":[1,{"x":null}],"call":` + busyCall + `,"usage":{"input":1,"output":2,"cache_read":0},"none":null,` +
	`"event":{"type":"Part","payload":{"type":"text","text":"é \" \n"}},"parts":[{"type":"text","text":"a"},{"type":"new","x":[1]}],` +
	`"moods":{"calm":"red"},"frames":{"f":{"type":"End","payload":{}}}}`

func TestJSONv2(t *testing.T) {
	var v holder
	if err := json.Unmarshal([]byte(held), &v); err != nil {
		t.Fatal(err)
	}
	if part, ok := v.Event.Event.(*sample.PartEvent); !ok || part.Payload.(*sample.TextPart).Text != "é \" \n" {
		t.Errorf("the event is %#v", v.Event.Event)
	}
	if _, ok := v.Parts[1].Part.(*sample.UnknownPart); !ok {
		t.Errorf("the part is %#v", v.Parts[1].Part)
	}
	out, err := json.Marshal(&v)
	if err != nil {
		t.Fatal(err)
	}
	var again holder
	if err := json.Unmarshal(out, &again); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	if more, err := json.Marshal(again); err != nil || string(more) != string(out) {
		t.Errorf("written as\n%s, and then as\n%s, %v", out, more, err)
	}
	plain, err := jsonv1.Marshal(&v)
	if err != nil || !strings.Contains(string(plain), `"parts":[{"type":"text","text":"a"},{"type":"new","x":[1]}]`) {
		t.Errorf("encoding/json: %s, %v", plain, err)
	}
}

// What is refused has the error of UnmarshalJSON or MarshalJSON.
func TestJSONv2Errors(t *testing.T) {
	text := strings.Replace(held, `"count":3`, `"count":"3"`, 1)
	var direct sample.Call
	want := direct.UnmarshalJSON([]byte(strings.Replace(busyCall, `"count":3`, `"count":"3"`, 1)))
	var v holder
	err := json.Unmarshal([]byte(text), &v)
	if e, ok := errors.AsType[*codec.Error](err); !ok || want == nil || e.Error() != want.Error() {
		t.Errorf("the error is %v, must have %v", err, want)
	}
	if at, ok := errors.AsType[*json.SemanticError](err); !ok || at.JSONPointer != "/call" {
		t.Errorf("the error is %#v", err)
	}
	if err := jsonv1.Unmarshal([]byte(text), &v); err == nil || err.Error() != want.Error() {
		t.Errorf("encoding/json: the error is %v, must be %v", err, want)
	}
	bad := &sample.Answer{RequestID: "r", Mood: "angry"}
	_, want = bad.MarshalJSON()
	_, err = json.Marshal([]any{1, bad})
	if e, ok := errors.AsType[*codec.Error](err); !ok || want == nil || e.Error() != want.Error() {
		t.Errorf("the error is %v, must have %v", err, want)
	}
}

// A value is read from a stream and written to one without what is around it.
func TestJSONv2Stream(t *testing.T) {
	in := jsontext.NewDecoder(strings.NewReader(` {"type":"text","text":"a"}` + "\n" + `{"type":"text"} {"type":"text","text":"b"} `))
	var got []string
	for {
		var v sample.TextPart
		err := json.UnmarshalDecode(in, &v)
		if err == io.EOF {
			break
		}
		if err != nil {
			v.Text = "refused"
		}
		got = append(got, v.Text)
	}
	if s := strings.Join(got, " "); s != "a refused b" {
		t.Error(s)
	}
	var out strings.Builder
	e := jsontext.NewEncoder(&out, jsontext.Multiline(true))
	for _, v := range []any{sample.TextPart{Text: "a"}, &sample.TextPart{Text: "b"}} {
		if err := json.MarshalEncode(e, v); err != nil {
			t.Fatal(err)
		}
	}
	if want := "{\n\t\"type\": \"text\",\n\t\"text\": \"a\"\n}\n{\n\t\"type\": \"text\",\n\t\"text\": \"b\"\n}\n"; out.String() != want {
		t.Errorf("%q", out.String())
	}
}

// MarshalJSONTo makes no separate text: only a copy of the value, for its pointer.
func TestJSONv2Allocations(t *testing.T) {
	call, err := sample.DecodeCall([]byte(busyCall))
	if err != nil {
		t.Fatal(err)
	}
	e := jsontext.NewEncoder(io.Discard)
	if n := testing.AllocsPerRun(200, func() {
		if err := call.MarshalJSONTo(e); err != nil {
			t.Fatal(err)
		}
	}); n > 1 && !raceDetector {
		t.Errorf("%v allocations", n)
	}
}
