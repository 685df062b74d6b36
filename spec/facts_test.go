package spec_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/modeljson"
)

// passing are the members of the documents that change nothing in what the spec means.
var passing = []string{"doc", "file", "line", "column", "examples", "hot"}

// factsOf is what a spec means, by paths of names: "types/StepBegin/fields/n/type/kind" is
// "int". The version of an element is at its path, a space, and "since"; "1.5+" is after 1.5.
func factsOf(t *testing.T, p *model.Protocol) map[string]string {
	t.Helper()
	out := make(map[string]string)
	flatten(out, "", asJSON(t, modeljson.NewDocument(p)))
	return out
}

// rowsOf is what a spec means on the wire, with the order of everything.
func rowsOf(t *testing.T, p *model.Protocol) any {
	t.Helper()
	var text bytes.Buffer
	if err := modeljson.WriteLowered(&text, lower.New(p)); err != nil {
		t.Fatal(err)
	}
	return asJSON(t, json.RawMessage(text.Bytes()))
}

// asJSON is v without the members in passing.
func asJSON(t *testing.T, v any) any {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return strip(out)
}

func strip(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range passing {
			delete(v, key)
		}
		for key, member := range v {
			v[key] = strip(member)
		}
	case []any:
		for i, item := range v {
			v[i] = strip(item)
		}
	}
	return v
}

func flatten(out map[string]string, path string, v any) {
	switch v := v.(type) {
	case map[string]any:
		if since, ok := v["since"].(string); ok {
			if v["since_after"] == true {
				since += "+"
			}
			out[path+" since"] = since
		}
		for key, member := range v {
			if key != "since" && key != "since_after" {
				flatten(out, join(path, key), member)
			}
		}
		if len(v) == 0 {
			out[path] = "{}"
		}
	case []any:
		for i, item := range v {
			flatten(out, join(path, nameOf(item, i)), item)
		}
		if len(v) == 0 {
			out[path] = "[]"
		}
	default:
		if _, twice := out[path]; twice {
			panic(path + " is the path of two facts")
		}
		out[path] = fmt.Sprint(v)
	}
}

func join(path, name string) string { return strings.TrimPrefix(path+"/"+name, "/") }

// nameOf identifies an item of a list. An item without a name has its number.
func nameOf(item any, i int) string {
	switch item := item.(type) {
	case string:
		return item
	case map[string]any:
		for _, key := range []string{"name", "tag", "value", "role", "of"} {
			if name, ok := item[key].(string); ok {
				return name
			}
		}
	}
	return strconv.Itoa(i)
}

// prefixes are the elements that a path is within, and then the path itself.
func prefixes(path string) []string {
	path, _, _ = strings.Cut(path, " ")
	var out []string
	for i, c := range path {
		if c == '/' {
			out = append(out, path[:i])
		}
	}
	return append(out, path)
}

// within reports whether path is one of the elements, or within one.
func within(path string, elements []string) bool {
	return slices.ContainsFunc(prefixes(path), func(p string) bool { return slices.Contains(elements, p) })
}

// compareVersions compares two versions number by number.
func compareVersions(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		m, errM := strconv.Atoi(x)
		n, errN := strconv.Atoi(y)
		if errM != nil || errN != nil {
			panic(fmt.Sprintf("not versions: %q, %q", a, b))
		}
		return m - n
	})
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
