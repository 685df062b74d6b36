package catalog

import (
	"fmt"
	"strings"
)

// A Space is a set of elements of which no two have the same name.
type Space string

// The spaces of elements, apart from parts of types. A name of a type has no colon, so that
// an anchor of one space is none of another.
const (
	TypeSpace       Space = ""
	MethodSpace     Space = "method"
	EventSpace      Space = "event"
	RequestSpace    Space = "request"
	ErrorSpace      Space = "error"
	RangeSpace      Space = "range"
	MemberSpace     Space = "member" // of every message
	FeatureSpace    Space = "feature"
	CapabilitySpace Space = "capability" // of a role
)

// Anchor returns the anchor of an element in the pages of a protocol: ToolResult for a type,
// method:initialize for a method. It depends on nothing but the name, so that links to it
// stay valid when the spec grows. A type that is the payload of an event has both anchors.
func Anchor(space Space, name string) string {
	if space == TypeSpace {
		return identifier(name)
	}
	return string(space) + ":" + identifier(name)
}

// PartAnchor returns the anchor of a part of a type: of a field by its name in messages, of an
// enum value, of a variant by its tag, of an item of a tuple by its name or its index.
func PartAnchor(typeName, part string) string { return identifier(typeName) + "." + identifier(part) }

// identifier spells a name such that it is valid in an id and in a link, without two names
// that are spelled alike.
func identifier(name string) string {
	if name == "" {
		return "~"
	}
	var b strings.Builder
	for _, c := range []byte(name) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if letter || c >= '0' && c <= '9' || strings.IndexByte("_-./$", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "~%02X", c)
		}
	}
	return b.String()
}
