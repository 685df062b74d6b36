// Package parallel runs independent pieces of work concurrently. The result is the same as if
// they ran one after the other.
package parallel

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// A Crash is a panic of a piece that ran concurrently, with its stack.
type Crash struct {
	Value any
	Stack []byte
}

func (c *Crash) Error() string { return fmt.Sprint(c.Value) }

// Workers returns the number of pieces that run concurrently.
func Workers() int { return runtime.GOMAXPROCS(0) }

// Do calls do with 0 to n-1, concurrently on all processors, and waits. A panic is raised
// again in the caller; of several, that of the lowest number.
func Do(n int, do func(i int)) {
	crashes := make([]*Crash, n)
	one := func(i int) {
		defer func() {
			switch v := recover().(type) {
			case nil:
			case *Crash: // of a piece of this piece
				crashes[i] = v
			default:
				crashes[i] = &Crash{v, debug.Stack()}
			}
		}()
		do(i)
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(n, Workers()) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				one(i)
			}
		}()
	}
	wait.Wait()
	for _, c := range crashes {
		if c != nil {
			panic(c)
		}
	}
}

// Reverse is like Do, but starts with the last piece, for a list whose last pieces take
// longest.
func Reverse(n int, do func(i int)) {
	Do(n, func(i int) { do(n - 1 - i) })
}
