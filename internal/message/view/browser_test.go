package view_test

import (
	"bytes"
	"flag"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/message/view"
	"github.com/wiregen/wiregen/internal/protocol/check"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/diag"
	"github.com/wiregen/wiregen/internal/spec/source"
	"github.com/wiregen/wiregen/internal/spec/syntax"
	"github.com/wiregen/wiregen/test/chromium"
)

var (
	shots     = flag.String("shots", "", "the folder that gets pictures of the pages of the browser's tests")
	recording = flag.String("recording", "", "a recording of Kimi Wire of which pictures are made")
)

func protocol(t testing.TB, text string) *model.Protocol {
	t.Helper()
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile("spec.yaml", []byte(text)), &r), &r)
	if p == nil {
		t.Fatal(r.All()[0].Message)
	}
	return p
}

func file(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// made is the page of a recording.
func made(t testing.TB, p *model.Protocol, opt view.Options, recording string) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := view.Write(&b, p, opt, "session.jsonl", strings.NewReader(recording)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// written writes a page to a file, and returns its address.
func written(t testing.TB, page []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, page, 0o666); err != nil {
		t.Fatal(err)
	}
	slashed := filepath.ToSlash(file)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String()
}

// TestBrowserPictures makes pictures of the page of a recording, if there is a folder for
// them.
func TestBrowserPictures(t *testing.T) {
	if *shots == "" || *recording == "" {
		t.Skip("no -shots and -recording")
	}
	text, err := os.ReadFile(*recording)
	if err != nil {
		t.Fatal(err)
	}
	b := chromium.Open(t)
	address := written(t, made(t, protocol(t, file(t, "spec/wire.yaml")), view.Options{}, string(text)))
	for _, scheme := range []string{"light", "dark"} {
		b.View(1440, 900, scheme)
		b.Load(address)
		b.Want(`document.querySelectorAll(".row").length > 5`, "true")
		b.Shoot(*shots, scheme+"-begin.png")
		b.Eval(`document.getElementById("list").focus()`)
		for range 12 {
			b.Key("j")
		}
		b.Key("f")
		b.Eval(`new Promise((r) => setTimeout(r, 200))`)
		b.Shoot(*shots, scheme+".png")
		b.Click("#tab-faults")
		b.Shoot(*shots, scheme+"-faults.png")
		b.Click("#tab-summary")
		b.Shoot(*shots, scheme+"-summary.png")
		b.View(390, 844, scheme)
		b.Load(address)
		b.Want(`document.querySelectorAll(".row").length > 5`, "true")
		b.Shoot(*shots, scheme+"-phone.png")
		b.Eval(`document.querySelectorAll(".row")[7].click(), document.querySelector(".side").scrollIntoView()`)
		b.Eval(`new Promise((r) => setTimeout(r, 200))`)
		b.Shoot(*shots, scheme+"-phone-message.png")
	}
}
