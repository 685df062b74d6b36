package evolution

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/review/compare"
)

// fixtures are the example of each rule and the further changes of testdata/review, in
// both orders.
func fixtures(t *testing.T) []*change {
	t.Helper()
	var out []*change
	add := func(name, before, after string) {
		old, today := checked(name, before, nil), checked(name, after, nil)
		if old == nil || today == nil {
			t.Fatalf("a spec of %s is refused", name)
		}
		out = append(out, &change{1, name, old, today}, &change{1, name + ", reversed", today, old})
	}
	for _, r := range compare.Rules() {
		x := r.Example()
		add(r.ID, x.Old, x.New)
	}
	archive, err := txtar.ParseFile("../../testdata/review/more.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		name, _, _ := strings.Cut(archive.Files[i].Name, " / ")
		var texts [2]string
		for version, head := range [2]string{"1", "2"} {
			texts[version] = string(archive.Files[i+version].Data)
			if !strings.HasPrefix(texts[version], "wiregen:") {
				texts[version] = "wiregen: 1\nprotocol: {name: demo, version: \"" + head + "\"}\n" + texts[version] + "methods:\n  save: {from: client, notify: Note}\n"
			}
		}
		add(name, texts[0], texts[1])
	}
	return out
}

// TestFixtures compares the verdicts on the fixtures of the rules with what the reference
// readers do with messages.
func TestFixtures(t *testing.T) {
	list := fixtures(t)
	f := &faults{sums: map[string]int{"fixtures": len(list)}}
	parallel.Do(len(list), func(i int) { judgeChange(f, list[i]) })
	f.report(t)
}
