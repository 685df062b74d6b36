// Package hover shows that what a spec says of an element is there where people look: what go
// doc prints and what the language service of TypeScript shows of what is generated from it.
package hover

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/gomod"
	"github.com/wiregen/wiregen/test/node"
)

// The words about the elements of testdata/hover.yaml. A gate is that of all of them.
const (
	gate   = "Only sent when client.ask was negotiated."
	submit = "Text of the method. | Since 1.1. | " + gate +
		" | It is cancelled with the method build.cancel, and is then answered with $LATE. | Errors: $BUSY and $LATE. | build.start"
	watch    = "Text of what is watched. | Since 1.2. | " + gate + " | Errors: $LATE. | It cannot be cancelled. | build.start"
	approve  = "Text of the request. | Since 1.1. | " + gate + " | Errors: $LATE. | Ask"
	notice   = "Text of the notification. | Since 1.1. | " + gate + " | event"
	remark   = "Text of what the client notifies. | Since 1.1. | " + gate + " | log"
	moved    = "Text of the event. | Since 1.1. | " + gate
	late     = "Text of the error. | Since 1.2."
	busy     = "Text of the error with data. | Since 1.1. | LATE"
	thing    = "Text of the type. | Since 1.1."
	size     = "Text of the field. | Since 1.2. | Unit: bytes."
	red      = "Text of the value. | Since 1.1. | blue"
	part     = "Text of the variant. | Since 1.1."
	can      = "Text of the capabilities. | Since 1.1."
	canAsk   = "Text of one capability."
	cancels  = "Text of what cancels."
	carrying = "Text of what carries events."
)

// generated are the files of a spec in one target.
func generated(t *testing.T, spec string, b backend.Backend) []backend.File {
	t.Helper()
	text, err := os.ReadFile(spec)
	if err != nil {
		t.Fatal(err)
	}
	proto, checked := compile.Check(source.NewFile(filepath.Base(spec), text), fstest.MapFS{})
	if !checked.OK() {
		t.Fatal(checked.All()[0].Message)
	}
	var r diag.Report
	plan, err := b.Plan(proto, backend.Common{}, &r)
	if err != nil || !r.OK() {
		t.Fatal(err, r.All())
	}
	files, err := plan.Emit()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// lacks are the words that a text does not have. It may divide them into lines, mark code and
// links, and begin the doc of a type in lower case, after its name.
func lacks(text, words string) []string {
	text = strings.Join(strings.Fields(strings.NewReplacer("`", "", "[", "", "]", "", "//", "").Replace(text)), " ")
	var out []string
	for _, w := range strings.Split(words, " | ") {
		if !strings.Contains(strings.ToLower(text), strings.ToLower(w)) {
			out = append(out, w)
		}
	}
	return out
}

// TestGo asks go doc. The doc of a method of the spec stood on the constant of its name alone,
// and nothing on what people call and implement.
func TestGo(t *testing.T) {
	m := gomod.New(t)
	m.Add(t, "hover", generated(t, "testdata/hover.yaml", gogen.New()))
	const deprecated = " | Deprecated: use "
	in := func(words string) string { // of an element that is deprecated for its last word
		words = strings.ReplaceAll(words, "$LATE", "ErrLate")
		words = strings.ReplaceAll(words, "$BUSY", "ErrBusy")
		i := strings.LastIndex(words, " | ")
		return words[:i] + deprecated + words[i+3:] + "."
	}
	for name, want := range map[string]string{
		"Thing":         thing,
		"Thing.Size":    size,
		"ColorRed":      in(red),
		"TextPart":      part,
		"Moved":         moved,
		"Approve":       in("Text of the request. | Since 1.1. | " + gate + " | Ask"),
		"ClientCan":     can,
		"ClientCan.Ask": canAsk,

		"Client.BuildSubmit":                    in(submit) + " | BuildSubmit sends a call of build.submit.",
		"AgentHandler.BuildSubmit":              in(submit) + " | BuildSubmit handles a call of build.submit.",
		"UnimplementedAgentHandler.BuildSubmit": "See AgentHandler.BuildSubmit." + deprecated + "build.start.",
		"Client.BuildWatch":                     in(watch),
		"Client.StreamBuildWatch":               in(watch) + " | StreamBuildWatch is Client.BuildWatch, and the events that come",
		"Client.BuildCancel":                    cancels,
		"UnimplementedAgentHandler.BuildCancel": "the context of the handler that is cancelled ends without it. See AgentHandler.BuildCancel.",
		"Client.Mark":                           in(remark),
		"AgentHandler.Mark":                     in(remark),
		"UnimplementedAgentHandler.Mark":        "See AgentHandler.Mark." + deprecated + "log.",
		"Agent.Log":                             in(notice),
		"ClientHandler.Log":                     in(notice),
		"Agent.Event":                           carrying,
		"ClientHandler.Event":                   carrying,
		"Agent.Approve":                         in(approve),
		"ClientHandler.Approve":                 in(approve),
		"UnimplementedClientHandler.Approve":    "See ClientHandler.Approve." + deprecated + "Ask.",
		"MethodBuildSubmit":                     "Text of the method. | Since 1.1.",

		"ErrLate": late,
		"NewLate": late + " | func NewLate(message string) *wirert.ResponseError",
		"ErrBusy": in(busy),
		"NewBusy": in(busy) + " | func NewBusy(data *BusyData, message string) *wirert.ResponseError",
	} {
		out, err := m.Go("doc", "./hover", name).CombinedOutput()
		if err != nil {
			t.Errorf("go doc %s: %v\n%s", name, err, out)
			continue
		}
		for _, w := range lacks(string(out), want) {
			t.Errorf("go doc %s does not say %q:\n%s", name, w, out)
		}
	}
}

// TestTypeScript asks the language service what it shows at the marks of testdata/hover.mts. A
// string shows nothing, and the only declaration of call had no words about the method.
func TestTypeScript(t *testing.T) {
	service := filepath.Join(node.Modules(t), "typescript-6", "lib", "typescript.js")
	m := gomod.Module{Dir: t.TempDir()}
	m.Add(t, "hover", generated(t, "testdata/hover.yaml", tsgen.Backend{}))
	for _, name := range []string{"hover.mts", "hover.mjs"} {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		m.Write(t, name, text)
	}
	cmd := exec.Command("node", "hover.mjs", service)
	cmd.Dir = m.Dir
	out, err := cmd.CombinedOutput()
	var got struct {
		Shown  map[string]string
		Errors []string
	}
	if err != nil || json.Unmarshal(out, &got) != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if len(got.Errors) > 0 {
		t.Errorf("the program has errors: %s", strings.Join(got.Errors, "\n"))
	}
	in := func(words string) string { // of an element that is deprecated for its last word
		i := strings.LastIndex(words, " | ")
		return strings.ReplaceAll(words[:i], "$", "") + " | @deprecated Use " + words[i+3:] + "."
	}
	want := map[string]string{
		"type": thing, "field": size, "variant": part, "capabilities": can, "capability": canAsk,
		"value": "Text of the value. | Since 1.1. | @deprecated Use blue.",

		"call": in(submit), "call of another": in(watch), "call in a handler": in(submit), "call of a request": in(approve),
		"notify": in(remark), "notify event": moved,
		"handle": in(approve), "handle method": in(submit), "handler of a request": in(approve), "handler of a method": in(submit),
		"on notification": in(notice), "on event": moved, "on what the client notifies": in(remark),
		"callback of an event": moved, "callback of a notification": in(notice), "callback of what the client notifies": in(remark),

		"METHODS": in(submit), "METHODS notification": in(notice), "EVENTS": moved, "REQUESTS": in(approve),
		"error code": late, "new error": late, "new error with data": in(busy),
	}
	for name, shown := range got.Shown {
		if want[name] == "" {
			t.Errorf("nothing is expected at %q", name)
		}
		for _, w := range lacks(shown, want[name]) {
			t.Errorf("%s does not show %q:\n%s", name, w, shown)
		}
	}
	if len(got.Shown) != len(want) {
		t.Errorf("there are %d marks, want %d", len(got.Shown), len(want))
	}
}
