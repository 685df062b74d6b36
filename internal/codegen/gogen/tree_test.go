package gogen_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestTrees makes structs of which each holds the next one twice, and is filled
// with it by default. Work and text doubled with each level: 24 levels took 8 s,
// and 16 levels with defaults were 9 MB.
func TestTrees(t *testing.T) {
	tree := func(levels int, field string) string {
		var b strings.Builder
		b.WriteString(head + "types:\n")
		for i := range levels {
			fmt.Fprintf(&b, "  T%d:\n    doc: A level.\n    fields:\n", i)
			for _, side := range []string{"left", "right"} {
				fmt.Fprintf(&b, "      "+field+"\n", side, i+1)
			}
		}
		fmt.Fprintf(&b, "  T%d: {doc: The last level., fields: {x: int = 1, \"y?\": string}}\n", levels)
		return b.String()
	}
	size := func(spec string) int {
		n := 0
		for _, text := range emit(t, spec) {
			n += len(text)
		}
		return n
	}
	start := time.Now()
	if a, b := size(tree(40, "\"%s?\": T%d")), size(tree(80, "\"%s?\": T%d")); b > 5*a/2 {
		t.Errorf("%d bytes for 40 levels, %d for 80", a, b)
	}
	if a, b := size(tree(4, "%s: T%d = {}")), size(tree(8, "%s: T%d = {}")); b > 5*a/2 {
		t.Errorf("with defaults %d bytes for 4 levels, %d for 8", a, b)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Error(took)
	}
}
