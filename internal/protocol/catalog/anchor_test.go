package catalog

import (
	"regexp"
	"testing"
)

// TestAnchors checks that anchors are valid in an id and in a link, and that no two
// elements have the same one.
func TestAnchors(t *testing.T) {
	valid := regexp.MustCompile(`^[A-Za-z0-9_./$~:-]+$`)
	seen := map[string]string{}
	check := func(anchor, of string) {
		if other, taken := seen[anchor]; taken {
			t.Errorf("%q and %q have the anchor %s", of, other, anchor)
		}
		seen[anchor] = of
		if !valid.MatchString(anchor) {
			t.Errorf("the anchor of %q is %q", of, anchor)
		}
	}
	names := []string{"", "~", "~7E", "a", "A", "a b", "a~20b", "a\"b", "<i>", "größe", "日本", "a.b", "a:b", "x%20", "tools/call", "$/cancel", "\x00", "#", "a#b", "&amp;"}
	for _, space := range []Space{MethodSpace, EventSpace, RequestSpace, ErrorSpace, RangeSpace, MemberSpace, FeatureSpace, CapabilitySpace} {
		for _, name := range names {
			check(Anchor(space, name), string(space)+" "+name)
		}
	}
	for _, name := range []string{"method", "event", "T"} {
		check(Anchor(TypeSpace, name), "type "+name)
		for _, part := range names {
			check(PartAnchor(name, part), name+" . "+part)
		}
	}
	for got, want := range map[string]string{
		PartAnchor("ToolResult", "return_value"): "ToolResult.return_value",
		Anchor(MethodSpace, "tools/call"):        "method:tools/call",
		Anchor(TypeSpace, "ToolResult"):          "ToolResult",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
