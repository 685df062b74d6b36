package schemagen_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/test/tier"
)

// pydanticSpecs are the specs of which TestPydantic makes models.
var pydanticSpecs = []string{
	"spec/wire.yaml", "examples/chess/chess.yaml", "examples/dap/dap.yaml", "examples/gomodule/session.yaml", "examples/idebridge/idebridge.yaml",
	"examples/klp/klp.yaml", "testdata/everything.yaml", "test/live/acp/acp.yaml", "test/live/lsp/lsp.yaml", "test/live/mcp/mcp.yaml",
}

// TestPydantic makes pydantic models of the bundles of readers for generators, and reads with
// them what readers read: values without their defaults, with undeclared keys, values of open
// enums and unknown variants. Models of the bundle of a writer refuse these.
func TestPydantic(t *testing.T) {
	tier.AtNight(t, "TestGeneratorsAccept")
	tool, err := exec.LookPath("datamodel-codegen") // of the package datamodel-code-generator of PyPI
	if err != nil {
		t.Skip("datamodel-codegen is not on the path: pip install datamodel-code-generator pydantic")
	}
	dir := t.TempDir()
	var input bytes.Buffer
	count := 0
	for _, path := range pydanticSpecs {
		data, err := os.ReadFile(filepath.Join("../../..", path))
		if err != nil {
			t.Fatal(err)
		}
		p := compile(t, path, data)
		module := strings.TrimSuffix(filepath.Base(path), ".yaml")
		for _, f := range emit(t, p, schemagen.Backend{Generators: true}) {
			if !strings.HasSuffix(f.Name, ".types.read.schema.json") {
				continue
			}
			in := filepath.Join(dir, f.Name)
			if err := os.WriteFile(in, f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(tool, "--input", in, "--input-file-type", "jsonschema", "--output", filepath.Join(dir, module+".py"), "--output-model-type", "pydantic_v2.BaseModel")
			if text, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", path, err, text)
			}
		}
		for _, v := range readable(p, 100) {
			line, _ := json.Marshal([3]string{module, v[0], v[1]})
			input.Write(append(line, '\n'))
			count++
		}
	}
	cmd := exec.Command(filepath.Join(filepath.Dir(tool), "python"), "testdata/read_models.py", dir) // which has pydantic
	cmd.Stdin, cmd.Stderr = &input, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if len(out) > 0 {
		t.Errorf("%d of %d values are refused:\n%s", bytes.Count(out, []byte("\n")), count, out[:min(len(out), 5000)])
	}
	t.Logf("%d values of %d specs", count, len(pydanticSpecs))
}

// readable returns n values that readers of a protocol read, each with the name of its type:
// of its types and of the messages of its methods, in turn.
func readable(p *model.Protocol, n int) [][2]string {
	maker, reader := sample.New(p, 7), interp.New(p)
	var makers []func() (name, text string, ok bool)
	for _, d := range p.Decls {
		makers = append(makers, func() (string, string, bool) {
			text := maker.Value(d)
			return d.TypeName(), text, reader.Read(d.TypeName(), []byte(text)).Err == nil
		})
	}
	for _, m := range p.Methods {
		makers = append(makers, func() (string, string, bool) {
			text, ok := maker.Call(m.Name, "", "1", nil)
			return names.GoName(m.Name) + "Message", text, ok && reader.Read("Message", []byte(text)).Err == nil
		})
	}
	var out [][2]string
	for i := 0; len(out) < n; i++ {
		if name, text, ok := makers[i%len(makers)](); ok {
			out = append(out, [2]string{name, text})
		}
	}
	return out
}
