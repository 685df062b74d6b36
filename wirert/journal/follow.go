package journal

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"time"
)

// ErrShrunk is the error of following a file that lost whole lines, which a Writer never
// removes.
var ErrShrunk = errors.New("the journal lost lines while it was followed")

// A File can be followed. *os.File implements it.
type File interface {
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// Follow returns a reader of f from the beginning. At the end of the file it polls for more,
// several times a second, until ctx is done; then it returns the error of ctx.
//
// It returns whole lines only: a torn line is returned once it has its newline, and never if a
// Writer truncates it. It follows the file, not its name.
func Follow(ctx context.Context, f File) io.Reader {
	return &follower{ctx: ctx, file: f}
}

// interval is the time between two polls.
const interval = 50 * time.Millisecond

// settled is the age from which a modification time is sure to differ from that of the next
// change, with the clock of any file system.
const settled = 3 * time.Second

type follower struct {
	ctx    context.Context
	file   File
	offset int64       // of the next byte
	end    int64       // end of the known whole lines
	seen   fs.FileInfo // state of the file when it had no whole line beyond end; nil: unknown
}

func (f *follower) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for f.offset == f.end {
		if err := f.look(); err != nil {
			return 0, err
		}
		if f.offset < f.end {
			break
		}
		select {
		case <-f.ctx.Done():
		case <-time.After(interval):
		}
	}
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := f.file.ReadAt(p[:min(int64(len(p)), f.end-f.offset)], f.offset)
	if f.offset += int64(n); n > 0 {
		return n, nil
	}
	return 0, shrunk(err)
}

// look searches for whole lines after those that are known.
func (f *follower) look() error {
	if err := f.ctx.Err(); err != nil {
		return err
	}
	now := time.Now()
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	size := info.Size()
	switch {
	case size < f.end:
		return ErrShrunk
	case f.seen != nil && f.seen.Size() == size && f.seen.ModTime().Equal(info.ModTime()):
		return nil
	}
	if f.seen = nil; now.Sub(info.ModTime()) > settled {
		f.seen = info
	}
	more, err := endOfLines(tail{f.file, f.end}, size-f.end)
	if errors.Is(err, io.EOF) { // it was truncated meanwhile
		f.seen = nil
		return nil
	}
	f.end += more
	return err
}

// A tail is the part of a file from an offset on.
type tail struct {
	io.ReaderAt
	from int64
}

func (t tail) ReadAt(p []byte, at int64) (int, error) { return t.ReaderAt.ReadAt(p, t.from+at) }

// shrunk turns io.EOF, from a read within whole lines, into ErrShrunk.
func shrunk(err error) error {
	if errors.Is(err, io.EOF) {
		return ErrShrunk
	}
	return err
}
