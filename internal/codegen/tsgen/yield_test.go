package tsgen_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/tsgen"
)

// TestYielding: types called Capabilities, Registration and Client needed pins, although what is
// generated can have other names.
func TestYielding(t *testing.T) {
	const rest = `methods:
  hello: {from: client, params: {"can?": Can}, result: {got: Capabilities, by: Client}}
  more: {from: agent, result: empty, registration: {as: more, options: Registration}}
capabilities:
  client: {type: Can, at: params.can}
`
	const own = "types:\n  Can: {fields: {\"x?\": bool}}\n"
	plain := generate(t, "spec.yaml", []byte(head+own+"  Other: {fields: {x: int}}\n"+strings.NewReplacer("Capabilities", "Other", "Registration", "Other", "by: Client", "by: Other").Replace(rest)), tsgen.Backend{})
	beside := generate(t, "spec.yaml", []byte(head+own+"  Capabilities: {fields: {x: int}}\n  Registration: {fields: {y: int}}\n  Client: {fields: {z: int}}\n"+rest), tsgen.Backend{})
	for _, c := range []struct {
		of   string
		want []string
	}{
		{file(t, plain, "codec.d.ts"), []string{"function readRegistration<"}},
		{file(t, beside, "codec.d.ts"), []string{"function readRegistrationOptions<", "function readRegistration(", "function readClient("}},
		{file(t, beside, "codec.js"), []string{"function readRegistrationOptions(name", "function readRegistration(v"}},
		{file(t, plain, "types.d.ts"), []string{"interface Capabilities "}},
		{file(t, beside, "types.d.ts"), []string{"interface ProtocolCapabilities "}},
		{file(t, beside, "types.d.ts"), []string{"interface Capabilities ", "interface Registration ", "interface Client "}},
	} {
		for _, want := range c.want {
			if !strings.Contains(c.of, want) {
				t.Errorf("want %q in\n%.3000s", want, c.of)
			}
		}
	}
}
