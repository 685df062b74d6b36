//go:build unix

package measure

import (
	"syscall"
	"time"
)

// cpuTime returns the CPU time of this process, of all its threads: the work of the
// garbage collector counts for whoever causes it.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
