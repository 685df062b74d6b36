package modeljson_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/modeljson"
	"github.com/wiregen/wiregen/internal/source"
)

// protocol returns the model of a construct.
func protocol(t *testing.T, file string) *model.Protocol {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, f := range archive.Files {
		files[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	p, r := compile.Check(source.NewFile("spec.yaml", files["spec.yaml"].Data), files)
	if p == nil {
		t.Fatalf("%s: %s", file, r.All()[0].Message)
	}
	return p
}

// document returns the model of a construct as JSON.
func document(t *testing.T, file string) string {
	t.Helper()
	p := protocol(t, file)
	var out bytes.Buffer
	if err := modeljson.Write(&out, p); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var d modeljson.Document
	if err := json.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if len(d.Types) != len(p.Decls) || len(d.Methods) != len(p.Methods) || len(d.Errors) != len(p.Errors) {
		t.Errorf("%s: something was left out", file)
	}
	var line bytes.Buffer
	if err := json.Compact(&line, out.Bytes()); err != nil {
		t.Fatal(err)
	}
	return line.String()
}

// TestDocuments writes the model of every construct, and looks for what only
// some of them have.
func TestDocuments(t *testing.T) {
	want := map[string][]string{
		"dialect_shapes":         {`"shapes":{"tag":"type","request":"req","response":"res","notification":"note"}`},
		"dialect_members":        {`"members":[{"name":"auth","doc":"Who sends it.","sensitive":true`, `"order":["jsonrpc","auth","id"`},
		"dialect_batch":          {`"batch":{"max":3,"unique_ids":true}`},
		"dialect_params_either":  {`"params":"either"`, `"params_by_position":true`},
		"dialect_params_array":   {`"items":[{"name":"what","doc":"What is moved."`},
		"dialect_framing_prefix": {`"framing":{"kind":"length-prefix","max_bytes":65536,"max_from":"client.max_bytes","width":4,"order":"little"}`, `"rate":{"per_minute":60,"error":"RATE_LIMIT"}`},
		"error_ranges":           {`{"name":"server","doc":"The server is at fault."`, `"from":-32099,"to":-32000}`},
		"error_kind":             {`"error_identity":"data.kind"`, `"local":true`},
		"error_data":             {`"data":{"kind":"ref","name":"RetryData"}`},
		"gates_feature":          {`"gates":[{"gate":"feature push.jobs","kind":"feature","name":"push.jobs"},{"gate":"subscription jobs.subscribe",`},
		"negotiation_highest":    {`"pick":"highest","none":"STALE","first":true`},
		"negotiation_features":   {`"features":{"offer":"params.features","chosen":"result.common"}`},
		"progress":               {`"progress":[{"name":"progress","method":"$/progress","token":"params.token","as":"token","payload":{"kind":"ref","name":"Progress"}}]`, `"replaces":"index"`},
		"method_was":             {`"was":["addTask","task.add"]`},
		"names":                  {`"pins":{"go":"GoPinned","ts":"TsPinned"}`, `"pins":{"go":"Info"}`},
		"include":                {`"file":"spec.yaml"`, `"file":"parts/deep/point.yaml","line":2,"column":3`},
		"layer":                  {`"file":"base/parts/types.yaml"`},
	}
	files, err := filepath.Glob("../../../testdata/constructs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no constructs: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		got := document(t, file)
		for _, text := range want[name] {
			if !strings.Contains(got, text) {
				t.Errorf("%s: no %s in\n%s", name, text, got)
			}
		}
		delete(want, name)
	}
	for name := range want {
		t.Errorf("there is no construct %s", name)
	}
}

// TestComparable: members of messages whose shapes have names kept their lines and columns.
func TestComparable(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/constructs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no constructs:", err)
	}
	for _, file := range files {
		var out bytes.Buffer
		if err := modeljson.WriteComparable(&out, protocol(t, file)); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		text := strings.Replace(out.String(), `"file": "",`, "", 1) // of the document
		for _, key := range []string{`"line":`, `"column":`, `"file":`} {
			if at := strings.Index(text, key); at >= 0 {
				t.Errorf("%s: a place is left: %.80s", file, text[at:])
			}
		}
	}
}
