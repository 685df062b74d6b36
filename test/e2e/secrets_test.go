package e2e

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/gomod"
)

const secretsSpec = `wiregen: 1
protocol: {name: secrets, version: "1"}
types:
  Key: {type: string, distinct: true, sensitive: true}
  Alias: {type: string, sensitive: true}
  Kind: {enum: [alpha, beta], open: true, sensitive: true}
  Pair: "[Key, int]"
  Box:
    fields:
      key: Key
      pair: "[Alias, int, Key[]]"
      pairs: Pair[]
      byName: map<Pair>
      either: Pair | string
      "patch?": {type: Pair | null, patch: true}
      byKey: map<Key, int>
      byKind: map<Kind, int>
      shown: "[string, int]"
`

// TestSecretsInLogs: items of tuples that are of a sensitive type, and keys of maps, were
// shown in logs.
func TestSecretsInLogs(t *testing.T) {
	c := &construct{name: "demo", protocol: compileSpec(t, "secrets", []byte(secretsSpec))}
	c.targets = emit(t, c, every()...)
	m := gomod.New(t)
	m.Add(t, "demo", c.targets["go"])
	m.Write(t, "main.go", []byte("package main\n\nimport (\n\t\"log/slog\"\n\t\"os\"\n\n\tdemo \"example.test/out/demo\"\n)\n\nfunc main() {\n"+
		"\tbox, err := demo.DecodeBox([]byte(os.Args[1]))\n\tif err != nil {\n\t\tpanic(err)\n\t}\n"+
		"\tslog.New(slog.NewJSONHandler(os.Stdout, nil)).Info(\"box\", \"box\", box, \"pair\", box.Pairs[0])\n}\n"))
	const box = `{"key":"SECRET","pair":["SECRET",1,["SECRET"]],"pairs":[["SECRET",2]],"byName":{"n":["SECRET",3]},"either":["SECRET",4],"patch":["SECRET",5],` +
		`"byKey":{"SECRET":6},"byKind":{"SECRET":7},"shown":["open",8]}`
	out, err := m.Go("run", ".", box).CombinedOutput()
	text := string(out)
	if err != nil || strings.Contains(text, "SECRET") {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, shown := range []string{`"pairs":[["[redacted]",2]]`, `"pair":["[redacted]",1,"[redacted]"]`, `"byKey":"[redacted]"`, `"shown":["open",8]`} {
		if !strings.Contains(text, shown) {
			t.Errorf("the log lacks %s:\n%s", shown, text)
		}
	}
}
