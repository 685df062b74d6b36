package imports

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/tier"
)

// A protocol is one whose source a package has. To add one, lock the package, write a decisions
// file testdata/NAME-VERSION.decide.yaml, and run the test with -update.
type protocol struct {
	name     string
	versions []version // the older one first
	// left says why a definition of the source is not in the spec. Messages of JSON-RPC, and
	// unions of them, need no reason.
	left map[string]string
}

// A version of a protocol, and how its files are had: by their names in the decisions file.
type version struct {
	name  string
	files []sourceFile
}

type sourceFile struct {
	name string
	text func(t *testing.T) []byte
}

// errorOfRPC are the types of the error of a response: the spec lists the codes.
var errorOfRPC = map[string]string{"Error": "the error of a response", "ErrorCode": "its codes are those of the spec"}

// leftOfMCP are types that only messages of JSON-RPC have, or that methods have in their place.
var leftOfMCP = map[string]string{
	"Error": "the error of a response", "Error1": "likewise", "Error2": "likewise", "Error3": "likewise",
	"Data": "the data of an error", "Data1": "likewise",
	"ParseError": "its code is that of JSON-RPC", "InvalidRequestError": "likewise", "MethodNotFoundError": "likewise",
	"InvalidParamsError": "likewise", "InternalError": "likewise",
	"ClientResult": "a list of results", "ServerResult": "likewise", "InputResponse": "likewise",
	"AnyCallToolResult": "the result of the method, where it is written out", "AnyGetPromptResult": "likewise", "AnyReadResourceResult": "likewise",
	"ElicitRequestParams": "the params of the method, where they are written out",
}

// protocols are all that is imported.
var protocols = []protocol{
	{name: "acp", versions: []version{
		{"1.0.0", one("acp.json", npm("acp-1.0.0/schema/schema.json"))},
		{"2.4.0", one("acp.json", npm("acp-2.4.0/schema/v1/schema.json"))},
	}, left: errorOfRPC},
	{name: "acp-v2", versions: []version{
		{"2.4.0", one("acp.json", npm("acp-2.4.0/schema/v2/schema.json"))},
	}},
	{name: "mcp", versions: []version{
		{"2025-11-25", one("mcp.json", pydantic("mcp-types", "mcp_types/_v2025_11_25/__init__.py"))},
		{"2026-07-28", one("mcp.json", pydantic("mcp-types", "mcp_types/_v2026_07_28/__init__.py"))},
	}, left: leftOfMCP},
	{name: "codex", versions: []version{
		{"0.154.0", one("codex.json", pydantic("codex-0.154.0", "openai_codex/generated/v2_all.py"))},
		{"0.163.0", one("codex.json", pydantic("codex-0.163.0", "openai_codex/generated/v2_all.py"))},
	}},
}

// TestRealProtocols imports protocols of the world with our decisions, and follows them from one
// version to the next.
func TestRealProtocols(t *testing.T) {
	tier.AtNight(t, "TestGolden of internal/frontend/imports")
	for _, p := range protocols {
		t.Run(p.name, func(t *testing.T) {
			for _, v := range p.versions {
				t.Run(v.name, func(t *testing.T) { p.imported(t, v) })
			}
			for i := 1; i < len(p.versions); i++ {
				was, now := p.versions[i-1], p.versions[i]
				t.Run(was.name+"-to-"+now.name, func(t *testing.T) { p.upgraded(t, was, now) })
			}
			last := p.versions[len(p.versions)-1]
			t.Run("stale", func(t *testing.T) { p.stale(t, last) })
			t.Run("renamed", func(t *testing.T) { p.renamed(t, last) })
		})
	}
}

func one(name string, text func(t *testing.T) []byte) []sourceFile {
	return []sourceFile{{name, text}}
}

// installed is a file of the locked packages, which make nightly installs.
func installed(t *testing.T, name string) string {
	t.Helper()
	file, err := filepath.Abs(filepath.Join("../../.build/imports", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); err != nil {
		tier.Missing(t, file)
	}
	return file
}

// npm is a file of a package of package-lock.json.
func npm(name string) func(t *testing.T) []byte {
	return func(t *testing.T) []byte {
		t.Helper()
		text, err := os.ReadFile(installed(t, "node_modules/"+name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}

// pydantic is what pydantic exports of a module of a package that FOLDER.txt locks.
func pydantic(folder, module string) func(t *testing.T) []byte {
	return func(t *testing.T) []byte {
		t.Helper()
		installed(t, folder+"/"+module)
		cmd := python.Tool(t, ".", "python", "export.py", installed(t, folder), module)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
}
