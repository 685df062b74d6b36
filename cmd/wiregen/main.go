// Command wiregen compiles a wire protocol from one YAML file to Go,
// TypeScript and JSON Schema.
package main

import (
	"os"
	"runtime/debug"

	"github.com/wiregen/wiregen/internal/cli"
)

func main() {
	calm()
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr))
}

// calm lets the garbage of a short run lie: collecting it takes a fifth of the
// time of a usual run. A long spec is still held to a bounded heap.
func calm() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(256 << 20)
	}
}
