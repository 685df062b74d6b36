package pygen

import (
	"io/fs"

	"github.com/wiregen/wiregen/templates"
)

// emitRuntime copies the runtime, which is the same in every package.
func (p *plan) emitRuntime(out *output) {
	err := fs.WalkDir(templates.Py, "py/runtime", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := templates.Py.ReadFile(path)
		out.add(out.pkg+"/_runtime/"+d.Name(), text)
		return err
	})
	if err != nil {
		panic("pygen: " + err.Error())
	}
}
