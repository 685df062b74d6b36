package corpus_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/examples/idebridge/gen/go/idebridge"
	npm "github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/tier"
)

const (
	bridgeDir = root + "/examples/idebridge/"
	bridgeTS  = bridgeDir + "gen/ts/index.js"
)

// A row is a message that shows a statement about the IDE bridge.
type row struct {
	Row  int    `json:"row"`
	Name string `json:"name"`
	Type string `json:"type"` // Message or Batch
	Text string `json:"text"`
	outcome
}

// An outcome is the result of reading a text.
type outcome struct {
	Writes  string `json:"writes,omitempty"`  // what is written after reading
	Refused string `json:"refused,omitempty"` // path and words
	Answer  string `json:"answer,omitempty"`  // the line that a refused message is owed
}

// TestBridgeRows checks the messages of the IDE bridge in Go and in TypeScript.
func TestBridgeRows(t *testing.T) {
	rows := bridgeRows(t)
	inNode := bridgeInNode(t, rows)
	for i, r := range rows {
		if r.Writes == "" && r.Refused == "" {
			t.Errorf("row %d, %s: it says neither what is written nor why it is refused", r.Row, r.Name)
		}
		if got := bridgeInGo(r); got != r.outcome {
			t.Errorf("row %d, %s: Go\n\tgot  %+v\n\twant %+v", r.Row, r.Name, got, r.outcome)
		}
		if inNode[i] != r.outcome {
			t.Errorf("row %d, %s: TypeScript\n\tgot  %+v\n\twant %+v", r.Row, r.Name, inNode[i], r.outcome)
		}
	}
	t.Logf("%d messages", len(rows))
}

// TestBridgeTable checks that the table of the example counts the messages of every
// row, and that a row without any says why.
func TestBridgeTable(t *testing.T) {
	counts := make(map[int]int)
	for _, r := range bridgeRows(t) {
		counts[r.Row]++
	}
	text, err := os.ReadFile(bridgeDir + "README.md")
	if err != nil {
		t.Fatal(err)
	}
	table := regexp.MustCompile(`(?m)^\| (\d+) \| [^|]+ \| (?:yes|partly|no) \| (\d+|none: [^|]+) \|`).FindAllSubmatch(text, -1)
	for i, line := range table {
		number := strconv.Itoa(counts[i+1])
		if number == "0" {
			number = "none: "
		}
		if string(line[1]) != strconv.Itoa(i+1) || !bytes.HasPrefix(line[2], []byte(number)) {
			t.Errorf("line %d is row %s with %s, must have %s", i+1, line[1], line[2], number)
		}
		delete(counts, i+1)
	}
	if len(table) != 21 || len(counts) != 0 {
		t.Errorf("the table has %d rows, must have 21; messages of others: %v", len(table), counts)
	}
}

// TestBridgeTypes compiles a program against the declarations of TypeScript.
func TestBridgeTypes(t *testing.T) {
	tier.Generated(t, bridgeTS)
	tsc := filepath.Join(npm.Modules(t), "typescript", "bin", "tsc")
	cmd := exec.Command("node", tsc, "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--module", "nodenext", "--target", "es2022", "testdata/bridge.mts")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestBridgeLog checks that a log has no token, and the beginning of a long text only.
func TestBridgeLog(t *testing.T) {
	var out bytes.Buffer
	message, err := idebridge.DecodeMessage([]byte(`{"type":"notification","method":"claude.didChange","auth":"secret","params":{"path":"a.go","text":"` + strings.Repeat("x", 500) + `"}}`))
	if err != nil {
		t.Fatal(err)
	}
	slog.New(slog.NewJSONHandler(&out, nil)).Info("read", "message", message)
	if got := out.String(); strings.Contains(got, "secret") || !strings.Contains(got, "a.go") || strings.Count(got, "x") > 210 {
		t.Errorf("logged: %s", got)
	}
}

func bridgeRows(t *testing.T) []row {
	t.Helper()
	data, err := os.ReadFile(bridgeDir + "testdata/rows.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out []row
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s: %v", lines.Bytes(), err)
		}
		out = append(out, r)
	}
	return out
}

func bridgeInGo(r row) outcome {
	if r.Type == "Batch" {
		batch, err := idebridge.DecodeBatch([]byte(r.Text))
		if err != nil {
			return bridgeRefused(err)
		}
		return outcome{Writes: string(idebridge.AppendBatch(nil, batch))}
	}
	message, err := idebridge.DecodeMessage([]byte(r.Text))
	if err != nil {
		return bridgeRefused(err)
	}
	out := outcome{Writes: string(idebridge.AppendMessage(nil, message))}
	if unknown, ok := message.(*idebridge.UnknownMessage); ok && unknown.Refuse() != nil {
		out.Answer = string(idebridge.AppendMessage(nil, unknown.Refuse()))
	}
	return out
}

func bridgeRefused(err error) outcome {
	out := outcome{Refused: err.Error()}
	if answer := idebridge.Refuse(err); answer != nil {
		out.Answer = string(idebridge.AppendMessage(nil, answer))
	}
	return out
}

func bridgeInNode(t *testing.T, rows []row) []outcome {
	t.Helper()
	tier.Generated(t, bridgeTS)
	var in, errs bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, r := range rows {
		if err := enc.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("node", append([]string{filepath.Join("testdata", "rows.mjs")}, absolute(t, []string{bridgeTS})...)...)
	cmd.Stdin, cmd.Stderr = &in, &errs
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.Bytes())
	}
	var out []outcome
	for lines := bufio.NewScanner(bytes.NewReader(output)); lines.Scan(); {
		var o outcome
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			t.Fatal(err)
		}
		out = append(out, o)
	}
	if len(out) != len(rows) {
		t.Fatalf("%d answers to %d rows", len(out), len(rows))
	}
	return out
}
