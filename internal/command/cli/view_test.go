//go:build unix

package cli_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/test/chromium"
)

// served starts view with --serve, and returns the address that it says.
func served(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("wiregen", append([]string{"view", "--serve"}, args...)...)
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Errorf("after an interrupt: %v", err)
		}
	})
	line, err := bufio.NewReader(said).ReadString('\n')
	at := regexp.MustCompile(`http://\S+`).FindString(line)
	if at == "" {
		t.Fatalf("%q, %v", line, err)
	}
	go func() { _, _ = io.Copy(io.Discard, said) }()
	return at
}

const (
	rowsOf   = `document.getElementById("list").getAttribute("aria-rowcount")`
	selected = `document.querySelector(".row.selected .c-line")?.textContent`
	chipOf   = `document.getElementById("live").textContent`
)

// TestBrowserFollows follows a recording that grows, is truncated, replaced and removed.
func TestBrowserFollows(t *testing.T) {
	b := chromium.Open(t)
	name := filepath.Join(t.TempDir(), "session.jsonl")
	write := func(flags int, from, to int) {
		t.Helper()
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|flags, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		for i := from; i < to; i++ {
			fmt.Fprintf(f, `{"dir":"client","time":%d,"msg":{"jsonrpc":"2.0","id":"%d","method":"prompt","params":{"user_input":"x"}}}`+"\n", 1000*i, i)
			fmt.Fprintf(f, `{"dir":"agent","time":%d,"msg":{"jsonrpc":"2.0","id":"%d","result":{"status":"finished"}}}`+"\n", 1000*i+5, i)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	write(os.O_APPEND, 0, 50)
	at := served(t, name, "../../../spec/wire.yaml")
	b.View(1440, 900, "light")
	b.Load(at)
	b.Want(rowsOf, `"100"`)
	b.Want(chipOf, `"following"`)
	b.Eval(`location.hash = "m10"`)
	b.Want(selected, `"10"`)
	b.Eval(`document.getElementById("list").scrollTop = 28`)
	b.Want(`document.querySelector(".row").dataset.i`, `"0"`)

	// It grows: what is selected and where the list is stay.
	write(os.O_APPEND, 50, 60)
	b.Want(rowsOf, `"120"`)
	b.Want(selected, `"10"`)
	b.Want(`document.getElementById("list").scrollTop`, "28")
	// At its end, the list stays at the end.
	b.Eval(`document.getElementById("list").scrollTop = 1e9`)
	b.Want(`document.querySelector(".row:last-child .c-line").textContent`, `"120"`)
	write(os.O_APPEND, 60, 61)
	b.Want(rowsOf, `"122"`)
	b.Want(`document.querySelector(".row:last-child .c-line").textContent`, `"122"`)
	b.Want(`document.querySelector(".row:last-child").getBoundingClientRect().bottom <= document.getElementById("list").getBoundingClientRect().bottom + 1`, "true")

	// Half of a line is not shown before it is complete.
	half := func(text string) {
		t.Helper()
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		if err == nil {
			_, err = f.WriteString(text)
		}
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	half(`{"dir":"agent","time":61000,"msg":{"jsonrpc":"2.0","meth`)
	time.Sleep(600 * time.Millisecond)
	b.Want(rowsOf, `"122"`)
	half(`od":"event","params":{"type":"TurnEnd","payload":{}}}}` + "\n")
	b.Want(rowsOf, `"123"`)
	// It breaks a rule of the session.
	b.Want(`document.getElementById("counts").textContent`, `"123 messages61 calls1 fault"`)

	// It is truncated and written anew: the selected line stays.
	write(os.O_TRUNC, 0, 20)
	b.Want(rowsOf, `"40"`)
	b.Want(selected, `"10"`)
	// It is replaced by another file.
	if err := os.Rename(name, name+".1"); err != nil {
		t.Fatal(err)
	}
	write(0, 0, 30)
	b.Want(rowsOf, `"60"`)
	// A search goes on in what comes.
	b.Eval(`(() => { const t = document.getElementById("text"); t.value = "finished"; t.dispatchEvent(new Event("input")); })()`)
	b.Want(rowsOf, `"30"`)
	write(os.O_APPEND, 30, 31)
	b.Want(rowsOf, `"31"`)
	b.Quiet(at)
}

// TestViewServes asks the server for what it must not give, and for more than it gives at
// a time.
func TestViewServes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "session.jsonl")
	const secret = `{"dir":"client","msg":{"jsonrpc":"2.0","id":"1","method":"prompt","params":{"user_input":"SECRET"}}}` + "\n"
	if err := os.WriteFile(name, []byte(strings.Repeat(secret, 10)+"SECRET\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	at := served(t, name, "../../../spec/wire.yaml")
	get := func(url string, want int) *http.Response {
		t.Helper()
		r, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = r.Body.Close() })
		if r.StatusCode != want {
			t.Errorf("%s: %s, want %d", url, r.Status, want)
		}
		return r
	}
	host := at[:strings.Index(at[len("http://"):], "/")+len("http://")+1]
	for _, path := range []string{"", "events", "x/", "x/events"} {
		get(host+path, http.StatusNotFound)
	}
	if !strings.HasPrefix(host, "http://127.0.0.1:") {
		t.Errorf("it is served at %s", host)
	}
	page, err := io.ReadAll(get(at, http.StatusOK).Body)
	if err != nil || !strings.Contains(string(page), "connect-src &#39;self&#39;") {
		t.Errorf("the page: %v", err)
	}
	events := bufio.NewReader(get(at+"events", http.StatusOK).Body)
	got := ""
	for !strings.Contains(got, "event: rest") {
		line, err := events.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		got += line
	}
	if strings.Contains(got+string(page), "SECRET") || !strings.Contains(got, "[redacted]") {
		t.Errorf("the events have the secret: %.2000s", got)
	}
	for range 7 {
		get(at+"events", http.StatusOK)
	}
	get(at+"events", http.StatusServiceUnavailable)
}
