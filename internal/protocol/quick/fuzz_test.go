package quick_test

import (
	"os"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// FuzzAgree reads any text as any type of a spec with every construct.
func FuzzAgree(f *testing.F) {
	text, err := os.ReadFile("../../../testdata/everything.yaml")
	if err != nil {
		f.Fatal(err)
	}
	p := checked("everything.yaml", string(text))
	maker := sample.New(p, 1)
	types := maker.Types()
	for i, typ := range types {
		for range 10 {
			f.Add(i, maker.Message(typ))
			f.Add(i, maker.Invalid(typ).Text)
		}
	}
	j := newJudge(nil, "everything.yaml", p) // what it read before must make no difference
	f.Fuzz(func(t *testing.T, i int, text string) {
		j.t = t
		typ := types[max(i, -(i+1))%len(types)]
		if j.decls[typ] == nil {
			typ = "Message"
		}
		j.ask(typ, text)
		for _, program := range j.quick {
			program.Directed([]byte(text), 1000)
		}
	})
}
