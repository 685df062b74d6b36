//go:build !unix

package cli

import "os/exec"

func ownGroup(*exec.Cmd) {}

// killGroup ends a command. What it has started ends when its input and output do.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() } // an error says that it has ended
