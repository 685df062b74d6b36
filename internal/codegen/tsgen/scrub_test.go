package tsgen_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/test/tier"
)

// TestMethodsAreScrubbed: half of a surrogate pair in an undeclared method is replaced, as in
// every other text, and as in Go. It was kept.
func TestMethodsAreScrubbed(t *testing.T) {
	tier.Slow(t)
	for file, text := range map[string]string{
		"spec/wire.yaml":        `{"id":"1","method":"a\ud800b"}`,
		"examples/dap/dap.yaml": `{"type":"request","seq":1,"command":"a\ud800b"}`,
	} {
		name := filepath.Base(file)
		dir := filepath.Join(t.TempDir(), name)
		write(t, dir, generate(t, name, read(t, "../../../"+file), tsgen.Backend{})...)
		write(t, dir, backend.File{Name: "scrub.mjs", Data: []byte(`import { parseMessage } from "./index.js";
const got = parseMessage(process.argv[2]);
console.log(got.ok ? (got.value.method ?? got.value.command) : got.errors[0].message);`)})
		out, err := run(t, dir, "node", "scrub.mjs", text)
		if err != nil || strings.TrimSpace(out) != "a\ufffdb" {
			t.Errorf("%s: %v, %q", file, err, out)
		}
	}
}
