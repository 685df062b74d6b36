package gogen

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
)

// TestTags: a tag of a field means its key to encoding/json, and, by the rules of
// encoding/json/v2 that staticcheck applies, to that too. A key with an apostrophe had
// a tag that the one ignored and the other refused.
func TestTags(t *testing.T) {
	keys := []string{"-", "", "a,b", "'a' b", "a'b", "'", "'a'", `a"b`, `a\b`, "a`b", "é", "日本", "a b", " a", "👍", "a\u00a0b", "€", "a\u0301", "string", "omitempty", "٣"}
	for c := range rune(0x80) {
		keys = append(keys, string(c), "a"+string(c), string(c)+"a")
	}
	tags := 0
	for _, key := range keys {
		for _, optional := range []bool{false, true} {
			source := fmt.Sprintf("%#v", jen.Struct(tagged(jen.Id("F").String(), key, optional)))
			expr, err := parser.ParseExpr(source)
			if err != nil {
				t.Fatalf("%q: %v\n%s", key, err, source)
			}
			lit := expr.(*ast.StructType).Fields.List[0].Tag
			if lit == nil {
				continue
			}
			tags++
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			tag := reflect.StructTag(text)
			typ := reflect.StructOf([]reflect.StructField{{Name: "F", Type: reflect.TypeFor[string](), Tag: tag}})
			value := reflect.New(typ).Elem()
			value.Field(0).SetString("x")
			data, err := json.Marshal(value.Interface())
			if err != nil {
				t.Fatal(err)
			}
			var got map[string]string
			if err := json.Unmarshal(data, &got); err != nil || len(got) != 1 || got[key] != "x" {
				t.Errorf("%q: the tag %s writes %s", key, tag, slices.Collect(maps.Keys(got)))
			}
			name, _, _ := strings.Cut(tag.Get("json"), ",")
			if name != key || strings.ContainsAny(name, ",\\'\"`") {
				t.Errorf("%q: malformed in encoding/json/v2: %s", key, tag)
			}
		}
	}
	if tags < 200 {
		t.Errorf("only %d tags", tags)
	}
}
