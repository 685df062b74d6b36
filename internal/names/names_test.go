package names_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/names"
)

func TestWords(t *testing.T) {
	for in, want := range map[string]string{
		"message_id":            "message id",
		"mcpStatus":             "mcp Status",
		"MCPLoadingBegin":       "MCP Loading Begin",
		"ImageURLPart":          "Image URL Part",
		"toolIDs":               "tool IDs",
		"IDsOfTools":            "IDs Of Tools",
		"$/progress":            "progress",
		"io.example/clientInfo": "io example client Info",
		"sha256":                "sha256",
		"INVALID_STATE":         "INVALID STATE",
		"__proto__":             "proto",
		"":                      "",
		"*/":                    "",
		"größe_x":               "größe x",
	} {
		if got := strings.Join(names.Words(in), " "); got != want {
			t.Errorf("Words(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCases(t *testing.T) {
	for _, tt := range []struct{ in, pascal, camel, kebab string }{
		{"message_id", "MessageID", "messageID", "message-id"},
		{"mcp_status", "MCPStatus", "mcpStatus", "mcp-status"},
		{"image_url", "ImageURL", "imageURL", "image-url"},
		{"id", "ID", "id", "id"},
		{"tool_ids", "ToolIDs", "toolIDs", "tool-ids"},
		{"LLM_NOT_SET", "LLMNotSet", "llmNotSet", "llm-not-set"},
		{"approve_for_session", "ApproveForSession", "approveForSession", "approve-for-session"},
		{"BtwBegin", "BtwBegin", "btwBegin", "btw-begin"},
		{"v1.10", "V1_10", "v1_10", "v1-10"},
		{"2fa", "2fa", "2fa", "2fa"},
		{"this", "This", "this", "this"},
		{"bus", "Bus", "bus", "bus"},
	} {
		if got := names.Pascal(tt.in); got != tt.pascal {
			t.Errorf("Pascal(%q) = %q, want %q", tt.in, got, tt.pascal)
		}
		if got := names.Camel(tt.in); got != tt.camel {
			t.Errorf("Camel(%q) = %q, want %q", tt.in, got, tt.camel)
		}
		if got := names.Kebab(tt.in); got != tt.kebab {
			t.Errorf("Kebab(%q) = %q, want %q", tt.in, got, tt.kebab)
		}
	}
}

func TestGoFile(t *testing.T) {
	for in, want := range map[string]string{
		"ContentPart":  "content_part.go",
		"windows":      "windows_file.go",
		"build_linux":  "build_linux_file.go",
		"MyTest":       "my_test_file.go",
		"Con":          "con_file.go",
		"":             "file.go",
		"ConvertArm64": "convert_arm64_file.go",
	} {
		if got := names.GoFile(in); got != want {
			t.Errorf("GoFile(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestReservedWords(t *testing.T) {
	checks := []struct {
		what string
		got  bool
		want bool
	}{
		{"predeclared string", names.IsGoPredeclared("string"), true},
		{"exported Foo", names.IsGoExported("Foo"), true},
		{"exported foo", names.IsGoExported("foo"), false},
		{"exported Foo-Bar", names.IsGoExported("Foo-Bar"), false},
		{"package wire", names.IsGoPackage("wire"), true},
		{"package func", names.IsGoPackage("func"), false},
		{"package error", names.IsGoPackage("error"), false},
		{"package main", names.IsGoPackage("main"), false},
		{"package Wire", names.IsGoPackage("Wire"), false},
		{"package wire_test", names.IsGoPackage("wire_test"), false},
		{"package documentation", names.IsGoPackage("documentation"), false},
		{"device nul.go", names.IsWindowsDevice("NUL.go"), true},
	}
	for _, c := range checks {
		if c.got != c.want {
			t.Errorf("%s: got %t, want %t", c.what, c.got, c.want)
		}
	}
}

func TestEveryNameHasAGoName(t *testing.T) {
	for in, want := range map[string]string{
		"":          "Empty",
		"*/":        "StarSlash",
		"\"":        "Quote",
		"2fast":     "X2fast",
		"日本":        "X日本",
		"ünïcode":   "Ünïcode",
		"🎉":         "U1f389",
		"</script>": "Script",
		"$schema":   "Schema",
	} {
		if got := names.GoExported(in); got != want {
			t.Errorf("GoExported(%q) = %q, want %q", in, got, want)
		}
		if got := names.GoExported(in); !names.IsGoExported(got) {
			t.Errorf("GoExported(%q) = %q, which is not an exported identifier", in, got)
		}
	}
	if got := names.Pascal(names.Spell("a-b")); got != "AHyphenB" {
		t.Errorf("a-b spelled out is %q", got)
	}
}

// TestInitialismsAreShort: longer words are not looked up.
func TestInitialismsAreShort(t *testing.T) {
	for _, name := range []string{"ascii_x", "https_x", "jsonl_x", "\u0131d", "ur\u0131\u017f"} {
		got := names.Pascal(name)
		if first, _, _ := strings.Cut(strings.ToUpper(name), "_"); !strings.HasPrefix(got, strings.TrimSuffix(first, "S")) {
			t.Errorf("Pascal(%q) = %q", name, got)
		}
	}
}
