package gogen

import (
	"reflect"
	"slices"
	"testing"

	"github.com/wiregen/wiregen/wirert/rpc"
)

// TestConnNames compares connNames with what an end embeds: methods of a protocol with such a
// name hid it, and two of them did not compile.
func TestConnNames(t *testing.T) {
	want := []string{"Conn", "Handshake"}
	conn := reflect.TypeFor[*rpc.Conn]()
	for i := range conn.NumMethod() {
		want = append(want, conn.Method(i).Name)
	}
	if !slices.Equal(connNames, want) {
		t.Errorf("%q, want %q", connNames, want)
	}
}
