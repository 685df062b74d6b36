// Package chromium drives a headless Chromium for tests: it loads pages, uses them as a
// person does and asks what they show, over the DevTools protocol.
package chromium

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wiregen/wiregen/test/tier"
)

// patience is how long a test waits for the browser.
const patience = 60 * time.Second

// A Browser is a headless Chromium with one tab, which is driven through a pipe.
type Browser struct {
	t       testing.TB
	to      *os.File
	stderr  string // the file with what it writes about itself
	session string
	mu      sync.Mutex
	last    int
	answers map[int]chan answer
	ended   chan struct{} // is closed when the browser writes no more
	events  chan event
	said    []string // what the console and the log of the tab say, and what it requests
	asked   []string
}

type answer struct {
	Result json.RawMessage
	Error  *struct{ Message string }
}

type event struct {
	Method string
	Params json.RawMessage
}

// Open starts a browser, which ends with the test. Where there is none, the test is
// skipped, but not if WIREGEN_BROWSER names one: then it fails.
func Open(t testing.TB) *Browser {
	t.Helper()
	tier.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("a process on Windows gets no pipes but the standard ones")
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	program, err := find(dir)
	if err != nil {
		t.Fatal(err)
	}
	if program == "" {
		t.Skipf("there is no Chromium: run make browser, install one, or name it in %s (looked for %s)", variable, strings.Join(names, ", "))
	}
	b := &Browser{t: t, answers: map[int]chan answer{}, ended: make(chan struct{}), events: make(chan event, 1000)}
	b.start(program)
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

// start runs the browser until the end of the test.
func (b *Browser) start(program string) {
	b.t.Helper()
	theirs, to, err := os.Pipe()
	if err != nil {
		b.t.Fatal(err)
	}
	from, ours, err := os.Pipe()
	if err != nil {
		b.t.Fatal(err)
	}
	b.to, b.stderr = to, filepath.Join(b.t.TempDir(), "stderr")
	stderr, err := os.Create(b.stderr)
	if err != nil {
		b.t.Fatal(err)
	}
	cmd := exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--remote-debugging-pipe", "--user-data-dir="+b.t.TempDir())
	cmd.ExtraFiles = []*os.File{theirs, ours} // the browser reads 3 and writes 4
	cmd.Stderr = stderr
	err = cmd.Start()
	theirs.Close()
	ours.Close()
	stderr.Close()
	if err != nil {
		b.t.Fatal(err)
	}
	go b.listen(from)
	b.t.Cleanup(func() {
		to.Close() // at which the browser ends with its processes
		timer := time.AfterFunc(patience, func() { cmd.Process.Kill() })
		cmd.Wait()
		timer.Stop()
		from.Close()
	})
}

// listen hands out what the browser writes.
func (b *Browser) listen(from *os.File) {
	defer close(b.ended)
	in := bufio.NewReader(from)
	for {
		text, err := in.ReadBytes(0)
		if err != nil {
			return
		}
		var m struct {
			ID int
			answer
			event
		}
		if json.Unmarshal(text[:len(text)-1], &m) != nil {
			continue
		}
		b.mu.Lock()
		if c := b.answers[m.ID]; c != nil {
			c <- m.answer
			delete(b.answers, m.ID)
		}
		b.note(m.event)
		b.mu.Unlock()
	}
}

// note keeps what a test asks for later.
func (b *Browser) note(e event) {
	switch e.Method {
	case "Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled":
		b.said = append(b.said, string(e.Params))
	case "Network.requestWillBeSent":
		var sent struct{ Request struct{ URL string } }
		if json.Unmarshal(e.Params, &sent) == nil {
			b.asked = append(b.asked, sent.Request.URL)
		}
	case "Page.loadEventFired":
		b.events <- e
	}
}

// call calls a method of the browser, or of the tab once there is one.
func (b *Browser) call(method string, params map[string]any, result any) {
	b.t.Helper()
	if err := b.ask(method, params, result); err != nil {
		b.t.Fatal(err)
	}
}

// ask is call for a method that may fail.
func (b *Browser) ask(method string, params map[string]any, result any) error {
	b.t.Helper()
	b.mu.Lock()
	b.last++
	id, c := b.last, make(chan answer, 1)
	b.answers[id] = c
	b.mu.Unlock()
	if params == nil {
		params = map[string]any{}
	}
	m := map[string]any{"id": id, "method": method, "params": params}
	if b.session != "" {
		m["sessionId"] = b.session
	}
	text, err := json.Marshal(m)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.to.Write(append(text, 0)); err != nil {
		b.over(method)
	}
	select {
	case a := <-c:
		if a.Error != nil {
			return fmt.Errorf("%s: %s", method, a.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(a.Result, result); err != nil {
				b.t.Fatal(err)
			}
		}
	case <-b.ended:
		b.over(method)
	case <-time.After(patience):
		b.t.Fatalf("%s: no answer", method)
	}
	return nil
}

// over fails the test because the browser ended, with the reason that it gave.
func (b *Browser) over(method string) {
	b.t.Helper()
	reason, _ := os.ReadFile(b.stderr)
	b.t.Fatalf("%s: the browser ended: %s", method, reason)
}

// Load loads a page into the tab.
func (b *Browser) Load(url string) {
	b.t.Helper()
	for len(b.events) > 0 {
		<-b.events // of a page that loaded itself again
	}
	b.call("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	b.loaded()
	b.mu.Lock()
	b.said, b.asked = nil, nil
	b.mu.Unlock()
	b.call("Page.navigate", map[string]any{"url": url}, nil)
	b.loaded()
}

func (b *Browser) loaded() {
	b.t.Helper()
	select {
	case <-b.events:
	case <-b.ended:
		b.over("Page.navigate")
	case <-time.After(patience):
		b.t.Fatal("the page does not load")
	}
}

// View sets the size of the window and the scheme of the system.
func (b *Browser) View(width, height int, scheme string) {
	b.t.Helper()
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// Eval evaluates an expression on the page, and returns its value as JSON.
func (b *Browser) Eval(expression string) string {
	b.t.Helper()
	value, err := b.value(expression)
	if err != nil {
		b.t.Fatal(err)
	}
	return value
}

func (b *Browser) value(expression string) (string, error) {
	b.t.Helper()
	var out struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	if err := b.ask("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &out); err != nil {
		return "", err
	}
	if out.ExceptionDetails != nil {
		return "", fmt.Errorf("%s: %s", expression, out.ExceptionDetails)
	}
	return string(out.Result.Value), nil
}

// Want fails the test unless an expression has a value, which may take a moment: the page
// may load itself again meanwhile.
func (b *Browser) Want(expression, value string) {
	b.t.Helper()
	var got string
	var err error
	for end := time.Now().Add(patience / 6); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if got, err = b.value(expression); err == nil && got == value {
			return
		}
	}
	if err != nil {
		b.t.Errorf("%v, want %s", err, value)
		return
	}
	b.t.Errorf("%s is %s, want %s", expression, got, value)
}

// Key presses a key.
func (b *Browser) Key(key string) {
	b.t.Helper()
	down := map[string]any{"type": "rawKeyDown", "key": key}
	if len(key) == 1 {
		down["type"], down["text"] = "keyDown", key
	}
	b.call("Input.dispatchKeyEvent", down, nil)
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key}, nil)
}

// Click clicks the middle of an element.
func (b *Browser) Click(selector string) {
	b.t.Helper()
	var at struct{ X, Y float64 }
	where := b.Eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView({block: "center", inline: "center"}); const r = e.getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()`, selector))
	if err := json.Unmarshal([]byte(where), &at); err != nil {
		b.t.Fatal(err)
	}
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1}, nil)
	}
}

// Shoot writes what the window shows to a file, if there is a folder for pictures.
func (b *Browser) Shoot(dir, name string) {
	b.t.Helper()
	if dir == "" {
		return
	}
	var shot struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name), data, 0o666)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// Silent fails the test if the page logged anything, or requested anything but itself.
func (b *Browser) Silent(url string) {
	b.t.Helper()
	b.quiet(func(asked string) bool { return asked == url })
}

// Quiet fails the test if the page logged anything, or requested anything that is not of its
// origin, such as http://127.0.0.1:8000/.
func (b *Browser) Quiet(origin string) {
	b.t.Helper()
	b.quiet(func(asked string) bool { return strings.HasPrefix(asked, origin) })
}

func (b *Browser) quiet(own func(url string) bool) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, line := range b.said {
		b.t.Errorf("the page says: %s", line)
	}
	for _, asked := range b.asked {
		if !own(asked) && !strings.HasPrefix(asked, "data:") {
			b.t.Errorf("the page requests %s", asked)
		}
	}
	if len(b.asked) == 0 {
		b.t.Error("no request was seen, not even that of the page")
	}
}
