package main

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestMemoryInUse: whether a run was recognized as long depended on the memory near
// the sentinel; one that was not recognized took twice the memory.
func TestMemoryInUse(t *testing.T) {
	t.Setenv("GOGC", "")
	old := debug.SetGCPercent(100)
	defer debug.SetGCPercent(old)
	calm()
	held := make([]byte, 2*room)
	for range 100 {
		runtime.GC()
		time.Sleep(time.Millisecond) // finalizers run beside
		if got := debug.SetGCPercent(old); got <= 100*room/(2*room) {
			return
		} else {
			debug.SetGCPercent(got)
		}
	}
	runtime.KeepAlive(held)
	t.Error("the collector still lets as much garbage lie as in a short run")
}
