package schemagen_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/test/node"
)

// unionsSpec has a union of each kind.
const unionsSpec = `wiregen: 1
protocol: {name: unions, version: "1"}
defaults: {int64: bigint}
types:
  Shape: {doc: One., union: {tag: kind}, variants: {circle: {name: Circle, fields: {radius: int}}, line: {name: Line, fields: {to: "[int, int]"}}}}
  Step: {doc: One., union: {tag: type, content: body}, variants: {go: {payload: Shape}, stop: {doc: No body.}}}
  Level: {doc: One., union: {tag: n}, variants: {1: {name: Low, fields: {a: int64}}, 2: {name: High, fields: {b: bool}}}}
  Choice: {doc: One., union: external, variants: {some: {name: Some, fields: {v: Step | null}}, none: {doc: Nothing.}}}
  Either: string | Circle | Line[]
  Part: {doc: One., union: {match: key}, variants: {Loud: {key: loud, fields: {loud: Level}}, Quiet: {fields: {"quiet?": bool}}}}
  Tried: {doc: One., type: Circle | Low, match: ordered}
  Bag: {doc: Undeclared keys with a type., extra: {type: "Shape | null"}, fields: {"n?": int64, shape: Shape}}
  Few: {doc: One of two., present: [exactly_one: [shape, choice]], fields: {"shape?": Shape, "choice?": Choice}}
  Told: {doc: One body under several tags., union: {tag: is}, variants: {said: {name: Said, body: Chunk}, heard: {name: Heard, body: Chunk}, left: {name: Left, body: None}}}
  Chunk: {doc: A piece., fields: {text: string, "size?": int64}}
  None: {doc: Nothing., fields: {}}
  Damaged: {doc: What may be damaged., fields: {"shape?": {type: Shape, on_error: unset}, all: {type: "Step[]", bad_items: skip}}}
`

// TestGenerators makes TypeScript from the bundles for generators with two tools, and has
// the compiler of TypeScript find every variant of each union. From the bundle of a writer
// both made objects that could be anything.
func TestGenerators(t *testing.T) {
	specs := map[string][]byte{"unions.yaml": []byte(unionsSpec)}
	for _, path := range []string{"spec/wire.yaml", "examples/klp/klp.yaml", "examples/klp/released/0.43.yaml", "examples/idebridge/idebridge.yaml", "examples/dap/dap.yaml"} {
		data, err := os.ReadFile(filepath.Join("../../..", path))
		if err != nil {
			t.Fatal(err)
		}
		specs[filepath.Base(path)] = data
	}
	dir := t.TempDir()
	var files []string
	unions := 0
	for name, data := range specs {
		p := compile(t, name, data)
		rows := lower.New(p)
		out := emit(t, p, schemagen.Backend{Generators: true, Discriminator: true})
		i := slices.IndexFunc(out, func(f backend.File) bool { return strings.HasSuffix(f.Name, ".types.schema.json") })
		folder := filepath.Join(dir, strings.TrimSuffix(name, ".yaml"))
		proof := proofs(rows, len(p.Methods) > 0)
		unions += len(proof.names)
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		input, _ := json.Marshal(map[string]any{"schema": string(out[i].Data), "names": proof.names})
		cmd := exec.Command("node", "testdata/generators.mjs", filepath.Dir(node.Modules(t)), folder)
		cmd.Stdin = bytes.NewReader(input)
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		file := filepath.Join(folder, "proof.ts")
		if err := os.WriteFile(file, []byte(proof.text()), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	tsc := filepath.Join(node.Modules(t), "typescript-5.9", "bin", "tsc")
	args := append([]string{tsc, "--strict", "--noEmit", "--target", "es2022", "--skipLibCheck"}, files...)
	if text, err := exec.Command("node", args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	if unions < 12 {
		t.Errorf("only %d unions", unions)
	}
}

// TestGeneratorsAccept: what a writer of a construct writes is valid in its bundle for
// generators, but for variants and methods of extensions, with which no tag would be a
// constant. What its reader reads is valid in that of a reader, for which there was none.
func TestGeneratorsAccept(t *testing.T) {
	names, err := filepath.Glob("../../../testdata/constructs/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no constructs: %v", err)
	}
	var files []backend.File
	var full, simple []probe
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		spec := section(t, archive, "spec.yaml")
		called := strings.TrimSuffix(filepath.Base(name), ".txtar")
		add := func(name string, spec []byte) {
			p := compile(t, "spec.yaml", spec, archive.Files...)
			p.Name = name
			files = append(files, emit(t, p, schemagen.Backend{Generators: true})...)
		}
		add(called, spec)
		closed := called
		if without := extendedTags.ReplaceAll(spec, nil); len(without) < len(spec) {
			closed += "-closed"
			add(closed, without)
		}
		for _, e := range expectations(called, section(t, archive, "messages")) {
			ignored := strings.Contains(string(section(t, archive, "messages")), " "+e.Text+" => expected a message that can be sent")
			if _, def, ok := strings.Cut(e.Schema, ".read.schema.json#/$defs/"); ok && e.valid && !ignored {
				full = append(full, e.probe)
				simple = append(simple, probe{called + ".types.read.schema.json#/definitions/" + def, e.Text})
			}
			if _, def, ok := strings.Cut(e.Schema, ".write.schema.json#/$defs/"); ok && e.written {
				full = append(full, probe{closed + ".write.schema.json#/$defs/" + def, e.Text})
				simple = append(simple, probe{called + ".types.schema.json#/definitions/" + def, e.Text})
			}
		}
	}
	want, got := validateInGo(t, files, full), validateInGo(t, files, simple)
	for i := range got {
		if len(want[i]) == 0 && len(got[i]) > 0 {
			t.Errorf("%s %s\n\tfaults at %q", simple[i].Schema, simple[i].Text, got[i])
		}
	}
}

// extendedTags are the namespaces of tags and methods, in a spec.
var extendedTags = regexp.MustCompile(`(?m)^  (methods|tags): \["[^{}\n]*\]\n`)

// TestKeysForOtherTools: the bundle for generators has the keys for other tools, and those for
// validators do not, which may refuse keywords that they do not know.
func TestKeysForOtherTools(t *testing.T) {
	p := compile(t, "spec.yaml", []byte(`wiregen: 1
protocol: {name: demo, version: "1"}
types:
  Volume:
    doc: How loud it is.
    x-owner: {team: audio, tags: [1, null]}
    fields:
      level: {type: int, x-widget: slider}
methods:
  mute: {doc: Mutes., from: client, result: empty, x-scope: admin}
`))
	for _, f := range emit(t, p, schemagen.Backend{Generators: true}) {
		for _, want := range []string{`"x-owner": {`, `"x-widget": "slider"`, `"x-scope": "admin"`} {
			if got := strings.Contains(string(f.Data), want); got != strings.Contains(f.Name, ".types.") {
				t.Errorf("%s: has %s: %t", f.Name, want, got)
			}
		}
	}
}

// A proof is TypeScript that compiles only if every variant is there.
type proof struct {
	names []string // of the unions
	lines []string
}

func (p *proof) says(format string, args ...any) {
	p.lines = append(p.lines, fmt.Sprintf("export const proof%d: %s = true;", len(p.lines), fmt.Sprintf(format, args...)))
}

func (p *proof) text() string {
	head := "import type * as all from \"./all\";\n"
	for _, name := range p.names {
		head += fmt.Sprintf("import type * as of%s from \"./%s\";\n", name, name)
	}
	return head + `type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Some<A> = [A] extends [never] ? false : true;
type Fits<A, B> = [A] extends [B] ? true : false;
` + strings.Join(p.lines, "\n") + "\n"
}

func proofs(rows *lower.Program, messages bool) *proof {
	p := &proof{}
	for _, d := range rows.Protocol.Decls {
		if row := rows.Decl(d); row != nil && row.Union != nil {
			p.union(rows, row.Union)
		}
	}
	if messages {
		p.names = append(p.names, "Message")
		var methods []string
		for _, c := range rows.Calls {
			p.says("Some<Extract<all.Message, { %s: %q }>>", rows.Dialect.NamesOf(c.Shape).Method, c.Method)
			methods = append(methods, model.Quote(c.Method))
		}
		if !rows.Dialect.Named() {
			p.says("Same<`${Extract<ofMessage.Holder[\"value\"][\"method\"], string>}`, %s>", strings.Join(methods, " | "))
		}
	}
	return p
}

// union demands each variant of a union, from both tools. Quicktype makes one type of all
// objects, with the members of each.
func (p *proof) union(rows *lower.Program, u *lower.Union) {
	name := u.Of.Name
	p.names = append(p.names, name)
	var tags []string
	for _, c := range u.Cases {
		tag := ""
		switch {
		case len(c.Tags) > 0 && u.TagKind == lower.IntegerTag:
			tag = c.Tags[0]
		case len(c.Tags) > 0:
			tag = model.Quote(c.Tags[0])
		}
		switch u.By {
		case lower.ByTag, lower.ByContent:
			tags = append(tags, tag)
			p.says("Some<Extract<all.%s, { %s: %s }>>", name, u.Key, tag)
		case lower.ByName:
			if c.Body {
				p.says("Some<Extract<all.%s, { %s: unknown }>>", name, tag)
			} else {
				p.says("Fits<%s, all.%s>", tag, name)
			}
		default:
			p.kind(name, c.Kinds)
		}
		if u.By == lower.ByTag && rows.At(c.Type).Struct != nil {
			for _, f := range rows.At(c.Type).Struct.Fields {
				p.says("Fits<%q, keyof of%s.Holder[\"value\"]>", f.Name, name)
				p.says("Fits<%q, keyof Extract<all.%s, { %s: %s }>>", f.Name, name, u.Key, tag)
			}
		}
	}
	if len(tags) > 0 {
		p.says("Same<all.%s[%q], %s>", name, u.Key, strings.Join(tags, " | "))
		if u.TagKind == lower.StringTag {
			p.says("Same<`${of%s.Holder[\"value\"][%q]}`, %s>", name, u.Key, strings.Join(tags, " | "))
		}
	}
}

// kind demands that a union has values of some kinds.
func (p *proof) kind(name string, kinds model.Kinds) {
	for _, kind := range kinds.List() {
		switch kind.String() {
		case "string":
			p.says("Fits<string, all.%s>", name)
			p.says("Fits<string, of%s.Holder[\"value\"]>", name)
		case "array":
			p.says("Some<Extract<all.%s, unknown[]>>", name)
			p.says("Some<Extract<of%s.Holder[\"value\"], unknown[]>>", name)
		case "object":
			p.says("Some<Exclude<Extract<all.%s, object>, unknown[]>>", name)
			p.says("Some<Exclude<Extract<of%s.Holder[\"value\"], object>, unknown[]>>", name)
		}
	}
}

// emptySpec has an empty list wherever the language allows one.
const emptySpec = `wiregen: 1
protocol: {name: empties, version: "1"}
dialect: {params: {form: array}}
types:
  None: {doc: No fields., fields: {}}
  Alone: {doc: Nothing but a tag., union: {tag: t}, variants: {a: {name: A, fields: {}}}}
  Apart: {doc: No bodies., union: {tag: t, content: c}, variants: {a: {doc: No body.}}}
  Outside: {doc: No bodies., union: external, variants: {a: {doc: No body.}}}
  Open: {doc: All else is kept., union: {tag: t}, unknown: keep, variants: {a: {name: OpenA, fields: {}}}}
  Any: {doc: All keys are kept., extra: keep, fields: {}}
  Range: {type: "int[]", min_items: 0, max_items: 0}
  Choice: {doc: All are optional., present: [at_most_one: [a, b]], fields: {"a?": int, "b?": int}}
methods:
  ping: {doc: P., from: client, params: {}, result: empty}
  maybe: {doc: P., from: client, "params?": {}, result: {}}
  told: {doc: P., from: agent, notify: {}}
  few: {doc: P., from: client, params: {"a?": int}, result: None}
`

// TestEmptyLists validates the schemas of each construct and of emptySpec with the
// meta-schema of their dialect. Parameters by position without a field were an empty list
// of items, which draft 7 does not allow, so that ajv refused the whole file.
func TestEmptyLists(t *testing.T) {
	names, err := filepath.Glob("../../../testdata/constructs/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no constructs: %v", err)
	}
	metas := map[string]*jsonschema.Schema{}
	for _, url := range []string{"http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"} {
		if metas[url], err = jsonschema.NewCompiler().Compile(url); err != nil {
			t.Fatal(err)
		}
	}
	try := func(name string, p *model.Protocol) {
		for _, f := range append(emit(t, p, schemagen.Backend{Generators: true, Discriminator: true}), emit(t, p, schemagen.Backend{})...) {
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(f.Data))
			if err != nil {
				t.Fatal(err)
			}
			meta := metas[doc.(map[string]any)["$schema"].(string)]
			if err := meta.Validate(doc); err != nil {
				t.Errorf("%s: %s: %v", name, f.Name, err)
			}
		}
	}
	try("empty lists", compile(t, "empties.yaml", []byte(emptySpec)))
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		try(filepath.Base(name), compile(t, "spec.yaml", section(t, archive, "spec.yaml"), archive.Files...))
	}
}
