package compare_test

import (
	"bytes"
	"path/filepath"
	"strconv"
	"testing"

	"golang.org/x/tools/txtar"
	"gopkg.in/yaml.v3"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/modeljson"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

// unseen are the keys of which an edit changes the model and no message, by their path.
var unseen = map[string]string{
	".protocol.name":       "the name of the protocol is not in messages",
	".protocol.versions":   "the version of the other is still among them",
	".protocol.versions[]": "the version of the other is still among them",
}

// TestEveryKey edits the specs of the tests of sessions, one key at a time: each is removed, each
// true is false, each number is another one, and each word is another word. Where check
// accepts that and the model is another one, a difference is found. Cancelling by another method,
// and versions of which none is common, were no difference.
func TestEveryKey(t *testing.T) {
	tier.Slow(t)
	files, err := filepath.Glob("../../../testdata/sessions/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no sessions:", err)
	}
	edits := 0
	met := map[string]bool{}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var root yaml.Node
		if err := yaml.Unmarshal(a.Files[0].Data, &root); err != nil {
			t.Fatal(err)
		}
		spec := func() *model.Protocol {
			text, err := yaml.Marshal(&root)
			if err != nil {
				t.Fatal(err)
			}
			p, r := compile.Check(source.NewFile("spec.yaml", text), nil)
			if !r.OK() {
				return nil
			}
			return p
		}
		old := spec()
		if old == nil {
			t.Fatalf("%s: the spec is not valid", file)
		}
		before := comparable(t, old)
		everyEdit(&root, "", func(path, edit string) {
			today := spec()
			if today == nil || before == comparable(t, today) {
				return
			}
			edits++
			switch found := len(compare.Compare(old, today).Findings) > 0 || len(compared(t, old, today).Findings) > 0; {
			case !found && unseen[path] == "":
				t.Errorf("%s: %s %s: no difference", filepath.Base(file), path, edit)
			case !found:
				met[path] = true
			}
		})
	}
	if edits < 500 {
		t.Errorf("%d edits are valid, which is too few", edits)
	}
	for path := range unseen {
		if !met[path] {
			t.Errorf("%s: each edit is found, so that it need not be listed", path)
		}
	}
}

func comparable(t *testing.T, p *model.Protocol) string {
	t.Helper()
	var out bytes.Buffer
	if err := modeljson.WriteComparable(&out, p); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// everyEdit makes every edit of a node and what is below it, one by one, and calls try while
// the node has it.
func everyEdit(n *yaml.Node, path string, try func(path, edit string)) {
	without := func(i, count int, path string) {
		all := n.Content
		n.Content = append(append([]*yaml.Node{}, all[:i]...), all[i+count:]...)
		try(path, "removed")
		n.Content = all
	}
	switch n.Kind {
	case yaml.DocumentNode:
		everyEdit(n.Content[0], path, try)
	case yaml.MappingNode:
		for i := 0; i < len(n.Content); i += 2 {
			below := path + "." + n.Content[i].Value
			without(i, 2, below)
			everyEdit(n.Content[i+1], below, try)
		}
	case yaml.SequenceNode:
		for i := range n.Content {
			without(i, 1, path+"[]")
			everyEdit(n.Content[i], path+"[]", try)
		}
	case yaml.ScalarNode:
		was := *n
		set := func(value string) {
			if n.Value = value; value != was.Value {
				try(path, was.Value+" to "+value)
			}
			*n = was
		}
		switch n.Tag {
		case "!!bool":
			set(strconv.FormatBool(n.Value != "true"))
		case "!!int", "!!float":
			set(n.Value + "1")
		case "!!str":
			for _, word := range []string{"client", "agent", "both", "sender", "receiver", "advisory", "open", "session", "stop", "read", "params.id", "none", "int", "empty"} {
				set(word)
			}
		}
	}
}
