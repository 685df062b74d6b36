package e2e

import (
	"testing"

	"github.com/wiregen/wiregen/test/gomod"
)

const distinctSpec = `wiregen: 1
protocol: {name: distinct, version: "1"}
defaults: {int64: string}
types:
  SessionID: {type: string, distinct: true}
  Name: {type: string, distinct: true}
  Parent: SessionID
  Token: {type: string, distinct: true, sensitive: true}
  Serial: {type: int64, distinct: true}
  Target: SessionID | Serial[]
  Box: {fields: {id: SessionID, "last?": SessionID, names: "map<SessionID, Name>", target: Target}}
`

// TestDistinctIsTyped: a name that is a distinct type is not another one in Go, and
// works with encoding/json and log/slog.
func TestDistinctIsTyped(t *testing.T) {
	c := &construct{name: "demo", protocol: compileSpec(t, "distinct", []byte(distinctSpec))}
	c.targets = emit(t, c, every()...)
	m := gomod.New(t)
	m.Add(t, "demo", c.targets["go"])
	build := func(body string) ([]byte, error) {
		m.Write(t, "main.go", []byte("package main\n\nimport (\n\t\"encoding/json\"\n\t\"log/slog\"\n\t\"os\"\n\n\tdemo \"example.test/out/demo\"\n)\n\n"+
			"var _, _, _ = json.Marshal, slog.Info, os.Stdout\n\nfunc main() {\n"+body+"\n}\n"))
		return m.Go("run", ".").CombinedOutput()
	}
	for body, fails := range map[string]bool{
		`var id demo.SessionID = "a"; _ = demo.Box{ID: id, Last: &id, Names: map[demo.SessionID]demo.Name{id: "b"}, Target: id}`: false,
		`var id demo.Parent = "a"; _ = demo.Box{ID: id}`: false,
		`text := "a"; _ = demo.Box{ID: text}`:            true,
		`var name demo.Name; _ = demo.Box{ID: name}`:     true,
		`var name demo.Name; _ = demo.Box{Target: name}`: true,
		`_ = demo.Box{Names: map[string]demo.Name{}}`:    true,
	} {
		if out, err := build(body); (err != nil) != fails {
			t.Errorf("%s: %v\n%s", body, err, out)
		}
	}
	out, err := build(`
	values := map[demo.SessionID]any{"a": demo.Serial(1), "b": demo.SessionID("<")}
	data, err := json.Marshal(values)
	if err != nil {
		panic(err)
	}
	var back map[demo.SessionID]json.RawMessage
	var serial demo.Serial
	if err := json.Unmarshal(data, &back); err != nil {
		panic(err)
	}
	if err := json.Unmarshal(back["a"], &serial); err != nil || serial != 1 {
		panic(err)
	}
	os.Stdout.Write(data)
	println(slog.AnyValue(demo.Token("secret")).Resolve().String())`)
	if text := string(out); err != nil || text != "[redacted]\n"+`{"a":"1","b":"\u003c"}` && text != `{"a":"1","b":"\u003c"}`+"[redacted]\n" {
		t.Errorf("%v\n%s", err, out)
	}
}
