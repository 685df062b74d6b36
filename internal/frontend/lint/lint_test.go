package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/lint"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

func run(t *testing.T, text string, off ...string) []string {
	t.Helper()
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile("spec.yaml", []byte(text)), &r), &r)
	if p == nil {
		t.Fatalf("the spec has errors: %v", r.All()[0].Message)
	}
	lint.Run(p, off, &r)
	if !r.OK() {
		t.Error("a warning counts as an error")
	}
	var out []string
	for _, d := range r.All() {
		pos := d.Span.File.Position(d.Span.Start)
		out = append(out, fmt.Sprintf("%d:%d %s: %s", pos.Line, pos.Column, d.Code.ID, d.Message))
	}
	return out
}

// TestEveryRule runs each rule on its examples in the table of codes.
func TestEveryRule(t *testing.T) {
	for _, code := range lint.Rules() {
		t.Run(code.ID, func(t *testing.T) {
			if got := run(t, code.Wrong); len(got) != 1 || !strings.Contains(got[0], " "+code.ID+": ") {
				t.Errorf("the wrong example gives %q, want %s alone", got, code.ID)
			}
			if got := run(t, code.Right); len(got) != 0 {
				t.Errorf("the right example gives %q", got)
			}
			if got := run(t, code.Wrong, code.ID); len(got) != 0 {
				t.Errorf("with the rule off, the wrong example gives %q", got)
			}
		})
	}
	for _, code := range diag.Codes() {
		if code.Lint && !contains(lint.Rules(), code) {
			t.Errorf("no rule finds %s", code.ID)
		}
	}
}

func contains(list []*diag.Code, code *diag.Code) bool {
	for _, c := range list {
		if c == code {
			return true
		}
	}
	return false
}

// TestMixinIsUsed: a struct whose fields others include was reported as unused.
func TestMixinIsUsed(t *testing.T) {
	got := run(t, `wiregen: 1
protocol: {name: demo, version: "1"}
types:
  Base: {doc: What all have., fields: {name: string}}
  Call: {doc: A call., with: [Base]}
methods:
  call: {doc: Calls., from: client, params: Call, result: empty}
`)
	if len(got) > 0 {
		t.Errorf("got %q, want nothing", got)
	}
}

// TestOnce checks elements that are in several places of the model and in one of the spec.
func TestOnce(t *testing.T) {
	got := run(t, `wiregen: 1
protocol: {name: demo, version: "2", versions: ["1", "2"]}
defaults: {unknown: keep}
envelope: {name: Envelope, tag: type, content: payload}
events:
  Begun:
    fields:
      api_key: string
      timeout_ms: int
methods:
  event: {doc: An event., since: "1", from: agent, notify: Event}
`)
	want := []string{
		`6:3 doc-missing: the event "Begun" has no doc`,
		`6:3 since-missing: the spec does not say which version added the event "Begun"`,
		`8:7 secret-unmarked: the field "api_key" looks like a secret and is not marked as sensitive`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestSecretNames: a field called token, or with one of these words, was no secret. The
// token of progress is none.
func TestSecretNames(t *testing.T) {
	got := run(t, `wiregen: 1
protocol: {name: demo, version: "1"}
types:
  A:
    doc: A thing.
    fields:
      token: string
      jwt: string
      bearer?: string | null
      idToken: string
      Authorization: string
      token_count: string
      page_token: string
      tokens: int
  Report: {doc: A report., fields: {token: string, done: float}}
methods:
  use: {doc: Uses it., from: client, params: A, result: empty}
  run: {doc: Runs., from: client, params: {token: string}, result: empty, progress: {method: report, token: params.token}}
  report: {doc: Reports., from: agent, notify: Report}
`)
	var fields []string
	for _, line := range got {
		_, rest, _ := strings.Cut(line, `secret-unmarked: the field "`)
		name, _, _ := strings.Cut(rest, `"`)
		fields = append(fields, name)
	}
	if want := "token jwt bearer idToken Authorization"; strings.Join(fields, " ") != want {
		t.Errorf("got %q, want %s", got, want)
	}
}

// TestInlineParams: a method with an inline params or result was skipped, and its name
// was reported for a type that is not in the spec.
func TestInlineParams(t *testing.T) {
	got := run(t, `wiregen: 1
protocol: {name: demo, version: "2", versions: ["1", "2"]}
errors:
  BUSY_old: {code: 1, data: {seconds: int}}
methods:
  open: {from: client, params: {path: string}, result: empty, errors: [BUSY_old]}
  close: {doc: Closes., from: client, params: {path: string}, result: {ok: bool}}
  note_new: {doc: Notes., since: "1", from: client, notify: {path: string}}
  note2: {doc: Notes., since: "1", from: client, deprecated: {since: "2"}, notify: {path: string}}
`)
	want := []string{
		`4:3 doc-missing: the error "BUSY_old" has no doc`,
		`4:3 name-ages-badly: the error "BUSY_old" is called "old", which will not stay true`,
		`6:3 doc-missing: the method "open" has no doc`,
		`6:3 since-missing: the spec does not say which version added the method "open"`,
		`7:3 since-missing: the spec does not say which version added the method "close"`,
		`8:3 name-ages-badly: the method "note_new" is called "new", which will not stay true`,
		`9:3 deprecated-without-use: the method "note2" is deprecated, but the spec does not say what to use instead`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
