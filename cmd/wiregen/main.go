// Command wiregen compiles a wire protocol from one YAML file to Go,
// TypeScript and JSON Schema.
package main

import (
	"os"
	"runtime"
	"runtime/debug"

	"github.com/wiregen/wiregen/internal/command/cli"
)

func main() {
	calm()
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr))
}

// calm lets garbage lie: to collect it as often as is usual takes a fifth of the
// time of a run. It may grow to room, or to four times what is in use where that
// is less; where much is in use, to a part of it. There is no limit: one that is
// below what a run needs makes it crawl.
func calm() {
	if os.Getenv("GOGC") != "" {
		return
	}
	percent := uint64(most)
	debug.SetGCPercent(most)
	var watch func(*sentinel)
	watch = func(s *sentinel) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		live := m.NextGC / (100 + percent) * 100
		percent = min(max(100*room/live, least), most)
		debug.SetGCPercent(int(percent))
		runtime.SetFinalizer(s, watch)
	}
	runtime.SetFinalizer(&sentinel{}, watch)
}

// room is how many bytes of garbage may lie, and most and least bound how many
// percent of what is in use that is.
const (
	room  = 288 << 20
	most  = 400
	least = 40
)

// A sentinel is found by each run of the collector. It has a pointer, because
// an object without one may lie in the memory of another that stays.
type sentinel struct{ _ *byte }
