//go:build unix

package cli

import (
	"os/exec"
	"syscall"
)

// ownGroup lets a command and what it starts be a group of processes.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the group of a command that was started.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } // an error says that it has ended
