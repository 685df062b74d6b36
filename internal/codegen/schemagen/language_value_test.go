package schemagen

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// valueOf leaves out no keyword that a shape leads to.
func TestValueOfShapes(t *testing.T) {
	shapes := *reflected()
	shapes.Version = "" // which draft it is, Language says
	data, err := json.Marshal(&shapes)
	if err != nil {
		t.Fatal(err)
	}
	// Both drafts have the older keyword; the suffix shape is only used in this package.
	words := strings.NewReplacer("$defs", "definitions", `Shape"`, `"`)
	d := json.NewDecoder(strings.NewReader(words.Replace(string(data))))
	d.UseNumber()
	want := ordered(d)
	got := valueOf(&shapes)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the JSON is\n%s\nand the value\n%s", want.JSON(), got.JSON())
	}
}

// ordered is the next value of a JSON text, with its members in their order.
func ordered(d *json.Decoder) model.Value {
	token, _ := d.Token()
	switch token := token.(type) {
	case bool:
		return boolean(token)
	case string:
		return text(token)
	case json.Number:
		return model.Value{Kind: model.NumberValue, Text: token.String()}
	case json.Delim:
		out := model.Value{Kind: model.ListValue}
		for d.More() {
			if token == '[' {
				out.Items = append(out.Items, ordered(d))
				continue
			}
			key, _ := d.Token()
			out.Members = append(out.Members, model.Member{Key: key.(string), Value: ordered(d)})
		}
		if token == '{' {
			out.Kind = model.ObjectValue
		}
		_, _ = d.Token() // its end
		return out
	default:
		return model.Value{Kind: model.NullValue}
	}
}
