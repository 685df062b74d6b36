package main

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestMuchInUse: whether a run was found to be long hung on what lay in memory
// beside the sentinel; one that was not found took twice the memory.
func TestMuchInUse(t *testing.T) {
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
