package gogen

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"go/version"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/wiregen/wiregen"
	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// Lowest is the version of the language that the runtime and generated code need. The go
// line of this module is higher: the command and the tests use golang.org/x/term, x/sys
// and x/tools, whose go.mod ask for it.
const Lowest = "go1.24"

// The folder of the runtime, in this module as in the copy below a generated package.
const (
	modulePath    = "github.com/wiregen/wiregen"
	runtimeFolder = "wirert"
)

// importPath returns the path of the package in the module of its folder, which must
// have a language that the runtime can be compiled with.
func importPath(c backend.Common) (string, error) {
	if c.Above == nil {
		return "", errors.New("there is no output folder")
	}
	found, err := c.Above("go.mod")
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("there is no go.mod in %q or above it: create one with go mod init, or remove the setting", c.Dir)
	}
	if err != nil {
		return "", err
	}
	f, err := modfile.ParseLax(found.Name, found.Text, nil)
	if err != nil {
		return "", err
	}
	if f.Module == nil {
		return "", fmt.Errorf("%s has no line with the path of the module", found.Name)
	}
	says := "has no go line"
	if f.Go != nil {
		says = "says go " + f.Go.Version
	}
	if f.Go == nil || version.Compare("go"+f.Go.Version, Lowest) < 0 {
		return "", fmt.Errorf("%s %s, and the runtime needs go %s: go mod edit -go=%[3]s", found.Name, says, strings.TrimPrefix(Lowest, "go"))
	}
	own := path.Join(f.Module.Mod.Path, found.Below)
	if err := module.CheckImportPath(own); err != nil {
		return "", fmt.Errorf("no package can be in that folder: %w", err)
	}
	return own, nil
}

// A copier copies the runtime below a package.
type copier struct {
	own    string   // the import path of the package
	wanted []string // packages of the runtime, as paths in this module, in the order in which they were met
}

// embed returns files with those packages of the runtime that they need, directly or not,
// and imports that name these.
func (p *plan) embed(files []backend.File) []backend.File {
	c := copier{own: p.embedIn, wanted: []string{runtimeFolder}}
	for i, f := range files {
		files[i].Data = c.localized(f.Name, f.Data)
	}
	for i := 0; i < len(c.wanted); i++ { // it grows
		files = append(files, c.pkg(c.wanted[i])...)
	}
	for _, name := range []string{"LICENSE", "NOTICE"} {
		files = append(files, backend.File{Name: path.Join(runtimeFolder, name), Data: c.source(name)})
	}
	return files
}

// pkg returns the sources of a package without its tests.
func (c *copier) pkg(folder string) []backend.File {
	list, err := wiregen.Runtime.ReadDir(folder)
	if err != nil {
		panic(fmt.Sprintf("gogen: the program is built without a package of the runtime: %v", err))
	}
	var out []backend.File
	for _, e := range list {
		if e.IsDir() || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		name := path.Join(folder, e.Name())
		out = append(out, backend.File{Name: name, Data: c.localized(name, c.source(name))})
	}
	return out
}

// source returns a file of this module, marked as generated.
func (c *copier) source(name string) []byte {
	text, err := wiregen.Runtime.ReadFile(name)
	if err != nil {
		panic(fmt.Sprintf("gogen: the program is built without a file of the runtime: %v", err))
	}
	head := "// " + backend.HeadFrom(path.Join(modulePath, name)) + "\n\n"
	return append([]byte(head), text...)
}

// localized returns the text of a file with imports of the copy, whose packages it notes.
// It is the text itself if it is not Go.
func (c *copier) localized(name string, text []byte) []byte {
	if path.Ext(name) != ".go" {
		return text
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, text, parser.ImportsOnly)
	if err != nil {
		panic(fmt.Sprintf("gogen: a file is not valid Go: %v", err))
	}
	var out []byte
	done := 0
	for _, i := range tree.Imports {
		imported, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			panic(fmt.Sprintf("gogen: an import is not valid Go: %v", err))
		}
		folder, ours := strings.CutPrefix(imported, modulePath+"/")
		if !ours {
			continue
		}
		c.want(folder)
		at := set.Position(i.Path.Pos()).Offset
		out = append(append(out, text[done:at]...), strconv.Quote(path.Join(c.own, folder))...)
		done = at + len(i.Path.Value)
	}
	return append(out, text[done:]...)
}

func (c *copier) want(folder string) {
	if !slices.Contains(c.wanted, folder) {
		c.wanted = append(c.wanted, folder)
	}
}
