package cli

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
)

func newInit(env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Create a small spec to start from",
		Long: `init writes three files to DIR, by default the working directory: wire.yaml, a
small spec that compiles; wiregen.yaml, which says where its output goes; and
generate.go, so that "go generate" compiles it. If one of them already exists,
init writes nothing. For editors it also writes the schemas of the first two to
gen/schema, where generate keeps them up to date. A .gitattributes marks the
output as generated, so that reviews fold it; if there is one already, init
prints the lines to add to it.

It prints the commands that are still needed there: to create a Go module, to
add wiregen to it as a tool, and to generate the output. Generated Go needs
nothing else, because its runtime is in the module of the tool. Without Go, that
is wiregen generate. Then it prints where the setup of editors is described.`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 1 {
				dir = args[0]
			}
			return env.init(dir)
		},
	}
}

// editorsPage says how editors run the language server.
const editorsPage = "https://github.com/wiregen/wiregen/blob/main/docs/editors.md"

// A starter is one file that init writes.
type starter struct{ name, text string }

func (env *environment) init(dir string) error {
	pkg, err := starterPackage(dir)
	if err != nil {
		return err
	}
	starters := []starter{
		{"wire.yaml", starterSpec},
		{configName, env.starterConfig()},
		{"generate.go", starterGenerate(pkg)},
	}
	for _, s := range starters {
		name := filepath.Join(dir, s.name)
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%q already exists: init does not overwrite files", filepath.ToSlash(name))
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, s := range starters {
		name := filepath.Join(dir, s.name)
		if err := writeNew(name, s.text); err != nil {
			return err
		}
		fmt.Fprintln(env.stdout, diag.Harmless(filepath.ToSlash(name)))
	}
	if err := env.initSchemas(dir); err != nil {
		return err
	}
	if err := env.markGenerated(dir); err != nil {
		return err
	}
	next, err := nextCommands(dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.stderr, "next:\n  %s\neditors show errors while you type: %s\n", strings.Join(next, "\n  "), editorsPage)
	return nil
}

// attributesName is the file with the git attributes of files in its folder.
const attributesName = ".gitattributes"

// markGenerated tells git, and what shows diffs, that the output is generated. An
// existing file belongs to the user, who is told what to add unless it is there.
func (env *environment) markGenerated(dir string) error {
	name := filepath.Join(dir, attributesName)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		if err := writeNew(name, strings.Join(env.starterAttributes(), "\n")+"\n"); err != nil {
			return err
		}
		fmt.Fprintln(env.stdout, diag.Harmless(filepath.ToSlash(name)))
		return nil
	}
	if err != nil {
		return err
	}
	var missing []string
	for _, line := range env.starterAttributes() {
		if !slices.Contains(strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), line) {
			missing = append(missing, line)
		}
	}
	if len(missing) > 0 {
		fmt.Fprintf(env.stderr, "%s already exists: to mark the output as generated, add\n  %s\n", diag.Harmless(filepath.ToSlash(name)), strings.Join(missing, "\n  "))
	}
	return nil
}

// starterAttributes are the lines of .gitattributes for the folders that starterConfig names.
func (env *environment) starterAttributes() []string {
	var lines []string
	for _, t := range env.targets {
		if target := t.Target(); !target.OnRequest {
			lines = append(lines, "/gen/"+target.Dir+"/** linguist-generated=true")
		}
	}
	return lines
}

// initSchemas writes the schemas that the first lines of the spec and the configuration
// name, so that editors find them before the first run of generate.
func (env *environment) initSchemas(dir string) error {
	j, err := env.findJob(filepath.Join(dir, "wire.yaml"))
	if err != nil {
		return err
	}
	plan, err := output.NewPlan(append(env.targets.Language(j.outputs), env.configBatches([]*job{j})...), env.cache)
	if err != nil {
		return err
	}
	if err := plan.Apply(); err != nil {
		return err
	}
	for _, c := range plan.Changes {
		fmt.Fprintln(env.stdout, c.Path)
	}
	return nil
}

// writeNew writes a file that must not exist yet. If it cannot be written whole, there is
// none.
func writeNew(name, text string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}

// starterPackage is the Go package of a folder: that of the Go files in it, or
// one named after it.
func starterPackage(dir string) (string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return "", err
	}
	for _, name := range files {
		if f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly); err == nil {
			return strings.TrimSuffix(f.Name.Name, "_test"), nil
		}
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if name := strings.ReplaceAll(names.Snake(filepath.Base(abs)), "_", ""); names.IsGoPackage(name) {
		return name, nil
	}
	return "protocol", nil
}

func starterGenerate(pkg string) string {
	return fmt.Sprintf(`// Package %[1]s holds the protocol that wire.yaml describes.
package %[1]s

//go:generate go tool wiregen generate
`, pkg)
}

func (env *environment) starterConfig() string {
	return "# yaml-language-server: $schema=gen/schema/" + configSchemaFile + "\n# Where the output of wire.yaml goes; paths are relative to this file.\nspec: wire.yaml\n" +
		env.eachTarget(func(t backend.Target) string {
			if t.OnRequest {
				return fmt.Sprintf("# %s: {dir: gen/%s}  # %s\n", t.Name, t.Dir, t.Makes)
			}
			return fmt.Sprintf("%s: {dir: gen/%s}\n", t.Name, t.Dir)
		})
}

const starterSpec = `# yaml-language-server: $schema=gen/schema/wiregen.schema.json
wiregen: 1

protocol:
  name: greeter
  title: Greeter
  version: "1.0"
  doc: |
    A client asks an agent to greet somebody, and watches it do so.

roles: [client, agent]

defaults:
  unknown: keep  # an unknown tag from a newer peer is preserved verbatim
  enums: closed  # an unknown value of an enum is an error

methods:
  greet:
    doc: Asks for a greeting.
    from: client
    params:
      name:
        type: string
        doc: Who is greeted.
      tone: Tone = friendly
    result:
      greeting: string
    examples:
      - {params: {name: Ada}, result: {greeting: Hello Ada!}}

  event:
    doc: Reports what the agent is doing.
    from: agent
    notify: Event

envelope: {name: WireMessage, tag: type, content: payload}

events:
  Progress:
    doc: A part of the greeting is ready.
    fields:
      text: string
      percent?: float
    examples:
      - {text: Hello, percent: 50}

types:
  Tone:
    doc: How a greeting sounds.
    enum:
      friendly: As to a friend.
      formal: As to a stranger.
`
