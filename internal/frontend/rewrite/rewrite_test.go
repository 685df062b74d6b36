package rewrite_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/layout"
	"github.com/wiregen/wiregen/internal/frontend/rewrite"
	"github.com/wiregen/wiregen/internal/source"
)

type files = rewrite.Files

func since(w *files, at source.Span) []source.Edit  { return w.Set(at, "since", `"2"`) }
func was(w *files, at source.Span) []source.Edit    { return w.Add(at, "was", "on") }
func loosen(w *files, at source.Span) []source.Edit { return w.Loosen(at, "f", true, false) }
func orNull(w *files, at source.Span) []source.Edit { return w.Loosen(at, "f", true, true) }
func number(w *files, at source.Span) []source.Edit {
	return w.Number(at, "2", []*source.File{at.File}, false)
}
func offered(w *files, at source.Span) []source.Edit {
	return w.Number(at, "2", []*source.File{at.File}, true)
}
func another(w *files, at source.Span) []source.Edit {
	return w.Renumber(at, "2", []*source.File{at.File})
}

// TestEdits edits the element at § in one notation each. The results have the layout of
// wiregen fmt, as the texts before do.
func TestEdits(t *testing.T) {
	for _, c := range []struct {
		name          string
		edit          func(w *files, at source.Span) []source.Edit
		before, after string // "" for no edits
	}{
		{"a type", since, "fields:\n  §f: string\n", "fields:\n  f: {type: string, since: \"2\"}\n"},
		{"a type with brackets", since, "fields:\n  §f: string[]  # some\n", "fields:\n  f: {type: \"string[]\", since: \"2\"}  # some\n"},
		{"a type in quotes", since, "fields:\n  §f: \"[int, int]\"\n", "fields:\n  f: {type: \"[int, int]\", since: \"2\"}\n"},
		{"a type with a default", since, "fields: {§f: int = 3, g: int}\n", "fields: {f: {type: int = 3, since: \"2\"}, g: int}\n"},
		{"a list of types", since, "types:\n  §f: [string, bool]\n", "types:\n  f: {type: [string, bool], since: \"2\"}\n"},
		{"a key in quotes", since, "fields: {\"§f?\": string}\n", "fields: {\"f?\": {type: string, since: \"2\"}}\n"},
		{"the doc of a value", since, "enum:\n  §f: Some, more.\n", "enum:\n  f: {doc: \"Some, more.\", since: \"2\"}\n"},
		{"the payload of a variant", since, "variants:\n  §f: Text\n", "variants:\n  f: {payload: Text, since: \"2\"}\n"},
		{"an empty map", since, "enum: {§f: {}}\n", "enum: {f: {since: \"2\"}}\n"},
		{"a map in brackets", since, "fields: {§f: {type: int, min: 1}}\n", "fields: {f: {type: int, since: \"2\", min: 1}}\n"},
		{"a map without a type", since, "methods:\n  §f: {from: client, notify: {a: int}}\n", "methods:\n  f: {since: \"2\", from: client, notify: {a: int}}\n"},
		{"brackets over several lines", since, "methods:\n  §f: {\n    from: client,\n    result: empty\n  }\n", "methods:\n  f: {\n    since: \"2\", from: client,\n    result: empty\n  }\n"},
		{"a map", since, "types:\n  §f:\n    doc: A thing.\n    fields:\n      a: int\n", "types:\n  f:\n    doc: A thing.\n    since: \"2\"\n    fields:\n      a: int\n"},
		{"a map with a text of several lines", since, "types:\n  §f:\n    doc: |\n      A thing.\n    fields:\n      a: int\n", "types:\n  f:\n    since: \"2\"\n    doc: |\n      A thing.\n    fields:\n      a: int\n"},
		{"a map with comments", since, "types:\n  §f:  # the first\n    # what it has\n    fields:  # of all\n      a: int\n", "types:\n  f:  # the first\n    since: \"2\"\n    # what it has\n    fields:  # of all\n      a: int\n"},
		{"comments in a column", since, "fields:\n  a: int  # one\n  §f: int  # two\n", "fields:\n  a: int                      # one\n  f: {type: int, since: \"2\"}  # two\n"},
		{"lines that end otherwise", since, "types:\r\n  §f:\r\n    fields:\r\n      a: int\r\n", "types:\r\n  f:\r\n    since: \"2\"\r\n    fields:\r\n      a: int\r\n"},
		{"another value", since, "fields:\n  §f: {type: int, since: \"1\"}\n", "fields:\n  f: {type: int, since: \"2\"}\n"},
		{"a value that is a map", since, "fields:\n  §f: {type: int, since: {after: \"1\"}}\n", ""},
		{"a type over several lines", since, "fields:\n  §f: int\n    | string\n", ""},
		{"a doc over several lines", since, "enum:\n  §f: |\n    Some.\n", ""},
		{"a value on the next line", since, "fields:\n  §f:\n    int\n", ""},
		{"a key in long form", since, "types:\n  ? §f\n  : fields:\n      a: int\n", ""},

		{"an older name", was, "fields:\n  §f: string\n", "fields:\n  f: {type: string, was: [\"on\"]}\n"},
		{"one more older name", was, "fields:\n  §f: {type: string, was: [a, b]}\n", "fields:\n  f: {type: string, was: [a, b, \"on\"]}\n"},
		{"older names below each other", was, "fields:\n  §f:\n    type: string\n    was:\n      - a\n", ""},
		{"a value of a list", was, "enum: [a, §f, \"404\"]\n", "enum: {a: {}, f: {was: [\"on\"]}, \"404\": {}}\n"},
		{"a value of a list in lines", was, "enum:\n  - a\n  - §f  # this one\n", "enum:\n  a: {}\n  f: {was: [\"on\"]}  # this one\n"},
		{"a value of a list that is not indented", was, "enum:\n- a\n- §f\n", ""},
		{"a value of a list over lines", was, "enum: [a,\n  §f]\n", ""},
		{"an item of another list", was, "include: [a, §f]\n", ""},

		{"a field", loosen, "fields:\n  §f: string\n", "fields:\n  f?: string\n"},
		{"a field in brackets", loosen, "fields: {§f: string}\n", "fields: {\"f?\": string}\n"},
		{"a field in quotes", loosen, "fields: {\"§f\": string}\n", "fields: {\"f?\": string}\n"},
		{"another field", loosen, "fields: {§g: string}\n", ""},
		{"a type or null", orNull, "fields:\n  §f: string\n", "fields:\n  f?: string | null\n"},
		{"a type in brackets or null", orNull, "fields: {\"§f\": {type: \"string[]\"}}\n", "fields: {\"f?\": {type: \"string[] | null\"}}\n"},
		{"an optional type or null", orNull, "fields:\n  §f?: string = \"a=b\"\n", "fields:\n  f?: string | null = \"a=b\"\n"},
		{"a struct or null", orNull, "fields: {§f: {fields: {a: int}}}\n", ""},

		{"a version", number, "protocol: {name: demo, version: §\"1\"}\n", "protocol: {name: demo, version: \"2\"}\n"},
		{"a version that is named", number, "protocol: {name: demo, version: §\"1\"}\ntypes: {A: {since: \"1\", fields: {}}}\n", "protocol: {name: demo, version: \"2\", versions: [\"1\", \"2\"]}\ntypes: {A: {since: \"1\", fields: {}}}\n"},
		{"a version that is named, in lines", number, "protocol:\n  version: §\"1\"\n  name: demo\ntypes: {A: {deprecated: {since: \"1\"}, fields: {}}}\n", "protocol:\n  version: \"2\"\n  versions: [\"1\", \"2\"]\n  name: demo\ntypes: {A: {deprecated: {since: \"1\"}, fields: {}}}\n"},
		{"a version that peers offer", offered, "protocol: {name: demo, version: §\"1\"}\nnegotiation: {method: open, offer: params.versions}\n", "protocol: {name: demo, version: \"2\", versions: [\"1\", \"2\"]}\nnegotiation: {method: open, offer: params.versions}\n"},
		{"a version of a list", number, "protocol: {version: §\"1\", versions: [\"0\", \"1\"]}\n", "protocol: {version: \"2\", versions: [\"0\", \"1\", \"2\"]}\n"},
		{"a version of a list in lines", number, "protocol:\n  version: §\"1\"\n  versions:\n    - \"1\"\n", ""},
		{"a version that was not released", another, "protocol: {version: §\"1\", versions: [\"0\", \"1\"]}\ntypes: {A: {since: \"1\", fields: {a: {type: string = \"1\", since: {after: \"0\"}}}, examples: [{since: \"1\"}]}}\n", "protocol: {version: \"2\", versions: [\"0\", \"2\"]}\ntypes: {A: {since: \"2\", fields: {a: {type: string = \"1\", since: {after: \"0\"}}}, examples: [{since: \"1\"}]}}\n"},
	} {
		at := strings.Index(c.before, "§")
		f := source.NewFile(c.name, []byte(strings.Replace(c.before, "§", "", 1)))
		end := at + 1
		if f.Text[at] == '"' {
			end = at + 3
		}
		got := c.edit(&files{}, source.Span{File: f, Start: at, End: end})
		text := ""
		if got != nil {
			text = string(f.Edited(got))
		}
		if text != c.after {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, text, c.after)
		}
		var r diag.Report
		if again := string(layout.Format(source.NewFile(c.name, []byte(text)), &r)); text != "" && again != strings.ReplaceAll(text, "\r", "") {
			t.Errorf("%s: wiregen fmt makes of it:\n%s", c.name, again)
		}
	}
}

// TestUnread edits a file that is not YAML, and places in none.
func TestUnread(t *testing.T) {
	f := source.NewFile("bad", []byte("a: [\n"))
	var w files
	if w.Set(source.Span{File: f, End: 1}, "since", "1") != nil || w.Number(source.Span{File: f, End: 1}, "2", nil, true) != nil || w.Set(source.Span{}, "since", "1") != nil {
		t.Error("it is edited")
	}
}
