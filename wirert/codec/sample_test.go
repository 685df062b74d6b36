package codec_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/tier"
	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/internal/sample"
)

// A case is a text, and either what it is written as or the error that it gives.
type sampleCase struct{ typ, text, written, fault string }

const (
	call     = `{"type":"function","id":"c","function":{"name":"f","arguments":null},"count":1,"mood":"calm","weights":[],"labels":{},"groups":{},"extra":null,"meta":{},"limit":null}`
	callText = `{"id":"c","function":{"name":"f","arguments":null},"extra":null,"limit":null`
	idWords  = `expected a string or an integer`
)

var sampleCases = []sampleCase{
	// Presence.
	{"Status", `{}`, `{"share":null,"tokens":null,"usage":null,"message_id":null,"planning":null}`, ""},
	{"Status", `{"share":0.5,"tokens":7,"usage":{"input":1,"output":2},"message_id":"m","planning":true}`,
		`{"share":0.5,"tokens":7,"usage":{"input":1,"output":2,"cache_read":0},"message_id":"m","planning":true}`, ""},
	{"Status", `{"tokens":1e3,"share":-0}`, `{"share":0,"tokens":1000,"usage":null,"message_id":null,"planning":null}`, ""},
	{"Status", `{"tokens":1.5}`, "", `tokens: expected an integer, found the number 1.5`},
	{"Status", `{"tokens":9007199254740992}`, "", `tokens: expected an integer from -9007199254740991 to 9007199254740991, found the number 9007199254740992`},
	{"Status", `{"tokens":1e300}`, "", `tokens: expected an integer from -9007199254740991 to 9007199254740991, found the number 1e+300`},
	{"Status", `{"tokens":"3"}`, "", `tokens: expected an integer or null, found the string "3"`},
	{"Status", `{"share":true}`, "", `share: expected a number or null, found true`},
	{"Status", `{"usage":[]}`, "", `usage: expected an object or null, found an array`},
	{"Status", `{"usage":{"output":1}}`, "", `usage.input is missing: expected an integer`},
	{"Status", `{"usage":{"input":1,"output":2,"cache_read":null}}`, "", `usage.cache_read: expected an integer, found null`},
	{"Status", `{"planning":1,"message_id":2}`, "", `message_id: expected a string or null, found the number 2`},
	{"Status", `[]`, "", `expected an object, found an array`},
	{"Status", `{"planning":1,"planning":null}`, `{"share":null,"tokens":null,"usage":null,"message_id":null,"planning":null}`, ""},
	{"Status", `{"message_id":"` + strings.Repeat("é", 40) + `","share":"` + strings.Repeat("é", 33) + `"}`, "", `share: expected a number or null, found the string "` + strings.Repeat("é", 32) + `…"`},
	{"Status", `{"share":"\ud800\n\u0001"}`, "", `share: expected a number or null, found the string "` + "\ufffd" + `\n\u0001"`},

	// Everything else that a field can be.
	{"Call", callText + `}`, call, ""},
	{"Call", callText + `,"type":"function","count":1,"color":"green","note":"x"}`, strings.Replace(call[:len(call)-1], `"weights"`, `"color":"green","weights"`, 1) + `,"note":"x"}`, ""},
	{"Call", callText + `,"labels":{"b":"1","a":"2","b":"3"}}`, strings.Replace(call, `"labels":{}`, `"labels":{"a":"2","b":"3"}`, 1), ""},
	{"Call", callText + `,"labels":{"b":1,"a":"2","b":"3"}}`, strings.Replace(call, `"labels":{}`, `"labels":{"a":"2","b":"3"}`, 1), ""},
	{"Call", callText + `,"type":"other"}`, "", `type: expected "function", found the string "other"`},
	{"Call", callText + `,"type":null}`, "", `type: expected "function", found null`},
	{"Call", callText + `,"mood":"sad"}`, "", `mood: expected one of "calm", "hasty", found the string "sad"`},
	{"Call", callText + `,"mood":1}`, "", `mood: expected a string, found the number 1`},
	{"Call", callText + `,"color":1}`, "", `color: expected a string or null, found the number 1`},
	{"Call", callText + `,"weights":[1,"2"]}`, "", `weights[1]: expected a number, found the string "2"`},
	{"Call", callText + `,"labels":{"z":1,"a b":2}}`, "", `labels["a b"]: expected a string, found the number 2`},
	{"Call", callText + `,"groups":{"g":[1,2.5]}}`, "", `groups.g[1]: expected an integer, found the number 2.5`},
	{"Call", callText + `,"groups":{"g":{}}}`, "", `groups.g: expected an array, found an object`},
	{"Call", callText + `,"meta":[]}`, "", `meta: expected an object, found an array`},
	{"Call", callText + `,"note":null}`, "", `note: expected a string, found null`},
	{"Call", `{"id":"c","function":{"name":"f"},"limit":null}`, "", `function.arguments is missing: expected a string or null`},
	{"Call", `{"id":"c","function":{"name":"f","arguments":null},"limit":null}`, "", `extra is missing: expected any value`},
	{"Call", `{"id":"c","function":{"name":"f","arguments":null},"extra":1}`, "", `limit is missing: expected an integer or null`},
	{"Call", callText + `,"\u006d\u006Fod":"hasty"}`, strings.Replace(call, `"calm"`, `"hasty"`, 1), ""},
	{"Call", callText + `,"__proto__":{"toString":1},"constructor":2}`, call, ""},

	// Tagged unions.
	{"Part", `{"type":"text","text":"x"}`, `{"type":"text","text":"x"}`, ""},
	{"Part", `{"text":"x","junk":[{"type":"y"}],"type":"text"}`, `{"type":"text","text":"x"}`, ""},
	{"Part", `{"thinking":1,"type":"thinking","think":"t"}`, `{"type":"think","think":"t","encrypted":null}`, ""},
	{"Part", `{"type":"image_url","image_url":{"url":"u"}}`, `{"type":"image_url","image_url":{"url":"u","id":null}}`, ""},
	{"Part", `{"type":"think","type":"text","text":"x"}`, `{"type":"text","text":"x"}`, ""},
	{"Part", `{"type":1,"type":"text","text":"x"}`, `{"type":"text","text":"x"}`, ""},
	{"Part", `{ "a" : 1 , "type" : "later" , "b" : [ ] }`, `{"a":1,"type":"later","b":[]}`, ""},
	{"Part", `{"a":1,"type":"later","a":{"x":2}}`, `{"a":{"x":2},"type":"later"}`, ""},
	{"Part", `{"type":"text","type":"later"}`, `{"type":"later"}`, ""},
	{"Part", `{"text":"x"}`, "", `type is missing: expected a string`},
	{"Part", `{"type":null}`, "", `type: expected a string, found null`},
	{"Part", `{"type":"text"}`, "", `text is missing: expected a string`},
	{"Part", `{"type":"image_url","image_url":{"url":5}}`, "", `image_url.url: expected a string, found the number 5`},
	{"Part", `"text"`, "", `expected an object, found the string "text"`},
	{"TextPart", `{"type":"text","text":"x"}`, `{"type":"text","text":"x"}`, ""},
	{"TextPart", `{"text":"x"}`, "", `type is missing: expected "text"`},
	{"TextPart", `{"type":"think","text":"x"}`, "", `type: expected "text", found the string "think"`},
	{"ThinkPart", `{"think":"x","type":"thinking"}`, `{"type":"think","think":"x","encrypted":null}`, ""},

	// Unions by kind.
	{"Input", `"x"`, `"x"`, ""},
	{"Input", `[]`, `[]`, ""},
	{"Input", `[{"type":"text","text":"x"},{"type":"z"}]`, `[{"type":"text","text":"x"},{"type":"z"}]`, ""},
	{"Input", `[{"type":"text","text":"x"},5]`, "", `[1]: expected an object, found the number 5`},
	{"Input", `{}`, "", `expected a string or an array, found an object`},

	// The envelope.
	{"Event", `{"type":"Begin","payload":{"input":"x"}}`, `{"type":"Begin","payload":{"input":"x"}}`, ""},
	{"Event", `{"x":1,"payload":{"input":"x"},"y":2,"type":"Begin","z":3}`, `{"type":"Begin","payload":{"input":"x"}}`, ""},
	{"Event", `{"type":"AnswerResolved","payload":{"request_id":"r","mood":"calm"}}`, `{"type":"Answer","payload":{"request_id":"r","mood":"calm","feedback":""}}`, ""},
	{"Event", `{"type":"End","payload":{"ignored":1}}`, `{"type":"End","payload":{}}`, ""},
	{"Event", `{"type":"Later","payload":{"b":1,"a":1,"b":2}}`, `{"type":"Later","payload":{"b":1,"a":1,"b":2}}`, ""},
	{"Event", `{"type":"Later"}`, `{"type":"Later"}`, ""},
	{"Event", `{"payload":1,"type":"Later","payload":2}`, `{"payload":2,"type":"Later"}`, ""},
	{"Event", `{"type":"End","payload":null,"payload":{}}`, `{"type":"End","payload":{}}`, ""},
	{"Event", `{"type":"End"}`, "", `payload is missing: expected an object`},
	{"Event", `{"type":"End","payload":null}`, "", `payload: expected an object, found null`},
	{"Event", `{"payload":{}}`, "", `type is missing: expected a string`},
	{"Event", `{"type":"Ask","payload":{"id":"i"}}`, "", `type: expected a tag of Event, found the string "Ask"`},
	{"Request", `{"type":"Begin","payload":{"id":"i"}}`, "", `type: expected a tag of Request, found the string "Begin"`},
	{"Frame", `{"type":"Ask","payload":{"id":"i"}}`, `{"type":"Ask","payload":{"id":"i","parts":[]}}`, ""},
	{"Frame", `{"type":"Begin","payload":{"input":1}}`, "", `payload.input: expected a string or an array, found the number 1`},
	{"Event", `{"type":"Nested","payload":{"event":{"type":"End","payload":{}},"task_id":"t"}}`, `{"type":"Nested","payload":{"parent_id":"t","event":{"type":"End","payload":{}}}}`, ""},
	{"Event", `{"type":"Nested","payload":{"event":{"type":"End","payload":{}},"task_id":"t","parent_id":null}}`, `{"type":"Nested","payload":{"parent_id":null,"event":{"type":"End","payload":{}}}}`, ""},
	{"Event", `{"type":"Nested","payload":{"event":{"type":"End","payload":{}},"task_id":5}}`, "", `payload.task_id: expected a string or null, found the number 5`},
	{"Event", `{"type":"Nested","payload":{"event":{"type":"Ask","payload":{}}}}`, "", `payload.event.type: expected a tag of Event, found the string "Ask"`},

	// Messages.
	{"Message", `{"jsonrpc":"2.0","id":"1","method":"prompt","params":{"input":"x"}}`, `{"jsonrpc":"2.0","method":"prompt","id":"1","params":{"input":"x","options":null}}`, ""},
	{"Message", `{"params":{"options":{"names":[]},"input":"x"},"id":-0,"method":"prompt"}`, `{"jsonrpc":"2.0","method":"prompt","id":0,"params":{"input":"x","options":{"names":[]}}}`, ""},
	{"Message", `{"method":"prompt","params":{"input":"x","options":{}},"id":7}`, `{"jsonrpc":"2.0","method":"prompt","id":7,"params":{"input":"x","options":{}}}`, ""},
	{"Message", `{"method":"ping","id":7,"params":[1],"result":1,"error":2}`, `{"jsonrpc":"2.0","method":"ping","id":7}`, ""},
	{"Message", `{"method":"cancel","id":7,"params":[1, 2]}`, `{"jsonrpc":"2.0","method":"cancel","id":7,"params":[1,2]}`, ""},
	{"Message", `{"method":"cancel","id":7}`, `{"jsonrpc":"2.0","method":"cancel","id":7}`, ""},
	{"Message", `{"method":"event","params":{"type":"End","payload":{}}}`, `{"jsonrpc":"2.0","method":"event","params":{"type":"End","payload":{}}}`, ""},
	{"Message", `{"method":"event","params":{"type":"End","payload":{}},"id":""}`, `{"jsonrpc":"2.0","method":"event","id":"","params":{"type":"End","payload":{}}}`, ""},
	{"Message", `{"id":3,"method":"event"}`, `{"jsonrpc":"2.0","method":"event","id":3}`, ""},
	{"Message", `{"params":{"type":"End","payload":{}},"method":"event"}`, `{"jsonrpc":"2.0","method":"event","params":{"type":"End","payload":{}}}`, ""},
	{"Message", `{"method":"no/such","params":null}`, `{"jsonrpc":"2.0","method":"no/such","params":null}`, ""},
	{"Message", `{"id":1,"result":{"a": 1},"x":0}`, `{"jsonrpc":"2.0","id":1,"result":{"a":1}}`, ""},
	{"Message", `{"result":null,"id":1}`, `{"jsonrpc":"2.0","id":1,"result":null}`, ""},
	{"Message", `{"id":null,"error":{"message":"m","code":-32700}}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m","data":null}}`, ""},
	{"Message", `{"id":1,"error":{"message":"m","code":1,"data":[1, 2]}}`, `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":[1,2]}}`, ""},
	{"Message", `{"id":1,"id":2,"result":1}`, `{"jsonrpc":"2.0","id":2,"result":1}`, ""},
	{"ClientMessage", `{"id":1,"method":"request","params":{"type":"Ask"}}`, `{"jsonrpc":"2.0","method":"request","id":1,"params":{"type":"Ask"}}`, ""},
	{"AgentMessage", `{"id":1,"method":"prompt"}`, `{"jsonrpc":"2.0","method":"prompt","id":1}`, ""},
	{"AgentMessage", `{"id":1,"method":"ping"}`, `{"jsonrpc":"2.0","method":"ping","id":1}`, ""},
	{"Message", `{"jsonrpc":"1.0","method":5}`, "", `jsonrpc: expected "2.0", found the string "1.0"`},
	{"Message", `{"method":5}`, "", `method: expected a string, found the number 5`},
	{"Message", `{"method":"ping"}`, "", `id is missing: ` + idWords},
	{"Message", `{"method":"ping","id":null}`, "", `id: ` + idWords + `, found null`},
	{"Message", `{"method":"ping","id":1.5}`, "", `id: expected an integer, found the number 1.5`},
	{"Message", `{"method":"nope","id":{}}`, "", `id: ` + idWords + `, found an object`},
	{"Message", `{"method":"prompt","id":1}`, "", `params is missing: expected an object`},
	{"Message", `{"method":"prompt","id":1,"params":{"options":{"names":[1]},"input":"x"}}`, "", `params.options.names[0]: expected a string, found the number 1`},
	{"Message", `{"method":"event"}`, "", `params is missing: expected an object`},
	{"Message", `{"id":1}`, "", `expected "result" or "error", found neither`},
	{"Message", `{}`, "", `id is missing: ` + idWords},
	{"Message", `{"result":1}`, "", `id is missing: ` + idWords},
	{"Message", `{"id":null,"result":1}`, "", `id: ` + idWords + `, found null`},
	{"Message", `{"id":1,"result":1,"error":{}}`, "", `error: expected no "error" beside "result", found an object`},
	{"Message", `{"id":1,"error":1}`, "", `error: expected an object, found the number 1`},
	{"Message", `{"id":1,"error":{"code":1}}`, "", `error.message is missing: expected a string`},
	{"Message", `[]`, "", `expected an object, found an array`},
}

func TestSample(t *testing.T) {
	for _, c := range sampleCases {
		for name, o := range map[string]codec.Options{"both readers": {}, "the table reader": codec.TableReaderOptions()} {
			out, err := sample.Reencode(c.typ, o, []byte(c.text))
			if fault := faultOf(err); fault != c.fault || string(out) != c.written {
				t.Errorf("%s %s with %s:\ngot  %s%s\nwant %s%s", c.typ, c.text, name, out, fault, c.written, c.fault)
			}
		}
	}
}

func faultOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestStrict(t *testing.T) {
	strict := codec.Options{Strict: true}
	for _, c := range []sampleCase{
		{"Status", `{"planning":null}`, "", ""},
		{"Status", `{"zeta":1,"alpha":[],"planning":null}`, "", `alpha: expected nothing, found an array`},
		{"Part", `{"type":"later"}`, "", `type: expected one of "text", "think", "image_url", found the string "later"`},
		{"Event", `{"type":"End","payload":{"x":1}}`, "", `payload.x: expected nothing, found the number 1`},
		{"Event", `{"type":"End","payload":{},"x":true}`, "", `x: expected nothing, found true`},
		{"Call", callText + `,"color":"green"}`, "", `color: expected one of "red", "blue", found the string "green"`},
		{"Message", `{"method":"nope"}`, "", `method: expected one of "prompt", "ping", "cancel", "event", "request", found the string "nope"`},
		{"ClientMessage", `{"method":"event"}`, "", `method: expected one of "prompt", "ping", "cancel", found the string "event"`},
		{"Message", `{"id":1,"result":1,"x":1}`, "", `x: expected nothing, found the number 1`},
	} {
		if _, err := sample.Reencode(c.typ, strict, []byte(c.text)); faultOf(err) != c.fault {
			t.Errorf("%s %s:\ngot  %v\nwant %s", c.typ, c.text, err, c.fault)
		}
		if err := sample.Protocol.Verify(c.typ, []byte(c.text), strict); faultOf(err) != c.fault {
			t.Errorf("Verify %s %s:\ngot  %v\nwant %s", c.typ, c.text, err, c.fault)
		}
	}
	if err := sample.Protocol.Verify("Nobody", []byte("{}"), strict); err == nil {
		t.Error("a type that does not exist is found")
	}
}

func TestMaxDepth(t *testing.T) {
	text := []byte(`{"id":1,"result":[[[]]]}`)
	for depth, ok := range map[int]bool{3: false, 4: true} {
		for name, o := range map[string]codec.Options{"lax": {MaxDepth: depth}, "strict": {MaxDepth: depth, Strict: true}} {
			if _, err := sample.Reencode("Message", o, text); (err == nil) != ok {
				t.Errorf("depth %d, %s: %v", depth, name, err)
			}
		}
	}
}

// agree reads data in both ways and requires the same result, and a fixed point.
func agree(t *testing.T, typ string, data []byte) (accepted bool) {
	t.Helper()
	out, err := sample.Reencode(typ, codec.Options{}, data)
	plain, plainErr := sample.Reencode(typ, codec.TableReaderOptions(), data)
	if string(out) != string(plain) || faultOf(err) != faultOf(plainErr) {
		t.Fatalf("%s %q\nboth readers: %s%v\ntable reader: %s%v", typ, data, out, err, plain, plainErr)
	}
	if verdict := sample.Protocol.Verify(typ, data, codec.Options{}); faultOf(verdict) != faultOf(err) {
		t.Fatalf("%s %q\nread: %v\nverified: %v", typ, data, err, verdict)
	}
	if err != nil {
		var e *codec.Error
		if !errors.As(err, &e) || len(e.Found) > 250 || e.Offset < 0 || e.Offset > int64(len(data)) {
			t.Fatalf("%s %q: %v", typ, data, err)
		}
		return false
	}
	again, err := sample.Reencode(typ, codec.Options{}, out)
	if err != nil || string(again) != string(out) {
		t.Fatalf("%s %q is written as\n%s and then as\n%s, %v", typ, data, out, again, err)
	}
	return true
}

func TestReadersAgree(t *testing.T) {
	n := tier.Count(20_000, 500_000)
	m := newMaker(2)
	accepted := 0
	for i := range n {
		c := sampleCases[i%len(sampleCases)]
		text := m.rearrange(c.text)
		if m.IntN(3) == 0 {
			text = m.spoil(text)
		}
		if agree(t, c.typ, []byte(text)) {
			accepted++
		}
	}
	if accepted < n/5 || accepted > n*4/5 {
		t.Errorf("%d of %d texts were accepted: the test says little", accepted, n)
	}
}
