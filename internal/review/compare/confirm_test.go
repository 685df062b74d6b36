package compare

import (
	"slices"
	"testing"
)

// TestInside has paths of errors as the reference reader writes them.
func TestInside(t *testing.T) {
	for _, x := range []struct {
		path, outer string
		want        bool
	}{
		{"params.a", "params.a", true}, {"params.a", "params", true}, {"params.ab", "params.a", false}, {"params", "params.a", false},
		{"params.a[0].b", "params.a[0]", true}, {"params.a[10]", "params.a[1]", false}, {"a", "", true}, {"", "", true}, {"", "a", false},
		{`params["x]y"].b`, `params["x]y"]`, true}, {`params["x.y"]`, "params", true},
		{"params[…].b", "params.a", true}, {"params[…].b", "params.a.b", true}, {"params[…].b", "params.a.c", false},
		{"params[…].b", `params["x]y"].b`, true}, {"[…]", "a", true}, {"[…]", "a.b", false}, {"a[…]", "b.c", false},
	} {
		if got := inside(x.path, x.outer); got != x.want {
			t.Errorf("%q inside %q: %t, want %t", x.path, x.outer, got, x.want)
		}
	}
	if got, want := stepsOf(`a.b[0]["c\"].d"].e[…]`), []string{"a", "b", "[0]", `["c\"].d"]`, "e", "[…]"}; !slices.Equal(got, want) {
		t.Errorf("the steps are %q, want %q", got, want)
	}
}
