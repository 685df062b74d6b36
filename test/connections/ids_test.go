package connections

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// TestSameID has a peer give each request the same id, as soon as the one before is answered:
// all are answered. Sometimes one was taken for the request before it.
func TestSameID(t *testing.T) {
	left, right := rpc.Pipe()
	a := wire.NewAgent(right, &agent{}, quiet)
	defer a.Close()
	defer left.Close()
	for range 5000 {
		if err := left.Write([][]byte{[]byte(`{"jsonrpc":"2.0","id":"1","method":"initialize","params":{"protocol_version":"1.9"}}`)}); err != nil {
			t.Fatal(err)
		}
		text, err := left.Read()
		if err != nil || !strings.Contains(string(text), "result") {
			t.Fatalf("%s %v", text, err)
		}
	}
}
