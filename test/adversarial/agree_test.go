package adversarial

import (
	"math/rand/v2"
	"testing"

	"github.com/wiregen/wiregen/examples/dap/gen/go/dap"
	"github.com/wiregen/wiregen/examples/idebridge/gen/go/idebridge"
	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/wirert"
)

// TestWeightsAgree: generated Go and the reference reader count the same weight of random
// messages, valid and invalid ones, and report it at the same place.
func TestWeightsAgree(t *testing.T) {
	for _, x := range []struct {
		spec   string
		verify func(name string, data []byte, o wirert.Options) error
	}{
		{"../../spec/wire.yaml", wire.Protocol.Verify},
		{"../../examples/dap/dap.yaml", dap.Protocol.Verify},
		{"../../examples/idebridge/idebridge.yaml", idebridge.Protocol.Verify},
	} {
		f, err := compile.Load(x.spec)
		if err != nil {
			t.Fatal(err)
		}
		p, r := compile.Check(f, nil)
		if !r.OK() {
			t.Fatal(r.All()[0].Message)
		}
		m, oracle, random := sample.New(p, 7), interp.New(p), rand.New(rand.NewPCG(7, 7))
		heavy, faults := 0, 0
		for _, name := range m.Types() {
			for i := range 150 {
				text := m.Message(name)
				if i%3 == 0 {
					text = m.Invalid(name).Text
				}
				most := int64(1 + random.IntN(1500))
				want := ""
				oracle.MaxWeight = most
				if got := oracle.Read(name, []byte(text)); got.Err != nil {
					want = got.Err.Error()
					faults++
					if got.Err.Found == "more" {
						heavy++
					}
				}
				got := ""
				if err := x.verify(name, []byte(text), wirert.Options{MaxWeight: most}); err != nil {
					got = err.Error()
				}
				if got != want {
					t.Fatalf("%s: %s with at most %d:\n%s\ngot  %s\nwant %s", x.spec, name, most, text, got, want)
				}
			}
		}
		t.Logf("%s: %d faults, %d of weight", x.spec, faults, heavy)
		if heavy < 100 {
			t.Errorf("%s: only %d messages were too heavy", x.spec, heavy)
		}
	}
}
