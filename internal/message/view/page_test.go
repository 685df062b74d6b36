package view_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"github.com/wiregen/wiregen/internal/message/view"
	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/tier"
)

// hostile is a recording with whatever a page may stumble over.
func hostile() string {
	const markup = `</script><script>window.owned = 1</script><!--<script><img src=x onerror=\"window.owned=2\">\u003c/script\u003e`
	lines := []string{
		`{"jsonrpc":"2.0","id":"` + markup + `","method":"prompt","params":{"user_input":"` + markup + `"}}`,
		`{"jsonrpc":"2.0","id":"x","method":"` + markup + `","params":{"` + markup + `":1}}`,
		`{"jsonrpc":"2.0","method":"event","params":{"type":"` + markup + `","payload":{}}}`,
		`{"jsonrpc":"2.0","method":"__proto__","params":{"__proto__":{"constructor":1},"toString":2}}`,
		`{"jsonrpc":"2.0","method":"event","params":{"type":"constructor","payload":{"\ud800":"\udfff\u202e\u0000"}}}`,
		`{"jsonrpc":"2.0","id":"deep","method":"initialize","params":{"protocol_version":"1.10","x":` + strings.Repeat("[", 900) + strings.Repeat("]", 900) + `}}`,
		`{"jsonrpc":"2.0","id":"deeper","method":"initialize","params":` + strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000) + `}`,
		strings.Repeat("[", 200_000),
		"\xff\xfe\x00\x01\x02 not text \xed\xa0\x80",
		"Content-Length: 20\r",
		"\r",
		`{"jsonrpc":"2.0","meth`,
		`{"dir":"agent","base64":"//79AAEC"}`,
		`{"dir":"agent","line":"<b onclick=window.owned=3>x</b>"}`,
		`{"dir":"<img src=x onerror=window.owned=4>","msg":{}}`,
		`{"jsonrpc":"2.0","id":"huge","method":"prompt","params":{"user_input":"` + strings.Repeat("<img src=x>", 200_000) + `"}}`,
		`[{"jsonrpc":"2.0"},1,null]`,
		`{"jsonrpc":"2.0","id":"` + strings.Repeat("9", 5000) + `","result":1e400}`,
		`{"jsonrpc":"2.0","id":"last","method":"prompt","params":{"user_input":"the end"}}`,
	}
	return strings.Join(lines, "\n")
}

// TestDeterministic makes the same page of the same recording.
func TestDeterministic(t *testing.T) {
	p := protocol(t, file(t, "spec/wire.yaml"))
	for _, recording := range []string{file(t, "internal/message/view/testdata/session.jsonl"), hostile(), ""} {
		if first, second := made(t, p, view.Options{}, recording), made(t, p, view.Options{}, recording); !bytes.Equal(first, second) {
			t.Error("two pages of a recording differ")
		}
	}
}

// TestScripts finds no script in pages of a hostile recording but the data and the one
// whose digest is in the policy.
func TestScripts(t *testing.T) {
	p := protocol(t, file(t, "spec/wire.yaml"))
	for _, reveal := range []bool{false, true} {
		page := string(made(t, p, view.Options{Reveal: reveal}, hostile()))
		scripts := regexp.MustCompile(`(?s)<script([^>]*)>(.*?)</script`).FindAllStringSubmatch(page, -1)
		if len(scripts) < 5 || len(scripts) != strings.Count(strings.ToLower(page), "<script") || strings.Contains(page, "<!--") {
			t.Errorf("%d scripts of %d", len(scripts), strings.Count(strings.ToLower(page), "<script"))
		}
		for i, s := range scripts {
			sum := sha256.Sum256([]byte(s[2]))
			digest := base64.StdEncoding.EncodeToString(sum[:])
			switch isLast := i == len(scripts)-1; {
			case isLast != (s[1] == ""):
				t.Errorf("the script %d has the attributes %q", i, s[1])
			case isLast && !strings.Contains(page, "script-src &#39;sha256-"+strings.ReplaceAll(digest, "+", "&#43;")+"&#39;"):
				t.Error("the policy does not allow the script")
			case !isLast && strings.ContainsAny(s[2], "<>\n"):
				t.Errorf("the data %d has a character that is none of JSON here", i)
			}
		}
	}
}

// TestScriptLint runs eslint on the script of the page.
func TestScriptLint(t *testing.T) {
	page := string(made(t, protocol(t, file(t, "spec/wire.yaml")), view.Options{}, ""))
	script := page[strings.LastIndex(page, "<script>")+len("<script>") : strings.LastIndex(page, "</script>")]
	node.Lint(t, script, "document", "addEventListener", "location", "history", "localStorage", "ResizeObserver", "requestAnimationFrame", "getComputedStyle", "performance", "setTimeout", "clearTimeout", "Option", "EventSource")
}

// validate validates files by the recommended rules of html-validate.
const validate = `import { readFileSync } from "node:fs";
import { HtmlValidate } from "html-validate";

const checker = new HtmlValidate({ root: true, extends: ["html-validate:recommended"], rules: { "doctype-style": ["error", { style: "lowercase" }] } });
for (const name of process.argv.slice(2)) {
  const report = await checker.validateString(readFileSync(name, "utf8"), name);
  for (const m of report.results.flatMap((r) => r.messages)) {
    console.log(name + ":" + m.line + ":" + m.column + ": " + m.ruleId + ": " + m.message);
    process.exitCode = 1;
  }
}
`

// TestHTML runs html-validate on pages, and on one with a mistake.
func TestHTML(t *testing.T) {
	p := protocol(t, file(t, "spec/wire.yaml"))
	var live bytes.Buffer
	if err := view.WriteLive(&live, p, view.Options{}, "session.jsonl"); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"validate.mjs": validate,
		"page.html":    string(made(t, p, view.Options{}, file(t, "internal/message/view/testdata/session.jsonl"))),
		"hostile.html": string(made(t, p, view.Options{Reveal: true}, strings.ReplaceAll(hostile(), strings.Repeat("<img src=x>", 200_000), ""))),
		"live.html":    live.String(),
	}
	if out, err := node.Run(t, files, "validate.mjs", "page.html", "hostile.html", "live.html"); err != nil {
		t.Errorf("%v\n%.3000s", err, out)
	}
	files["page.html"] = strings.Replace(files["page.html"], "<main", `<p id="list"><main`, 1)
	if out, err := node.Run(t, files, "validate.mjs", "page.html"); err == nil {
		t.Errorf("html-validate does not see a mistake:\n%s", out)
	}
}

// endless is a recording of some length: requests with events and answers, and many names.
type endless struct {
	left int
	id   int
	buf  []byte
}

func (e *endless) Read(b []byte) (int, error) {
	if len(e.buf) == 0 {
		if e.left <= 0 {
			return 0, io.EOF
		}
		e.id++
		e.buf = fmt.Appendf(nil, `{"jsonrpc":"2.0","id":"%[1]d","method":"prompt","params":{"user_input":"%[2]s"}}
{"jsonrpc":"2.0","method":"event","params":{"type":"Name%[1]d","payload":{}}}
{"jsonrpc":"2.0","id":"%[1]d","result":{"status":"finished"}}
`, e.id, strings.Repeat("x", 300))
		e.left -= len(e.buf)
	}
	n := copy(b, e.buf)
	e.buf = e.buf[n:]
	return n, nil
}

// TestConstantMemory reads recordings of two lengths: the memory in use at the end is the
// same.
func TestConstantMemory(t *testing.T) {
	tier.Slow(t)
	p := protocol(t, file(t, "spec/wire.yaml"))
	held := func(size int) uint64 {
		entries := 0
		s, err := view.New(p, view.Options{}, func(part view.Part) error {
			entries += bytes.Count(part.Texts, []byte("jsonrpc"))
			return nil
		})
		if err == nil {
			err = s.Read(&endless{left: size})
		}
		if err != nil || entries < size/400 {
			t.Fatal(err, entries)
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		runtime.KeepAlive(s)
		return m.HeapAlloc
	}
	held(8 << 20)
	if small, large := held(8<<20), held(32<<20); large > small+1<<20 {
		t.Errorf("%d bytes are held after 8 MiB, %d after 32", small, large)
	}
}

// TestUnseen: what nobody sees, and what HTML forbids, stood in pages as it is.
func TestUnseen(t *testing.T) {
	const unseen = `\u202eb\u2066\u007f\u0085\ufffe\U0010FFFF`
	p := protocolOf(t, "spec.yaml", "wiregen: 1\nprotocol: {name: demo, version: \"1\", title: \"T"+unseen+"\"}\nroles: [\"r"+unseen+"\", agent]\n"+
		"methods:\n  \"m"+unseen+"\": {from: agent, params: {\"f"+unseen+"\": string}, result: empty}\n")
	recording := "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\u202e\u007f\u0085\ufffe\",\"params\":{\"f\u202e\":\"\U0010FFFF\"}}\n{\"x\u202e\":\ufffe\n"
	page := string(made(t, p, view.Options{Reveal: true}, recording))
	for i, c := range page {
		if c >= 0x7f && c < 0xa0 || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069 || unicode.Is(unicode.Noncharacter_Code_Point, c) {
			t.Fatalf("the page has %U: %.80q", c, page[max(0, i-40):])
		}
	}
}
