package secrets

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/test/overlay"
	"github.com/wiregen/wiregen/test/tier"
)

const root = "../.."

// A plant is a leak such as an author could make.
type plant struct {
	by       string // what shows it: go, ts, py or tool
	output   string // what the name of an output begins with that shows it
	file     string // below the root of the module
	old, now string // old is once in the file
	daily    bool   // make test plants it, too
}

var plants = []plant{
	// Go: values.
	{by: "go", output: "value slog", file: "wirert/codec/log.go", old: "if !p.logs || log == 0 || p.trying {", now: "if true {"},
	{by: "go", output: "value slog", file: "wirert/codec/log.go", old: "if !p.logs || !secret {", now: "if true {", daily: true},
	{by: "go", output: "value slog", file: "wirert/codec/log.go", old: "	p.shorten(0, log)\n", now: ""},
	{by: "go", output: "value slog", file: "wirert/codec/error_data.go", old: "	p.shorten(start, row.Log)\n", now: ""},
	{by: "go", output: "value slog", file: "wirert/codec/table_reader_message.go", old: "	p.shorten(start, c.Log)\n", now: "	_ = start\n"},
	{by: "go", output: "value slog", file: "wirert/codec/table_reader_message.go", old: "p.kept(v, p.table.secret)", now: "p.copy(v)"},
	{by: "go", output: "value slog", file: "wirert/codec/tuple.go", old: "p.shorten(start, typ.Fields[i].Log)", now: "_ = start"},
	{by: "go", output: "value slog", file: "wirert/codec/extra.go", old: "if p.logs && typ.secret && len(p.out) > start {", now: "if false && start > 0 {"},
	{by: "go", output: "value slog", file: "internal/codegen/gogen/log.go", old: "		call = src(\"table.LogAs($1, $2, $3)\", id, value, logCode(log))\n", now: ""},
	{by: "go", output: "value slog", file: "internal/protocol/model/secret.go", old: "	return min(a, b)\n", now: "	return max(a, b)\n"},
	{by: "go", output: "value %", file: "internal/codegen/gogen/log.go", old: "	if !slices.Contains(taken, \"Format\") {\n", now: "	if true {\n		return\n	}\n	if !slices.Contains(taken, \"Format\") {\n"},
	{by: "go", output: "value %", file: "wirert/codec/log.go", old: "io.WriteString(s, v.LogValue().String())", now: "io.WriteString(s, v.LogValue().String()+string(v.(Appender).AppendJSON(nil)))"},
	// Go: errors, logs and answers of connections.
	{by: "go", output: "Decode", file: "wirert/codec/table_reader.go", old: "p.hides = outer || p.table.hides(id)", now: "p.hides = outer"},
	{by: "go", output: "Check", file: "wirert/codec/error.go", old: "e.Found = cmp.Or(e.hidden.found, e.Found)", now: "_ = e.hidden.found"},
	{by: "go", output: "Refuse", file: "wirert/codec/table_reader_struct.go", old: "	if p.hides {\n		e.Found = p.hidden(v)\n", now: "	if false {\n		e.Found = p.hidden(v)\n"},
	{by: "go", output: "server debug log", file: "wirert/rpc/conn.go", old: `"method", method, "message", m)`, now: `"method", method, "message", string(m.AppendJSON(nil)))`},
	{by: "go", output: "server warn log", file: "wirert/rpc/conn.go", old: `"err", i.Err, "sent", i.Sent)`, now: `"err", i.Err, "text", string(i.Message))`},
	// TypeScript.
	{by: "ts", output: "server trace", file: "templates/ts/runtime/options.js", old: "message: wire.shown ? wire.shown(message, kind, method ?? of?.method) : message", now: "message"},
	{by: "ts", output: "redacted", file: "templates/ts/runtime/redact.js", old: "log === -1 ? hidden :", now: "log === -1 ? v :", daily: true},
	{by: "ts", output: "redacted", file: "templates/ts/runtime/redact.js", old: "if (!object(v) || how === \"at\") return hidden;", now: "if (!object(v) || how === \"at\") return v;"},
	{by: "ts", output: "redacted", file: "internal/codegen/tsgen/redact.go", old: "		extra = kindOnly\n", now: "		extra = \"\"\n"},
	{by: "ts", output: "redacted", file: "internal/codegen/tsgen/redact.go", old: "	if node == \"\" || log == model.LogNothing {\n		return logNode(log)\n	}\n", now: "	if log == log {\n		return node\n	}\n"},
	{by: "ts", output: "errors", file: "templates/ts/runtime/secret.js", old: "  r.hides = words;\n  const out = readType(r, of, v, depth, orNull);\n", now: "  const out = readType(r, of, v, depth, orNull);\n"},
	{by: "ts", output: "WireError", file: "templates/ts/runtime/secret.js", old: "found: kindWords", now: "found: JSON.stringify"},
	// Python.
	{by: "py", output: "value repr", file: "templates/py/runtime/redact.py", old: "        return HIDDEN\n", now: "        return value\n", daily: true},
	{by: "py", output: "redacted", file: "templates/py/runtime/value.py", old: "        return value if value is None or value is UNSET else shown(value, log)\n    if isinstance(value, Struct):", now: "        return value\n    if isinstance(value, Struct):"},
	{by: "py", output: "read str", file: "templates/py/runtime/reader.py", old: "self.wrong(expected, hidden(value) if self.hides else found(value))", now: "self.wrong(expected, found(value))"},
	{by: "py", output: "write wrong str", file: "templates/py/runtime/writer.py", old: "self.wrong(expected, hidden(value) if self.hides else found(value))", now: "self.wrong(expected, found(value))"},
	{by: "py", output: "read traceback", file: "templates/py/runtime/error.py", old: "return error.with_traceback(None)", now: "return error"},
	{by: "py", output: "read traceback", file: "templates/py/runtime/codec.py", old: "            return out\n        except WireError as e:\n            del text\n", now: "            return out\n        except WireError as e:\n"},
	{by: "py", output: "read broken context", file: "templates/py/runtime/protocol.py", old: "            fault = e.fault\n        raise WireError([fault], refused)\n", now: "            raise WireError([e.fault], refused) from None\n"},
	{by: "py", output: "value", file: "internal/codegen/pygen/secrecy.go", old: "				log = stricter(log, p.logWithin(item, within))\n", now: "				_ = item\n"},
	{by: "py", output: "value", file: "internal/codegen/pygen/secrecy.go", old: "				use(c.Of.Type, u.Of.Info())\n", now: "				_ = c\n"},
	{by: "py", output: "value", file: "internal/codegen/pygen/secrecy.go", old: "				return model.LogNothing\n", now: "				return model.LogAll\n"},
	// The command.
	{by: "tool", output: "verify", file: "internal/message/verify/verify.go", old: "		v.bad()\n	}\n	v.started = true\n", now: "		v.bad()\n		v.say(\"\", string(text))\n	}\n	v.started = true\n"},
	{by: "tool", output: "view", file: "internal/message/view/redact.go", old: "if !s.some || len(e.Text) == 0 {", now: "if true {"},
	{by: "tool", output: "mock faults", file: "internal/message/mock/mock.go", old: "s.opt.Report(got.Err.Error())", now: "s.opt.Report(fmt.Sprintf(\"%v: %+v\", got.Err, value))"},
	{by: "tool", output: "proxy", file: "internal/message/proxy/proxy.go", old: "c.verify.Unreadable(it.side, it.time, it.fault)\n\t\tc.record(it, false)\n\tdefault:\n", now: "c.verify.Unreadable(it.side, it.time, it.fault)\n\t\tc.record(it, false)\n\tdefault:\n\t\tc.opt.Report(Finding{Fault: verify.Fault{Message: string(it.text)}})\n"},
}

// planted returns the text of the file with the leak.
func (p *plant) planted() ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, p.file))
	if err != nil {
		return nil, err
	}
	if n := strings.Count(string(text), p.old); n != 1 {
		return nil, fmt.Errorf("%s has the text %d times: %s", p.file, n, p.old)
	}
	return []byte(strings.Replace(string(text), p.old, p.now, 1)), nil
}

// TestPlants plants a leak in each kind of output, and looks for secrets there.
func TestPlants(t *testing.T) {
	tier.Slow(t)
	spec := compileFile(t, "testdata/secrets.yaml")
	list := fromTemplates(seed, 600)
	for i := range plants {
		p := &plants[i]
		text, err := p.planted()
		if err != nil {
			t.Error(err)
		}
		if err != nil || !p.daily && !tier.Nightly() {
			continue
		}
		t.Run(fmt.Sprintf("%s/%d", p.output, i), func(t *testing.T) {
			file, err := overlay.Write(t.TempDir(), root, map[string][]byte{p.file: text})
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range p.outputs(t, spec, file, list) {
				if strings.HasPrefix(o.kind, p.output) && leaks(o.text) != "" {
					return
				}
			}
			t.Errorf("no secret is found: %s: %s", p.file, p.now)
		})
	}
}

// outputs returns what shows the leak.
func (p *plant) outputs(t *testing.T, spec *model.Protocol, overlay string, list []message) []output {
	if p.by == "tool" {
		return runTools(t, buildTool(t, "-overlay", overlay), list)
	}
	files := p.generated(t, spec, overlay)
	switch p.by {
	case "ts":
		return runTypeScript(t, files, list)
	case "py":
		return runPython(t, files, list)
	}
	return runGo(t, goProgram(t, files, overlay, false), list)
}

// generated returns the package with the leak.
func (p *plant) generated(t *testing.T, spec *model.Protocol, overlay string) []backend.File {
	if !strings.HasPrefix(p.file, "internal/") {
		files := emit(t, spec, p.by)
		for i := range files {
			name, of := strings.CutPrefix(p.file, "templates/"+p.by+"/")
			if p.by == "py" { // the runtime has another name in a package, which is in a folder
				name = "secrets/_" + name
			}
			if of && files[i].Name == name {
				files[i].Data = []byte(strings.Replace(string(files[i].Data), p.old, p.now, 1))
			}
		}
		return files
	}
	dir := t.TempDir()
	text := readFile(t, "testdata/secrets.yaml")
	for name, text := range map[string][]byte{"secrets.yaml": text, "wiregen.yaml": []byte("spec: secrets.yaml\n" + p.by + ": {dir: demo}\n")} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(buildTool(t, "-overlay", overlay), "generate")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var files []backend.File
	made := os.DirFS(filepath.Join(dir, "demo"))
	err := fs.WalkDir(made, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(made, name)
		files = append(files, backend.File{Name: name, Data: text})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
