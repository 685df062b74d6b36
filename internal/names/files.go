package names

import "strings"

// goosOrArch are the last words of a Go file's name that restrict it to one
// system (foo_windows.go), as of Go 1.26 and before it.
var goosOrArch = set(
	"aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl", "netbsd",
	"openbsd", "plan9", "solaris", "wasip1", "windows", "zos", "unix",
	"386", "amd64", "amd64p32", "arm", "armbe", "arm64", "arm64be", "loong64", "mips", "mipsle", "mips64", "mips64le",
	"mips64p32", "mips64p32le", "ppc", "ppc64", "ppc64le", "riscv", "riscv64", "s390", "s390x", "sparc", "sparc64", "wasm",
)

// devices are file names that Windows reserves for devices, with any extension.
var devices = set(
	"con", "prn", "aux", "nul", "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
	"lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
)

// GoFile makes the name of a Go file from a word: never a test, never bound to
// one system by its ending, never a device of Windows, never hidden from the
// go command by a first dot or underscore.
func GoFile(word string) string {
	name := Snake(word)
	last := name[strings.LastIndexByte(name, '_')+1:]
	if name == "" || last == "test" || goosOrArch[last] || devices[name] {
		name = strings.TrimPrefix(name+"_file", "_")
	}
	return name + ".go"
}

// IsWindowsDevice reports whether a file of that name is a device on Windows.
func IsWindowsDevice(file string) bool {
	base, _, _ := strings.Cut(strings.ToLower(file), ".")
	return devices[base]
}
