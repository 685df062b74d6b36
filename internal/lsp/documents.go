package lsp

import (
	"bytes"
	"maps"
	"path"

	"github.com/wiregen/wiregen/internal/lsp/wire"
)

// A document is a file as the editor has it. It does not change.
type document struct {
	uri     string
	path    string
	version int32
	text    *text
}

// A view is what the server knows at a moment: the documents and the settings. It does not change.
type view struct {
	number  uint64               // counts views
	layout  uint64               // counts what may change which projects there are
	disk    uint64               // counts what may have changed on the disk
	docs    map[string]*document // by path
	folders []string             // of the workspace
	set     settings
}

// change makes the next view of do, and wakes what publishes.
func (s *server) change(do func(v *view)) {
	s.mu.Lock()
	next := *s.now
	next.docs = maps.Clone(s.now.docs)
	next.number++
	do(&next)
	s.now = &next
	s.mu.Unlock()
	s.publisher.wake()
}

// view is the newest view.
func (s *server) view() *view {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (v *view) onDisk() {
	v.disk++
	v.layout++
}

func (v *view) open(item wire.TextDocumentItem) {
	file, ok := pathOf(item.URI)
	if !ok {
		return
	}
	v.docs[file] = &document{uri: item.URI, path: file, version: item.Version, text: newText([]byte(item.Text))}
	v.onDisk()
}

func (v *view) edit(uri string, version int32, changes []wire.TextDocumentContentChangeEvent, e encoding) {
	file, _ := pathOf(uri)
	old := v.docs[file]
	if old == nil {
		return
	}
	d := &document{uri: old.uri, path: file, version: version, text: old.text.changed(changes, e)}
	v.docs[file] = d
	if path.Base(file) == configName || isSpec(old.text.bytes) != isSpec(d.text.bytes) {
		v.layout++
	}
}

func (v *view) close(uri string) {
	file, _ := pathOf(uri)
	delete(v.docs, file)
	v.onDisk()
}

// isSpec reports whether a file looks like a spec, and not like one of its parts: a line begins
// with the key wiregen.
func isSpec(content []byte) bool {
	content = bytes.TrimPrefix(content, []byte(byteOrderMark))
	for line := range bytes.Lines(content) {
		key, _, found := bytes.Cut(line, []byte(":"))
		if found && string(bytes.Trim(bytes.TrimRight(key, " \t"), `"'`)) == "wiregen" {
			return true
		}
	}
	return false
}
