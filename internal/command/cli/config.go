package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// A config is a wiregen.yaml.
type config struct {
	dir     string // its folder
	text    string
	entries []configEntry
}

// A configEntry is one spec of a configuration, with its outputs. Their folders
// are as the configuration has them; "" is the usual one.
type configEntry struct {
	spec    string // "" when it is not named
	outputs []compile.Output
}

// specPath is the path of the spec of an entry.
func (e configEntry) specPath(dir string) string {
	spec := e.spec
	if spec == "" {
		spec = usualSpecs[0]
	}
	if filepath.IsAbs(spec) {
		return spec
	}
	return filepath.Join(dir, filepath.FromSlash(spec))
}

// readConfig reads the configuration of a folder; nil if there is none.
func (env *environment) readConfig(dir string) (*config, error) {
	name := filepath.Join(dir, configName)
	if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	f, err := compile.Load(name)
	if err != nil {
		return nil, err
	}
	return env.configOf(f, dir)
}

// configOf reads the text of the configuration of a folder.
func (env *environment) configOf(f *source.File, dir string) (*config, error) {
	report := &diag.Report{}
	root := syntax.ReadNodes(f, report)
	if !report.OK() && report.All()[0].Code != diag.YAMLEmpty {
		return nil, faultsOf(report)
	}
	c := &config{dir: dir, text: string(f.Text), entries: []configEntry{{}}} // an empty file means the defaults
	var err error
	if root != nil {
		err = backend.ReadConfig(root, f.Name, func(s *backend.Section) { c.entries = env.configEntries(s) })
	}
	return c, err
}

// configEntries reads the whole of a configuration.
func (env *environment) configEntries(s *backend.Section) []configEntry {
	single := env.configEntry(s)
	var list []configEntry
	form := "{spec, " + strings.Join(env.targets.Names(), ", ") + "}"
	at := s.Sections("specs", "Several specs, each with its outputs.", form, func(item *backend.Section) {
		e := env.configEntry(item)
		if e.spec == "" {
			item.Fault(item.Span(), "an entry of specs must have the key spec")
		}
		list = append(list, e)
	})
	if at == (source.Span{}) {
		return []configEntry{single}
	}
	if single.spec != "" || len(single.outputs) > 0 {
		s.Fault(at, "specs cannot be combined with spec or a target: move those into the list")
	}
	return list
}

// configEntry reads a spec and its outputs. Every target reads its own options.
func (env *environment) configEntry(s *backend.Section) configEntry {
	e := configEntry{spec: s.Text("spec", "The spec, relative to the folder of this file. Default: "+usualSpecs[0]+".")}
	for _, b := range env.targets {
		t := b.Target()
		s.Section(t.Name, fmt.Sprintf("Generates %s.%s", t.Makes, unlisted(t)), func(own *backend.Section) {
			dir := filepath.FromSlash(own.Text("dir", "The folder of the output, relative to the folder of this file. Default: gen/"+t.Dir+"."))
			e.outputs = append(e.outputs, compile.Output{Backend: b.Configure(own), Dir: dir})
		})
	}
	return e
}

// unlisted says, as a sentence after another one, what happens to a target that is not listed.
func unlisted(t backend.Target) string {
	if t.OnRequest {
		return " Generated only if it is listed, or named with --target."
	}
	return " If no target is listed, all are generated."
}

// configSchemaFile is the name of the schema of wiregen.yaml.
const configSchemaFile = "wiregen.config.schema.json"

// configSchema is the JSON Schema of wiregen.yaml.
func (env *environment) configSchema() []byte {
	s := backend.DescribeConfig(func(s *backend.Section) { env.configEntries(s) })
	s.Version = "http://json-schema.org/draft-07/schema#"
	s.ID = configSchemaFile
	s.Title = "The configuration of wiregen"
	s.Description = "Specs, and where their output goes."
	var text bytes.Buffer
	if err := writeJSON(&text, s); err != nil {
		panic(err) // a schema that is not JSON is a bug
	}
	return text.Bytes()
}

// configBatches are the batches with the schema of wiregen.yaml, for the jobs that have
// one.
func (env *environment) configBatches(jobs []*job) []output.Batch {
	text := sync.OnceValue(env.configSchema)
	var out []output.Batch
	for _, j := range jobs {
		if j.config != "" {
			out = append(out, compile.ForEditors(j.outputs, "config", configSchemaFile, text)...)
		}
	}
	return out
}
