package editor_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/source"
)

// applied is a text after the edits of it.
func applied(f *source.File, edits []source.Edit) string { return string(f.Edited(edits)) }

const events = "envelope: {name: E, tag: type, content: payload}\nevents:\n  Ti^ck: {fields: {n: int}, examples: [{n: 1}]}\nmethods:\n  ev: {from: agent, notify: Event}\ntypes:\n  T: {fields: {a: Tick}}\n  U: {fields: {e: E}, examples: [{e: {type: Tick, payload: {n: 1}}}]}\nsession:\n  Tick: {once: session}\n"

func TestRename(t *testing.T) {
	const spec, wire, was = editor.InSpec, editor.OnWire, editor.KeepOld
	for _, c := range []struct {
		name, text, to string
		what           editor.RenameMode
		want           string // the text without its head, or the error after "!"
	}{
		{"type", "types:\n  ^A: {fields: {x: \"A[] | null\"}} # a comment\n  B: {with: [A], fields: {y: map<A>}}\n", "Other", spec,
			"types:\n  Other: {fields: {x: \"Other[] | null\"}} # a comment\n  B: {with: [Other], fields: {y: map<Other>}}\n"},
		{"type twice in one text", "types:\n  A: {fields: {x: int}}\n  B: {fields: {y: \"[A, ^A, map<A>]\"}}\n", "C", spec,
			"types:\n  C: {fields: {x: int}}\n  B: {fields: {y: \"[C, C, map<C>]\"}}\n"},
		{"inline types follow", "types:\n  ^A: {fields: {x: {fields: {z: int}}}}\n  B: {fields: {y: AX}}\n", "C", spec,
			"types:\n  C: {fields: {x: {fields: {z: int}}}}\n  B: {fields: {y: CX}}\n"},
		{"type that is there", "types:\n  ^A: {fields: {x: int}}\n  B: {fields: {y: int}}\n", "B", spec, `!"B" cannot be the new name: the key "B" appears twice (keep one of the two)`},
		{"type with a bad name", "types:\n  ^A: {fields: {x: int}}\n", "a b", spec, `!"a b" cannot be the new name: "a b" is not a valid type name (a name begins with a letter and consists of letters, digits and _: write AB)`},
		{"type with the name of a scalar", "types:\n  ^A: {fields: {x: int}}\n", "int", spec, `!"int" cannot be the new name: "int" is a built-in type (choose another name)`},
		{"reserved", "reserved: [Gone]\ntypes:\n  ^A: {fields: {x: int}}\n", "Gone", spec, `!"Gone" cannot be the new name: the name "Gone" is reserved and cannot be used again (choose another name)`},
		{"field", "types:\n  A: {fields: {\"^x?\": int}, examples: [{x: 1}]}\n  B: {with: [A], fields: {}, examples: [{x: 2}]}\n", "size", wire,
			"types:\n  A: {fields: {\"size?\": int}, examples: [{size: 1}]}\n  B: {with: [A], fields: {}, examples: [{size: 2}]}\n"},
		{"field with was", "types:\n  A:\n    fields:\n      x: int\n      ^h: int # why\n", "size", wire | was,
			"types:\n  A:\n    fields:\n      x: int\n      size: {type: int, was: [h]} # why\n"},
		{"field with was again", "types:\n  A:\n    fields:\n      ^h: {type: int, was: [g]}\n", "size", wire | was, "types:\n  A:\n    fields:\n      size: {type: int, was: [g, h]}\n"},
		{"field back", "types:\n  A:\n    fields:\n      ^h: {type: int, was: [z]}\n", "z", wire | was, "types:\n  A:\n    fields:\n      z: {type: int, was: [h]}\n"},
		{"field back without was", "types:\n  A:\n    fields:\n      ^y: {type: int, was: [z]}\n", "z", wire, "types:\n  A:\n    fields:\n      z: {type: int}\n"},
		{"field only in code", "types:\n  A: {fields: {^x: int}}\n", "size", spec, `!the field "x" has one name, which messages have: rename that, or pin the name of a target`},
		{"replaced field", "types:\n  A: {fields: {x: any}}\n  B: {with: [A], fields: {^x: int}}\n", "y", wire | was, "types:\n  A: {fields: {y: {type: any, was: [x]}}}\n  B: {with: [A], fields: {y: int}}\n"},
		{"field that is in use", "types:\n  A: {fields: {^x: int, y: int}}\n", "y", wire, `!"y" cannot be the new name: the key "y" appears twice (keep one of the two)`},
		{"field with quotes", "types:\n  A: {fields: {^x: int}}\n", "a: b", wire, "types:\n  A: {fields: {\"a: b\": int}}\n"},
		{"name in a target", "types:\n  A: {fields: {^x: int, user_id: int}}\n", "userId", wire, `!"userId" cannot be the new name: field "user_id" of "A" would be "UserID" in Go, which is taken by field "userId" of "A" (pin another name with go:)`},
		{"value", "types:\n  M: {enum: [^calm, tense]}\n  B: {fields: {y: M = calm, z: 'M[] = [\"calm\"]'}}\n", "quiet", wire,
			"types:\n  M: {enum: [quiet, tense]}\n  B: {fields: {y: M = quiet, z: 'M[] = [\"quiet\"]'}}\n"},
		{"value with was", "types:\n  M: {enum: [calm, ^tense]}\n", "tight", wire | was, "types:\n  M: {enum: {calm: {}, tight: {was: [tense]}}}\n"},
		{"value with a space", "types:\n  M: {enum: [^calm, tense]}\n  B: {fields: {y: M = calm}}\n", "very calm", wire, "types:\n  M: {enum: [\"very calm\", tense]}\n  B: {fields: {y: M = \"very calm\"}}\n"},
		{"integer", "types:\n  M: {enum: {^one: {value: 1}, two: {value: 2}}}\n", "uno", spec, "types:\n  M: {enum: {uno: {value: 1}, two: {value: 2}}}\n"},
		{"integer on the wire", "types:\n  M: {enum: {^one: {value: 1}, two: {value: 2}}}\n", "uno", wire, `!messages do not have the name of the value "one"`},
		{"event", events, "Tock", spec | wire, strings.NewReplacer("Ti^ck", "Tock", "Tick", "Tock").Replace(events)},
		{"event on the wire", events, "Tock", wire, strings.NewReplacer("Ti^ck: {", "Tock: {name: Tick, ", "type: Tick", "type: Tock", "  Tick: {once", "  Tock: {once").Replace(events)},
		{"event in code", events, "Tock", spec, strings.NewReplacer("Ti^ck: {", "Tick: {name: Tock, ", "a: Tick", "a: Tock").Replace(events)},
		{"event with was", events, "Tock", spec | wire | was, strings.NewReplacer("Ti^ck: {", "Tock: {was: [Tick], ", "Tick", "Tock").Replace(events)},
		{"variant", "types:\n  U:\n    union: {tag: type}\n    default: {tag: a, write: always}\n    variants:\n      ^a: {tags: [a, b], fields: {x: int}}\n", "z", spec | wire, "types:\n  U:\n    union: {tag: type}\n    default: {tag: z, write: always}\n    variants:\n      z: {tags: [z, b], fields: {x: int}}\n"},
		{"variant with a number", "types:\n  U:\n    union: {tag: type}\n    variants:\n      ^1: {name: One, fields: {}}\n      2: {name: Two, fields: {}}\n", "3", wire | was, "types:\n  U:\n    union: {tag: type}\n    variants:\n      3: {name: One, was: [1], fields: {}}\n      2: {name: Two, fields: {}}\n"},
		{"method", "methods:\n  h^i: {from: client, params: {a: int}, result: HiParams}\n  go: {from: client, params: empty, result: empty, replaces: hi}\nsession:\n  go: {after: hi}\n", "hello", spec | wire | was,
			"methods:\n  hello: {was: [hi], from: client, params: {a: int}, result: HelloParams}\n  go: {from: client, params: empty, result: empty, replaces: hello}\nsession:\n  go: {after: hello}\n"},
		{"a derived name", "methods:\n  hi: {from: client, params: {a: int}, result: Hi^Params}\n", "hello", spec, `!the name "HiParams" follows from that of the method "hi": rename that`},
		{"error", "errors:\n  B^usy: {code: 1}\nmethods:\n  go: {from: client, params: empty, result: empty, errors: [Busy]}\n", "Full", spec,
			"errors:\n  Full: {code: 1}\nmethods:\n  go: {from: client, params: empty, result: empty, errors: [Full]}\n"},
		{"role", "roles: [app, tool]\ntypes:\n  C: {fields: {f: bool = false}}\nmethods:\n  go: {from: to^ol, notify: {}, gate: tool.f}\n  hi: {from: app, params: {c: C}, result: empty}\ncapabilities: {tool: {type: C, at: params.c}}\n", "server", spec,
			"roles: [app, server]\ntypes:\n  C: {fields: {f: bool = false}}\nmethods:\n  go: {from: server, notify: {}, gate: server.f}\n  hi: {from: app, params: {c: C}, result: empty}\ncapabilities: {server: {type: C, at: params.c}}\n"},
		{"method with its kind", "methods:\n  ^hi: {from: client, params: empty, result: empty}\nsession:\n  method hi: {once: session}\n", "hello", wire, "methods:\n  hello: {from: client, params: empty, result: empty}\nsession:\n  method hello: {once: session}\n"},
		{"aligned comments", "types:\n  ^A: {fields: {x: int}}      # one\n  Other: {fields: {y: int}}  # two\n", "Longest", spec, "types:\n  Longest: {fields: {x: int}}  # one\n  Other: {fields: {y: int}}    # two\n"},
		{"default roles", "methods:\n  go: {from: cl^ient, notify: {}}\n", "app", spec, "!there is no name here that can be renamed"},
		{"a key", "ty^pes:\n  A: {fields: {}}\n", "app", spec, "!there is no name here that can be renamed"},
		{"empty", "types:\n  ^A: {fields: {}}\n", "", spec, "!the new name is empty"},
	} {
		text, at := marked(t, head+c.text)
		s := editor.Load(complete(source.NewFile("spec.yaml", []byte(text))))
		for _, d := range s.Diagnostics() {
			t.Errorf("%s: %s: %s", c.name, d.Span.Text(), d.Message)
		}
		edits, err := s.Rename("spec.yaml", at, c.to, c.what)
		got := strings.TrimPrefix(applied(s.File("spec.yaml"), edits), head)
		if err != nil {
			got = "!" + err.Error()
		}
		if got != c.want {
			t.Errorf("%s: it is now\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestSmallEdits: a rename replaces the lines that change, and no others.
func TestSmallEdits(t *testing.T) {
	text, at := marked(t, head+"types:\n  A:\n    fields:\n      ^first:\n        doc: One.\n        type: int\n  B: {fields: {x: int}}\n  C: {fields: {y: A}, examples: [{y: {first: 1}}]}\n")
	s := editor.Load(complete(source.NewFile("spec.yaml", []byte(text))))
	edits, err := s.Rename("spec.yaml", at, "second", editor.OnWire|editor.KeepOld)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range edits {
		got = append(got, e.Span.Text()+"→"+e.Text)
	}
	want := "      first:\n→      second:\n|→        was: [first]\n|  C: {fields: {y: A}, examples: [{y: {first: 1}}]}\n→  C: {fields: {y: A}, examples: [{y: {second: 1}}]}\n"
	if strings.Join(got, "|") != want {
		t.Errorf("the edits are\n%s\nwant\n%s", strings.Join(got, "|"), want)
	}
}
