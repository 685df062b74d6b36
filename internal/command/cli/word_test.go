package cli_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/command/cli"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/test/tier"
)

// Every key of the spec language is explained.
func TestExplainEveryKey(t *testing.T) {
	tier.Slow(t)
	schema := compile.Targets().LanguageSchema()
	var doc any
	if err := json.Unmarshal(schema, &doc); err != nil {
		t.Fatal(err)
	}
	keys := keysOfSchema(doc)
	if len(keys) < 100 {
		t.Fatalf("the schema has only %d keys", len(keys))
	}
	t.Chdir(t.TempDir())
	for _, key := range keys {
		var out, faults bytes.Buffer
		if code := cli.Main([]string{"explain", key}, &out, &faults); code != 0 || !strings.HasPrefix(out.String(), key+": ") {
			t.Errorf("%s: exit code %d: %s%s", key, code, out.String(), faults.String())
		}
	}
}

// keysOfSchema are the names of all properties within a schema.
func keysOfSchema(v any) []string {
	var out []string
	switch v := v.(type) {
	case map[string]any:
		properties, _ := v["properties"].(map[string]any)
		for key := range properties {
			out = append(out, key)
		}
		for _, inner := range v {
			out = append(out, keysOfSchema(inner)...)
		}
	case []any:
		for _, inner := range v {
			out = append(out, keysOfSchema(inner)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
