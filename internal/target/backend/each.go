package backend

import (
	"runtime"
	"sync"
)

// Each does the parts of some work concurrently, the last one first, as many at once
// as there are processors. A panic of a part is repeated in the caller.
func Each(parts int, do func(i int)) {
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	faults := make([]any, parts)
	var wait sync.WaitGroup
	for i := parts - 1; i >= 0; i-- {
		wait.Add(1)
		limit <- struct{}{}
		go func() {
			defer func() {
				faults[i] = recover()
				<-limit
				wait.Done()
			}()
			do(i)
		}()
	}
	wait.Wait()
	for _, fault := range faults {
		if fault != nil {
			panic(fault)
		}
	}
}
