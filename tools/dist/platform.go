package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// A platform is what one binary runs on, in the names of Go, npm and Python.
type platform struct {
	os, arch        string   // GOOS and GOARCH
	npmOS, npmCPU   string   // process.platform and process.arch of Node
	wheel           []string // platform tags of a wheel
	program         string   // the file name of the binary
	machine, format string   // what the header of the binary says
}

// platforms are all platforms of a release. The binaries are static, so that one wheel serves
// glibc and musl. The versions of macOS are the oldest that the Go release supports.
var platforms = []platform{
	{"linux", "amd64", "linux", "x64", []string{"manylinux_2_17_x86_64", "manylinux2014_x86_64", "musllinux_1_1_x86_64"}, "wiregen", "EM_X86_64", "ELF"},
	{"linux", "arm64", "linux", "arm64", []string{"manylinux_2_17_aarch64", "manylinux2014_aarch64", "musllinux_1_1_aarch64"}, "wiregen", "EM_AARCH64", "ELF"},
	{"darwin", "amd64", "darwin", "x64", []string{"macosx_12_0_x86_64"}, "wiregen", "CpuAmd64", "Mach-O"},
	{"darwin", "arm64", "darwin", "arm64", []string{"macosx_12_0_arm64"}, "wiregen", "CpuArm64", "Mach-O"},
	{"windows", "amd64", "win32", "x64", []string{"win_amd64"}, "wiregen.exe", "0x8664", "PE"},
	{"windows", "arm64", "win32", "arm64", []string{"win_arm64"}, "wiregen.exe", "0xaa64", "PE"},
}

func (p platform) String() string { return p.os + "/" + p.arch }

// npmName is the name of the npm package with the binary.
func (p platform) npmName() string { return "@wiregen/" + p.npmOS + "-" + p.npmCPU }

// choose returns the platforms that a list names: "all", "host", or names with commas.
func choose(list string) ([]platform, error) {
	switch list {
	case "all":
		return platforms, nil
	case "host":
		list = runtime.GOOS + "/" + runtime.GOARCH
	}
	var chosen []platform
	for name := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(platforms, func(p platform) bool { return p.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("%q is not a platform of a release: write all, host, or some of %s", name, platforms)
		}
		chosen = append(chosen, platforms[i])
	}
	return chosen, nil
}
