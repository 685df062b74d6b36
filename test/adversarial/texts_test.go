package adversarial

import (
	"fmt"
	"strings"
)

// A text is one adversarial message.
type text struct {
	name string
	set  string // wire or small: whose type it is read as
	typ  string
	make func(n int) string // of about n bytes
	err  string             // how the error begins; "" for a text that is read
}

const tooDeep = "expected at most 1000 levels of nesting, found more"

// texts returns all adversarial texts.
func texts() []text {
	out := append(deepTexts(), unionTexts()...)
	out = append(out, largeTexts()...)
	out = append(out, keyTexts()...)
	return append(out, scalarTexts()...)
}

// repeat returns s as often as it fits into n bytes, and at least once.
func repeat(s string, n int) string { return strings.Repeat(s, max(1, n/len(s))) }

func deepTexts() []text {
	objects := func(n int) string { return repeat(`{"value":`, n) }
	closed := func(n int) string { return repeat(`[`, n/2) + repeat(`]`, n/2) }
	return []text{
		{"arrays that never end", "wire", "UserInput", func(n int) string { return repeat("[", n) }, tooDeep},
		{"arrays that end", "wire", "UserInput", closed, tooDeep},
		{"objects in an unknown part", "wire", "ContentPart", func(n int) string { return `{"type":"later","x":` + objects(n) }, tooDeep},
		{"arrays in an undeclared key", "wire", "TurnEnd", func(n int) string { return `{"x":` + closed(n) + `}` }, tooDeep},
		{"arrays in any", "small", "Free", func(n int) string { return `{"value":` + closed(n) + `}` }, tooDeep},
		{"a recursive type", "small", "Node", func(n int) string { return repeat(`{"kind":"branch","child":`, n) }, tooDeep},
		{"events in events", "wire", "Event", func(n int) string {
			return repeat(`{"type":"SubagentEvent","payload":{"event":`, n)
		}, tooDeep},
		{"a whole message", "wire", "Message", func(n int) string {
			return `{"jsonrpc":"2.0","method":"event","params":` + repeat(`{"type":"SubagentEvent","payload":{"event":`, n)
		}, tooDeep},
		{"as deep as is allowed, tags first", "small", "Node", func(n int) string { return nodes(1000, n, tagFirst) }, ""},
		{"as deep as is allowed, tags last", "small", "Node", func(n int) string { return nodes(1000, n, tagLast) }, ""},
		{"as deep as is allowed, tags twice", "small", "Node", func(n int) string { return nodes(1000, n, tagTwice) }, ""},
		{"events as deep as is allowed, tags last", "wire", "Event", func(n int) string { return events(400, n, tagLast) }, ""},
		{"events as deep as is allowed, tags twice", "wire", "Event", func(n int) string { return events(400, n, tagTwice) }, ""},
		{"a fault in the deepest value", "small", "Node", func(n int) string {
			return strings.Replace(nodes(1000, n, tagLast), `{"text":"`, `{"kind":"leaf","text":1,"pad":"`, 1)
		}, strings.TrimPrefix(strings.Repeat(".child", 999), ".") + ".text: expected a string, found the number 1"},
	}
}

// The position of the tag in an object.
const (
	tagFirst = iota
	tagLast
	tagTwice // another one first, and again another in between
)

// nodes returns a tree of depth levels whose innermost value holds nearly n bytes.
func nodes(depth, n, tags int) string {
	branch := [...][2]string{
		tagFirst: {`{"kind":"branch","child":`, `}`},
		tagLast:  {`{"child":`, `,"kind":"branch"}`},
		tagTwice: {`{"kind":"leaf","child":1,"kind":"later","child":`, `,"kind":"leaf","kind":"branch"}`},
	}[tags]
	leaf := [...][2]string{
		tagFirst: {`{"kind":"leaf","text":"`, `"}`},
		tagLast:  {`{"text":"`, `","kind":"leaf"}`},
		tagTwice: {`{"kind":"branch","text":1,"text":"`, `","kind":"leaf"}`},
	}[tags]
	return nest(depth-1, n, branch, leaf)
}

// noted returns a tree of depth levels with room for n bytes in all of them.
func noted(depth, n, tags int) string {
	note := strings.Repeat("x", n/depth)
	branch := [...][2]string{
		tagFirst: {`{"kind":"branch","note":"` + note + `","child":`, `}`},
		tagLast:  {`{"note":"` + note + `","child":`, `,"kind":"branch"}`},
	}[tags]
	return nest(depth-1, 0, branch, [2]string{`{"kind":"leaf","text":"`, `"}`})
}

// events returns a chain of depth events, each in the one before.
func events(depth, n, tags int) string {
	outer := [...][2]string{
		tagFirst: {`{"type":"SubagentEvent","payload":{"event":`, `}}`},
		tagLast:  {`{"payload":{"event":`, `},"type":"SubagentEvent"}`},
		tagTwice: {`{"type":"TurnEnd","payload":1,"type":"later","payload":{"event":2,"event":`, `},"type":"TurnEnd","type":"SubagentEvent"}`},
	}[tags]
	inner := [...][2]string{
		tagFirst: {`{"type":"TurnBegin","payload":{"user_input":"`, `"}}`},
		tagLast:  {`{"payload":{"user_input":"`, `"},"type":"TurnBegin"}`},
		tagTwice: {`{"type":"TurnEnd","payload":{"user_input":1,"user_input":"`, `"},"type":"TurnBegin"}`},
	}[tags]
	return nest(depth-1, n, outer, inner)
}

func nest(levels, n int, outer, inner [2]string) string {
	room := max(1, n-levels*(len(outer[0])+len(outer[1])))
	return strings.Repeat(outer[0], levels) + inner[0] + strings.Repeat("x", room) + inner[1] + strings.Repeat(outer[1], levels)
}

func largeTexts() []text {
	part := `{"type":"text","text":"x"},`
	return []text{
		{"one long string", "wire", "UserInput", func(n int) string { return `"` + repeat("x", n) + `"` }, ""},
		{"a long list of parts", "wire", "UserInput", func(n int) string { return "[" + repeat(part, n) + `{"type":"text","text":""}]` }, ""},
		{"a long list of unknown parts", "wire", "UserInput", func(n int) string { return "[" + repeat(`{"type":"z"},`, n) + `{"type":"z"}]` }, ""},
		{"a fault at the end of a long list", "wire", "UserInput", func(n int) string { return "[" + repeat(part, n) + `{}]` }, "["},
		{"a long list of faults", "wire", "UserInput", func(n int) string { return "[" + repeat(`{},`, n) + `{}]` }, "[0].type is missing: "},
		{"a syntax error at the end", "wire", "UserInput", func(n int) string { return "[" + repeat(part, n) + `{]` }, "expected one JSON value"},
		{"a long list of boxes in any", "small", "Free", func(n int) string { return `{"value":[` + repeat("[],", n/distinct) + `{}]}` }, ""},
		{"white space", "wire", "TurnEnd", func(n int) string { return repeat(" \n\t", n) + "{" + repeat(" ", n/4) + "}" }, ""},
		{"a key as long as the text", "small", "Table", func(n int) string { return `{"` + repeat("k", n) + `":{"n":1}}` }, ""},
		{"many faults under a long key", "small", "Lists", func(n int) string {
			return `{" ` + repeat("k", n) + `":[` + strings.Repeat(`{"n":""},`, 200) + `1]}`
		}, `[" kkk`},
	}
}

// distinct is how much shorter texts of distinct keys are, for which the objects of
// JSON.parse are slow themselves.
const distinct = 5

func keyTexts() []text {
	numbered := func(n int, value string) string {
		var b strings.Builder
		for i := 0; b.Len() < n/distinct; i++ {
			fmt.Fprintf(&b, `"k%d":%s,`, i, value)
		}
		return b.String()
	}
	return []text{
		{"a declared key, again and again", "wire", "StatusUpdate", func(n int) string { return "{" + repeat(`"message_id":"a",`, n) + `"message_id":"b"}` }, ""},
		{"a tag, again and again", "wire", "ContentPart", func(n int) string { return "{" + repeat(`"type":"later",`, n) + `"type":"text","text":""}` }, ""},
		{"two tags in turn", "wire", "Event", func(n int) string {
			return "{" + repeat(`"type":"TurnEnd","payload":{},"type":"later","payload":1,`, n) + `"type":"TurnEnd","payload":{}}`
		}, ""},
		{"an undeclared key, again and again", "wire", "TurnEnd", func(n int) string { return "{" + repeat(`"zz":[],`, n) + `"zz":0}` }, ""},
		{"a key of a map, again and again", "small", "Table", func(n int) string { return "{" + repeat(`"k":{},`, n) + `"k":{"n":1}}` }, ""},
		{"a key of an unknown part, again and again", "wire", "ContentPart", func(n int) string { return `{"type":"later",` + repeat(`"k":{},`, n) + `"k":0}` }, ""},
		{"the members of a message, again and again", "wire", "Message", func(n int) string {
			return "{" + repeat(`"jsonrpc":"2.0","method":"event","params":1,"id":1,`, n) +
				`"id":"a","method":"cancel","params":{}}`
		}, ""},
		{"many keys of a map", "small", "Table", func(n int) string { return "{" + numbered(n, `{"n":1}`) + `"k":{}}` }, ""},
		{"many extra keys", "small", "Holder", func(n int) string { return "{" + numbered(n, "0") + `"name":"a"}` }, ""},
		{"an extra key, again and again", "small", "Holder", func(n int) string { return "{" + repeat(`"k":{},`, n) + `"name":"a"}` }, ""},
		{"extra keys as deep as is allowed", "small", "Holder", func(n int) string {
			return nest(999, n, [2]string{`{"k":1,"inner":`, `,"k":2}`}, [2]string{`{"k":"`, `"}`})
		}, ""},
		{"many keys of an unknown part", "wire", "ContentPart", func(n int) string { return "{" + numbered(n, "0") + `"type":"later"}` }, ""},
		{"many undeclared keys", "wire", "TurnEnd", func(n int) string { return "{" + numbered(n, "0") + `"k":0}` }, ""},
		{"many keys with escapes", "small", "Table", func(n int) string { return "{" + strings.ReplaceAll(numbered(n, "{}"), "k", `\u006b`) + `"k":{}}` }, ""},
		{"keys of the prototype, again and again", "small", "Table", func(n int) string {
			return "{" + repeat(`"__proto__":{"n":1},"constructor":{"n":2},"toString":{"n":3},"hasOwnProperty":{},`, n) + `"k":{}}`
		}, ""},
		{"keys that collide when multiplied by 31", "small", "Table", func(n int) string { return "{" + collisions(n, "Aa", "BB") + `"k":{}}` }, ""},
		{"keys that collide when multiplied by 33", "small", "Table", func(n int) string { return "{" + collisions(n, "Ez", "FY") + `"k":{}}` }, ""},
		{"numbers for keys", "small", "Table", func(n int) string { return "{" + indexes(n) + `"k":{}}` }, ""},
	}
}

// collisions returns members whose keys have one hash wherever the two words have.
func collisions(n int, a, b string) string {
	const bits = 20
	var out strings.Builder
	for i := 0; i < 1<<bits && out.Len() < n/distinct; i++ {
		out.WriteByte('"')
		for bit := range bits {
			if i&(1<<bit) == 0 {
				out.WriteString(a)
			} else {
				out.WriteString(b)
			}
		}
		out.WriteString(`":{},`)
	}
	return out.String()
}

// indexes returns members whose keys are whole numbers, most of them with many
// zero bits at their end.
func indexes(n int) string {
	var out strings.Builder
	for i := 0; out.Len() < n/distinct; i++ {
		fmt.Fprintf(&out, `"%d":{},`, uint32(i)<<10)
	}
	return out.String()
}

func scalarTexts() []text {
	number := func(key string, digits func(n int) string) func(int) string {
		return func(n int) string { return `{"` + key + `":` + digits(n) + `}` }
	}
	ones := func(n int) string { return repeat("1", n) }
	const notFinite = "expected a finite number, found one beyond the range of a double"
	return []text{
		{"1e400", "small", "Numbers", number("x", func(int) string { return "1e400" }), notFinite},
		{"1e400 in an undeclared key", "wire", "TurnEnd", number("zz", func(int) string { return "[-1e400]" }), notFinite},
		{"an exponent without end", "small", "Numbers", number("x", func(n int) string { return "1e" + ones(n) }), notFinite},
		{"an exponent of zeros", "small", "Numbers", number("x", func(n int) string { return "1e" + repeat("0", n) + "1" }), ""},
		{"a negative exponent without end", "small", "Numbers", number("x", func(n int) string { return "1e-" + ones(n) }), ""},
		{"an integer of endless digits", "small", "Numbers", number("n", ones), notFinite},
		{"a fraction of endless digits", "small", "Numbers", number("x", func(n int) string { return "0." + ones(n) }), ""},
		{"a fraction of endless zeros", "small", "Numbers", number("x", func(n int) string { return "0." + repeat("0", n) + "1" }), ""},
		{"an integer with an endless fraction", "small", "Numbers", number("n", func(n int) string { return "1." + repeat("0", n) }), ""},
		{"endless digits in any", "small", "Free", number("value", func(n int) string { return "0." + ones(n) }), ""},
		{"many long numbers", "small", "Free", number("value", func(n int) string { return "[" + repeat(repeat("1", 199)+",", n) + "0]" }), ""},
		{"endless digits in a string", "small", "Numbers", number("digits", func(n int) string { return `"` + ones(n) + `"` }), "digits: expected a 64-bit integer in a string"},
		{"escapes", "wire", "UserInput", func(n int) string { return `"` + repeat(`\u0041\n`, n) + `"` }, ""},
		{"escaped quotes", "wire", "UserInput", func(n int) string { return `"` + repeat(`\"\\`, n) + `"` }, ""},
		{"lone surrogates", "wire", "UserInput", func(n int) string { return `"` + repeat(`\ud83d`, n) + `"` }, ""},
		{"lone surrogates in any", "small", "Free", func(n int) string { return `{"value":["` + repeat(`\udc00`, n) + `"]}` }, ""},
		{"an escape without end", "wire", "UserInput", func(n int) string { return `"` + repeat(`\u0041`, n) + `\` }, "expected one JSON value"},
		{"an invalid byte at the end", "wire", "UserInput", func(n int) string { return `"` + repeat("x", n) + "\xff\"" }, "expected UTF-8 text"},
		{"an unknown value of an enum", "small", "Free", func(n int) string { return `{"value":null,"mood":"` + repeat("é", n) + `"}` }, ""},
		{"a wrong string", "small", "Numbers", func(n int) string { return `{"n":"` + repeat("é", n) + `"}` }, "n: expected an integer, found the string \"" + strings.Repeat("é", 32) + "…\""},
		{"base64 without end", "small", "Numbers", func(n int) string { return `{"data":"` + repeat("QUJD", n) + `"}` }, ""},
		{"base64 with a fault", "small", "Numbers", func(n int) string { return `{"data":"` + repeat("QUJD", n) + `!"}` }, "data: expected base64 text"},
	}
}
