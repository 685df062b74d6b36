package syntax

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// TestReadJSON reads texts, and texts with a few changed bytes, beside encoding/json.
func TestReadJSON(t *testing.T) {
	base := `{"a":[1,-2.5e+3,true,null,"x\né😀\ud83d\ude00"],"b":{"":{},"c":[]},"d":"\u0041\\\/"}`
	const marks = `{}[]",:\0123456789eE+-.truefalsn abu`
	rng := rand.New(rand.NewPCG(47, 2))
	accepted := 0
	for i := range 20_000 {
		text := []byte(base)
		for range i % 4 {
			text[rng.IntN(len(text))] = marks[rng.IntN(len(marks))]
		}
		var r diag.Report
		got := ReadJSON(source.NewFile("x.json", text), &r)
		valid := json.Valid(text) && utf8.Valid(text)
		twice := !r.OK() && strings.Contains(r.All()[0].Message, "appears twice")
		if (got != nil) != valid && !(valid && twice) {
			t.Fatalf("accepted %v, encoding/json %v: %s", got != nil, valid, text)
		}
		if got == nil {
			continue
		}
		accepted++
		var want any
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		if !sameJSON(got, want) || got.Span.Start != 0 || got.Span.End != len(text) {
			t.Fatalf("it is read as something else: %s", text)
		}
	}
	if accepted < 5000 {
		t.Errorf("only %d texts were accepted", accepted)
	}
}

func sameJSON(n *Node, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		if n.Kind != Map || len(n.Pairs) != len(want) {
			return false
		}
		for _, p := range n.Pairs {
			if inner, ok := want[p.Key.Text]; !ok || !sameJSON(p.Value, inner) {
				return false
			}
		}
		return true
	case []any:
		if n.Kind != List || len(n.Items) != len(want) {
			return false
		}
		for i := range want {
			if !sameJSON(n.Items[i], want[i]) {
				return false
			}
		}
		return true
	case string:
		return n.Kind == Scalar && n.Quoted && n.Text == want
	}
	return n.Kind == Scalar && !n.Quoted
}
