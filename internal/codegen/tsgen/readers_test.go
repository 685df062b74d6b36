package tsgen_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/message/vectors"
	"github.com/wiregen/wiregen/test/tier"
)

// TestReaders compares the readers of some packages with the table, which decides what a value
// is read as, on the vectors of the packages and on changed copies of these.
func TestReaders(t *testing.T) {
	tier.Slow(t)
	args := []string{"testdata/readers.mjs"}
	for _, spec := range []string{"../../../spec/wire.yaml", "../../../testdata/everything.yaml", "testdata/unions.yaml", "testdata/protocol.yaml", "testdata/renamed.yaml", "testdata/variables.yaml"} {
		name := strings.TrimSuffix(filepath.Base(spec), ".yaml")
		dir, text := filepath.Join(t.TempDir(), name), read(t, spec)
		lines := func() ([]byte, error) { return vectors.JSONL(protocol(t, name+".yaml", text)) }
		write(t, dir, generateWith(t, name+".yaml", text, tsgen.Backend{Vectors: true}, backend.Common{Vectors: lines})...)
		args = append(args, dir)
	}
	out, err := run(t, ".", "node", args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Log(out)
	var compared, copied, refused int
	if _, err := fmt.Sscan(out, &compared, &copied, &refused); err != nil || copied < 100 || refused < 1000 || compared-copied-refused < 100 {
		t.Errorf("%v: values compared, copied and refused: %s", err, out)
	}
}
