//go:build linux

package peers

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/command/cli"
	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/tier"
)

// specNames are the protocols that are generated: that of lines, the same with Content-Length,
// and the same with a handshake.
var specNames = []string{"plain", "headed", "hand"}

const handshake = `
negotiation:
  method: hello
  offer: params.versions
  chosen: result.version
  pick: highest
  first: true
`

// generate writes the generated packages below dir: go/plain, ts/plain, py/plain and so on.
func generate(t testing.TB, dir string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "peer.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range specNames {
		spec := string(text)
		switch name {
		case "headed":
			spec = replaced(t, spec, "kind: ndjson", "kind: content-length")
		case "hand":
			spec = replaced(t, spec, "\nmethods:\n", "\nmethods:\n  hello: {from: client, params: {versions: \"string[] = []\"}, result: {version: string}}\n") + handshake
		}
		file := filepath.Join(dir, name+".yaml")
		if err := os.WriteFile(file, []byte(spec), 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if code := cli.Main([]string{"generate", "--target", "go,ts,py", "--out", filepath.Join(dir, name), file}, &out, &out); code != 0 {
			t.Fatalf("%s: %s", name, out.String())
		}
		for from, to := range map[string]string{filepath.Join(name, "go", "*"): filepath.Join("go", name), filepath.Join(name, "ts"): filepath.Join("ts", name), filepath.Join(name, "py", "peer"): filepath.Join("py", name)} {
			found, _ := filepath.Glob(filepath.Join(dir, from))
			_ = os.MkdirAll(filepath.Dir(filepath.Join(dir, to)), 0o755)
			if len(found) != 1 {
				t.Fatalf("%s: %s", from, found)
			} else if err := os.Rename(found[0], filepath.Join(dir, to)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func replaced(t testing.TB, text, old, with string) string {
	t.Helper()
	if !strings.Contains(text, old) {
		t.Fatalf("the spec has no %q", old)
	}
	return strings.Replace(text, old, with, 1)
}

// buildDriver builds the driver in Go.
func buildDriver(t testing.TB, dir string) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(dir, "go")
	sources, err := filepath.Glob(filepath.Join("testdata", "driver", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(at, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) []byte {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for _, source := range sources {
		text := read(source)
		if base := filepath.Base(source); base != "plain.go" {
			write(base, text)
			continue
		}
		for _, name := range specNames {
			write(name+".go", bytes.ReplaceAll(text, []byte("plain"), []byte(name)))
		}
	}
	version := regexp.MustCompile(`(?m)^go .*`).Find(read(filepath.Join(root, "go.mod")))
	mod := fmt.Appendf(nil, "module example.test/peers\n%s\n", version)
	var sums []byte
	for _, name := range []string{"", "/ext/websocket", "/ext/nats"} {
		mod = fmt.Appendf(mod, "require github.com/wiregen/wiregen%s v0.0.0\nreplace github.com/wiregen/wiregen%s => %s\n", name, name, strconv.Quote(root+name))
		if text, err := os.ReadFile(filepath.Join(root, name, "go.sum")); err == nil {
			sums = append(sums, text...)
		}
	}
	for _, name := range []string{"websocket", "nats"} { // what the driver uses itself
		for _, m := range regexp.MustCompile(`(?m)^	(github.com/(?:nats-io|coder)/\S+ v\S+)$`).FindAllSubmatch(read(filepath.Join(root, "ext", name, "go.mod")), -1) {
			mod = fmt.Appendf(mod, "require %s\n", m[1])
		}
	}
	write("go.mod", mod)
	write("go.sum", sums)
	args := []string{"build", "-mod=mod", "-o", filepath.Join(dir, "driver")}
	if tier.Nightly() {
		args = append(args, "-race")
	}
	cmd := exec.Command("go", append(args, ".")...)
	cmd.Dir = at
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s", text)
	}
	return filepath.Join(dir, "driver")
}

// languages are those whose ends are tested.
var languages = []string{"go", "ts", "py"}

// made are the drivers of all languages, made once.
var made struct {
	sync.Once
	dir     string
	command map[string][]string // by language
	shared  map[string]string   // the sockets of the processes that serve many scripts
	left    []*exec.Cmd
}

// prepare makes the drivers, and starts one of each that serves many scripts.
func prepare(t testing.TB) {
	t.Helper()
	tier.Slow(t)
	made.Do(func() {
		var err error
		if made.dir, err = os.MkdirTemp("", "peers"); err != nil {
			t.Fatal(err)
		}
		generate(t, made.dir)
		at, err := filepath.Abs("testdata")
		if err != nil {
			t.Fatal(err)
		}
		// Each end on standard streams is a process of its own, which would compile all of it again.
		if out, err := python.Command(t, "", "-m", "compileall", "-q", filepath.Join(made.dir, "py")).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		py := python.Command(t, "", "-B", "-W", "error", filepath.Join(at, "driver.py"), filepath.Join(made.dir, "py"))
		made.command = map[string][]string{
			"go": {buildDriver(t, made.dir)},
			"ts": {"node", "--expose-gc", "--experimental-websocket", "--disable-warning=ExperimentalWarning", filepath.Join(at, "driver.mjs"), filepath.Join(made.dir, "ts")},
			"py": py.Args,
		}
		made.shared = map[string]string{}
		for _, lang := range languages {
			made.shared[lang] = startDriver(t, lang)
		}
	})
	if made.shared == nil {
		t.Fatal("there are no drivers")
	}
}

var sockets struct {
	sync.Mutex
	n int
}

// socket returns the path of a new Unix socket, which must be short.
func socket() string {
	sockets.Lock()
	defer sockets.Unlock()
	sockets.n++
	return filepath.Join(made.dir, fmt.Sprint("s", sockets.n))
}

// startDriver starts a process that serves control connections until the end of the tests.
func startDriver(t testing.TB, lang string) string {
	t.Helper()
	d := &driver{lang: lang, command: made.command[lang]}
	cmd, _ := d.start(t)
	made.left = append(made.left, cmd)
	return d.at
}

// A driver is a program that makes ends, and the process of it that serves many scripts.
type driver struct {
	lang    string
	command []string
	at      string // the socket of the process
}

// driverOf returns the driver of a run.
func (r *run) driverOf() *driver {
	if r.script.driver != nil {
		return r.script.driver
	}
	return &driver{r.lang, made.command[r.lang], made.shared[r.lang]}
}

// start starts the process. It also returns the name of the file with its standard error.
func (d *driver) start(t testing.TB) (cmd *exec.Cmd, stderr string) {
	t.Helper()
	d.at = socket()
	cmd = exec.Command(d.command[0], append(slices.Clone(d.command[1:]), d.at)...)
	// With this, Python allocates nothing by itself, so that the driver can say what is alive.
	cmd.Env = append(os.Environ(), "PEERS_DIR="+filepath.Join(made.dir, "nats"+filepath.Base(d.at)), "PYTHONMALLOC=malloc")
	errs, err := os.Create(filepath.Join(made.dir, "stderr-"+filepath.Base(d.at)+"-"+d.lang))
	if err != nil {
		t.Fatal(err)
	}
	defer errs.Close()
	cmd.Stderr = errs
	endWithUs(cmd)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		t.Fatalf("the driver in %s says %q: %v", d.lang, line, err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return cmd, errs.Name()
}

// A control is a control connection to a driver.
type control struct {
	conn net.Conn

	mu    sync.Mutex
	lines []string // what the driver has said and no step has asked for
	seen  []string // all
	more  chan struct{}
	over  bool
}

func newControl(conn net.Conn) *control {
	c := &control{conn: conn, more: make(chan struct{}, 1)}
	go func() {
		lines := bufio.NewScanner(conn)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			c.mu.Lock()
			c.lines, c.seen = append(c.lines, lines.Text()), append(c.seen, lines.Text())
			c.mu.Unlock()
			c.tell()
		}
		c.mu.Lock()
		c.over = true
		c.mu.Unlock()
		c.tell()
	}()
	return c
}

func (c *control) tell() {
	select {
	case c.more <- struct{}{}:
	default:
	}
}

// take removes the first line that fits.
func (c *control) take(fits func(string) bool) (line string, ok, over bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, line := range c.lines {
		if fits(line) {
			c.lines = append(c.lines[:i:i], c.lines[i+1:]...)
			return line, true, false
		}
	}
	return "", false, c.over
}

// wait waits for a line that fits.
func (c *control) wait(within time.Duration, fits func(string) bool) (string, bool) {
	late := time.After(within)
	for {
		line, ok, over := c.take(fits)
		if ok || over {
			return line, ok
		}
		select {
		case <-c.more:
		case <-late:
			return "", false
		}
	}
}

// all returns what the driver has said.
func (c *control) all() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string{}, c.seen...)
}

func (c *control) do(command string) error {
	_, err := io.WriteString(c.conn, command+"\n")
	return err
}
