package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/test/chromium"
)

var shots = flag.String("shots", "", "the folder that gets pictures of the page")

// compiled compiles the scripts of the page, as npm run build does, without the packages that
// npm would install here.
func compiled(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	modules := filepath.Join(root, "test", "ts", "node_modules")
	generated := filepath.Join(root, "gen", "ts")
	config, err := json.Marshal(map[string]any{
		"extends": filepath.Join(root, "examples", "webclient", "tsconfig.json"),
		"include": []string{filepath.Join(root, "examples", "webclient", "src")},
		"compilerOptions": map[string]any{
			"rootDir": filepath.Join(root, "examples", "webclient", "src"), "outDir": dir, "typeRoots": []string{filepath.Join(modules, "@types")},
			"paths": map[string][]string{"kimi-wire": {filepath.Join(generated, "index.d.ts")}, "kimi-wire/connection": {filepath.Join(generated, "connection.d.ts")}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	project := filepath.Join(dir, "tsconfig.json")
	if err := os.WriteFile(project, config, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", filepath.Join(modules, "typescript-7", "bin", "tsc"), "-p", project)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "page")
}

// served starts the program, with more flags, and returns the address of the page and what ends the program.
func served(t *testing.T, flags ...string) (url string, stop func()) {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "serve")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	flags = append([]string{"-listen", "127.0.0.1:0", "-pace", "0", "-scripts", compiled(t, root), "-protocol", filepath.Join(root, "gen", "ts")}, flags...)
	cmd := exec.Command(program, flags...)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(2*time.Minute, func() { _ = cmd.Process.Kill() })
	ended := false
	stop = func() {
		if ended {
			return
		}
		ended = true
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		timer.Stop()
		if said.Len() > 0 {
			t.Errorf("the program says\n%s", said.String())
		}
	}
	t.Cleanup(stop)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line), stop
}

func TestPage(t *testing.T) {
	b := chromium.Open(t)
	url, stop := served(t)
	b.View(1120, 860, "light")
	b.Load(url)
	b.Want(`document.getElementById("state").textContent`, `"scripted agent, version 1.10"`)

	ask := func(text string) {
		t.Helper()
		b.Click("#prompt")
		b.Eval(fmt.Sprintf(`document.getElementById("prompt").value = %q`, text))
		b.Click("#send")
	}
	const open = `document.querySelectorAll(".approval:not(.decided)").length`
	last := func(selector string) string {
		return fmt.Sprintf(`[...document.querySelectorAll(%q)].at(-1)?.textContent`, selector)
	}
	idle := `!document.getElementById("send").disabled`

	// A turn with an approval.
	ask("Is empty input tested?")
	b.Want(open, "1")
	b.Want(last(".user"), `"Is empty input tested?"`)
	b.Want(`[...document.querySelectorAll(".approval .diff tr")].map((row) => row.className + row.querySelector(".code").textContent.trim()).join("; ")`,
		`"added{\"none\", \"\", nil},; same{\"one\", \"a\", []string{\"a\"}},; same{\"two\", \"a b\", []string{\"a\", \"b\"}},; added{\"markup\", \"<b>a</b>\", []string{\"<b>a</b>\"}},; same}; same; samefunc TestParse(t *testing.T) {"`)
	b.Want(`[...document.querySelectorAll("#plan li")].map((item) => item.className).join()`, `"done,in_progress,pending"`)
	b.Want(`document.querySelector(".think p").textContent.startsWith("The parser is tested")`, "true")
	b.Want(idle, "false")
	b.Shoot(*shots, "approval.png")
	b.Click(`.approval [data-response="approve"]`)
	b.Want(last(".text"), `"Both cases pass."`)
	b.Want(last(".decided .state"), `"Approved"`)
	b.Want(last(".tool .display"), `"go test ./parseok  \texample.test/parse\t0.004s"`)
	b.Want(`document.getElementById("share").textContent`, `"18%"`)
	b.Want(idle, "true")
	b.View(1120, 860, "dark")
	b.Eval(`scrollTo(0, document.documentElement.scrollHeight)`)
	b.Shoot(*shots, "done.png")
	b.View(375, 700, "dark")
	b.Want(`document.documentElement.scrollWidth`, "375")
	b.Shoot(*shots, "narrow.png")

	// One that is rejected, one that is stopped, and one that is allowed with all after it.
	ask("Once more")
	b.Want(open, "1")
	b.Click(`.approval:not(.decided) [data-response="reject"]`)
	b.Want(last(".text"), `"I leave the file as it is."`)
	b.Want(last(".tool.failed .state"), `"failed"`)
	b.Want(idle, "true")
	ask("Once more")
	b.Want(open, "1")
	b.Click("#stop")
	b.Want(last(".note"), `"cancelled"`)
	b.Want(last(".decided .state"), `"Not needed any more"`)
	b.Want(idle, "true")
	ask("Once more")
	b.Want(open, "1")
	b.Click(`.approval:not(.decided) [data-response="approve_for_session"]`)
	b.Want(idle, "true")
	const all = `[...document.querySelectorAll(".text")].filter((e) => e.textContent === "Both cases pass.").length`
	b.Want(all, "2")
	ask("Once more")
	b.Want(all, "3")
	b.Want(idle, "true")
	b.Quiet(url)

	// An agent that has gone.
	stop()
	b.Want(`document.getElementById("state").className`, `"gone"`)
	b.Want(idle, "false")
}

// TestPythonAgent has the page drive the agent of examples/agent/python.
func TestPythonAgent(t *testing.T) {
	b := chromium.Open(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no Python")
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PYTHONPATH", filepath.Join(root, "gen", "py"))
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	t.Setenv("PYTHONWARNINGS", "error")
	journal := filepath.Join(t.TempDir(), "session.jsonl")
	url, _ := served(t, "-agent", filepath.Join(root, "examples", "agent", "python", "agent.py")+" "+journal)
	b.Load(url)
	b.Want(`document.getElementById("state").textContent`, `"scripted, version 1.10"`)
	ask := func(text string) {
		t.Helper()
		b.Click("#prompt")
		b.Eval(fmt.Sprintf(`document.getElementById("prompt").value = %q`, text))
		b.Click("#send")
	}
	const idle = `!document.getElementById("send").disabled`
	const said = `[...document.querySelectorAll(".text")].at(-1)?.textContent`
	ask("hello")
	b.Want(said, `"You said: hello"`)
	b.Want(idle, "true")
	ask("list")
	b.Want(`document.querySelectorAll(".approval").length`, "1")
	b.Click(`.approval [data-response="reject"]`)
	b.Want(said, `"The user said no."`)
	b.Want(idle, "true")
	ask("wait")
	b.Want(`document.querySelectorAll(".user").length`, "3")
	b.Click("#stop")
	b.Want(`[...document.querySelectorAll(".note")].at(-1)?.textContent`, `"cancelled"`)
	b.Quiet(url)
}

// TestMarkup has an agent that puts markup into everything.
func TestMarkup(t *testing.T) {
	b := chromium.Open(t)
	url, _ := served(t)
	b.Load(url)
	b.Want(`document.getElementById("state").className`, `"connected"`)
	before := b.Eval(`document.querySelectorAll("img, script, a, iframe, style, link").length`)
	b.Eval(`document.getElementById("prompt").value = "show me <b>markup</b>"`)
	b.Click("#send")
	b.Want(`document.querySelectorAll(".approval").length`, "1")
	b.Want(`document.querySelector(".approval .state").textContent.startsWith("<img")`, "true")
	b.Click(`.approval [data-response="approve"]`)
	b.Want(`document.querySelectorAll(".fault").length`, "1")

	// It is there as text, in each place, and nothing became of it.
	const evil = `'<img src="x" onerror="owned = true"><script>owned = true</script><a href="javascript:owned = true">'`
	for _, place := range []string{
		".think p", ".text", ".note", ".fault", ".tool .name", ".tool .display", ".approval .name", ".approval .display", ".path", ".code", ".shell", "#plan .title",
	} {
		b.Want(fmt.Sprintf(`[...document.querySelectorAll(%q)].at(-1)?.textContent.includes(%s)`, place, evil), "true")
	}
	b.Want(`document.querySelectorAll("img, script, a, iframe, style, link").length`, before)
	b.Want(`document.querySelectorAll("b").length`, "0")
	b.Want(`typeof owned`, `"undefined"`)
	b.Quiet(url)
}
