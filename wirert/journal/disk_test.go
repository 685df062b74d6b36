package journal

import (
	"bytes"
	"io"
	"io/fs"
	"slices"
	"time"
)

// A memory is a disk with one file, of which a power cut may take what was not synced:
// any suffix of the changes, the first of them perhaps in part.
type memory struct {
	content []byte // what programs see
	exists  bool

	durable []byte   // what a power cut leaves
	pending []change // since then
	entry   bool     // the folder durably has the file

	// look is called before and after each change.
	look func()

	// Faults.
	noSync, noFirstSync, noFolder, noCut bool
	syncs                                int
	writes                               func(p []byte) (int, error) // decides how much is written; or nil
	cut, sync                            error
}

// A change is a write at the end, or a cut.
type change struct {
	data []byte
	cut  bool
	size int // after it
}

func (m *memory) open(string) (file, error) {
	m.looked()
	m.exists = true
	m.syncs = 0
	m.looked()
	return m, nil
}

func (m *memory) looked() {
	if m.look != nil {
		m.look()
	}
}

func (m *memory) syncFolder(string) error {
	if !m.noFolder {
		m.entry = m.exists
	}
	m.looked()
	return nil
}

func (m *memory) Sync() error {
	if m.sync != nil {
		return m.sync
	}
	m.syncs++
	if !m.noSync && !(m.noFirstSync && m.syncs == 1) {
		m.durable, m.pending = slices.Clone(m.content), nil
	}
	m.looked()
	return nil
}

func (m *memory) Write(p []byte) (n int, err error) {
	n = len(p)
	if m.writes != nil {
		n, err = m.writes(p)
	}
	m.content = append(m.content, p[:n]...)
	m.pending = append(m.pending, change{data: slices.Clone(p[:n])})
	m.looked()
	return n, err
}

func (m *memory) Truncate(size int64) error {
	if m.cut != nil {
		return m.cut
	}
	if !m.noCut {
		m.content = slices.Clone(m.content[:size])
		m.pending = append(m.pending, change{cut: true, size: int(size)})
	}
	m.looked()
	return nil
}

func (m *memory) ReadAt(p []byte, at int64) (int, error) {
	return bytes.NewReader(m.content).ReadAt(p, at)
}

func (m *memory) Close() error               { return nil }
func (m *memory) Stat() (fs.FileInfo, error) { return info{size: int64(len(m.content))}, nil }

func (m *memory) read() ([]record, []error) {
	return all(NewReader(io.NewSectionReader(m, 0, int64(len(m.content))), &format))
}

// An image is what a disk holds after a power cut.
type image struct {
	content string
	exists  bool
}

// images returns every image that a power cut may leave now.
func (m *memory) images() []image {
	var out []image
	if !m.entry {
		out = append(out, image{})
		if !m.exists {
			return out
		}
	}
	now := m.durable
	add := func(content ...[]byte) { out = append(out, image{string(slices.Concat(content...)), true}) }
	add(now)
	for _, c := range m.pending {
		if c.cut {
			now = slices.Clone(now[:min(c.size, len(now))])
			add(now)
			continue
		}
		for n := 1; n <= len(c.data); n++ {
			add(now, c.data[:n])
			add(now, c.data[:n-1], make([]byte, len(c.data)-n+1)) // the length was written, the data not
		}
		now = slices.Concat(now, c.data)
	}
	return out
}

// after returns a disk with an image and the faults of m.
func (m *memory) after(i image) *memory {
	return &memory{
		content: []byte(i.content), exists: i.exists, durable: []byte(i.content), entry: i.exists,
		noSync: m.noSync, noFirstSync: m.noFirstSync, noFolder: m.noFolder, noCut: m.noCut,
	}
}

// info describes a file.
type info struct {
	size int64
	time time.Time
}

func (i info) Name() string       { return "journal" }
func (i info) Size() int64        { return i.size }
func (i info) Mode() fs.FileMode  { return 0o600 }
func (i info) ModTime() time.Time { return i.time }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return nil }

// made is a file whose bytes are made when they are read.
type made struct {
	memory
	content func(at int64) byte
	size    int64
}

func (m *made) open(string) (file, error)   { return m, nil }
func (m *made) Stat() (fs.FileInfo, error)  { return info{size: m.size}, nil }
func (m *made) Write(p []byte) (int, error) { panic("the file is changed") }
func (m *made) Truncate(int64) error        { panic("the file is changed") }

func (m *made) ReadAt(p []byte, at int64) (int, error) {
	for i := range p {
		if at+int64(i) == m.size {
			return i, io.EOF
		}
		p[i] = m.content(at + int64(i))
	}
	return len(p), nil
}

// unread is a file of which one read fails.
type unread struct {
	memory
	failing, reads int
	err            error
}

func (m *unread) open(string) (file, error) { return m, nil }

func (m *unread) ReadAt(p []byte, at int64) (int, error) {
	if m.reads++; m.reads == m.failing {
		return 0, m.err
	}
	return m.memory.ReadAt(p, at)
}
