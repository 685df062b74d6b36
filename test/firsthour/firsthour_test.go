package firsthour

import (
	"regexp"
	"strings"
	"testing"
)

// TestFirstHour follows everything that a new user reads.
func TestFirstHour(t *testing.T) {
	pc := newMachine(t, fileURL(proxy(t)))
	// The tool is built once, and not by several tests at once.
	(&reader{t, pc, t.TempDir()}).run("go mod init example.com/tool\n" + getTool + "\ngo tool wiregen version")
	start := func(t *testing.T) *reader {
		t.Parallel()
		return &reader{t, pc, t.TempDir()}
	}
	t.Run("tutorial", func(t *testing.T) {
		start(t).follow(fromRelease.of(blocks(t, tutorial)))
	})
	t.Run("readme", func(t *testing.T) {
		r := start(t)
		r.follow(fromRelease.of(sections(t, blocks(t, readme), "Start with your own protocol")))
		r.run("go vet ./...")
	})
	t.Run("init in an empty folder", func(t *testing.T) {
		r := start(t)
		r.next(r.run(initHere+" my-proto"), "cd my-proto", "go mod init example.com/my-proto", getTool, generate)
	})
	t.Run("init in a module", func(t *testing.T) {
		r := start(t)
		r.run("go mod init example.com/mine\nmkdir proto\ncd proto")
		r.next(r.run(initHere), getTool, generate)
		r.next(r.run("cd ..\ngo tool wiregen init second"), "cd second", generate)
	})
}

// TestClone follows the pages with a clone of this checkout, and without a release.
// The pages named commands that need a release only, so that nobody could begin before
// there is one.
func TestClone(t *testing.T) {
	pc := newMachine(t).withRepository(t)
	t.Run("tutorial", func(t *testing.T) {
		page := sections(t, blocks(t, tutorial), "A module with wiregen as its tool", "A protocol", "A server in Go")
		(&reader{t, pc, emptyFolder(t)}).follow(fromClone.of(page))
	})
	t.Run("readme", func(t *testing.T) {
		r := &reader{t, pc, emptyFolder(t)}
		r.follow(sections(t, blocks(t, readme), "From a clone"))
		r.run("go vet ./...")
		var imports strings.Builder
		for _, name := range []string{"nats", "otel", "websocket"} {
			imports.WriteString("import _ \"github.com/wiregen/wiregen/ext/" + name + "\"\n")
		}
		r.write("ext.go", "package myproto\n\n"+imports.String())
		r.follow(sections(t, blocks(t, readme), "The modules below ext"))
		r.run("go build ./...")
	})
}

const (
	tutorial = "../../docs/tutorial.md"
	readme   = "../../README.md"
	initHere = "go run github.com/wiregen/wiregen/cmd/wiregen@latest init"
	generate = "go generate ./..."
)

var (
	getTool     = "go get -tool github.com/wiregen/wiregen/cmd/wiregen@" + release.Version
	nextCommand = regexp.MustCompile(`(?m)^  (.*)$`)
)

// next runs the commands that init printed, which must be those that are wanted. Then
// the generated Go must build.
func (r *reader) next(printed string, want ...string) {
	r.t.Helper()
	_, list, _ := strings.Cut(printed, "next:\n")
	var got []string
	for _, m := range nextCommand.FindAllStringSubmatch(list, -1) {
		got = append(got, m[1])
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		r.t.Fatalf("init prints the commands %q, want %q", got, want)
	}
	for _, command := range got {
		r.run(command)
	}
	r.run("test -f gen/go/wire/messages.go\ngo vet ./...")
	r.run("git init -q") // what init wrote tells git which files are generated
	marked := r.run("git check-attr linguist-generated $(find gen -name '*.*' -type f) wire.yaml")
	if !strings.Contains(marked, "wire.yaml: linguist-generated: unspecified") || strings.Count(marked, "unspecified") != 1 {
		r.t.Errorf("generated files are not marked as such:\n%s", marked)
	}
}
