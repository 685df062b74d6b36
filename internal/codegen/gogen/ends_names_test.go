package gogen

import (
	"reflect"
	"slices"
	"testing"

	"github.com/wiregen/wiregen/wirert/rpc"
)

// hiddenNames are methods of connections that a method of a protocol hides.
var hiddenNames = []string{"Process", "Shutdown"}

// TestConnNames compares connNames with what an end embeds: methods of a protocol with such a
// name hid it, and two of them did not compile.
func TestConnNames(t *testing.T) {
	want := []string{"Conn", "Handshake"}
	conn := reflect.TypeFor[*rpc.Conn]()
	for i := range conn.NumMethod() {
		want = append(want, conn.Method(i).Name)
	}
	got := slices.Concat(connNames, hiddenNames)
	slices.Sort(got[2:])
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
