package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/chromium"
)

// TestServeDocs saves a spec while a browser shows its reference: the page follows, shows
// the errors of the spec above the last reference without, and logs nothing.
func TestServeDocs(t *testing.T) {
	b := chromium.Open(t)
	w := &watching{t: t, dir: t.TempDir(), said: &transcript{more: make(chan bool, 1)}, done: make(chan error, 1)}
	w.save("wire.yaml", watchedSpec)
	w.save("types/note.yaml", strings.Replace(watchedNote, "string", "strin", 1))
	w.cmd = exec.Command("wiregen", "docs", "--serve", "wire.yaml")
	w.cmd.Dir, w.cmd.Env = w.dir, append(os.Environ(), "NO_COLOR=1")
	w.cmd.Stderr = w.said
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { w.done <- w.cmd.Wait() }()
	t.Cleanup(func() { _ = w.cmd.Process.Kill() })
	w.await("wiregen: the reference is at ")
	var address string
	for !strings.HasSuffix(address, "/") {
		address, _, _ = strings.Cut(w.said.String(), " until")
	}

	// The spec had an error from the start.
	b.View(1000, 700, "light")
	b.Load(address)
	b.Want(`document.querySelector(".notice")?.textContent.includes("there is no type")`, "true")
	w.replace("types/note.yaml", watchedNote)
	b.Want(`document.getElementById("Note.text") !== null && document.querySelector(".notice") === null`, "true")
	w.replace("types/note.yaml", strings.Replace(watchedNote, "text", "words", 1))
	b.Want(`document.getElementById("Note.words") !== null`, "true")
	w.replace("types/note.yaml", strings.Replace(watchedNote, "string", "strin", 1))
	b.Want(`document.querySelector(".notice")?.textContent.includes("types/note.yaml:5:13") && document.getElementById("Note.words") !== null`, "true")
	w.replace("wiregen.yaml", "docs: {title: Notes of a demo, dirr: x}\n")
	b.Want(`document.querySelector(".notice")?.textContent.includes("dirr")`, "true")
	w.replace("types/note.yaml", watchedNote)
	w.replace("wiregen.yaml", "docs: {title: Notes of a demo}\n")
	b.Want(`document.querySelector("h1")?.textContent`, `"Notes of a demo"`)
	b.Quiet(address)

	// Nobody else's page reads it.
	root := address[:strings.LastIndex(strings.TrimSuffix(address, "/"), "/")+1]
	out, err := exec.Command("wiregen", "docs", "--format", "llms").Output()
	if err == nil || bytes.Contains(out, []byte("Note")) {
		t.Errorf("without a spec: %v\n%s", err, out)
	}
	b.Load(root)
	b.Want(`document.body.textContent.includes("404")`, "true")
	w.interrupt()
}
