// Package parallel runs pieces of work at once where there are processors for
// it. In go pieces that do not know of each other, out comes what they would
// have done one after the other.
package parallel

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// A Crash is a panic of a piece that ran beside others, with the place it
// came from.
type Crash struct {
	Value any
	Stack []byte
}

func (c *Crash) Error() string { return fmt.Sprint(c.Value) }

// Workers is how many pieces run at once.
func Workers() int { return runtime.GOMAXPROCS(0) }

// Do calls do with 0..n-1, as many at once as there are processors, and waits.
// A panic goes on in the caller; of several, that of the lowest number.
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

// Reverse is Do with the last piece first, for a list whose last pieces take longest.
func Reverse(n int, do func(i int)) {
	Do(n, func(i int) { do(n - 1 - i) })
}
