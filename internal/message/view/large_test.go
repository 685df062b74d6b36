package view_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/message/view"
	"github.com/wiregen/wiregen/test/chromium"
)

// repeated is a recording of n lines: a session over and over, later and later.
func repeated(t testing.TB, text string, n int) string {
	t.Helper()
	type line struct {
		Dir  string          `json:"dir"`
		Time int64           `json:"time"`
		Msg  json.RawMessage `json:"msg"`
	}
	var lines []line
	for _, text := range strings.Split(strings.TrimSpace(text), "\n") {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	long := lines[len(lines)-1].Time - lines[0].Time + 1000
	var out strings.Builder
	for i := range n {
		l := lines[i%len(lines)]
		fmt.Fprintf(&out, "{\"dir\":%q,\"time\":%d,\"msg\":%s}\n", l.Dir, l.Time+long*int64(i/len(lines)), l.Msg)
	}
	return out.String()
}

// measured runs on the page, scrolls through the whole list and back with a step in each
// frame, and returns the times that this takes of the browser.
const measured = `(async () => {
  const list = document.getElementById("list");
  let longest = 0, tasks = 0;
  new PerformanceObserver((l) => { for (const e of l.getEntries()) { tasks++; longest = Math.max(longest, e.duration); } }).observe({ entryTypes: ["longtask"] });
  let most = 0, last = performance.now(), pause = 0;
  const frame = () => new Promise((r) => requestAnimationFrame(r));
  await frame();
  last = performance.now();
  for (let n = 0; n < 200; n++) {
    list.scrollTop = list.scrollHeight * Math.random();
    await frame();
    const now = performance.now();
    pause = Math.max(pause, now - last);
    last = now;
    most = Math.max(most, document.querySelectorAll("*").length);
  }
  await new Promise((r) => setTimeout(r, 100));
  return "longest pause " + pause.toFixed(0) + " ms, " + tasks + " tasks above 50 ms, the longest " + longest.toFixed(0) + " ms, at most " + most + " elements";
})()`

// TestBrowserLarge opens a recording of 100,000 lines: the page has few elements wherever
// it is scrolled to, the last line can be reached, and the search finds it. How long that
// takes is only logged.
func TestBrowserLarge(t *testing.T) {
	p := protocol(t, file(t, "spec/wire.yaml"))
	text := ""
	if *recording != "" {
		data, err := os.ReadFile(*recording)
		if err != nil {
			t.Fatal(err)
		}
		text = string(data)
	} else {
		text = repeated(t, file(t, "internal/message/view/testdata/session.jsonl"), 99_999)
		text += `{"dir":"client","time":1999999999999,"msg":{"jsonrpc":"2.0","method":"prompt","id":"the-end","params":{"user_input":"x"}}}` + "\n"
	}
	lines := strings.Count(text, "\n")
	begun := time.Now()
	page := made(t, p, view.Options{}, text)
	t.Logf("%d lines, %d bytes, make a page of %d bytes in %v", lines, len(text), len(page), time.Since(begun))
	b := chromium.Open(t)
	address := written(t, page)
	b.View(1440, 900, "light")
	begun = time.Now()
	b.Load(address)
	b.Want(`document.querySelectorAll(".row").length > 20`, "true")
	t.Logf("it is open after %v", time.Since(begun))
	b.Silent(address)
	const bounded = `document.querySelectorAll("#list *").length < 1000`
	b.Want(bounded, "true")
	t.Log(b.Eval(measured))
	b.Want(bounded, "true")
	b.Key("G")
	b.Want(`document.querySelector(".row.selected .c-line")?.textContent`, fmt.Sprintf("%q", fmt.Sprint(lines)))
	b.Want(`document.querySelector(".row:last-child .c-line").textContent`, fmt.Sprintf("%q", fmt.Sprint(lines)))
	b.Want(`(() => { const r = document.querySelector(".row.selected").getBoundingClientRect(), l = document.getElementById("list").getBoundingClientRect(); return r.top >= l.top && r.bottom <= l.bottom + 1; })()`, "true")
	b.Key("g")
	b.Want(`document.querySelector(".row.selected .c-line")?.textContent`, `"1"`)
	if *recording == "" {
		begun = time.Now()
		b.Eval(`(() => { const t = document.getElementById("text"); t.value = "the-end"; t.dispatchEvent(new Event("input")); })()`)
		b.Want(`document.getElementById("count").textContent`, `"1 of 100,000"`)
		t.Logf("all texts are searched after %v", time.Since(begun))
		b.Want(`document.querySelectorAll(".row").length`, "1")
	}
	b.Want(bounded, "true")
	b.Silent(address)
}
