package pygen

import (
	"bytes"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/templates"
)

// The package of the runtime: a copy in the generated package, or that of a distribution.
const (
	copied   = "._runtime"
	imported = "wirert"
)

// generationFile is the module of the distribution that says which generations of packages it
// supports. A copy needs none: it is of the same wiregen as the package.
const generationFile = "generation.py"

// generation is the generation of packages that need the runtime as it is here.
func generation() string {
	text, err := templates.Py.ReadFile("py/runtime/" + generationFile)
	m := regexp.MustCompile(`(?m)^NEWEST: Final = (\d+)$`).FindSubmatch(text)
	if err != nil || m == nil {
		panic("pygen: the runtime has no generation")
	}
	return string(m[1])
}

const runtimeDir = "py/runtime/"

// The imports of modules of the runtime, in the modules of the package and in its own.
var (
	ofRuntime   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^ *from \._runtime\.(\w+) import `) })
	ofEachOther = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^ *from \.(\w+) import |^ *from \. import (\w+)$`)
	})
)

// emitRuntime copies the modules of the runtime that the package imports, and those that they import.
// They are the same in every package.
func (p *plan) emitRuntime(out *output) {
	if !out.own {
		return
	}
	dir := out.pkg + "/_runtime/"
	copied := map[string]bool{}
	var copyModule func(name string)
	follow := func(imports *regexp.Regexp, text []byte) {
		for _, m := range imports.FindAllSubmatch(text, -1) {
			copyModule(string(bytes.Join(m[1:], nil))) // of two groups, one is empty
		}
	}
	copyModule = func(name string) {
		if copied[name] {
			return
		}
		copied[name] = true
		text, err := templates.Py.ReadFile(runtimeDir + name + ".py")
		if err != nil {
			return // a module of the package, in an example within a docstring
		}
		out.add(dir+name+".py", text)
		follow(ofEachOther(), text)
	}
	copyModule("__init__")
	for _, f := range out.files {
		if path.Ext(f.Name) == ".py" && !strings.HasPrefix(f.Name, dir) {
			follow(ofRuntime(), f.Data)
		}
	}
}
