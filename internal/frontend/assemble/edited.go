package assemble

import (
	"bytes"
	"io/fs"
)

// Edited are the files of a spec whose text is another one than on disk, by their paths from the
// folder of the spec; "" is the spec itself.
type Edited map[string][]byte

// Of is the edited text of a file, or the given one.
func (e Edited) Of(name, text string) []byte {
	if edited, ok := e[name]; ok {
		return edited
	}
	return []byte(text)
}

// In returns a folder in which the files have their edited text.
func (e Edited) In(folder fs.FS) fs.FS { return editedFolder{folder, e} }

type editedFolder struct {
	fs.FS
	texts Edited
}

// Open opens a file, with its edited text if it has one.
func (e editedFolder) Open(name string) (fs.File, error) {
	f, err := e.FS.Open(name)
	if text, ok := e.texts[name]; ok && err == nil && name != "" {
		return editedFile{f, bytes.NewReader(text)}, nil
	}
	return f, err
}

type editedFile struct {
	fs.File
	text *bytes.Reader
}

func (f editedFile) Read(p []byte) (int, error) { return f.text.Read(p) }
