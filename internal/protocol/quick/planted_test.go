package quick_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/wiregen/wiregen/test/overlay"
	"github.com/wiregen/wiregen/test/tier"
)

var planted = flag.Bool("quick.planted", false, "plant every fault, not only some")

// plants are faults of a program: a text of a source, and what replaces it.
var plants = []struct{ file, from, to string }{
	{"scan.go", "if wide&highs != 0 && !utf8.Valid(body) {", "if wide == 1 && !utf8.Valid(body) {"},
	{"object.go", "|| !o.required.within(&s.present)", ""},
	{"union_untagged.go", "case !w.sure || !w.back(start):", "case !w.back(start):"},
	{"message_read.go", "return c.Shape == r.m.Shape && (", "return ("},
	{"scan.go", "n == 0 || n > 1 && text[first] == '0'", "n == 0"},
	{"scan.go", "|| c != ' ' && c != '\\t' && c != '\\n' && c != '\\r'", ""},
	{"scan.go", "len(text) >= 6 && isHex(text[2]) && isHex(text[3])", "len(text) >= 6 && isHex(text[3])"},
	{"scan.go", "return token, !long ||", "return token, long ||"},
	{"value.go", "return f >= n.low && f <= n.high", "return f >= n.low"},
	{"value.go", "n < t.least || n > t.most {", "n < t.least {"},
	{"value.go", "count < n.least || count > n.most", "count > n.most"},
	{"value.go", "case !e.open:", "case false:"},
	{"value.go", "for _, k := range w.kept[from:] {", "for _, k := range w.kept[:0] {"},
	{"object.go", "n == 0 && g.rule.NeedsOne() ||", ""},
	{"object.go", "\to.bad.set(i)\n\treturn w.back(start) && w.any()", "\treturn w.back(start) && w.any()"},
	{"object.go", "case o.extra == lower.ExtraRefused:\n\t\treturn w.refuse()", ""},
	{"union.go", "!keyOK || same || !w.any()", "!keyOK || same && false || !w.any()"},
	{"union.go", "out.tags.add(tag, len(u.Cases))", "_ = tag"},
	{"union_content.go", "return w.unsure() // the last one counts", "return w.any()"},
	{"union_content.go", "case c.body && (!e.hasBody || e.bad):", "case c.body && e.bad:"},
	{"../../../wirert/codec/coded.go", "strings.IndexByte(last, digits[len(digits)-1]) >= 0", "strings.IndexByte(last, digits[len(digits)-1]) >= -1"},
	{"message_read.go", "(p.isID(r.id) ||", "(true ||"},
	{"message_read.go", "r.noNull || c.ParamsPresence != lower.ParamsRequired", "true"},
	{"message_error.go", "|| !seen.has(wordsSlot)", ""},
	{"message_error.go", "e.row.Code == r.m.Code && e.data.node != nil", "false"},
}

// TestPlanted plants faults in the programs: TestAgree finds each.
func TestPlanted(t *testing.T) {
	tier.Slow(t)
	for i, plant := range plants {
		if i >= 2 && !*planted {
			break
		}
		text, err := os.ReadFile(plant.file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Count(text, []byte(plant.from)) != 1 {
			t.Errorf("%s has not %q once", plant.file, plant.from)
			continue
		}
		folder := t.TempDir()
		file, err := overlay.Write(folder, ".", map[string][]byte{plant.file: bytes.Replace(text, []byte(plant.from), []byte(plant.to), 1)})
		if err != nil {
			t.Fatal(err)
		}
		program := filepath.Join(folder, "test")
		if out, err := exec.Command("go", "test", "-c", "-vet=off", "-overlay", file, "-o", program, ".").CombinedOutput(); err != nil {
			t.Errorf("%q: %v\n%s", plant.to, err, out)
			continue
		}
		if out, err := exec.Command(program, "-test.run", "^TestAgree$", "-quick.specs", strconv.Itoa(*specs), "-quick.messages", strconv.Itoa(*messages)).CombinedOutput(); err == nil {
			t.Errorf("%s: nothing finds %q instead of %q\n%s", plant.file, plant.to, plant.from, out)
		}
	}
}
