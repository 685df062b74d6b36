package adversarial

import (
	"path/filepath"
	"testing"
)

// unknown has messages with content that the spec does not declare, in the
// form in which JSON.stringify would write them.
var unknown = []struct{ name, set, typ, text string }{
	{name: "an event", set: "wire", typ: "Event", text: `{"type":"Later","payload":{"b":[1,{"type":"Later"}],"a":null},"further":"é "}`},
	{name: "an event without a payload", set: "wire", typ: "Event", text: `{"type":"Later"}`},
	{name: "an event that has an unknown event", set: "wire", typ: "WireMessage", text: `{"type":"SubagentEvent","payload":{"parent_tool_call_id":null,"agent_id":null,"subagent_type":null,"event":{"type":"Later","payload":{"type":"Later","payload":{}}}}}`},
	{name: "a content part", set: "wire", typ: "ContentPart", text: `{"type":"hologram","text":1,"layers":[[],[[]]],"":{"__proto__":1,"constructor":2}}`},
	{name: "a content part in an input", set: "wire", typ: "UserInput", text: `[{"type":"text","text":"a"},{"z":1,"type":"hologram"},{"type":"text","text":"b"}]`},
	{name: "a display block", set: "wire", typ: "DisplayBlock", text: `{"type":"chart","data":{"type":"chart","data":{"type":"chart"}},"unit":"px"}`},
	{name: "a tag of another construct", set: "wire", typ: "DisplayBlock", text: `{"type":"text","text":"a"}`},
	{name: "a value of an enum", set: "small", typ: "Free", text: `{"value":{"z":1,"a":[]},"mood":"wistful \" é"}`},
	{name: "extra keys", set: "small", typ: "Holder", text: `{"name":"a","inner":{"":0,"__proto__":{"b":1,"a":2},"constructor":[],"é":null},"Z":"\\u0000"}`},
	{name: "any value", set: "small", typ: "Free", text: `{"value":[0.1,1e+21,-1.5e-7,"",{"k":{"k":null}}]}`},
}

// TestUnknown reads and writes undeclared content ten times: it stays byte for byte
// as its sender wrote it.
func TestUnknown(t *testing.T) {
	file := filepath.Join(t.TempDir(), "text")
	for target, read := range map[string]reader{"Go": goReader(t), "TypeScript": tsReader(t), "Python": pyReader(t)} {
		for _, x := range unknown {
			t.Run(target+" "+x.name, func(t *testing.T) {
				writeFile(t, file, []byte(x.text))
				if a := read(t, x.set, x.typ, file, 1); a.Error != "" || !a.Kept || !a.Same {
					t.Errorf("%+v", a)
				}
			})
		}
	}
}
