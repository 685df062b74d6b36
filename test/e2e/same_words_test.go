package e2e

import (
	"fmt"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/interp"
)

// sameWords are messages that some readers once refused, or passed over a part of, in words of
// their own, or because of another fault.
var sameWords = []struct{ name, spec, typ, text, want string }{
	// Data without a kind may be that of any error: it was quoted unless declared data was sensitive.
	{"the kind of an error, beside a sensitive method", "dialect: {error: {identity: data.kind}}\nmethods: {login: {from: client, sensitive: true, params: {}, result: empty}}",
		"Message", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":"hunter2"}}`, "error.data: expected an object, found a string of 7 characters"},
	{"the kind of an error, which is no string", "dialect: {error: {identity: data.kind}}\nmethods: {login: {from: client, sensitive: true, params: {}, result: empty}}",
		"Message", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":{"kind":12345}}}`, "error.data.kind: expected a string, found a number"},
	{"the kind of an error, beside a sensitive field", "dialect: {error: {identity: data.kind}}\nerrors: {BUSY: {code: 1, data: {n: int}}}\nmethods: {login: {from: client, params: {pin: {type: string, sensitive: true}}, result: empty}}",
		"Message", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":"hunter2"}}`, "error.data: expected an object, found a string of 7 characters"},
	{"the kind of an error, beside a sensitive error without data", "dialect: {error: {identity: data.kind}}\nerrors: {BUSY: {code: 1, sensitive: true}}\nmethods: {login: {from: client, params: {}, result: empty, errors: [BUSY]}}",
		"Message", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":["hunter2"]}}`, "error.data: expected an object, found an array"},
	{"the kind of an error, beside data that logs cut", "dialect: {error: {identity: data.kind}}\nerrors: {BUSY: {code: 1, data: {n: {type: string, log: {truncate: 5}}}}}\nmethods: {login: {from: client, params: {}, result: empty, errors: [BUSY]}}",
		"Message", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":"hunter2"}}`, "error.data: expected an object, found a string of 7 characters"},
	{"the kind of an error, with nothing sensitive", "dialect: {error: {identity: data.kind}}\nmethods: {login: {from: client, params: {}, result: empty}}",
		"Message", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":"open"}}`, `error.data: expected an object, found the string "open"`},
}

// TestSameWords reads messages with the model, Go and TypeScript: each must say the same words.
func TestSameWords(t *testing.T) {
	t.Parallel()
	var all []*construct
	var list []question
	for i, x := range sameWords {
		c := &construct{name: fmt.Sprintf("c%d", i), types: []string{x.typ}}
		c.protocol = compileSpec(t, x.name, []byte("wiregen: 1\nprotocol: {name: demo, version: \"1\"}\n"+x.spec+"\n"))
		c.targets = emit(t, c, reading()...)
		all, list = append(all, c), append(list, question{c.name, x.typ, x.text})
	}
	inGo, inTS := ask(t, goReader(t, all), list), ask(t, tsReader(t, all), list)
	for i, x := range sameWords {
		for _, by := range []struct {
			reader string
			answer answer
		}{{"the model", modelAnswer(interp.New(all[i].protocol), x.typ, x.text)}, {"Go", inGo[i]}, {"TypeScript", inTS[i]}} {
			if got := by.answer.Error + by.answer.Dropped; got != x.want {
				t.Errorf("%s: %s says %q, must say %q", x.name, by.reader, got, x.want)
			}
		}
	}
}
