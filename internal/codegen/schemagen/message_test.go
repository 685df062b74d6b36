package schemagen_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// messages are JSON-RPC messages in plain JSON-RPC 2.0.
var messages = []struct{ side, typ, lines string }{
	{"read", "Message", `
{"jsonrpc":"2.0","id":"1","method":"session/start","params":{"name":"n"},"result":5,"error":7,"more":1}
{"jsonrpc":"2.0","id":1,"method":"session/start","params":{"name":"n"}}
{"jsonrpc":"2.0","id":1.0,"method":"stop"}
{"jsonrpc":"2.0","id":"1","method":"stop","params":[1]}
{"jsonrpc":"2.0","id":"1","method":"ping","params":{"ignored":1}}
{"jsonrpc":"2.0","method":"event","params":{"type":"Begin","payload":{"n":1}}}
{"jsonrpc":"2.0","id":"q","method":"event","params":5}
{"jsonrpc":"2.0","id":"q","method":"request","params":{"type":"Ask","payload":{"id":"q"}}}
{"jsonrpc":"2.0","method":"later","params":5}
{"jsonrpc":"2.0","id":"1","method":"later"}
{"jsonrpc":"2.0","id":"1","result":null}
{"jsonrpc":"2.0","id":1,"result":{"x":1},"more":1}
{"jsonrpc":"2.0","id":"1","error":{"code":-32000,"message":"m"}}
{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m","data":null,"more":1}}
{"id":"1","method":"ping"} !! jsonrpc
{"id":"1","method":"later"} !! jsonrpc
{"id":"1","result":1} !! jsonrpc
{"jsonrpc":"1.0","id":"1","method":"ping"} !! jsonrpc
{"jsonrpc":null,"method":"later"} !! jsonrpc
{"jsonrpc":"2.0","id":true,"method":"ping"} !! id
{"jsonrpc":"2.0","id":null,"method":"ping"} !! id
{"jsonrpc":"2.0","id":1.5,"method":"ping"} !! id
{"jsonrpc":"2.0","id":null,"method":"later"} !! id
{"jsonrpc":"2.0","id":null,"method":"event","params":{"type":"Begin","payload":{"n":1}}} !! id
{"jsonrpc":"2.0","method":"ping"} !! id
{"jsonrpc":"2.0","id":"1","method":5} !! method
{"jsonrpc":"2.0","id":"1","method":null} !! method
{"jsonrpc":"2.0","id":"1","method":"session/start"} !! params
{"jsonrpc":"2.0","id":"1","method":"session/start","params":null} !! params
{"jsonrpc":"2.0","id":"1","method":"session/start","params":{"name":1}} !! params.name
{"jsonrpc":"2.0","method":"event"} !! params
{"jsonrpc":"2.0","method":"event","params":{"type":"Begin","payload":{}}} !! params.payload.n
{"jsonrpc":"2.0","method":"event","params":{"type":"Ask","payload":{"id":"q"}}} !! params.type
{"jsonrpc":"2.0","result":1} !! id
{"jsonrpc":"2.0","id":null,"result":1} !! id
{"jsonrpc":"2.0","id":true,"error":{"code":1,"message":"m"}} !! id
{"jsonrpc":"2.0","id":"1"} !! error
{"jsonrpc":"2.0","id":"1","result":1,"error":{"code":1,"message":"m"}} !! error
{"jsonrpc":"2.0","id":"1","result":1,"error":null} !! error
{"jsonrpc":"2.0","id":"1","error":null} !! error
{"jsonrpc":"2.0","id":"1","error":{"code":"x","message":"m"}} !! error.code
{"jsonrpc":"2.0","id":"1","error":{"code":1}} !! error.message
[{"jsonrpc":"2.0","id":"1","method":"ping"}] !! 
"ping" !! `},
	{"read", "ClientMessage", `
{"jsonrpc":"2.0","id":"1","method":"ping"}
{"jsonrpc":"2.0","method":"event","params":5}
{"jsonrpc":"2.0","method":"request"}
{"jsonrpc":"2.0","id":"1","result":1}
{"jsonrpc":"2.0","id":"1","method":"session/start"} !! params`},
	{"read", "AgentMessage", `
{"jsonrpc":"2.0","id":"1","method":"session/start"}
{"jsonrpc":"2.0","id":"1","error":{"code":1,"message":"m"}}
{"jsonrpc":"2.0","method":"ping"} !! id
{"jsonrpc":"2.0","method":"event","params":5} !! params`},
	{"read", "EventMessage", `
{"jsonrpc":"2.0","method":"event","params":{"type":"Future"}}
{"jsonrpc":"2.0","method":"event","id":"1","params":{"type":"Future"}} !! id
{"jsonrpc":"2.0","method":"ping","params":{"type":"Future"}} !! method`},
	{"write", "Message", `
{"jsonrpc":"2.0","id":"1","method":"session/start","params":{"name":"n"}}
{"jsonrpc":"2.0","id":"1","method":"stop"}
{"jsonrpc":"2.0","id":"1","method":"ping"}
{"jsonrpc":"2.0","method":"event","params":{"type":"Begin","payload":{"n":1}}}
{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}
{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m","data":{"x":1}}}
{"id":"1","method":"ping"} !! jsonrpc
{"jsonrpc":"2.0","id":"1","method":"ping","params":{}} !! params
{"jsonrpc":"2.0","id":"1","method":"event","params":{"type":"Begin","payload":{"n":1}}} !! id
{"jsonrpc":"2.0","id":"1","method":"later"} !! method
{"jsonrpc":"2.0","id":"1","result":1,"more":1} !! more
{"jsonrpc":"2.0","id":"1","error":{"code":1,"message":"m","more":1}} !! error.more`},
	{"write", "ClientMessage", `
{"jsonrpc":"2.0","id":"1","method":"ping"}
{"jsonrpc":"2.0","method":"event","params":{"type":"Begin","payload":{"n":1}}} !! method`},
	{"strict", "Message", `
{"jsonrpc":"2.0","id":"1","method":"stop"}
{"jsonrpc":"2.0","id":"1","method":"later"} !! method
{"jsonrpc":"2.0","id":"1","method":"stop","result":1} !! result`},
}

func TestMessages(t *testing.T) {
	files := emit(t, demo(), schemagen.Backend{Strict: true})
	var probes []probe
	var want []judgement
	for _, m := range messages {
		ps, ws := lines("demo."+m.side+".schema.json#/$defs/"+m.typ, m.lines)
		probes, want = append(probes, ps...), append(want, ws...)
	}
	checkProbes(t, files, probes, want)
}

// TestDialects reads and writes the messages whose members differ from JSON-RPC 2.0.
func TestDialects(t *testing.T) {
	for _, d := range []struct {
		name        string
		change      func(*model.Dialect)
		read, write string
	}{
		{"jsonrpc optional, ids are strings, data is null", func(d *model.Dialect) {
			d.JSONRPC.Read = model.ReadOptional
			d.ID.Int = false
			d.Error.Data = "null"
		}, `
{"id":"1","method":"ping"}
{"id":null,"error":{"code":1,"message":"m"}}
{"jsonrpc":"3","id":"1","method":"ping"} !! jsonrpc
{"id":1,"method":"ping"} !! id
{"id":1,"error":{"code":1,"message":"m"}} !! id`, `
{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m","data":null}}
{"id":"1","method":"ping"} !! jsonrpc
{"jsonrpc":"2.0","id":"1","error":{"code":1,"message":"m"}} !! error.data`},
		{"jsonrpc is anything", func(d *model.Dialect) { d.JSONRPC.Read = model.ReadAny }, `
{"jsonrpc":5,"id":1,"method":"ping"}
{"id":1,"method":"ping"} !! jsonrpc`, `
{"jsonrpc":5,"id":1,"method":"ping"} !! jsonrpc`},
		{"no jsonrpc, ids are integers, never null", func(d *model.Dialect) {
			d.JSONRPC.Read, d.JSONRPC.Write = model.ReadIgnored, false
			d.ID.String, d.ID.NullOnError = false, false
		}, `
{"jsonrpc":5,"id":1,"method":"ping"}
{"id":1,"method":"ping"}
{"id":"1","method":"ping"} !! id
{"id":null,"error":{"code":1,"message":"m"}} !! id`, `
{"id":1,"method":"ping"}
{"jsonrpc":"2.0","id":1,"method":"ping"} !! jsonrpc`},
	} {
		t.Run(d.name, func(t *testing.T) {
			p := demo()
			d.change(&p.Dialect)
			probes, want := lines("demo.read.schema.json", d.read)
			ps, ws := lines("demo.write.schema.json", d.write)
			checkProbes(t, emit(t, p, schemagen.Backend{}), append(probes, ps...), append(want, ws...))
		})
	}
}

// TestOneSidedMethods: a side that declares no methods may still answer, and its
// writer calls nothing.
func TestOneSidedMethods(t *testing.T) {
	p := demo()
	p.Methods = p.Methods[:2]
	probes, want := lines("demo.read.schema.json#/$defs/AgentMessage", `
{"jsonrpc":"2.0","method":"anything"}
{"jsonrpc":"2.0","id":1,"result":1}
{"jsonrpc":"2.0","method":5} !! method`)
	ps, ws := lines("demo.write.schema.json#/$defs/AgentMessage", `
{"jsonrpc":"2.0","id":1,"result":1}
{"jsonrpc":"2.0","method":"anything"} !! method`)
	checkProbes(t, emit(t, p, schemagen.Backend{}), append(probes, ps...), append(want, ws...))
}

func TestMethodFiles(t *testing.T) {
	files := emit(t, demo(), schemagen.Backend{})
	var probes []probe
	var want []judgement
	for _, m := range []struct{ schema, lines string }{
		{"demo.method.session.start.schema.json", `
{"jsonrpc":"2.0","id":"1","method":"session/start","params":{"name":"n"}}
{"jsonrpc":"2.0","id":"1","method":"ping","params":{"name":"n"}} !! method`},
		{"demo.method.session.start.schema.json#/$defs/params.read", `
{"name":"n","more":1}
{"name":1} !! name`},
		{"demo.method.session.start.schema.json#/$defs/params.write", `
{"name":"n"}
{"name":"n","more":1} !! more`},
		{"demo.method.session.start.schema.json#/$defs/result.read", `
{"yes":true}
{"yes":1} !! yes`},
		{"demo.method.stop.schema.json#/$defs/result.write", `
{}
{"x":1} !! x`},
		{"demo.method.request.schema.json#/$defs/result.read", `
{"yes":true}
{} !! yes`},
		{"demo.method.event.schema.json#/$defs/params.read", `
{"type":"Future"}
{"type":"Begin","payload":{}} !! payload.n`},
		{"demo.method.event.schema.json#/$defs/message.write", `
{"jsonrpc":"2.0","method":"event","params":{"type":"Begin","payload":{"n":1}}}
{"jsonrpc":"2.0","method":"event","params":{"type":"Future","payload":1}} !! params.type`},
	} {
		ps, ws := lines(m.schema, m.lines)
		probes, want = append(probes, ps...), append(want, ws...)
	}
	checkProbes(t, files, probes, want)
}

// TestMethodExamples: an example of a method is one of its params, and one of
// its result; a writer's schema shows none.
func TestMethodExamples(t *testing.T) {
	p := demo()
	m := p.Methods[0]
	m.Examples = []model.Example{{Value: model.Value{Kind: model.ObjectValue, Members: []model.Member{
		{Key: "params", Value: *text("in")}, {Key: "result", Value: *text("out")},
	}}}}
	got := string(fileNamed(t, emit(t, p, schemagen.Backend{}), "demo.method.session.start.schema.json"))
	for _, want := range []string{
		`"params.read": {"$ref": "demo.read.schema.json#/$defs/SessionStartParams", "examples": ["in"]}`,
		`"result.read": {"$ref": "demo.read.schema.json#/$defs/Answer", "examples": ["out"]}`,
		`"params.write": {"$ref": "demo.write.schema.json#/$defs/SessionStartParams"}`,
		`"result.write": {"$ref": "demo.write.schema.json#/$defs/Answer"}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// TestDocsOfEnvelopeUnions: the two unions of an envelope, which a spec has no doc
// for, have one.
func TestDocsOfEnvelopeUnions(t *testing.T) {
	got := string(fileNamed(t, emit(t, demo(), schemagen.Backend{}), "demo.read.schema.json"))
	for _, want := range []string{"An event of the agent.", "A request of the agent."} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%q occurs %d times", want, strings.Count(got, want))
		}
	}
}
