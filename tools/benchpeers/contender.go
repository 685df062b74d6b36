package main

import (
	"os"
	"path/filepath"
	"regexp"
)

// A contender is a generator, or one of several ways to run wiregen.
type contender struct {
	name     string
	language string // go or ts, for the ratio; "" for several at once
	base     bool   // what the others of its language are compared with
	keeps    bool   // each run finds what the last one made
	command  func(in inputs, out string) command
	declares *regexp.Regexp // a type in its output, the name being its first group
}

// inputs are the files with the same types for each contender.
type inputs struct{ spec, schema, rooted, openapi, cache string }

func newInputs(dir string, p *protocol) (inputs, error) {
	in := inputs{
		spec:    filepath.Join(dir, "spec.yaml"),
		schema:  filepath.Join(dir, "schema.json"),
		rooted:  filepath.Join(dir, "rooted.json"),
		openapi: filepath.Join(dir, "openapi.json"),
		cache:   filepath.Join(dir, "cache"),
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return in, err
	}
	if err := writeSpec(in.spec, p); err != nil {
		return in, err
	}
	if err := writeSchema(in.schema, p, false); err != nil {
		return in, err
	}
	if err := writeSchema(in.rooted, p, true); err != nil {
		return in, err
	}
	return in, writeOpenAPI(in.openapi, p)
}

var (
	goType  = regexp.MustCompile(`^type (\w+) `)
	tsType  = regexp.MustCompile(`^(?:export )?(?:declare )?(?:interface|type|enum|class|const) (\w+)`)
	tsEntry = regexp.MustCompile(`^        (\w+):`) // a schema of openapi-typescript
)

// contenders returns wiregen, by the path of the program, and the peers in tools.
func contenders(wiregen string, tools peerTools) []contender {
	run := func(targets, cache string) func(inputs, string) command {
		return func(in inputs, out string) command {
			folder := cache
			if folder == "" {
				folder = in.cache
			}
			return command{env: []string{"WIREGEN_CACHE=" + folder}, args: []string{wiregen, "generate", "--target", targets, "--out", out, in.spec}}
		}
	}
	node := func(script string, args func(in inputs, file string) []string) func(inputs, string) command {
		return func(in inputs, out string) command {
			return command{args: append([]string{"node", tools.script(script)}, args(in, filepath.Join(out, "out.ts"))...)}
		}
	}
	// quicktype generates what a root refers to. It can also use every definition as a
	// root, which takes more than twice the time.
	quicktype := func(file string) func(inputs, string) command {
		return func(in inputs, out string) command {
			return command{args: []string{"node", tools.script("quicktype"), "--quiet", "--no-combine-classes",
				"--src-lang", "schema", "--top-level", "Root", "--src", in.rooted, "--out", filepath.Join(out, file)}}
		}
	}
	return []contender{
		{name: "wiregen go", language: "go", base: true, declares: goType, command: run("go", "off")},
		{name: "oapi-codegen", language: "go", declares: goType, command: func(in inputs, out string) command {
			return command{args: []string{tools.binary("oapi-codegen"), "-generate", "types,skip-prune", "-package", "out", "-o", filepath.Join(out, "out.go"), in.openapi}}
		}},
		{name: "go-jsonschema", language: "go", declares: goType, command: func(in inputs, out string) command {
			return command{args: []string{tools.binary("go-jsonschema"), "-p", "out", "-o", filepath.Join(out, "out.go"), in.schema}}
		}},
		{name: "quicktype go", language: "go", declares: goType, command: quicktype("out.go")},
		{name: "wiregen ts", language: "ts", base: true, declares: tsType, command: run("ts", "off")},
		{name: "openapi-typescript", language: "ts", declares: tsEntry, command: node("openapi-typescript", func(in inputs, file string) []string {
			return []string{in.openapi, "-o", file}
		})},
		{name: "quicktype ts", language: "ts", declares: tsType, command: quicktype("out.ts")},
		{name: "wiregen go,ts,schema", declares: goType, command: run("go,ts,schema", "off")},
		{name: "wiregen go,ts,schema, no change", keeps: true, declares: goType, command: run("go,ts,schema", "")},
	}
}
