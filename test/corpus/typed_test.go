package corpus

import "testing"

const typedSample = `{"id":"a","kind":"type","type":"Point","input":{"x":1.0},"expect":{"result":"valid","normal":{"x":1}}}
{"id":"b","kind":"type","type":"Fault","input":{},"expect":{"result":"invalid"}}
{"id":"c","kind":"frame","input_hex":"00","expect":{"error":"TooLong"}}
`

func TestTypedCases(t *testing.T) {
	vectors, err := Parse([]byte(typedSample))
	if err != nil {
		t.Fatal(err)
	}
	places := map[string]Place{"Fault": {Type: "Message", Before: `{"error":`, After: `}`}}
	for _, test := range []struct{ differences, kept, want string }{
		{`[]`, "a", ""},
		{`[]`, "z", "z: said to be kept, but there is no such vector"},
		{`[{"id":"b","original":"o","ours":"w","reason":"r","result":"valid","unfit":"u"}]`, "a", ""},
		{`[{"id":"b","original":"o","ours":"w","reason":"r","result":"invalid"}]`, "a", "b: listed as a difference, but is none"},
		{`[{"id":"c","original":"o","ours":"w","reason":"r","result":"invalid"}]`, "a", "c: listed as a difference, but there is no such vector"},
	} {
		differences, err := ParseDifferences([]byte(test.differences))
		if err != nil {
			t.Fatal(err)
		}
		cases, err := TypedCases(vectors, differences, places, test.kept)
		if errorText(err) != test.want {
			t.Errorf("%s, %s: got %q, want %q", test.differences, test.kept, errorText(err), test.want)
		}
		if err != nil {
			continue
		}
		if len(cases) != 2 || cases[0].Type != "Point" || !cases[0].Want.Kept || cases[1].Type != "Message" || cases[1].Text != `{"error":{}}` {
			t.Errorf("the cases are %+v", cases)
		}
	}
}
