package pygen_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wiregen/wiregen/test/python"
)

// connected are the specs of the packages that the tests of connections use.
var connected = []string{
	"../../../spec/wire.yaml", "../../../examples/klp/klp.yaml", "../../../examples/idebridge/idebridge.yaml", "../../../examples/dap/dap.yaml",
	"../tsgen/testdata/world.yaml",
}

// TestConnections runs the tests of both ends that are written in Python, with every warning an
// error: nothing may be left of a connection.
func TestConnections(t *testing.T) {
	dir := t.TempDir()
	for _, spec := range connected {
		text, err := os.ReadFile(spec)
		if err != nil {
			t.Fatal(err)
		}
		for file, data := range emitted(t, string(text)) {
			write(t, filepath.Join(dir, filepath.FromSlash(file)), data)
		}
	}
	for _, name := range []string{"peer_test.py", "connection_test.py", "connection_dialects_test.py"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, err := filepath.Abs(filepath.Join("testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			cmd := python.Command(t, "", "-B", "-X", "dev", "-W", "error", file)
			cmd.Env = append(os.Environ(), "PYTHONPATH="+dir)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		})
	}
}
