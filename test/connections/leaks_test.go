package connections

import (
	"os"
	"runtime"
	"testing"
	"time"
)

// nothingLeft returns a check that no goroutine and no open file is left of what began after
// the call.
func nothingLeft(t *testing.T) func() {
	goroutines, files := runtime.NumGoroutine(), openFiles()
	return func() {
		t.Helper()
		for range 500 {
			if runtime.NumGoroutine() <= goroutines && openFiles() <= files {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		text := make([]byte, 1<<20)
		t.Errorf("%d goroutines, %d before; %d open files, %d before\n%s", runtime.NumGoroutine(), goroutines, openFiles(), files, text[:runtime.Stack(text, true)])
	}
}

// openFiles counts the open files of this process, where the system tells; else it is 0.
func openFiles() int {
	list, _ := os.ReadDir("/proc/self/fd")
	return len(list)
}
