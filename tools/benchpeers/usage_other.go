//go:build !unix

package main

import (
	"os"
	"os/exec"
)

func killGroup(*exec.Cmd) {}

// maxMemory returns 0: it is not known on this system.
func maxMemory(*os.ProcessState) int64 { return 0 }
