package codec_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/wirert/codec"
)

// The arms of an ordered union lead back to it, and the first of them fails
// only behind what is nested: each value is tried once all the same, where
// trying again within each trial would take for ever.
func TestDeepOrderedUnion(t *testing.T) {
	table := codec.Table{Types: []codec.Type{
		{Name: "Chain", Form: codec.Ordered, Kinds: 1<<codec.KindObject | 1<<codec.KindNumber, Expected: []string{"an object", "an integer"}, Arms: []codec.TypeID{1, 2, 3, codec.Int}},
		{Name: "Counted", Fields: []codec.Field{{Name: "next", Type: 0}, {Name: "count", Type: codec.Int}}},
		{Name: "Named", Fields: []codec.Field{{Name: "next", Type: 0}, {Name: "name", Type: codec.String}}},
		{Name: "Link", Fields: []codec.Field{{Name: "next", Type: 0}}},
	}}
	const depth = 900
	text := strings.Repeat(`{"next":`, depth) + "5" + strings.Repeat("}", depth)
	if err := table.Verify("Chain", []byte(text), codec.Options{}); err != nil {
		t.Error(err)
	}
	bad := strings.Repeat(`{"next":`, depth) + "true" + strings.Repeat("}", depth)
	err := table.Verify("Chain", []byte(bad), codec.Options{})
	if err == nil || err.Error() != "expected a variant of Chain, found an object" {
		t.Error(err)
	}
}

// filter is a union that is distinguished by its keys, and whose key does not
// come first.
type filter struct {
	not  *filter
	leaf bool
}

var filters = codec.Table{Types: []codec.Type{
	{Name: "Filter", Form: codec.ByKey, Variants: []codec.Variant{{Key: "leaf", Type: 2}, {Key: "not", Type: 1}}},
	{Name: "Not", Fields: []codec.Field{{Name: "pad", Type: codec.String}, {Name: "not", Type: 0}}},
	{Name: "Leaf", Fields: []codec.Field{{Name: "leaf", Type: codec.Bool}}},
}}

func readFilter(d *codec.Decoder) *filter {
	v := new(filter)
	switch d.FindKey("leaf", "not") {
	case 1:
		for d.BeginObject(); d.NextKey(); {
			if string(d.Name) == "not" {
				v.not = readFilter(d)
			} else {
				d.Skip()
			}
		}
	case 0:
		d.BeginObject()
		d.NextKey()
		v.leaf = d.Bool()
		d.NextKey()
	default:
		d.Fail()
	}
	return v
}

// Looking for the key at every level would take depth times size; the table
// reader notes what it found instead.
func TestDeepUnionByKey(t *testing.T) {
	const depth = 900
	level := `{"pad":"` + strings.Repeat("x", 100) + `","not":`
	text := strings.Repeat(level, depth) + `{"leaf":true}` + strings.Repeat("}", depth)
	if _, ok := codec.Fast([]byte(text), readFilter); ok {
		t.Error("the fast reader looks ahead without end")
	}
	v, err := codec.Decode([]byte(text), &filters, 0, readFilter)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; v.not != nil; v = v.not {
		n++
	}
	if n != depth || !v.leaf {
		t.Errorf("%d levels, leaf %v", n, v.leaf)
	}
	_, err = codec.Decode([]byte(`{"pad":"","not":{"other":1}}`), &filters, 0, readFilter)
	if err == nil || err.Error() != `not: expected one of the keys "leaf", "not", found an object` {
		t.Error(err)
	}
}
