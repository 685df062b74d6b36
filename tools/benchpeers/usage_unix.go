//go:build unix

package main

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// killGroup puts a command into a separate process group, all of which is killed
// when its time is over.
func killGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// maxMemory returns the largest resident set of a process, in bytes.
func maxMemory(state *os.ProcessState) int64 {
	used, ok := state.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin": // the others count in kilobytes
		return int64(used.Maxrss)
	}
	return int64(used.Maxrss) << 10
}
