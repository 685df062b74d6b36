package corpus

import (
	"strings"
	"testing"
)

const sample = `{"id":"a","kind":"envelope","input":{"type":"Begin","payload":{"n":1.0}},"expect":{"result":"roundtrip","normal":{"type":"Begin","payload":{"n":1}},"class":"event"}}
{"id":"b","kind":"envelope","input":5,"expect":{"result":"invalid"}}
{"id":"c","kind":"rpc_out","input":"{\"id\":\"1\",\"result\":{}}","expect":{"result":"roundtrip"}}
{"id":"d","kind":"doc_example","input":{"method":"go","id":"1"},"expect":{"result":"valid","shape":"request"}}
{"id":"e","kind":"doc_example","input":{"id":"1","result":{"x":1}},"expect":{"result":"valid","shape":"result"}}
{"id":"f","kind":"wire_file","input":[],"expect":{}}
`

var sampleTypes = Types{Envelope: "Envelope", Methods: map[string]string{"go": "GoResult"}}

func sampleCases(t *testing.T, differences string) ([]Case, error) {
	t.Helper()
	vectors, err := Parse([]byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	list, err := ParseDifferences([]byte(differences))
	if err != nil {
		t.Fatal(err)
	}
	return Cases(vectors, list, sampleTypes)
}

func TestCases(t *testing.T) {
	cases, err := sampleCases(t, `[]`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range cases {
		got = append(got, c.Vector+" "+c.Type)
	}
	want := "a Envelope, a Event, a Request, b Envelope, c Message, d Message, e Message, e GoResult"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("cases are %s, want %s", s, want)
	}
}

func TestDifferencesMustOccur(t *testing.T) {
	for _, test := range []struct{ differences, want string }{
		{`[{"id":"b","original":"o","ours":"w","reason":"r","result":"invalid"}]`, "b: listed as a difference, but is none"},
		{`[{"id":"z","original":"o","ours":"w","reason":"r","result":"invalid"}]`, "z: listed as a difference, but there is no such vector"},
		{`[{"id":"a","original":"o","ours":"w","reason":"r","result":"valid","normal":{"type":"Begin","payload":{"n":1.0}}}]`, "a: listed as a difference, but is none"},
		{`[{"id":"a","original":"o","ours":"w","reason":"r","result":"valid","normal":{"type":"Begin","payload":{"n":2}}}]`, ""},
	} {
		_, err := sampleCases(t, test.differences)
		if got := errorText(err); got != test.want {
			t.Errorf("%s\n\tgot  %q\n\twant %q", test.differences, got, test.want)
		}
	}
}

func TestDifferencesAreComplete(t *testing.T) {
	for _, test := range []struct{ differences, want string }{
		{`[{"id":"a","ours":"w","reason":"r","result":"invalid"}]`, `a: needs "original", "ours" and "reason"`},
		{`[{"id":"a","original":"o","ours":"w","reason":"r","result":"maybe"}]`, `a: result is "maybe", must be "valid" or "invalid"`},
		{`[{"id":"a","original":"o","ours":"w","reason":"r","result":"valid"}]`, `a: "normal" or "unfit" belongs to the result "valid", and to no other`},
		{`[{"id":"a","original":"o","ours":"w","reason":"r","result":"invalid"},{"id":"a","original":"o","ours":"w","reason":"r","result":"invalid"}]`, "a: listed twice"},
	} {
		_, err := ParseDifferences([]byte(test.differences))
		if got := errorText(err); got != test.want {
			t.Errorf("%s\n\tgot  %q\n\twant %q", test.differences, got, test.want)
		}
	}
}

func TestJudge(t *testing.T) {
	same := func(text string) []string { return strings.Split(strings.Repeat(text+"\n", Passes-1)+text, "\n") }
	drifting := same(`{"n":1}`)
	drifting[Passes-1] = `{"n":[1]}`
	for _, test := range []struct {
		name   string
		want   Want
		answer Answer
		text   string
		fault  string
	}{
		{"as wanted", Want{Accepted: true, Normal: []byte(`{"n":1.0}`)}, Answer{Passes: same(`{"n":1}`)}, ``, ""},
		{"does not write", Want{Accepted: true, Normal: []byte(`{"n":1.0}`)}, Answer{}, ``, ""},
		{"refused", Want{Accepted: true}, Answer{Error: "no"}, ``, "refused, must be accepted: no"},
		{"accepted", Want{}, Answer{}, ``, "accepted, must be refused"},
		{"other value", Want{Accepted: true, Normal: []byte(`{"n":2}`)}, Answer{Passes: same(`{"n":1}`)}, ``, "written:"},
		{"other bytes", Want{Accepted: true, Exact: true}, Answer{Passes: same(`{"n":1}`)}, `{"n": 1}`, "written otherwise"},
		{"other shape", Want{Accepted: true, Shape: "error"}, Answer{Passes: same(`{"result":1}`)}, ``, "its shape is result, must be error"},
		{"drifting", Want{Accepted: true}, Answer{Passes: drifting}, ``, "pass 10 changed it"},
		{"lazy", Want{Accepted: true}, Answer{Passes: []string{`{"n":1}`}}, ``, "written 1 times, must be 10"},
	} {
		faults, err := Judge([]Case{{Text: test.text, Want: test.want}}, []Answer{test.answer})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(faults) > 0 {
			got = faults[0].Problem
		}
		if (test.fault == "") != (got == "") || !strings.HasPrefix(got, test.fault) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.fault)
		}
	}
}

func TestJudgeNothing(t *testing.T) {
	if _, err := Judge(nil, nil); err == nil {
		t.Error("a run of no case passes")
	}
	if _, err := Judge(make([]Case, 2), make([]Answer, 1)); err == nil {
		t.Error("a case without an answer passes")
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
