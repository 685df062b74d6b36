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
	// What logs cut was hidden in every list of the scalar that it is.
	{"a list of a scalar, beside one of a name for it that logs cut", "types:\n  Cut: {type: string, distinct: true, log: {truncate: 20}}\n  A: {fields: {cut: \"Cut[]\", plain: \"string[]\"}}",
		"A", `{"cut":[],"plain":"open"}`, `plain: expected an array, found the string "open"`},
	{"the same list, in another order", "types:\n  Cut: {type: string, distinct: true, log: {truncate: 20}}\n  A: {fields: {plain: \"string[]\", cut: \"Cut[]\"}}",
		"A", `{"plain":[],"cut":"hunter2"}`, `cut: expected an array, found a string of 7 characters`},
	{"an item of a list of a scalar, beside one of a name for it", "types:\n  Cut: {type: bytes, distinct: true, log: {truncate: 20}}\n  A: {fields: {cut: \"Cut[]\", plain: \"bytes[]\"}}",
		"A", `{"cut":[],"plain":["-"]}`, `plain[0]: expected base64 text, found the string "-"`},
	{"a map of a scalar, beside one of a name for it that is sensitive", "types:\n  Pin: {type: string, sensitive: true}\n  A: {fields: {secret: \"map<Pin>\", plain: \"map<string>\"}}",
		"A", `{"secret":{},"plain":{"a":1}}`, `plain.a: expected a string, found the number 1`},
	{"a limited list, beside one of a name", "types:\n  Cut: {type: string, log: {truncate: 20}}\n  A: {fields: {cut: {type: \"Cut[]\", max_items: 1}, plain: {type: \"string[]\", max_items: 1}}}",
		"A", `{"cut":[],"plain":"open"}`, `plain: expected an array, found the string "open"`},
	{"a tolerant member of the dialect", "dialect: {members: {\"body?\": {type: \"bytes[] | null\", patch: true, on_error: unset}}}\ntypes:\n  Cut: {type: bytes, distinct: true, log: {truncate: 20}}\n  A: {fields: {cut: \"Cut[]\"}}\nmethods: {go: {from: client, notify: A}}",
		"Message", `{"jsonrpc":"2.0","method":"go","params":{"cut":[]},"body":"open"}`, "body | body: expected an array or null, found the string \"open\"\n"},
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
