package firsthour

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"
)

// release is this checkout as a version of its module. Another content is another
// version: what Go keeps of a module in its caches does not change.
var release = module.Version{Path: "github.com/wiregen/wiregen", Version: fmt.Sprintf("v0.99.%d", checksum())}

// checksum is a number that tells the content of the release from others.
func checksum() uint32 {
	sum := crc32.NewIEEE()
	for _, f := range sources() {
		data, err := f.Open()
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(sum, f.Path())
		if _, err := io.Copy(sum, data); err != nil {
			panic(err)
		}
		_ = data.Close()
	}
	return sum.Sum32()
}

// sources are the files of the release: what git has of the checkout, and new files.
func sources() (files []modzip.File) {
	out, err := exec.Command("git", "-C", "../..", "ls-files", "-co", "--exclude-standard", "-z").Output()
	if err != nil {
		panic(err)
	}
	for _, name := range strings.Split(string(out), "\x00") {
		if f := (sourceFile{name}); name != "" && f.exists() {
			files = append(files, f)
		}
	}
	return files
}

// A machine has Go, Node and npm, and an empty home.
type machine struct{ env []string }

// newMachine returns a machine for all tests. Its caches of modules, builds and npm may
// be filled, but the release is in none of them. The go command asks the given module
// proxies first.
func newMachine(t *testing.T, proxies ...string) machine {
	t.Helper()
	goEnv := func(name string) string { return output(t, "go", "env", name) }
	proxies = append(proxies, fileURL(filepath.Join(goEnv("GOMODCACHE"), "cache", "download")), goEnv("GOPROXY"))
	var env []string
	for _, kv := range os.Environ() {
		if name, _, _ := strings.Cut(kv, "="); name != "HOME" && !strings.HasPrefix(name, "GO") && !strings.HasPrefix(name, "WIREGEN") {
			env = append(env, kv)
		}
	}
	return machine{append(env,
		"HOME="+t.TempDir(), "GOENV=off", "GOWORK=off", "GOTOOLCHAIN=local",
		"GOPROXY="+strings.Join(proxies, ","), "GOMODCACHE="+modules(t), "GOCACHE="+goEnv("GOCACHE"),
		"GOSUMDB=off", // it does not know the release
		"GOFLAGS=-modcacherw -buildvcs=false -trimpath", // with -trimpath, what an earlier run built is found in the cache
		"npm_config_cache="+npmConfig(t, "cache"), "npm_config_userconfig="+npmConfig(t, "userconfig"),
		"npm_config_prefer_offline=true", "npm_config_audit=false", "npm_config_fund=false", "npm_config_update_notifier=false", "npm_config_loglevel=error",
	)}
}

// modules is the folder for downloaded modules, without the release. It is always the
// same one, because what is built from a module is kept by its path.
func modules(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../.build/firsthour")
	if err != nil {
		t.Fatal(err)
	}
	owner := filepath.Dir(filepath.FromSlash(release.Path))
	for _, old := range []string{owner, filepath.Join("cache", "download", owner)} {
		if err := os.RemoveAll(filepath.Join(dir, old)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out))
}

func npmConfig(t *testing.T, key string) string {
	t.Helper()
	return output(t, "npm", "config", "get", key)
}

func fileURL(path string) string {
	return "file://" + strings.TrimPrefix("/"+filepath.ToSlash(path), "/")
}

// withRepository is the machine with a network on which the address of the repository leads
// to this checkout, as one commit.
func (m machine) withRepository(t *testing.T) machine {
	t.Helper()
	home, repository := t.TempDir(), filepath.Join(t.TempDir(), "wiregen.git")
	git := func(input string, args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"--git-dir", repository, "--work-tree", ".",
			"-c", "core.compression=0", "-c", "user.name=x", "-c", "user.email=x@example.com"}, args...)...)
		cmd.Dir, cmd.Stdin = filepath.Join("..", ".."), strings.NewReader(input)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	var names strings.Builder
	for _, f := range sources() {
		names.WriteString(f.Path() + "\x00")
	}
	git("", "init", "--quiet")
	git(names.String(), "add", "--force", "--pathspec-from-file=-", "--pathspec-file-nul")
	git("", "commit", "--quiet", "--no-verify", "--message", "This checkout.")
	config := fmt.Sprintf("[url %q]\n\tinsteadOf = https://%s\n", filepath.ToSlash(repository), release.Path)
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	return machine{append(slices.Clone(m.env), "HOME="+home)}
}

// emptyFolder is a folder for a clone. It is always the same one, because what is built
// from the clone is kept by its path.
func emptyFolder(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../.build/firsthour-clone")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// proxy makes the folder of a module proxy that has the release.
func proxy(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, filepath.FromSlash(release.Path), "@v")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	goMod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{
		"list":                    []byte(release.Version + "\n"),
		release.Version + ".info": fmt.Appendf(nil, `{"Version":%q,"Time":"2026-01-02T03:04:05Z"}`, release.Version),
		release.Version + ".mod":  goMod,
		release.Version + ".zip":  zipped(t),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// zipped is the archive of the release.
func zipped(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := modzip.Create(&out, release, sources()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A sourceFile is a file of the checkout.
type sourceFile struct{ name string }

func (f sourceFile) Path() string                 { return f.name }
func (f sourceFile) Lstat() (os.FileInfo, error)  { return os.Lstat(f.place()) }
func (f sourceFile) Open() (io.ReadCloser, error) { return os.Open(f.place()) }
func (f sourceFile) place() string                { return filepath.Join("..", "..", filepath.FromSlash(f.name)) }
func (f sourceFile) exists() bool                 { _, err := f.Lstat(); return err == nil }
