package journal

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"time"
)

// ErrShrunk says that a file which is followed lost lines that were already whole, which
// a Writer never removes.
var ErrShrunk = errors.New("the journal lost lines while it was followed")

// A File is what can be followed; *os.File is one.
type File interface {
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// Follow returns a reader of a file from its beginning, which waits at the end for more
// until ctx is done, and then returns the error of ctx. It looks several times a second.
//
// It returns whole lines: what is torn is returned only once it has its newline, and not
// at all if a Writer cuts it off. It follows the file, not its name.
func Follow(ctx context.Context, f File) io.Reader {
	return &follower{ctx: ctx, file: f}
}

// interval is the time between two looks at a file that does not grow.
const interval = 50 * time.Millisecond

// settled is the age of a change after which the next one surely has another time, by the
// clock of any file system.
const settled = 3 * time.Second

type follower struct {
	ctx    context.Context
	file   File
	offset int64       // of the next byte
	end    int64       // of the whole lines that are known
	seen   fs.FileInfo // when the file had no whole line beyond end; nil: look again
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

// look looks for whole lines beyond those that are known.
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
	if errors.Is(err, io.EOF) { // it was cut meanwhile
		f.seen = nil
		return nil
	}
	f.end += more
	return err
}

// A tail is what a file has from an offset on.
type tail struct {
	io.ReaderAt
	from int64
}

func (t tail) ReadAt(p []byte, at int64) (int, error) { return t.ReaderAt.ReadAt(p, t.from+at) }

// shrunk returns the error of a read within whole lines.
func shrunk(err error) error {
	if errors.Is(err, io.EOF) {
		return ErrShrunk
	}
	return err
}
