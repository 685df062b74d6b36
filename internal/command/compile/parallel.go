package compile

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// A Crash is a panic of a concurrent phase, with its stack.
type Crash struct {
	Value any
	Stack []byte
}

func (c *Crash) Error() string { return fmt.Sprint(c.Value) }

// sideBySide calls do with 0..n-1 concurrently, and waits. It repeats a panic in the
// caller; of several, that of the lowest number.
func sideBySide(n int, do func(i int)) {
	crashes := make([]*Crash, n)
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					crashes[i] = &Crash{v, debug.Stack()}
				}
			}()
			do(i)
		})
	}
	wait.Wait()
	for _, c := range crashes {
		if c != nil {
			panic(c)
		}
	}
}
