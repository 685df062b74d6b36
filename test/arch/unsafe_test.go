package arch

import (
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestUnsafe checks which files of the runtime and of generated code import unsafe: two, which
// the build tag purego leaves out. The tag once left out assembly alone.
func TestUnsafe(t *testing.T) {
	for _, c := range []struct {
		arch string
		tags []string
		want []string
	}{
		{"amd64", nil, []string{"wirert/codec/addr.go", "wirert/internal/chars/wide_amd64.go"}},
		{"arm64", nil, []string{"wirert/codec/addr.go"}},
		{"amd64", []string{"purego"}, nil},
		{"arm64", []string{"purego"}, nil},
	} {
		if got := importUnsafe(t, c.arch, c.tags); !slices.Equal(got, c.want) {
			t.Errorf("%s with tags %q: %q import unsafe, not %q", c.arch, c.tags, got, c.want)
		}
	}
}

// importUnsafe returns the files of a build that import unsafe, tests included.
func importUnsafe(t *testing.T, arch string, tags []string) []string {
	t.Helper()
	context := build.Default
	context.GOARCH, context.BuildTags = arch, tags
	var out []string
	for _, root := range []string{"../../wirert", "../../gen/go", "../../examples"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			if in, err := context.MatchFile(filepath.Split(path)); err != nil || !in {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, imported := range file.Imports {
				if imported.Path.Value == strconv.Quote("unsafe") {
					out = append(out, filepath.ToSlash(strings.TrimPrefix(path, "../../")))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}
