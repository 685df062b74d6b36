// Command debuggee is stopped by a debugger.
package main

import (
	"fmt"
	"os"
	"strings"
)

type point struct {
	X, Y int
	Name string
}

func sum(points []point) (total int) {
	for i, p := range points {
		total += p.X*i + p.Y
	}
	return total
}

func main() {
	points := []point{{1, 2, "a"}, {3, 4, strings.Repeat("b", 100)}, {5, 6, "ü"}}
	names := map[string]point{"first": points[0]}
	fmt.Println("the sum is", sum(points), len(names))
	fmt.Fprintln(os.Stderr, "done")
}
