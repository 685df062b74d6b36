//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package journal

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the lock of a file until it is closed, also by the death of the process.
// File systems without locks are used without them.
func lock(f *os.File) error {
	for {
		switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return &os.PathError{Op: "lock", Path: f.Name(), Err: ErrLocked}
		default:
			return nil
		}
	}
}
