package arch

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	atNight  = regexp.MustCompile(`tier\.AtNight\(t, "([^"]*)"\)`)
	testName = regexp.MustCompile(`\bTest[A-Z]\w*`)
)

// TestNightlyTestsHaveOthers checks that each test which only the nightly tier runs names what
// protects the same in make test: tests that exist and are not left to the night themselves, or
// make check.
func TestNightlyTestsHaveOthers(t *testing.T) {
	nightly, daily := map[string][]string{}, map[string]bool{}
	for path, text := range handWritten(t, ".go") {
		for _, body := range strings.Split(string(text), "\nfunc ")[1:] {
			name := testName.FindString(body[:strings.IndexByte(body, '(')+1])
			if m := atNight.FindStringSubmatch(body); m != nil {
				nightly[path+": "+name] = append(testName.FindAllString(m[1], -1), check.FindAllString(m[1], -1)...)
			} else if name != "" {
				daily[name] = true
			}
		}
	}
	if len(nightly) < 5 {
		t.Errorf("%d tests are left to the nightly tier, fewer than there are", len(nightly))
	}
	for name, others := range nightly {
		if len(others) == 0 {
			t.Errorf("%s names no test of make test that protects the same", name)
		}
		for _, other := range others {
			if !daily[other] && !slices.Contains([]string{"make check", "go line"}, other) {
				t.Errorf("%s says that %s protects the same, which make test does not run", name, other)
			}
		}
	}
}

// check is what else may protect something: the checks, and the version of Go that a module
// declares.
var check = regexp.MustCompile(`make check|go line`)
