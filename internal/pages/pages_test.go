package pages_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/pages"
	"github.com/wiregen/wiregen/test/node"
)

// TestScriptLint runs eslint on the script of the theme.
func TestScriptLint(t *testing.T) { node.Lint(t, pages.Theme, "document", "localStorage") }

// TestPolicy checks that the policy of a page allows its own styles and scripts, and nothing
// else. The digests are those of openssl dgst -sha256 -binary | base64.
func TestPolicy(t *testing.T) {
	c := pages.Content{Styles: []string{"a{}"}, Scripts: []string{"", "let x;"}}
	const want = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; " +
		"style-src 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='; script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-0d16uaq56s5GjNyUV+TVNe6kCw90XFh4MjUbyKmlPjs='"
	if got := c.Policy(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c.Connects = true
	if !strings.Contains(c.Policy(), "; connect-src 'self';") {
		t.Error("a page that asks its server may not")
	}
}
