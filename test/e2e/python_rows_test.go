package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/modeljson"
	"github.com/wiregen/wiregen/test/python"
)

// TestPythonUnits runs the tests of the Python runtime that need no other reader.
func TestPythonUnits(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, spec := range map[string]string{"results": resultsSpec, "units": unitsSpec} {
		var rows strings.Builder
		if err := modeljson.WriteLowered(&rows, lower.New(compileSpec(t, name, []byte(spec)))); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, name+".json"), rows.String())
	}
	var want, texts strings.Builder
	p := compileSpec(t, "results", []byte(resultsSpec))
	reader := interp.New(p)
	for _, text := range resultTexts {
		texts.WriteString(text + "\n")
		for _, m := range p.Methods {
			if !m.ByVariant {
				want.WriteString(resultOf(reader, m, text) + "\n")
			}
		}
	}
	writeFile(t, filepath.Join(dir, "texts"), texts.String())
	writeFile(t, filepath.Join(dir, "results"), want.String())
	for _, file := range []string{"runtime_test.py", "ends_test.py"} {
		cmd := python.Command(t, "", "../../internal/codegen/pygen/testdata/"+file)
		cmd.Env = append(os.Environ(), "WIREGEN_ROWS="+dir)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

// unitsSpec has what runtime_test.py looks at.
const unitsSpec = `wiregen: 1
protocol: {name: demo, version: "2"}
envelope: {name: Envelope, tag: type, content: payload}
journal: {header: JournalHeader, record: JournalRecord, version: header.protocol_version}
types:
  JournalRecord: {doc: Other lines., fields: {at: int, text: string}}
  JournalHeader: {doc: The first line., fields: {protocol_version: string}}
  Login:
    doc: Secrets.
    fields:
      user: string
      password: {type: string, sensitive: true}
      note?: {type: string, log: {truncate: 3}}
      keep?: any
      tags: "string[] = []"
      blob?: bytes
      big?: {type: int64}
  Patch: {doc: A change., fields: {"name?": {type: "string | null", patch: true}, "size?": int}}
  Part: {doc: A part., union: {tag: kind}, variants: {text: {name: TextPart, fields: {text: string}}, dot: {name: Dot, fields: {}}}}
  Deep: {doc: A tree., fields: {"next?": Deep, "more": "Deep[] = []"}}
requests:
  Confirm: {doc: Yes or no., result: {yes: bool}, fields: {text: string}}
methods:
  login: {doc: Logs in., from: client, params: Login, result: "null"}
  said: {doc: Said., from: agent, notify: {text: string}}
  ask: {doc: Asks., from: agent, params: Request, result: by_variant}
errors:
  Busy: {doc: Later., code: -32001, data: {wait: int}, message: "Wait a little."}
`
