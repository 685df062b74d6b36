package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
)

// toolPath is the package of this program, as the tool of a Go module.
const toolPath = "github.com/wiregen/wiregen/cmd/wiregen"

// compileCommand compiles the specs of a Go module.
const compileCommand = "go generate ./..."

// nextCommands are the commands that are still needed before the starter in dir is
// compiled by "go generate", in their order. The tool brings the runtime with it,
// which is a package of the same module. Without the go command this program compiles it.
func nextCommands(dir string) ([]string, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	var out []string
	if filepath.Clean(dir) != "." {
		out = append(out, "cd "+shellWord(filepath.ToSlash(dir)))
	}
	program, _, _ := strings.Cut(compileCommand, " ")
	if _, err := exec.LookPath(program); err != nil {
		return append(out, thisProgram()+" generate"), nil
	}
	text, found := enclosingModule(full)
	if !found {
		out = append(out, "go mod init "+modulePath(full))
	}
	if !hasTool(text) {
		out = append(out, fmt.Sprintf("go get -tool %s@%s", toolPath, releaseVersion()))
	}
	return append(out, compileCommand), nil
}

// thisProgram is how a shell runs this program: npm has it in a folder that is not on the path.
func thisProgram() string {
	if name, err := os.Executable(); err == nil && strings.Contains(filepath.ToSlash(name), "/node_modules/@wiregen/") {
		return "npx wiregen"
	}
	return "wiregen"
}

// enclosingModule returns the go.mod that the go command uses in a folder.
func enclosingModule(dir string) (text []byte, found bool) {
	name := compile.Above(dir, "go.mod", func(string) {})
	if name == "" {
		return nil, false
	}
	text, _ = os.ReadFile(name) // one that cannot be read has no tool
	return text, true
}

// hasTool reports whether a go.mod has this program as a tool.
func hasTool(text []byte) bool {
	f, err := modfile.Parse("go.mod", text, nil)
	return err == nil && slices.ContainsFunc(f.Tool, func(t *modfile.Tool) bool { return t.Path == toolPath })
}

// modulePath is a path for a new module in a folder, for the user to replace.
func modulePath(dir string) string {
	if p := path.Join("example.com", filepath.Base(dir)); module.CheckPath(p) == nil {
		return p
	}
	return "example.com/protocol"
}

// releaseVersion is the version of this program that the go command can fetch.
func releaseVersion() string {
	if version := buildVersion(); strings.HasPrefix(version, "v") && !strings.ContainsAny(version, " +") {
		return version
	}
	return "latest"
}

var plainWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w./:][\w./:-]*$`) })

// shellWord is a path as a word of a command.
func shellWord(name string) string {
	if plainWord().MatchString(name) {
		return name
	}
	return strconv.Quote(diag.Harmless(name))
}
