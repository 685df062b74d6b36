// Command wiregen compiles a wire protocol from one YAML file to Go,
// TypeScript and JSON Schema.
package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

	"github.com/wiregen/wiregen/internal/command/cli"
)

func main() {
	calm()
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr))
}

// calm lets the garbage of a short run lie: collecting it takes a fifth of the
// time of a usual run. A run that turns out to be long collects as others do,
// and has no limit: one that is below what it needs makes it crawl.
func calm() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(400)
	var watch func(*sentinel)
	watch = func(s *sentinel) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		if metrics.Read(live); live[0].Value.Uint64() > long {
			debug.SetGCPercent(100)
			return
		}
		runtime.SetFinalizer(s, watch)
	}
	runtime.SetFinalizer(&sentinel{}, watch)
}

// long is how many bytes a long run has in use.
const long = 64 << 20

// A sentinel is found by each run of the collector.
type sentinel struct{ _ byte }
