package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/golden"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// A config is a wiregen.yaml.
type config struct {
	dir     string // the folder that it lies in
	entries []configEntry
}

// A configEntry is one spec of a configuration, with its outputs.
type configEntry struct {
	spec    string // "" when it is not named
	outputs []outputSetting
}

// specPath is where the spec of an entry lies.
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

// job is the work that an entry asks for.
func (e configEntry) job(dir, spec string) (*job, error) {
	settings := e.outputs
	if len(settings) == 0 {
		settings = defaultOutputs("")
	}
	return newJob(spec, dir, settings)
}

// readConfig reads the configuration of a folder; nil when there is none.
func readConfig(dir string) (*config, error) {
	name := filepath.Join(dir, configName)
	if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	f, err := compile.Load(name)
	if err != nil {
		return nil, err
	}
	report := &diag.Report{}
	root := syntax.ReadNodes(f, report)
	if !report.OK() && report.All()[0].Code != diag.YAMLEmpty {
		var b strings.Builder
		if err := diag.WriteText(&b, report.All(), diag.TextOptions{}); err != nil {
			return nil, err
		}
		return nil, errors.New(b.String())
	}
	r := &configReader{}
	c := &config{dir: dir, entries: r.root(root, f)}
	return c, errors.Join(r.faults...)
}

// A configReader turns nodes into settings and gathers all faults on the way.
type configReader struct{ faults []error }

func (r *configReader) fault(s source.Span, format string, args ...any) {
	pos := s.File.Position(s.Start)
	r.faults = append(r.faults, fmt.Errorf("%s:%d:%d: %s", s.File.Name, pos.Line, pos.Column, fmt.Sprintf(format, args...)))
}

// A configKey says what reads the value of a key.
type configKey struct {
	name string
	read func(*syntax.Node)
}

// keys reads a map whose keys are all known.
func (r *configReader) keys(n *syntax.Node, what string, keys []configKey) {
	if n.Kind != syntax.Map {
		r.fault(n.Span, "%s must be a map", what)
		return
	}
	for _, p := range n.Pairs {
		i := slices.IndexFunc(keys, func(k configKey) bool { return k.name == p.Key.Text })
		if i >= 0 {
			keys[i].read(p.Value)
			continue
		}
		known := make([]string, len(keys))
		for i, k := range keys {
			known[i] = k.name
		}
		r.fault(p.Key.Span, "unknown key %q%s (known here: %s)", p.Key.Text, didYouMean(p.Key.Text, known), strings.Join(known, ", "))
	}
}

func (r *configReader) root(n *syntax.Node, f *source.File) []configEntry {
	if n == nil { // an empty file asks for nothing special
		return []configEntry{{}}
	}
	var single configEntry
	var list []configEntry
	var listAt *syntax.Node
	keys := append(r.entryKeys(&single), configKey{"specs", func(v *syntax.Node) {
		listAt = v
		if v.Kind != syntax.List || len(v.Items) == 0 {
			r.fault(v.Span, "specs must be a list of {spec, go, ts, schema}")
			return
		}
		for _, item := range v.Items {
			var e configEntry
			r.keys(item, "an entry of specs", r.entryKeys(&e))
			if item.Kind == syntax.Map && e.spec == "" {
				r.fault(item.Span, "an entry of specs must name its spec")
			}
			list = append(list, e)
		}
	}})
	r.keys(n, f.Name, keys)
	if listAt == nil {
		return []configEntry{single}
	}
	if single.spec != "" || len(single.outputs) > 0 {
		r.fault(listAt.Span, "specs stands beside spec or a target: move those into the list")
	}
	return list
}

func (r *configReader) entryKeys(e *configEntry) []configKey {
	keys := []configKey{{"spec", r.text("spec", &e.spec)}}
	for _, target := range compile.TargetNames() {
		keys = append(keys, configKey{target, func(n *syntax.Node) {
			s := outputSetting{target: target}
			r.keys(n, target, r.targetKeys(&s))
			s.dir = filepath.FromSlash(s.dir)
			e.outputs = append(e.outputs, s)
		}})
	}
	return keys
}

// targetKeys are the settings of a target.
func (r *configReader) targetKeys(s *outputSetting) []configKey {
	o := &s.options
	dir := configKey{"dir", r.text("dir", &s.dir)}
	switch s.target {
	case "go":
		goPackage := r.shaped("package", "the name of a Go package, such as wire", names.IsGoPackage, &o.Package)
		return []configKey{dir, {"package", goPackage}, {"vectors", r.vectors(o)}}
	case "ts":
		return []configKey{
			dir, {"package", r.shaped("package", "the name of an npm package, such as wire or @example/wire", names.IsNpmPackage, &o.Package)},
			{"version", r.shaped("version", "a semantic version, such as 1.0.0", names.IsSemver, &o.Version)},
			{"license", r.text("license", &o.License)},
			{"repository", r.shaped("repository", "a URL, or github:owner/name", isReference, &o.Repository)},
			{"vectors", r.vectors(o)},
		}
	case "schema":
		return []configKey{dir, {"strict", r.truth("strict", &o.Strict)}}
	}
	return []configKey{dir}
}

// text reads a text of one line that is not empty.
func (r *configReader) text(key string, to *string) func(*syntax.Node) {
	return r.shaped(key, "a text on one line", func(s string) bool { return s != "" && !strings.ContainsFunc(s, unicode.IsControl) }, to)
}

// shaped reads a text that fits; what is such a text in words.
func (r *configReader) shaped(key, what string, fits func(string) bool, to *string) func(*syntax.Node) {
	return func(n *syntax.Node) {
		if n.Kind != syntax.Scalar || !fits(n.Text) {
			r.fault(n.Span, "%s must be %s", key, what)
			return
		}
		*to = n.Text
	}
}

// isReference tells whether a text can be a URL or a shorter form of one.
func isReference(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) })
}

func (r *configReader) truth(key string, to *bool) func(*syntax.Node) {
	return func(n *syntax.Node) {
		if n.Kind != syntax.Scalar || n.Text != "true" && n.Text != "false" {
			r.fault(n.Span, "%s must be true or false", key)
			return
		}
		*to = n.Text == "true"
	}
}

// vectors asks for the vectors of the protocol and a test that runs them.
func (r *configReader) vectors(o *backend.Options) func(*syntax.Node) {
	var wanted bool
	truth := r.truth("vectors", &wanted)
	return func(n *syntax.Node) {
		if truth(n); wanted {
			o.Vectors = golden.JSONL
		}
	}
}
