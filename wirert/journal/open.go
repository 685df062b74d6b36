package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// Open opens the named journal for appending. It creates the file if necessary, and writes the
// header if the file is empty; otherwise the header is not used. A torn last line is
// truncated: the beginning of the JSON of a line, or zeros that a power cut left in its place.
// A last line that only lacks its newline gets it.
//
// A new file has mode 0600. Open does not change a file that is not a journal: it returns
// ErrNoHeader if the file is not empty and lacks a required header, and ErrNotJournal if no
// line is a header or a record, or if the file ends with something else than a torn line.
func Open[H, R any](name string, header H, f *Format[H, R]) (*Writer[R], error) {
	return open(system{}, name, header, f)
}

func open[H, R any](d disk, name string, header H, f *Format[H, R]) (*Writer[R], error) {
	if err := f.Header.check(header); err != nil {
		return nil, err
	}
	first, err := f.Header.encode(nil, header, DefaultMaxLine)
	if err != nil {
		return nil, err
	}
	file, err := d.open(name)
	if err != nil {
		return nil, err
	}
	w := &Writer[R]{MaxLine: DefaultMaxLine, record: &f.Record, file: file}
	empty, err := repair(w, f)
	if err == nil && empty {
		w.version = f.versionOf(header)
		err = w.write(first)
	}
	if err == nil { // also for an existing file: its writer may have crashed before a sync
		err = w.sync()
	}
	if err == nil {
		err = d.syncFolder(name)
	}
	if err != nil {
		return nil, errors.Join(&os.PathError{Op: "open", Path: name, Err: err}, file.Close())
	}
	return w, nil
}

// repair makes a journal end with a whole line, and reports whether it has no lines but blank
// ones.
func repair[H, R any](w *Writer[R], f *Format[H, R]) (empty bool, err error) {
	info, err := w.file.Stat()
	if err != nil {
		return false, err
	}
	if !info.Mode().IsRegular() {
		return false, fmt.Errorf("%w: it is not a regular file", ErrNotJournal)
	}
	size := info.Size()
	if w.size, err = endOfLines(w.file, size); err != nil {
		return false, err
	}
	if empty, err = begins(w, f); err != nil || w.size == size {
		return empty, err
	}
	last, err := readEnding(w.file, w.size, size)
	if err != nil {
		return false, err
	}
	// Where no line shows that the file is a journal, the ending must look like one.
	sure := !empty || !last.holes && size-w.size <= DefaultMaxLine
	header, isHeader := decodeEnding(&f.Header, last)
	_, isRecord := decodeEnding(&f.Record, last)
	switch mayHead := f.NoHeader == ""; {
	case sure && empty && isHeader:
		w.version = f.versionOf(header)
	case sure && isRecord && !(empty && mayHead):
	case sure && last.is() == torn && (empty && f.Header.mayBegin(last.first) || !(empty && mayHead) && f.Record.mayBegin(last.first)):
		w.torn = size - w.size
		return empty, w.file.Truncate(w.size)
	case empty && mayHead:
		return false, ErrNoHeader
	default:
		return false, fmt.Errorf("%w: what begins at byte %d is neither a record nor the beginning of one", ErrNotJournal, w.size)
	}
	w.size += last.size
	if w.torn = size - w.size; w.torn > 0 { // zeros in place of the newline
		if err := w.file.Truncate(w.size); err != nil {
			return false, err
		}
	}
	return false, w.write([]byte("\n"))
}

// begins reads the beginning of a journal, and reports whether it has no lines but blank ones.
// Without a header, bad lines may come before the first record, but not instead of it.
func begins[H, R any](w *Writer[R], f *Format[H, R]) (empty bool, err error) {
	r := NewReader(io.NewSectionReader(w.file, 0, w.size), f)
	w.version = r.Version()
	if _, headed := r.Header(); headed {
		return false, nil
	}
	for empty = true; ; empty = false {
		next, err := r.next()
		switch {
		case err == io.EOF && empty:
			return true, nil
		case err == io.EOF:
			return false, fmt.Errorf("%w: none of its lines is a header or a record", ErrNotJournal)
		case err != nil:
			return false, err
		case f.NoHeader == "":
			return false, ErrNoHeader
		case next.err == nil:
			return false, nil
		}
	}
}

// An ending is what follows the last newline of a file, up to the first zero byte: what a disk
// may have in place of text after a power cut, and no text has.
type ending struct {
	prefix
	data  []byte // of at most DefaultMaxLine bytes, if it is complete
	size  int64
	holes bool // after the zeros there is something else
}

// readEnding reads the ending of a file of a size. It does not keep it in memory unless it is
// complete.
func readEnding(f io.ReaderAt, from, size int64) (ending, error) {
	var e ending
	zero := false
	buf := make([]byte, min(size-from, 64<<10))
	for at := from; at < size; {
		part := buf[:min(size-at, int64(len(buf)))]
		if n, err := f.ReadAt(part, at); n < len(part) {
			return e, err
		}
		at += int64(len(part))
		if !zero {
			n := bytes.IndexByte(part, 0)
			if zero = n >= 0; !zero {
				n = len(part)
			}
			e.write(part[:n])
			e.size += int64(n)
			part = part[n:]
		}
		e.holes = e.holes || len(bytes.TrimLeft(part, "\x00")) > 0
	}
	if e.is() != complete || e.size > DefaultMaxLine {
		return e, nil
	}
	e.data = make([]byte, e.size)
	_, err := io.ReadFull(io.NewSectionReader(f, from, e.size), e.data)
	return e, err
}

// decodeEnding decodes an ending that lacks nothing but the newline.
func decodeEnding[T any](l *Line[T], e ending) (v T, ok bool) {
	if e.data == nil {
		return v, false
	}
	v, err := l.Decode(e.data)
	return v, err == nil
}

// endOfLines returns the offset after the last newline of a file.
func endOfLines(f io.ReaderAt, size int64) (int64, error) {
	buf := make([]byte, min(size, 64<<10))
	for size > 0 {
		part := buf[:min(size, int64(len(buf)))]
		size -= int64(len(part))
		if n, err := f.ReadAt(part, size); n < len(part) {
			return 0, err
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			return size + int64(i) + 1, nil
		}
	}
	return 0, nil
}
