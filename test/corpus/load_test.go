package corpus_test

import (
	"os"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/spec"
	"github.com/wiregen/wiregen/test/corpus"
)

// cases returns the cases of the vectors of Kimi Wire.
func cases(t *testing.T) []corpus.Case {
	t.Helper()
	list, err := corpus.Parse(file(t, "kimi.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	differences, err := corpus.ParseDifferences(file(t, "differences.json"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := corpus.Cases(list, differences, types(t))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func file(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(root + "/testdata/vectors/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// types returns the results as the spec declares them.
func types(t *testing.T) corpus.Types {
	t.Helper()
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile("wire.yaml", spec.Wire), &r), &r)
	if p == nil {
		t.Fatal("the spec has errors")
	}
	out := corpus.Types{
		Envelope: p.Envelope.Name,
		Methods:  make(map[string]string),
		Requests: make(map[string]string),
		// The examples of the documentation answer this approval, but the
		// vectors do not have the request.
		IDs: map[string]string{"f47ac10b-58cc-4372-a567-0e02b2c3d479": "ApprovalResponse"},
		// An agent of version 1.7 that sends no hooks; those of today do.
		Unfit: map[string]string{"k0322": "hooks is missing: expected an object"},
	}
	for _, m := range p.Methods {
		if !m.ByVariant && !m.Notify {
			out.Methods[m.Name] = typeName(m.Result)
		}
	}
	for _, v := range p.Envelope.Requests.Variants {
		out.Requests[v.Tag] = typeName(v.Result)
	}
	return out
}

// typeName returns the name of a declared type, or "".
func typeName(t model.Type) string {
	if d, ok := t.(model.Decl); ok {
		return d.TypeName()
	}
	return ""
}
