package compare_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/review/compare"
)

// TestWitnessAtItsPlace has edits whose shortest message is refused for another edit. Each error of the reader counted as
// that of the edit, and no other message was tried.
func TestWitnessAtItsPlace(t *testing.T) {
	for _, x := range []struct {
		name, spec, was, is string
		of                  string // rule and element
		confirmed           bool
		effect              string // of the message, a part
	}{
		{
			"the only way is refused before", "types: {P: {fields: {a: string}}}\nmethods: {run: {from: client, params: P, result: string}}",
			"a: string", "a: int, b: int", "field-added P.b", false, "params.a: expected an integer",
		},
		{
			"a longer way is not", "types: {In: {fields: {a: string}}, P: {fields: {bad: string, in: In}}, Q: {fields: {far: {fields: {in: In}}}}}\n" +
				"methods: {one: {from: client, notify: P}, two: {from: client, notify: Q}}",
			"types: {In: {fields: {a: string}}, P: {fields: {bad: string", "types: {In: {fields: {a: string, b: int}}, P: {fields: {bad: int",
			"field-added In.b", true, "params.far.in.b is missing",
		},
		{
			"another method is not", "types: {In: {fields: {a: string}}, P: {fields: {bad: string, in: In}}, Q: {fields: {in: In}}}\n" +
				"methods: {one: {from: client, notify: P}, two: {from: client, notify: Q}}",
			"types: {In: {fields: {a: string}}, P: {fields: {bad: string", "types: {In: {fields: {a: string, b: int}}, P: {fields: {bad: int",
			"field-added In.b", true, "params.in.b is missing",
		},
		{
			"another missing key", "types: {P: {fields: {a: string}}}\nmethods: {run: {from: client, notify: P}}",
			"a: string", "a: string, b: int, c: int", "field-added P.c", false, "params.b is missing",
		},
		{
			"a key of the same name elsewhere", "types: {In: {fields: {x: string}}, P: {fields: {b: string, in: In}}}\nmethods: {run: {from: client, notify: P}}",
			"In: {fields: {x: string}}, P: {fields: {b: string", "In: {fields: {x: string, b: int}}, P: {fields: {b: int", "field-added In.b", false, "params.b: expected an integer",
		},
		{
			"a value beside a missing key", "types: {P: {fields: {a: {enum: [x, y]}}}}\nmethods: {run: {from: client, notify: P}}",
			"a: {enum: [x, y]}", "a: {enum: [x]}, b: int", "enum-value-removed PA.y", true, "params.a",
		},
		{
			"a key that old peers miss and new ones drop", "types: {P: {fields: {a: string, gone: string}}}\nmethods: {run: {from: client, notify: P}}",
			"gone: string", "b: int", "field-removed P.gone", true, "params.gone is missing",
		},
		{
			"another default elsewhere in the message", "types: {In: {fields: {d: int = 1}}, P: {fields: {old: string, in: In}}}\nmethods: {run: {from: client, notify: P}}",
			"d: int = 1}}, P: {fields: {old: string", "d: int = 2}}, P: {fields: {new: {type: string, was: [old]}", "field-default In.d", true, "",
		},
		{
			"an earlier variant reads the shortest message", "types: {A: {extra: reject, fields: {v: int}}, B: {extra: reject, fields: {v: {type: int}, 'beta?': int}}, W: {type: 'A | B', match: ordered}}\nmethods: {run: {from: client, notify: {w: W}}}",
			"v: {type: int}", "v: {type: int, min: 8}", "limit-changed B.v", true, "params.w",
		},
		{
			"a field that is passed over is alone in its group", "types: {In: {fields: {size: int = 1}}, P: {fields: {'text?': string, 'path?': {type: In, on_error: unset}}, present: [{at_least_one: [text, path]}]}}\nmethods: {run: {from: client, notify: P}}",
			"size: int = 1", "size: int", "field-required In.size", true, "params",
		},
		{
			"without its key it is no variant", "types: {W: {union: {match: key}, variants: {v0: {name: A, fields: {z: float}}, v1: {name: B, fields: {only: 'int[]', path: int}}}}}\nmethods: {run: {from: client, notify: W}}",
			"only: 'int[]'", "only: 'int[] = []'", "field-optional B.only", true, "params: expected one of the keys",
		},
	} {
		t.Run(x.name, func(t *testing.T) {
			if !strings.Contains(x.spec, x.was) {
				t.Fatalf("the spec does not contain %q", x.was)
			}
			r := compare.Compare(protocol(t, x.spec), protocol(t, strings.Replace(x.spec, x.was, x.is, 1)))
			for _, f := range r.Findings {
				w := worst(f).Witness
				switch {
				case f.Rule.ID+" "+f.Element != x.of:
				case w == nil:
					t.Errorf("no message shows %s", x.of)
					return
				case w.Confirmed != x.confirmed || !strings.Contains(w.Effect, x.effect):
					t.Errorf("confirmed %t, want %t: %s\n%s", w.Confirmed, x.confirmed, w.Text, w.Effect)
					return
				default:
					return
				}
			}
			t.Errorf("no %s in%s", x.of, lines(r))
		})
	}
}

// TestOneAcceptedMessageLowersNothing has messages of old peers that a later variant of a union by order reads. The level
// is lower only where that variant reads all of them: it was for one.
func TestOneAcceptedMessageLowersNothing(t *testing.T) {
	for _, x := range []struct {
		name, first, is, later string
		finding                string
		want                   compare.Level
		confirmed              bool
	}{
		{"a key with some value", "extra: keep, fields: {'a?': string}", "extra: reject, fields: {'a?': string}", "map<any[]>", "undeclared-keys P", compare.Break, true},
		{"a missing key", "fields: {a: 'int[] = [1]'}", "fields: {a: 'int[]'}", "map<string>", "field-required P.a", compare.Danger, true},
		{"a missing key beside another one", "fields: {a: 'int[] = [1]', 'b?': int}", "fields: {a: 'int[]', 'b?': int}", "map<string>", "field-required P.a", compare.Break, false},
		{"a key that a later variant keeps", "extra: reject, fields: {v: int, w: int}", "extra: reject, fields: {v: int}", "Q", "field-removed P.w", compare.Danger, true},
		{"a value in a field", "fields: {id: string, a: 'bool = false'}", "fields: {id: string, a: {const: 1}}", "Z", "type-changed P.a", compare.Danger, true},
		{"a key that a later variant refuses", "extra: reject, fields: {v: int, w: string}", "extra: reject, fields: {v: int}", "map<int>", "field-removed P.w", compare.Break, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			spec := func(p string) string {
				return "types: {P: {" + p + "}, Q: {extra: keep, fields: {v: int, 'x?': string}}, Z: {fields: {'z?': bool}}, W: {type: 'P | string | " + x.later + "', match: ordered}}\nmethods: {run: {from: client, notify: {w: W}}}"
			}
			r := compare.Compare(protocol(t, spec(x.first)), protocol(t, spec(x.is)))
			for _, f := range r.Findings {
				v := f.Verdicts[compare.OldClient]
				if f.Rule.ID+" "+f.Element != x.finding {
					continue
				}
				if v.Level != x.want || v.Witness == nil || v.Witness.Confirmed != x.confirmed {
					t.Errorf("%s, want %s: %+v", v.Level, x.want, v.Witness)
				}
				return
			}
			t.Errorf("no %s in%s", x.finding, lines(r))
		})
	}
}
