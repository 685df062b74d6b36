//go:build unix

package rpc

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup gives a process its own process group, so that signals also reach its children.
func ownGroup(cmd *exec.Cmd) {
	attr := syscall.SysProcAttr{}
	if cmd.SysProcAttr != nil {
		attr = *cmd.SysProcAttr
	}
	attr.Setpgid = !attr.Setsid // a session has a group of its own, too
	cmd.SysProcAttr = &attr
}

// terminate asks the group of a process to end. It reports whether there is such a request.
func terminate(cmd *exec.Cmd) bool {
	if syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) != nil {
		_ = cmd.Process.Signal(syscall.SIGTERM)
	}
	return true
}

// kill kills the group of a process, or what is left of it.
func kill(cmd *exec.Cmd) {
	if syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) != nil {
		_ = cmd.Process.Kill()
	}
}

// duplicate returns a duplicate of a file, or nil. Writing to a broken pipe over it is an
// error: Go ends the program by SIGPIPE only for the file descriptors 1 and 2.
func duplicate(f *os.File) *os.File {
	raw, err := f.SyscallConn()
	if err != nil {
		return nil
	}
	number := -1
	err = raw.Control(func(fd uintptr) {
		syscall.ForkLock.RLock() // no child gets it
		defer syscall.ForkLock.RUnlock()
		if n, err := syscall.Dup(int(fd)); err == nil {
			syscall.CloseOnExec(n)
			number = n
		}
	})
	if err != nil || number < 0 {
		return nil
	}
	return os.NewFile(uintptr(number), f.Name())
}
