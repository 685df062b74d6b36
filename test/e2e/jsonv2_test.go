package e2e

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/test/tier"
)

// jsonv2 is the environment in which the go command has encoding/json/v2.
const jsonv2 = "GOEXPERIMENT=jsonv2"

// TestJSONv2 runs the vectors of the constructs whose whole output is shown, and the tests of the runtime, in
// programs that have encoding/json/v2: the values of each vector also go through that package and
// through the encoding/json that is made of it. TestVectors does the same with the usual one.
func TestJSONv2(t *testing.T) {
	t.Parallel()
	tier.AtNight(t, "TestVectors")
	goCommand := func(args ...string) *exec.Cmd {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = "../..", append(os.Environ(), jsonv2)
		return cmd
	}
	if out, err := goCommand("list", "encoding/json/v2").CombinedOutput(); err != nil {
		t.Skipf("the go command has no encoding/json/v2: %s", out)
	}
	// -v, because a test without its build tag would not be missed.
	out, err := goCommand("test", "-v", "-run", "JSONv2|TestVectors|Allocates", "./wirert/codec", "./gen/go/wire").CombinedOutput()
	if ran := strings.Count(string(out), "--- PASS: TestJSONv2"); err != nil || ran != 4 {
		t.Errorf("%d tests ran: %v\n%s", ran, err, out)
	}
	all := slices.DeleteFunc(loadSpecs(t), func(c *construct) bool { return c.short })
	for _, c := range all {
		c.targets = emit(t, c, gogen.Backend{Vectors: true, JSONv2: true})
	}
	goVectors(t, all, jsonv2)
}
