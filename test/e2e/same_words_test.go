package e2e

import (
	"fmt"
	"strings"
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
	// What comes first is the fault of a value that has another one and is too heavy.
	{"a fault in a map, and then too much of it", heavySpec,
		"M", `{"m":{"a":{},"b":{"n":1,"all":[` + strings.Repeat("{},", 2000) + `{}]}}}`, "m.a.n is missing: expected an integer"},
	{"too much in a map, and then a fault", heavySpec,
		"M", `{"m":{"b":{},"a":{"n":1,"all":[` + strings.Repeat("0,", 2000) + `0]}}}`, "m.a.all: expected a weight of at most 65536, found more"},
	{"a fault in a map that is passed over, and then too much of it", heavySpec,
		"M", `{"m":{},"soft":{"a":{},"b":{"n":1,"all":[` + strings.Repeat("{},", 2000) + `{}]}}}`, "soft | soft.a.n is missing: expected an integer\n"},
	{"too many undeclared keys in what is passed over, each with a fault", heavySpec,
		"M", `{"m":{},"inner":{"m":{},` + members(1100, `"x"`) + `}}`, "inner: expected a weight of at most 65536, found more"},
	{"a fault before undeclared keys, too many of them", heavySpec,
		"M", `{"m":{},"inner":{"m":1,"inner":{"m":{},` + members(1100, `1`) + `}}}`, "inner | inner.m: expected an object, found the number 1\n"},
	{"a fault of an item, before a tolerant one that is too heavy", heavySpec,
		"N", `[{"m":1,"inner":{"m":{},` + members(1100, `1`) + `}}]`, "[0].m: expected an object, found the number 1"},
	{"a union that is too heavy, after a fault", heavySpec,
		"U", `{"n":"x","u":{"a":"","list":[` + strings.Repeat("0,", 2000) + `0]}}`, `n: expected an integer, found the string "x"`},
	{"a union that is too heavy, before a fault", heavySpec,
		"U", `{"n":1,"u":{"a":1,"list":[` + strings.Repeat("0,", 2000) + `0]},"last":0}`, "u: expected a weight of at most 65536, found more"},
	{"progress that is too heavy, which TypeScript did not weigh", heavySpec + `methods:
  told: {from: agent, notify: {token: string, at: any}}
  work: {from: client, params: {token: string}, result: empty, progress: {method: told, token: params.token, value: at, payload: "E[]"}}
`, progressHead, `{"jsonrpc":"2.0","id":1,"method":"work","params":{"token":"t"}}` + "\n" +
		`{"jsonrpc":"2.0","method":"told","params":{"token":"t","at":[{"n":1,"all":[` + strings.Repeat("0,", 2000) + `0]}]}}`,
		"params.at[0].all: expected a weight of at most 65536, found more"},
	{"half of a surrogate pair, which is read as U+FFFD, as TypeScript did not for a constant", "types:\n  A: {fields: {c: {const: \"\\uFFFD\"}}}",
		"A", `{"c":"\ud800"}`, ""},
}

// heavySpec is a spec with a small maximum of weights.
const heavySpec = `dialect: {framing: {max_weight: 65536}}
types:
  E: {fields: {n: int, "all?": "int[]"}}
  M: {fields: {m: "map<E>", "soft?": {type: "map<E>", on_error: unset}, "inner?": {type: M, on_error: unset}}, extra: {type: int}}
  N: "M[]"
  A: {fields: {a: string, list: "int[]"}}
  B: {fields: {a: int, list: "int[]"}}
  Either: {union: {match: ordered}, variants: {a: A, b: B}}
  U: {fields: {n: int, u: Either, "last?": string}}
`

// members returns n members of an object, with the same value.
func members(n int, value string) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("%q:%s", fmt.Sprint("z", i), value))
	}
	return strings.Join(list, ",")
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
		q := question{c.name, x.typ, x.text}
		if x.typ == progressHead {
			c.types, q.Type = []string{"Message"}, progressKinds(c)[0].typ()
		}
		all, list = append(all, c), append(list, q)
	}
	inGo, inTS := ask(t, goReader(t, all), list), ask(t, tsReader(t, all), list)
	for i, x := range sameWords {
		reader, byModel := interp.New(all[i].protocol), answer{}
		if x.typ == progressHead {
			byModel = modelProgress(reader, all[i].protocol, list[i].Type, x.text)
		} else {
			byModel = modelAnswer(reader, x.typ, x.text)
		}
		for _, by := range []struct {
			reader string
			answer answer
		}{{"the model", byModel}, {"Go", inGo[i]}, {"TypeScript", inTS[i]}} {
			if got := by.answer.Error + by.answer.Dropped; got != x.want {
				t.Errorf("%s: %s says %q, must say %q", x.name, by.reader, got, x.want)
			}
		}
	}
}
