//go:build !unix

package rpc

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

func terminate(*exec.Cmd) bool { return false }

func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func duplicate(*os.File) *os.File { return nil }
