package tsgen_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/test/tier"
)

// plan reports what a spec that checks well does in TypeScript.
func plan(t *testing.T, spec string) ([]*diag.Diagnostic, backend.Plan, *model.Protocol) {
	t.Helper()
	var r diag.Report
	p := protocol(t, "spec.yaml", []byte(spec))
	plan, err := tsgen.New().Plan(p, backend.Common{}, &r)
	if err != nil {
		t.Fatal(err)
	}
	return r.All(), plan, p
}

const head = "wiregen: 1\n\nprotocol:\n  name: demo\n  version: \"1.0\"\n\n"

// TestPins: a name is pinned as it is written, so it must be one.
func TestPins(t *testing.T) {
	valid := tsgen.New().Target().Naming.Valid
	for name, want := range map[string]bool{"class": false, "Class": true, "a$1": true, "1a": false, "a-b": false, "": false, "\xff": false} {
		if valid(name) != want {
			t.Errorf("%q: %t", name, !want)
		}
	}
}

// allParts returns a spec with all parts that names are reserved for, without its types.
func allParts(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/parts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return "\n" + string(data)
}

// TestReserved refuses every name that the package keeps for itself.
func TestReserved(t *testing.T) {
	for _, n := range tsgen.New().Target().Naming.Exact {
		if !names.IsGoExported(n.Name) {
			continue // no name of a type
		}
		if n.Name == "Capabilities" {
			continue // which gives way
		}
		spec := head + allParts(t) + "  " + n.Name + ":\n    doc: A thing.\n    fields:\n      a: string\n"
		found, _, _ := plan(t, spec)
		if len(found) == 0 || found[0].Code != diag.TargetNameReserved {
			t.Errorf("%s is not refused", n.Name)
		}
	}
}

func TestClashes(t *testing.T) {
	for _, c := range []struct{ name, spec, want string }{
		{
			"an envelope and a type",
			head + "types:\n  BeginEvent: string\nevents:\n  Begin: {doc: It begins.}\nenvelope: {name: WireMessage, tag: type, content: payload}\n",
			`variant "Begin" of "Event" would be "BeginEvent" in TypeScript, which is taken by type "BeginEvent"`,
		},
		{
			"two methods",
			head + "methods:\n  a/b: {from: client, doc: One., result: empty}\n  a.b: {from: client, doc: Two., result: empty}\n",
			`method "a.b" would be "ABMessage" in TypeScript, which is taken by method "a/b"`,
		},
		{
			"a word of the language",
			head + "types:\n  Foo:\n    doc: A thing.\n    ts: class\n    fields:\n      a: string\n",
			`the TypeScript name "class" pinned for type "Foo" is not an identifier`,
		},
	} {
		found, _, _ := plan(t, c.spec)
		if !slices.ContainsFunc(found, func(d *diag.Diagnostic) bool { return strings.Contains(d.Message, c.want) }) {
			t.Errorf("%s: %v", c.name, found)
		}
	}
}

// TestNames checks where the output declares an element.
func TestNames(t *testing.T) {
	_, out, p := plan(t, string(read(t, "testdata/demo.yaml")))
	for _, d := range p.Decls {
		if d.TypeName() == "TextPart" {
			if got := out.Names(d); !slices.Equal(got, []string{"TextPart", "isTextPart", "readTextPart", "parseTextPart", "writeTextPart", "TextPartInput"}) {
				t.Errorf("TextPart: %v", got)
			}
		}
	}
	if got := out.Names(p.Envelope.Events.Variants[0]); !slices.Equal(got, []string{"BeginEvent"}) {
		t.Errorf("Begin: %v", got)
	}
	if got := out.Names(p.Methods[0]); !slices.Equal(got, []string{"StartMessage"}) {
		t.Errorf("start: %v", got)
	}
}

// TestHostileText compiles a spec whose text tries to leave every place it lands in.
func TestHostileText(t *testing.T) {
	spec := strings.Replace(head, "name: demo\n", "name: demo\n  title: \"<script> */ `x`\"\n  doc: \"</script> */ @deprecated ``` <b> \\e[31m \u202e\"\n", 1) +
		"types:\n  Hostile:\n    doc: \"*/ export const x = 1; /* @deprecated {@link y} \\u2028 </script>\\nexport const z = 1;\"\n    fields:\n" +
		"      \"a*/ </script>\":\n        type: string = \"</script><!--\"\n        doc: \"*/\"\n"
	files := generate(t, "spec.yaml", []byte(spec), tsgen.Backend{})
	types := file(t, files, "types.d.ts")
	for _, bad := range []string{"</script", " @deprecated", "\u2028", "\u202e", "\x1b", "\nexport const"} {
		if strings.Contains(types, bad) {
			t.Errorf("types.d.ts contains %q", bad)
		}
	}
	// Except at the ends of comments, only the quoted name of the field has it.
	if strings.Count(types, " */\n") != strings.Count(types, "/**") || strings.Count(types, "*/") != strings.Count(types, `"a*/`)+strings.Count(types, " */\n") {
		t.Errorf("a comment is closed from within:\n%s", types)
	}
	for _, f := range files {
		if strings.HasSuffix(f.Name, "js") && strings.Contains(string(f.Data), "</script") {
			t.Errorf("%s contains </script", f.Name)
		}
	}
	// Keys and values had what changes the direction of writing, and other characters that nobody sees.
	unseen := "types:\n  Unseen:\n    fields:\n      \"a\\u202eb\\u2066\\u200b\\u007f\\u0085\\ufffe\\U000E0041\": string = \"\\u2069\\u00ad\"\n  E: {enum: [\"x\\u202e\"]}\n"
	for _, f := range generate(t, "spec.yaml", []byte(strings.Replace(head, "name: demo\n", "name: demo\n  title: \"T\\u202e\\u0085\"\n", 1)+unseen), tsgen.Backend{}) {
		for _, r := range string(f.Data) {
			if r > '~' && names.IsInvisible(r) {
				t.Errorf("%s contains %U", f.Name, r)
			}
		}
	}
	if readme := file(t, files, "README.md"); strings.Contains(readme, "<script") || strings.Contains(readme, "<b>") || strings.Count(readme, "```") != 2 {
		t.Errorf("README.md:\n%s", readme)
	}
}

// TestReadmeLinks: the README of a package showed the links and images of a doc.
func TestReadmeLinks(t *testing.T) {
	for doc, want := range map[string]string{
		"see [x](javascript:alert(1))":    "see &#91;x](javascript:alert(1))",
		"![x](https://example.org/a.png)": "!&#91;x](https://example.org/a.png)",
		`\[x]: y`:                         `\&#91;x]: y`,
		"`a[0]` and ``b[`]`` [c]":         "`a[0]` and ``b[`]`` &#91;c]",
		"`open [x](y)":                    "`open &#91;x](y)",
		"``open` [x](y)":                  "``open` &#91;x](y)",
		"&#91;x&#93;(y)":                  "&amp;#91;x&amp;#93;(y)",
	} {
		spec := strings.Replace(head, "name: demo\n", "name: demo\n  doc: "+strconv.Quote(doc)+"\n", 1) + "types:\n  A: {fields: {x: int}}\n"
		if readme := file(t, generate(t, "spec.yaml", []byte(spec), tsgen.Backend{}), "README.md"); !strings.Contains(readme, "\n"+want+"\n") {
			t.Errorf("%q: want %q in\n%.300s", doc, want, readme)
		}
	}
}

// TestPackageJSON: the options are filled in, and a version is padded.
func TestPackageJSON(t *testing.T) {
	text := read(t, "testdata/demo.yaml")
	plain := file(t, generate(t, "demo.yaml", text, tsgen.Backend{}), "package.json")
	for _, want := range []string{`"name": "demo"`, `"version": "1.10.0"`, `"private": true`} {
		if !strings.Contains(plain, want) {
			t.Errorf("want %s in\n%s", want, plain)
		}
	}
	opts := tsgen.Backend{Package: "@a/b", Version: "3.2.1", License: "MIT", Repository: "https://example.com/a/b"}
	full := file(t, generate(t, "demo.yaml", text, opts), "package.json")
	for _, want := range []string{`"name": "@a/b"`, `"version": "3.2.1"`, `"license": "MIT"`, `"url": "git+https://example.com/a/b.git"`} {
		if !strings.Contains(full, want) {
			t.Errorf("want %s in\n%s", want, full)
		}
	}
	if strings.Contains(full, "private") {
		t.Errorf("a package with a version is not private:\n%s", full)
	}
}

// TestTagKeys: a second union with another key once changed the signature for the first one.
func TestTagKeys(t *testing.T) {
	spec := head + "types:\n"
	for _, k := range []string{"kind", "op"} {
		spec += "  U" + k + ":\n    doc: One of some.\n    union: {tag: " + k + "}\n    variants:\n      a:\n        name: A" + k +
			"\n        fields:\n          x: int\n"
	}
	types := file(t, generate(t, "spec.yaml", []byte(spec), tsgen.Backend{}), "unions.d.ts")
	for _, want := range []string{`(v: wire.UnknownUkind, key?: "kind"): string`, `(v: wire.UnknownUop, key?: "op"): string`} {
		if !strings.Contains(types, want) {
			t.Errorf("want %q in\n%s", want, types)
		}
	}
}

// loads loads the package of a spec as both kinds of modules, and returns what they
// export and the value of globalThis.PWNED.
func loads(t *testing.T, name, spec string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, generate(t, name, []byte(spec), tsgen.Backend{})...)
	write(t, dir, backend.File{Name: "load.test.mjs", Data: []byte(`
import { createRequire } from "node:module";
import * as esm from "./index.js";
const cjs = createRequire(import.meta.url)("./index.cjs");
const exported = (m) => Object.keys(m).sort().map((k) => k + ":" + typeof m[k]);
if (exported(esm).join() !== exported(cjs).join()) throw new Error("exports differ: " + exported(esm) + " and " + exported(cjs));
console.log(exported(esm).join("\n"), "pwned:", globalThis.PWNED);
`)})
	out, err := run(t, dir, "node", "load.test.mjs")
	if err != nil {
		t.Errorf("%q: %v\n%s", name, err, out)
	}
	return out
}

// TestNamesOfAnyScript loads a package whose names have no letter of ASCII:
// its CommonJS modules exported parts of names, which is a ReferenceError.
func TestNamesOfAnyScript(t *testing.T) {
	spec := head + "types:\n  A:\n    union: {tag: t}\n    variants:\n      é: {name: E, fields: {x: int}}\n      ü$: {name: U, fields: {\"日本\": int}}\n" +
		"events: {\"été\": {payload: int}}\nenvelope: {name: Env, tag: t, content: c}\n" +
		"methods:\n  \"日本\": {from: client, result: empty}\n  \"Ωmega/x\": {from: client, params: A, result: empty}\n"
	out := loads(t, "spec.yaml", spec)
	for _, want := range []string{"isX日本Message:function", "parseΩmegaXMessage:function"} {
		if !strings.Contains(out, want) {
			t.Errorf("want %s in\n%s", want, out)
		}
	}
}

// TestNamesOfHelpers loads a package whose types are called like what guards
// call: one called Normal had a guard of the name under which the guards of
// unions by order import a function of the reader, a SyntaxError.
func TestNamesOfHelpers(t *testing.T) {
	spec := head + "types:\n  Normal:\n    fields: {a: int}\n  Object:\n    fields: {b: \"list[]\"}\n  list:\n    fields: {constructor: int}\n" +
		"  Either:\n    match: ordered\n    type: Normal | Object\n"
	if out := loads(t, "spec.yaml", spec); !strings.Contains(out, "isNormal:function") || !strings.Contains(out, "islist:function") {
		t.Errorf("not all guards are there:\n%s", out)
	}
}

// TestHostileFileName compiles specs whose files have names that would end the
// comment of the first line: a line break ran the text behind it.
func TestHostileFileName(t *testing.T) {
	tier.Slow(t)
	const code = `globalThis.PWNED="x";<!--`
	for _, sep := range []string{"\n", "\r", "\u2028", "\u2029", "*/", "\u0085", "\v"} {
		name := "x" + sep + code + ".yaml"
		if out := loads(t, name, head+"types:\n  A: {doc: One., fields: {a: string}}\n"); !strings.Contains(out, "pwned: undefined") {
			t.Errorf("%q: %s", name, out)
		}
	}
}

// TestProtoKeys checks the tables and the functions for unions of a package that has
// the name __proto__ in all places: a plain key of that name in a table set
// its prototype, and every object has a tag of that name.
func TestProtoKeys(t *testing.T) {
	spec := head + "types:\n  Lone:\n    union: {tag: \"__proto__\"}\n    default: one\n    variants:\n" +
		"      one: {name: One, fields: {x: int}}\n      two: {name: Two, fields: {y: int}}\n" +
		"envelope: {name: Envelope, tag: type, content: payload}\nevents:\n  __proto__: {payload: int}\n" +
		"methods:\n  __proto__: {from: client, result: empty}\n"
	dir := t.TempDir()
	write(t, dir, generate(t, "spec.yaml", []byte(spec), tsgen.Backend{})...)
	write(t, dir, backend.File{Name: "proto.mjs", Data: []byte(`
import assert from "node:assert/strict";
import * as wire from "./index.js";

assert.deepEqual([Object.keys(wire.METHODS), Object.keys(wire.EVENTS)], [["__proto__"], ["__proto__"]]);
assert.equal(wire.METHODS.__proto__.kind, "request");
assert.ok(wire.isKnownLone({ x: 1 }));
assert.ok(wire.isKnownLone(JSON.parse('{"__proto__":"two","y":1}')));
assert.equal(wire.unknownTag(wire.parseLone('{"__proto__":"later"}').value), "later");
`)})
	if out, err := run(t, dir, "node", "proto.mjs"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
