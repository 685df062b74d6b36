package schemagen_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	whole "github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// keyPlaces has, for each kind of map in a spec, a place where one is allowed:
// KEY is a key of it. In the long form of a type, FORM selects its kind.
var keyPlaces = map[string]string{
	"":                  "KEY",
	"protocol":          "protocol: {KEY}",
	"addition":          "add: {A: {KEY}}",
	"defaults":          "defaults: {KEY}",
	"extensions":        "extensions: {KEY}",
	"dialect":           "dialect: {KEY}",
	"jsonrpc":           "dialect: {jsonrpc: {KEY}}",
	"id":                "dialect: {id: {KEY}}",
	"errorRules":        "dialect: {error: {KEY}}",
	"framing":           "dialect: {framing: {KEY}}",
	"shapes":            "dialect: {shapes: {KEY}}",
	"requestNames":      "dialect: {shapes: {tag: t, request: {KEY}, response: b, notification: c}}",
	"responseNames":     "dialect: {shapes: {tag: t, request: a, response: {KEY}, notification: c}}",
	"notificationNames": "dialect: {shapes: {tag: t, request: a, response: b, notification: {KEY}}}",
	"params":            "dialect: {params: {KEY}}",
	"batch":             "dialect: {batch: {KEY}}",
	"rate":              "dialect: {rate: {KEY}}",
	"errorRange":        "dialect: {error_ranges: {a: {KEY}}}",
	"gate":              "types: {A: {gate: {KEY}}}",
	"progress":          "methods: {a: {progress: {KEY}}}",
	"registration":      "methods: {a: {registration: {KEY}}}",
	"features":          "negotiation: {features: {KEY}}",
	"type":              "types: {A: {FORM, KEY}}",
	"field":             "types: {A: {fields: {a: {FORM, KEY}}}}",
	"union":             "types: {A: {union: {KEY}, variants: {}}}",
	"variant":           "types: {A: {union: {tag: t}, variants: {a: {KEY}}}}",
	"keep":              "types: {A: {union: {tag: t}, variants: {}, unknown: {KEY}}}",
	"group":             "types: {A: {fields: {}, present: [{KEY}]}}",
	"value":             "types: {A: {enum: {a: {KEY}}}}",
	"envelope":          "envelope: {KEY}",
	"event":             "events: {A: {fields: {}, KEY}}",
	"request":           "requests: {A: {fields: {}, KEY}}",
	"method":            "methods: {a: {KEY}}",
	"call":              "methods: {a: {examples: [{KEY}]}}",
	"error":             "errors: {A: {KEY}}",
	"capability":        "capabilities: {client: {KEY}}",
	"negotiation":       "negotiation: {KEY}",
	"session":           "session: {a: {KEY}}",
	"settling":          "session: {a: {settled_by: {KEY}}}",
	"cancel":            "session: {a: {cancel: {KEY}}}",
	"journal":           "journal: {KEY}",
	"after":             "types: {A: {since: {KEY}}}",
	"deprecated":        "types: {A: {deprecated: {KEY}}}",
	"extra":             "types: {A: {fields: {}, extra: {KEY}}}",
	"log":               "types: {A: {log: {KEY}}}",
	"lintOff":           "types: {A: {lint_off: {KEY}}}",
}

// forms are the kinds of types in the long form; some keys go with one of them.
var forms = []string{"fields: {}", "enum: [a]", "union: {tag: t}"}

// TestLanguageKeys compares the schema of the language with the parser: in every kind
// of map, both accept the same keys.
func TestLanguageKeys(t *testing.T) {
	data := whole.Targets().LanguageSchema()
	type shape struct{ Properties, PatternProperties map[string]any }
	var doc struct {
		shape
		Definitions map[string]shape
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	doc.Definitions[""] = doc.shape
	for name := range keyPlaces {
		if _, ok := doc.Definitions[name]; !ok {
			t.Errorf("no definition %q", name)
		}
	}
	for name, s := range doc.Definitions {
		place, ok := keyPlaces[name]
		if !ok {
			if len(s.Properties) > 0 {
				t.Errorf("definition %q has keys, but no place in this test", name)
			}
			continue
		}
		t.Run(name, func(t *testing.T) {
			var keys []string
			for key := range s.Properties {
				keys = append(keys, key)
			}
			for _, key := range parserKeys(t, place) {
				known := slices.Contains(keys, key)
				if built := slices.Contains(keyFaults(place, key), nil); built != known {
					t.Errorf("key %q: the parser accepts it: %t, the schema has it: %t", key, built, known)
				}
				keys = slices.DeleteFunc(keys, func(k string) bool { return k == key })
			}
			if len(keys) > 0 {
				t.Errorf("the parser does not have %q", keys)
			}
			built := slices.Contains(keyFaults(place, "x-a"), nil)
			if known := slices.Contains(slices.Collect(maps.Keys(s.PatternProperties)), "^x-."); built != known {
				t.Errorf("keys for other tools: the parser accepts them: %t, the schema has them: %t", built, known)
			}
		})
	}
}

// parserKeys returns the keys that the parser lists for an unknown one.
func parserKeys(t *testing.T, place string) []string {
	t.Helper()
	var keys []string
	for _, d := range keyFaults(place, "qqqqqqqqqqqq") {
		if d == nil {
			t.Fatalf("the parser accepts any key in %s", place)
		}
		list, ok := strings.CutPrefix(d.Help, "its keys are ")
		if !ok {
			t.Fatalf("the parser does not name its keys: %s", d.Help)
		}
		keys = append(keys, strings.Split(strings.Replace(list, "; and those of every element: ", ", ", 1), ", ")...)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// keyFaults returns the diagnostics of the parser for a key, at a place, in every form
// that the place may have. nil means none.
func keyFaults(place, key string) []*diag.Diagnostic {
	text := strings.Replace(place, "KEY", "\""+key+"\": x", 1)
	if !strings.Contains(place, "FORM") {
		return []*diag.Diagnostic{keyFault(text, key)}
	}
	var out []*diag.Diagnostic
	for _, form := range forms {
		if strings.HasPrefix(form, key+":") {
			return []*diag.Diagnostic{nil}
		}
		out = append(out, keyFault(strings.Replace(text, "FORM", form, 1), key))
	}
	return out
}

func keyFault(text, key string) *diag.Diagnostic {
	var r diag.Report
	syntax.Parse(source.NewFile("a.yaml", []byte(text+"\n")), &r, "go", "ts", "py")
	for _, d := range r.All() {
		if d.Code == diag.KeyUnknown && strings.Trim(d.Span.Text(), `"`) == key {
			return d
		}
	}
	return nil
}
