package conform_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/message/conform"
	"github.com/wiregen/wiregen/internal/protocol/interp"
)

// TestWritten has values that are written in another way: some are the same value, and of some
// not even the bytes count, because JavaScript cannot write them.
func TestWritten(t *testing.T) {
	p := protocol(t, `
wiregen: 1
protocol: {name: demo, version: "1"}
defaults: {int64: bigint, extra: keep}
types:
  Value: {fields: {any: any}}
  Big: {fields: {n: int64}}
  Number: {fields: {n: float}}
  Counts: {fields: {of: "map<int>"}}
`)
	for _, c := range []struct {
		typ, text, written string
		want               string // what the disagreement is about; with --bytes only if it begins with -
	}{
		{"Value", `{"any":{"b":1.0,"a":2}}`, `{"any":{"b":1,"a":2}}`, ""},
		{"Value", `{"any":{"b":1.0,"a":2}}`, `{"any":{"b":1,"a":3}}`, conform.Written},
		{"Value", `{"any":{"b":1,"2":2}}`, `{"any":{"2":2,"b":1}}`, ""},
		{"Value", `{"any":9007199254740993}`, `{"any":9007199254740992}`, ""},
		{"Value", `{"any":9007199254740993}`, `{"any":9007199254740996}`, conform.Written},
		{"Value", `{"any":1,"more":1e0}`, `{"any":1,"more":1}`, ""},
		{"Value", `{"any":1,"more":null}`, `{"any":1}`, conform.Written},
		{"Value", `{"any":{"b":1,"a":2}}`, `{"any":{"a":2,"b":1}}`, "-" + conform.Bytes},
		{"Value", `{"any":"a"}`, `{"any":"a"}`, ""},
		{"Big", `{"n":9007199254740993}`, `{"n":9007199254740992}`, conform.Written},
		{"Big", `{"n":9007199254740993}`, `{"n":9007199254740993}`, ""},
		{"Number", `{"n":1.50}`, `{"n":15e-1}`, "-" + conform.Bytes},
		{"Number", `{"n":9007199254740993}`, `{"n":9007199254740993}`, "-" + conform.Bytes},
		{"Counts", `{"of":{"b":1,"a":2}}`, `{"of":{"b":1,"a":2}}`, "-" + conform.Bytes},
		{"Counts", `{"of":{"a":1}}`, `{"of":{"a":1,"b":2}}`, conform.Written},
		{"Counts", `{"of":{"a":1}}`, `{"of":[1]}`, conform.Written},
		{"Counts", `{"of":{"a":1}}`, `{"of":{"a":1}} `, "-" + conform.Bytes},
	} {
		got := interp.New(p).Read(c.typ, []byte(c.text))
		if got.Err != nil {
			t.Fatal(got.Err)
		}
		for _, bytes := range []bool{false, true} {
			want := strings.TrimPrefix(c.want, "-")
			if !bytes && want != c.want {
				want = ""
			}
			if about := conform.WrittenAs(p, c.typ, c.text, c.written, bytes); about != want {
				t.Errorf("%s written as %s, bytes %v: about %q, want %q", c.text, c.written, bytes, about, want)
			}
		}
	}
}
