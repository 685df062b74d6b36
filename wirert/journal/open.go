package journal

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// Open opens the named journal for appending. It creates the file if necessary, and writes the
// header if the file is empty; otherwise the header is not used. A torn last line is
// truncated.
//
// A new file has mode 0600. If the file is not empty and lacks a required header, Open returns
// ErrNoHeader and does not change it.
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
	empty, err := repair(w, f, first[0])
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
// ones. brace is the first byte of a header.
func repair[H, R any](w *Writer[R], f *Format[H, R], brace byte) (empty bool, err error) {
	info, err := w.file.Stat()
	if err != nil {
		return false, err
	}
	size := info.Size()
	if w.size, err = endOfLines(w.file, size); err != nil {
		return false, err
	}
	if empty, err = begins(w, f); err != nil || w.size == size {
		return empty, err
	}
	tail := make([]byte, min(size-w.size, DefaultMaxLine+1))
	if _, err := io.ReadFull(io.NewSectionReader(w.file, w.size, size-w.size), tail); err != nil {
		return false, err
	}
	isHeader, isRecord := whole(&f.Header, tail), whole(&f.Record, tail)
	switch {
	case empty && isHeader:
		header, err := f.Header.Decode(tail)
		if err != nil {
			return false, err
		}
		w.version = f.versionOf(header)
	case isRecord && !(empty && f.NoHeader == ""):
	case empty && f.NoHeader == "" && (isRecord || !mayBegin(tail, brace)):
		return false, ErrNoHeader
	default:
		w.torn = size - w.size
		return empty, w.file.Truncate(w.size)
	}
	w.size = size
	return false, w.write([]byte("\n"))
}

// begins reads the first line of a journal, and reports whether it has no lines but blank
// ones.
func begins[H, R any](w *Writer[R], f *Format[H, R]) (empty bool, err error) {
	r := NewReader(io.NewSectionReader(w.file, 0, w.size), f)
	w.version = r.Version()
	if _, headed := r.Header(); headed {
		return false, nil
	}
	if _, err := r.next(); err == io.EOF {
		return true, nil
	} else if err != nil {
		return false, err
	}
	if f.NoHeader == "" {
		return false, ErrNoHeader
	}
	return false, nil
}

// whole reports whether a torn line is complete but for the newline.
func whole[T any](l *Line[T], tail []byte) bool {
	if len(tail) > DefaultMaxLine || !closed(tail) {
		return false
	}
	_, err := l.Decode(tail)
	return err == nil
}

// mayBegin reports whether a torn line may be the beginning of a header, or what a disk
// has in place of it after a power cut. Otherwise the file is something else, of which
// nothing is cut off.
func mayBegin(tail []byte, brace byte) bool {
	text := bytes.TrimLeft(tail, "\x00"+blank)
	return len(text) == 0 || text[0] == brace
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
