package compare_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
)

// The specs of the tests of names that are used again.
const (
	save = "methods: {save: {from: client, notify: Note}}\n"
	note = "types: {Note: {fields: {text: string}}}\n" + save
	enum = "types: {Level: {enum: {low: {value: 1}, mid: {value: 2}}}, Note: {fields: {level: Level}}}\n" + save
	part = "types: {Note: {union: {tag: t}, variants: {text: {name: Text, fields: {text: string}}}}}\n" + save
	evs  = "envelope: {name: Envelope, tag: type, content: payload}\nevents: {Said: {fields: {text: string}}}\nmethods: {event: {from: agent, notify: Event}}\n"
	errs = "errors: {BUSY: {code: -32000}}\nmethods: {ask: {from: client, result: empty}}\n"
)

// TestReuse adds names that an older version had or reserved.
func TestReuse(t *testing.T) {
	with := func(text, old, more string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("%q is not in %q", old, text)
		}
		return strings.Replace(text, old, more, 1)
	}
	for _, c := range []struct {
		name       string
		released   []string
		old, today string
		want       []string // rule, element and reason
	}{
		{"a field with another type", []string{with(note, "text: string", "text: string, size: int")}, note, with(note, "text: string", "text: string, size: {type: string, since: \"9\"}"),
			[]string{"name-reused Note.size: version 1 has it with another meaning"}},
		{"a field as it was", []string{with(note, "text: string", "text: string, \"size?\": int")}, note, with(note, "text: string", "text: string, \"size?\": {type: int, since: \"9\"}"), nil},
		{"a field that is required now", []string{with(note, "text: string", "text: string, \"size?\": int")}, note, with(note, "text: string", "text: string, size: {type: int, since: \"9\"}"), nil},
		{"a field that the old version has", []string{with(note, "text: string", "text: string, size: string")}, with(note, "text: string", "text: string, size: int"), with(note, "text: string", "text: string, size: int"), nil},
		{"an older name", []string{with(note, "text: string", "text: string, size: int")}, with(note, "text: string", "text: string, length: int"), with(note, "text: string", "text: string, size: {type: int, was: [length]}"), nil},
		{"the newest version that has it", []string{with(note, "text: string", "text: string, size: int"), with(note, "text: string", "text: string, size: bool"), note}, note, with(note, "text: string", "text: string, size: {type: string, since: \"9\"}"),
			[]string{"name-reused Note.size: version 2 has it with another meaning"}},
		{"a number of an enum", []string{enum}, with(enum, ", mid: {value: 2}", ""), with(enum, "mid: {value: 2}", "high: {value: 2, since: \"9\"}"),
			[]string{"name-reused Level.2: version 1 has it with another meaning"}},
		{"a value as it was", []string{enum}, with(enum, ", mid: {value: 2}", ""), with(enum, "mid: {value: 2}", "mid: {value: 2, since: \"9\"}"), nil},
		{"a variant with other fields", []string{with(part, "{text: {name", "{image: {name: Image, fields: {url: string}}, text: {name")}, part, with(part, "{text: {name", "{image: {name: Image, since: \"9\", fields: {data: bytes}}, text: {name"),
			[]string{"name-reused Note.image: version 1 has it with another meaning: Image.data, field added"}},
		{"an event with another type", []string{with(evs, "events: {", "events: {Done: {fields: {at: int}}, ")}, evs, with(evs, "events: {", "events: {Done: {since: \"9\", fields: {at: string}}, "),
			[]string{"name-reused event Done: version 1 has it with another meaning: Done.at, type changed"}},
		{"a method of another kind", []string{with(note, "methods: {", "methods: {load: {from: client, result: empty}, ")}, note, with(note, "methods: {", "methods: {load: {from: client, since: \"9\", notify: empty}, "),
			[]string{"name-reused load: version 1 has it with another meaning"}},
		{"a method with other params", []string{with(note, "methods: {", "methods: {load: {from: client, params: {name: string}, result: empty}, ")}, note, with(note, "methods: {", "methods: {load: {from: client, since: \"9\", params: {name: int}, result: empty}, "),
			[]string{"name-reused load: version 1 has it with another meaning: LoadParams.name, type changed"}},
		{"a code of another error", []string{with(errs, "}}", "}, FULL: {code: -32001}}")}, errs, with(errs, "}}", "}, LATE: {code: -32001, since: \"9\"}}"),
			[]string{"name-reused LATE: version 1 has it with another meaning"}},
		{"an error with another code", []string{with(errs, "}}", "}, FULL: {code: -32001}}")}, errs, with(errs, "}}", "}, FULL: {code: -32002, since: \"9\"}}"),
			[]string{"name-reused FULL: version 1 has it with another meaning"}},
		{"a type that messages do not name", []string{with(note, "types: {", "types: {Size: {fields: {a: int}}, ")}, note, with(note, "types: {", "types: {Size: {since: \"9\", fields: {a: string}}, "), nil},

		{"a reserved field", nil, with(note, "{fields", "{reserved: [size, length], fields"), with(note, "text: string", "text: string, \"size?\": {type: int, since: \"9\"}"),
			[]string{"name-reused Note.size: the old version reserves the name: it meant something else before", "reserved-removed Note.length: the name may be used again, and meant something else before"}},
		{"a reserved field as an older name", nil, with(note, "{fields", "{reserved: [size], fields"), with(note, "text: string", "text: {type: string, was: [size]}"),
			[]string{"name-reused Note.text: the old version reserves the name: it meant something else before"}},
		{"a reserved value", nil, "types: {Level: {reserved: [high], enum: [low]}, Note: {fields: {level: Level}}}\n" + save, "types: {Level: {enum: {low: {}, high: {since: \"9\"}}}, Note: {fields: {level: Level}}}\n" + save,
			[]string{"name-reused Level.high: the old version reserves the name: it meant something else before"}},
		{"a reserved tag", nil, with(part, "{union", "{reserved: [image], union"), with(part, "{text: {name", "{image: {name: Image, since: \"9\", fields: {data: bytes}}, text: {name"),
			[]string{"name-reused Note.image: the old version reserves the name: it meant something else before"}},
		{"names of the whole spec", nil, "reserved: [load, Done, FULL, Size, gone]\n" + evs, with(with(evs, "events: {", "events: {Done: {since: \"9\"}, "), "methods: {", "errors: {FULL: {code: 1, since: \"9\"}}\ntypes: {Size: {since: \"9\", fields: {a: int}}}\nmethods: {load: {since: \"9\", from: client, notify: empty}, "),
			[]string{"name-reused event Done", "name-reused FULL", "name-reused Size", "name-reused load", "reserved-removed gone"}},
		{"names that stay reserved", nil, "reserved: [load]\n" + with(note, "{fields", "{reserved: [size], fields"), "reserved: [load]\n" + with(note, "{fields", "{reserved: [size], fields"), nil},
		{"a type that is gone", nil, with(note, "types: {", "types: {Size: {reserved: [b], fields: {a: int}}, "), note, nil},
	} {
		got := reuseFindings(t, c.name, c.released, c.old, c.today, c.want)
		slices.Sort(got)
		slices.Sort(c.want)
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: -want +got:\n%s", c.name, d)
		}
	}
}

// reuseFindings are the findings about names that are used again, with the reasons of want for
// those that begin like them.
func reuseFindings(t *testing.T, name string, releases []string, old, today string, want []string) []string {
	head := func(version, text string) *model.Protocol {
		return compileExample(t, name, "wiregen: 1\nprotocol: {name: demo, version: \""+version+"\"}\n"+text)
	}
	var released []*model.Protocol
	for i, text := range releases {
		released = append(released, head(string(rune('1'+i)), text))
	}
	r := compare.Compare(head("8", old), head("9", today))
	r.AddReleases(released)
	var got []string
	for _, f := range r.Findings {
		if f.Rule.ID != "name-reused" && f.Rule.ID != "reserved-removed" {
			continue
		}
		line := f.Rule.ID + " " + f.Element + ": " + f.Verdicts[compare.Upkeep].Why
		if i := slices.IndexFunc(want, func(w string) bool { return strings.HasPrefix(line, w+": ") }); i >= 0 {
			line = want[i] // the reason is that of the others
		}
		got = append(got, line)
		if f.NewAt.IsZero() {
			t.Errorf("%s: %s has no place", name, line)
		}
	}
	return got
}

// TestReuseSince looks at versions that are not older than the old one: what they have is
// no name from before it.
func TestReuseSince(t *testing.T) {
	head := func(version, fields string) *model.Protocol {
		return compileExample(t, version, "wiregen: 1\nprotocol: {name: demo, version: \""+version+"\"}\ntypes: {Note: {fields: {"+fields+"}}}\nmethods: {save: {from: client, notify: Note}}\n")
	}
	for version, want := range map[string]int{"7": 1, "8": 0, "8.5": 0} {
		r := compare.Compare(head("8", "text: string"), head("9", "text: string, size: {type: string, since: \"9\"}"))
		r.AddReleases([]*model.Protocol{head(version, "text: string, size: int")})
		if n := len(slices.DeleteFunc(r.Findings, func(f *compare.Finding) bool { return f.Rule.ID != "name-reused" })); n != want {
			t.Errorf("with version %s: %d findings", version, n)
		}
	}
}
