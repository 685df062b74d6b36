package backend

import "github.com/wiregen/wiregen/internal/parallel"

// Each does the parts of some work concurrently, the last one first, as many at once
// as there are processors. A panic of a part is repeated in the caller.
func Each(parts int, do func(i int)) {
	parallel.Do(parts, func(i int) { do(parts - 1 - i) })
}
