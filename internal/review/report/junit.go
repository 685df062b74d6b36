package report

import (
	"io"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
)

// JUnit writes a report as a suite of tests: one for each finding, which fails if the
// finding does, and is skipped if it is accepted. Without findings there is one test that
// passed.
func JUnit(w io.Writer, v View) error {
	suite := diag.Suite{Name: "wiregen diff " + v.Old + " " + v.New}
	for _, f := range v.Edits() {
		if v.For != "" && !v.lists(f) {
			continue
		}
		t := diag.Test{Name: f.Name() + ": " + f.Title(), Class: f.Rule.ID}
		if reason, ok := v.Accepted[f.Each()[0]]; ok {
			t.Skipped = "accepted: " + reason
		}
		if v.Fails(f) {
			t.Failure, t.Text = worst(f).String(), Place(f.At())+"\n"+strings.Join(v.lines(f), "\n")
		}
		suite.Tests = append(suite.Tests, t)
	}
	if suite.Tests == nil {
		suite.Tests = []diag.Test{{Name: "no difference", Class: "diff"}}
	}
	return diag.WriteJUnit(w, suite)
}
