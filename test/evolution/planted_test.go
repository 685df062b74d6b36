package evolution

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/test/overlay"
)

var (
	plantAll  = flag.Bool("planted", false, "plant every fault of the comparison, not some of today")
	plantOnly = flag.String("planted.only", "", "plant the faults whose description matches this regular expression, and no others")
)

// plantedName is the variable that chooses a fault.
const plantedName = "WIREGEN_PLANTED"

// maxPlants is the number of faults that are planted each day without -planted.
const maxPlants = 6

// unnoticed are the faults at lines of the sources that no test can notice, with the
// reason.
var unnoticed = map[string]string{}

// A jury is some tests that may notice a fault.
type jury struct {
	name, pkg, run string

	once    sync.Once
	program string
	fault   error
}

// build builds the tests with all faults, of which none is chosen.
func (j *jury) build(folder, overlay string) error {
	j.once.Do(func() {
		j.program = filepath.Join(folder, strings.ReplaceAll(j.pkg, "/", "-")+".test")
		c := exec.Command("go", "test", "-c", "-ldflags=-w", "-overlay", overlay, "-o", j.program, "./"+j.pkg)
		c.Dir = "../.."
		if out, err := c.CombinedOutput(); err != nil {
			j.fault = fmt.Errorf("%w\n%s", err, out)
		} else if j.notices("none") {
			j.fault = fmt.Errorf("%s of %s fail without a fault", j.run, j.pkg)
		}
	})
	return j.fault
}

// notices reports whether the tests fail with a fault.
func (j *jury) notices(name string) bool {
	c := exec.Command(j.program, "-test.run", j.run, "-test.failfast", "-test.timeout", "5m")
	c.Dir = filepath.Join("../..", j.pkg)
	c.Env = append(os.Environ(), plantedName+"="+name)
	return c.Run() != nil
}

// TestPlanted plants faults that make the comparison milder, one at a time, and demands
// that the goldens, the reader or the changes of Kimi Wire show each. The sources are
// rewritten and built once, with a variable that chooses the fault.
func TestPlanted(t *testing.T) {
	if os.Getenv(plantedName) != "" {
		t.Skip("a fault is planted already")
	}
	p, err := newPlanting()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file, err := overlay.Write(dir, "../..", p.files)
	if err != nil {
		t.Fatal(err)
	}
	juries := []*jury{
		{name: "the goldens", pkg: comparer, run: "^(TestExamples|TestMoreChanges|TestReader|TestReuse|TestAgreements|TestVerdict.*)$"},
		{name: "the reader", pkg: "test/evolution", run: "^TestFixtures$"},
		{name: "the changes", pkg: "spec", run: "^(TestReviewedChanges|TestUnbumped)"},
	}
	list := plantsOfToday(append(plantsOfRules(), p.plants...))
	found := make([]string, len(list))
	parallel.Do(len(list), func(i int) {
		for _, j := range juries {
			if err := j.build(dir, file); err != nil {
				t.Error(err)
				return
			}
			if j.notices(list[i].name) {
				found[i] += " " + j.name
				if !*plantAll {
					return
				}
			}
		}
	})
	by := map[string]int{}
	for i, x := range list {
		by[found[i]]++
		switch why := unnoticed[x.place]; {
		case found[i] == "" && why == "":
			t.Errorf("nobody notices: %s", x.what)
		case found[i] != "" && why != "":
			t.Errorf("not needed: %s (%s)", x.place, why)
		}
	}
	t.Logf("%d of %d faults planted: %v", len(list), len(p.plants)+len(plantsOfRules()), by)
}

// plantsOfToday are the faults to plant: all, or some that are others every day.
func plantsOfToday(all []plant) []plant {
	if *plantAll || *plantOnly != "" {
		only := regexp.MustCompile(*plantOnly)
		return slices.DeleteFunc(all, func(x plant) bool { return !only.MatchString(x.what) })
	}
	var out []plant
	day := int(time.Now().Unix() / 86400)
	for i := range maxPlants {
		out = append(out, all[(day+i*len(all)/maxPlants)%len(all)])
	}
	return out
}
