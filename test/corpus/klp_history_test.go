package corpus_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/interp"
)

// TestKLPHistory reads what a peer of one release writes as a peer of the other one
// does: where KLP broke, and where it did not.
func TestKLPHistory(t *testing.T) {
	older, newer := interp.New(protocol(t, klpDir+"released/0.43.yaml")), interp.New(protocol(t, klpDir+"klp.yaml"))
	const (
		snapshot = `{"pc_id":"p","online":true,"checks":[],"agent_version":"1","target_version":"1"}`
		withVPN  = `{"pc_id":"p","online":true,"vpn":"unknown","checks":[],"agent_version":"1","target_version":"1"}`
		job      = `{"id":"j","display_name":"n","category":"CATEGORY","version":"1"}`
	)
	category := func(name string) string { return strings.Replace(job, "CATEGORY", name, 1) }
	for _, test := range []struct {
		name, typ, text string
		by              *interp.Reader
		want            string // what is written after reading, or the error
	}{
		{"a removed field is an undeclared key", "StateSnapshot", withVPN, newer, snapshot},
		{"the older release still requires it", "StateSnapshot", snapshot, older, "vpn is missing: expected a string"},
		{"a new category loses its name", "UserInvokableJob", category("custom_tab"), older, category("unknown")},
		{"it is kept now", "UserInvokableJob", category("custom_tab"), newer, category("custom_tab")},
		{"an older category is one like any other", "UserInvokableJob", category("catalog"), newer, category("catalog")},
		{"a method is added", "ClientMessage", `{"jsonrpc":"2.0","id":"1","method":"support.status"}`, older, `{"jsonrpc":"2.0","id":"1","method":"support.status"}`},
	} {
		got := test.by.Read(test.typ, []byte(test.text))
		text := ""
		if got.Err != nil {
			text = got.Err.Error()
		} else {
			text = got.Value.Written()
		}
		if text != test.want {
			t.Errorf("%s:\n\tgot  %s\n\twant %s", test.name, text, test.want)
		}
	}
}
