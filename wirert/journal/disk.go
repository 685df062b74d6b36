package journal

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// A disk opens files. Tests use one that loses data that was not synced.
type disk interface {
	// open opens a file for reading and appending, and creates it if necessary.
	open(name string) (file, error)
	// syncFolder makes the directory entry of a file durable.
	syncFolder(name string) error
}

// A file appends what is written.
type file interface {
	File
	io.Writer
	Truncate(size int64) error
	Sync() error
	Close() error
}

// system is the disk of the operating system.
type system struct{}

func (system) open(name string) (file, error) {
	flags := os.O_RDWR | os.O_CREATE
	if runtime.GOOS != "windows" { // where it prevents Truncate
		flags |= os.O_APPEND
	}
	f, err := os.OpenFile(name, flags, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if _, err := f.Seek(0, io.SeekEnd); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return appended{f}, nil
}

func (system) syncFolder(name string) error {
	if runtime.GOOS == "windows" { // directories cannot be synced
		return nil
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	folder, err := os.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	err = folder.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		err = nil // the file system does not need it
	}
	return errors.Join(err, folder.Close())
}

// appended is a file whose offset is kept at its end, also without O_APPEND.
type appended struct{ *os.File }

func (f appended) Truncate(size int64) error {
	if err := f.File.Truncate(size); err != nil {
		return err
	}
	_, err := f.Seek(size, io.SeekStart)
	return err
}
