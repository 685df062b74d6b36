package lsp

import (
	"bytes"
	"io/fs"
	"path"
	"time"
)

// An overlay is a folder in which the documents of the editor have the text that they have there.
// It notes what is read.
type overlay struct {
	fs.FS
	dir  string
	docs map[string]*document
	read map[string]bool
}

// Open opens a file as the editor has it, or as it is on the disk.
func (o overlay) Open(name string) (fs.File, error) {
	full := path.Join(o.dir, name)
	o.read[full] = true
	if d := o.docs[full]; d != nil {
		return openDocument{d, bytes.NewReader(d.text.bytes)}, nil
	}
	return o.FS.Open(name)
}

// An openDocument is a document as a file.
type openDocument struct {
	d *document
	*bytes.Reader
}

func (f openDocument) Stat() (fs.FileInfo, error) { return f, nil }
func (f openDocument) Close() error               { return nil }
func (f openDocument) Name() string               { return path.Base(f.d.path) }
func (f openDocument) Size() int64                { return int64(len(f.d.text.bytes)) }
func (openDocument) Mode() fs.FileMode            { return 0o444 }
func (openDocument) ModTime() time.Time           { return time.Time{} }
func (openDocument) IsDir() bool                  { return false }
func (openDocument) Sys() any                     { return nil }
