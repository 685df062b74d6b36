package conform_test

import (
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/message/conform"
)

// TestKinds has a program with two faults, of which one shows with smaller messages than the
// other: that one is not taken for the other. Faults in items and values of a map are one kind.
func TestKinds(t *testing.T) {
	r, _ := run(t, func(_ *fakeProcess, q asked, right string) string {
		if q.Type != "Job" || !strings.Contains(right, `"written"`) {
			return right
		}
		path := "id"
		if strings.Contains(right, `\"note\":`) {
			path = "note"
		}
		return encode(map[string]any{"id": q.ID, "path": path, "message": "no"})
	}, all)
	var got []string
	for _, d := range r.Kinds {
		got = append(got, d.Message.String()+" "+d.Got)
	}
	if len(got) != 2 || got[0] != `{"id":"","state":"","size":0,"parent":""} refused: id: no` || !strings.Contains(got[1], `"note":""`) || !strings.HasSuffix(got[1], "refused: note: no") {
		t.Errorf("%q", got)
	}
	r, _ = run(t, func(_ *fakeProcess, q asked, right string) string {
		if q.Type != "Jobs" || !strings.Contains(right, `.size"`) {
			return right
		}
		return encode(map[string]any{"id": q.ID, "ok": true})
	}, conform.Options{Random: 2000, Seed: 1, Only: []string{"Jobs"}, Timeout: time.Second})
	if r.Disagreed < 50 || len(r.Kinds) > 12 {
		t.Errorf("%d disagreements, %d kinds", r.Disagreed, len(r.Kinds))
	}
	for _, d := range r.Kinds {
		if n := len(d.Message.String()); n > 90 {
			t.Errorf("a message of %d bytes: %s", n, d.Message)
		}
	}
}
