package firsthour

import (
	"regexp"
	"strings"
	"testing"
)

// TestFirstHour follows everything that a new user reads.
func TestFirstHour(t *testing.T) {
	pc := newMachine(t)
	// The tool is built once, and not by several tests at once.
	(&reader{t, pc, t.TempDir()}).run("go mod init example.com/tool\n" + getTool + "\ngo tool wiregen version")
	start := func(t *testing.T) *reader {
		t.Parallel()
		return &reader{t, pc, t.TempDir()}
	}
	t.Run("tutorial", func(t *testing.T) {
		start(t).follow(blocks(t, "../../docs/tutorial.md"))
	})
	t.Run("readme", func(t *testing.T) {
		r := start(t)
		ran := false
		for _, b := range blocks(t, "../../README.md") {
			if b.language == "sh" && !strings.Contains(b.text, "./cmd/wiregen") { // that is for a checkout of this repository
				ran = true
				r.run(b.text)
			}
		}
		if !ran {
			t.Fatal("the README has no commands")
		}
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

const (
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
