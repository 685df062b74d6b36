package tsgen_test

import "testing"

// TestExtensions reads and writes in Node names of extensions.
func TestExtensions(t *testing.T) { inNode(t, "extensions", "5") }

// TestExtensionTypes checks that names of extensions and declared ones narrow.
func TestExtensionTypes(t *testing.T) { typeChecked(t, "extensions") }
