package specfuzz

import (
	"fmt"
	"strings"
)

var plainNames = []string{
	"id", "name", "size", "text", "at", "state", "items", "count", "path", "url", "note", "value", "level", "owner", "kind",
	"title", "data", "info", "parent", "next", "left", "right", "tag", "body", "created_at", "isOpen", "maxItems", "user_id",
}

// oddNames are names of members, tags and values that have a meaning in some target,
// or are otherwise unusual.
var oddNames = []string{
	"__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "valueOf", "length", "then",
	"type", "func", "default", "class", "if", "await", "arguments", "eval", "undefined", "NaN", "package", "range", "this",
	"a-b", "a.b", "a b", "$ref", "$", "@id", "#", "/", "~1", "%", `"`, `\`, "'", "`", "${x}", "{{.}}", "</script>", "<!--", "*/", "//", "/*",
	"\n", "\t", "\r", "\u0000", "\u2028", "\ufeff", "\u200b", "é", "日本", "été", "ñandú", "😀", "İ", "ß", "ſ", "K",
	"0", "1a", "-1", "1e3", "true", "null", "String", "Error", "Extra", "Item0", "Payload", "Tag", "Raw", "Type",
	"jsonrpc", "method", "params", "result", "v", "dst", "err", "d", "s", "x_", "_x", "XMLHttp", "userID", "user_iD", "2fa",
	strings.Repeat("long", 20),
}

var plainTypes = []string{
	"Account", "Block", "Color", "Device", "Edge", "Folder", "Grid", "House", "Image", "Job", "Key", "Line", "Module", "Node",
	"Owner", "Part", "Query", "Rule", "State", "Task", "Unit", "View", "Word", "Zone",
}

// helperTypes are names of types and values that targets generate for some specs.
var helperTypes = []string{
	"Agreed", "Capabilities", "Dialect", "ErrorCode", "ErrorCodes", "ErrorKinds", "ErrorName", "ErrorRanges", "Events", "Gate",
	"IgnoredMessage", "MessageInfo", "MethodInfo", "Methods", "NotificationMembers", "ProtocolGate", "ProtocolMethod", "ProtocolProgress",
	"ProtocolRequest", "Refused", "Registration", "Requests", "Response", "UnknownMessage", "UnknownNotification",
}

// oddTypes are names of types that are reserved in a target, or nearly.
var oddTypes = []string{
	"Type", "Func", "Error", "String", "Object", "Date", "Symbol", "Number", "Boolean", "Function", "Proxy", "JSON", "Math", "Set", "Map",
	"RegExp", "Raw", "Time", "Context", "Int", "Byte", "Any", "constructor", "toString", "hasOwnProperty", "prototype", "valueOf", "a_b", "aB", "x1",
	"Event", "Notification", "Request", "Buffer", "URL", "globalThis", "window", "module", "exports", "require", "process", "Infinity",
	"X_", "A__B", "HTTPServer", "Id", "iD", "Wirert", "Decoder", "Z9", "isX", "readX", "NaN", "self", "len", "append", "nil", "iota", "init", "main",
}

var oddDocs = []string{
	"*/ alert(1) /*", "//go:build ignore", "go:build x //go:build y", "+build linux", "</script><script>", "`${x}` {{.}} %s %d",
	"line one\nline two\n\n\tindented\n", "a\rb", "a\u2028b", "😀 \u202e rtl", "@deprecated {@link x} @param", "# head\n- list", "\u0000\u001b[31m",
	"go:generate rm -rf /", "Deprecated: no", "\n", "/**", "TODO(x): y", "go:linkname a b", "nolint:all", "\\u000a", "line\n//line x.go:1", "cgo\nimport \"C\"",
	"export {}", "//# sourceMappingURL=x", "use strict", strings.Repeat("very long ", 40),
}

// folded returns a name as generated identifiers see it: without its separators and
// its case.
func folded(s string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(s) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c > 0x7f {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// typeName returns a new name of a type.
func (g *gen) typeName() string {
	for {
		out := pick(g, plainTypes...)
		if g.odd(0.3) {
			out = pick(g, oddTypes...)
		}
		if g.odd(0.03) {
			out = pick(g, helperTypes...)
		}
		if g.taken[folded(out)] {
			g.serial++
			out = fmt.Sprintf("%s%d", out, g.serial)
		}
		if !g.taken[folded(out)] {
			g.taken[folded(out)] = true
			return out
		}
	}
}

// memberName returns a name that none of used has. Two that differ only in case or
// separators would conflict in generated code, which is tried rarely.
func (g *gen) memberName(used *[]string) string {
	for {
		out := pick(g, plainNames...)
		if g.odd(0.4) {
			out = pick(g, oddNames...)
		}
		meets := false
		for _, u := range *used {
			meets = meets || u == out || folded(u) == folded(out) && !g.odd(0.02)
		}
		if meets {
			g.serial++
			out = fmt.Sprintf("%s%d", out, g.serial)
		}
		if !meets || !strings.HasSuffix(out, "?") {
			*used = append(*used, out)
			return out
		}
	}
}

// doc returns a doc that no other element has, or one with text that breaks out of
// comments.
func (g *gen) doc(of string) *Node {
	g.docs++
	if !g.odd(0.6) {
		return text(fmt.Sprintf("What the %s %d is.", of, g.docs))
	}
	out := pick(g, oddDocs...)
	if g.chance(0.1) {
		out = "go:build x //go:build y"
	}
	if g.chance(0.2) {
		out += " " + pick(g, oddDocs...)
	}
	return text(out)
}

// meta adds what every element may have.
func (g *gen) meta(n *Node) {
	if g.chance(0.3) {
		n.put("doc", g.doc("element"))
	}
	if g.chance(0.05) {
		n.put("since", text(pick(g, g.versions...)))
	}
	if g.chance(0.04) {
		n.put("deprecated", mapping("since", text(pick(g, g.versions...)), "use", g.doc("other")))
	}
	if g.chance(0.02) {
		n.put("experimental", raw(true))
	}
	if g.chance(0.15) {
		n.put("hot", raw(true))
	}
	if g.chance(0.02) {
		n.put("sensitive", raw(true))
	}
	if g.chance(0.02) {
		n.put("log", mapping("truncate", raw(20)))
	}
	if g.chance(0.02) {
		n.put("unit", word(pick(g, "seconds", "bytes")))
	}
	if g.chance(0.02) {
		n.put("x-widget", pick(g, text("slider"), list(raw(1), raw("null")), mapping("a", raw(true))))
	}
}

// oddTexts are values of strings.
var oddTexts = []string{
	"", "a", "x y", "__proto__", "</script>", "*/", "`${1}`", "\"", "\\", "\n", "\u2028", "é", "日本", "😀", "\u0000", "\u001f", "\u007f", "%", "null", "1",
	strings.Repeat("é", 40),
}
