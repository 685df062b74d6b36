package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/test/gomod"
)

const refusingSpec = `wiregen: 1
protocol: {name: wire, version: "1"}
methods:
  run: {doc: Begins., from: client, params: {dir: string}, result: empty}
  ask: {doc: Asks., from: agent, params: {text: string}, result: string}
  log: {doc: Logs., from: both, notify: {text: string}}
`

// refusedLines are what the server of the documentation reads, and what it answers.
var refusedLines = [][2]string{
	{`{"jsonrpc":"2.0","id":7,"method":"run","params":{"dir":null}}`,
		`{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"params.dir: expected a string, found null"}}`},
	{`{"jsonrpc":"2.0","method":"run","id":"a"}`,
		`{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"params is missing: expected an object"}}`},
	{`{"jsonrpc":"2.0","id":8,"method":"stop"}`,
		`{"jsonrpc":"2.0","id":8,"error":{"code":-32601,"message":"the method \"stop\" is not declared"}}`},
	{`{"jsonrpc":"1.0","id":9,"method":"run","params":{"dir":""}}`,
		`{"jsonrpc":"2.0","id":9,"error":{"code":-32600,"message":"jsonrpc: expected \"2.0\", found the string \"1.0\""}}`},
	{`{"jsonrpc":"2.0","id":1.5,"method":"run","params":{"dir":""}}`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"id: expected an integer, found the number 1.5"}}`},
	{`{"jsonrpc":"2.0","id":`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"expected one JSON value, found a syntax error"}}`},
	{`[]`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"expected an object, found an array"}}`},
	{`{"jsonrpc":"2.0","method":"log","params":{"text":1}}`, ""}, // nobody waits for the answer to a notification,
	{`{"jsonrpc":"2.0","method":"run","params":{"dir":1}}`, ""},  // which a call without an id is too,
	{`{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}`, ""},        // or to a response
	{`{"jsonrpc":"2.0","method":"stop"}`, ""},
}

// TestRefusalsOfTheDocumentation runs the Go and the TypeScript that language.md shows
// for messages which cannot be read.
func TestRefusalsOfTheDocumentation(t *testing.T) {
	page, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "### Messages that cannot be read")
	block := func(language string) string {
		found := regexp.MustCompile("(?ms)^```" + language + "\n(.*?)^```").FindStringSubmatch(section)
		if found == nil {
			t.Fatalf("language.md shows no %s", language)
		}
		return found[1]
	}
	var lines, want strings.Builder
	for _, x := range refusedLines {
		lines.WriteString(x[0] + "\n")
		want.WriteString(x[1] + "\n")
	}
	c := &construct{name: "wire", protocol: compileSpec(t, "wire", []byte(refusingSpec))}
	c.targets = emit(t, c, every()...)

	m := gomod.New(t)
	m.Add(t, "wire", c.targets["go"])
	m.Write(t, "main.go", []byte(`package main

import (
	"bufio"
	"fmt"
	"os"

	wire "example.test/out/wire"
)

func answer(line []byte) []byte {
	read := line
`+block("go")+`
	if &line[0] == &read[0] {
		return nil
	}
	return line
}

func main() {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		fmt.Printf("%s\n", answer(in.Bytes()))
	}
}
`))
	check := func(what string, cmd *exec.Cmd) {
		cmd.Stdin, cmd.Stderr = strings.NewReader(lines.String()), os.Stderr
		got, err := cmd.Output()
		if diff := cmp.Diff(want.String(), string(got)); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", what, err, diff)
		}
	}
	check("Go", exec.Command(m.Build(t)))

	dir := t.TempDir()
	writeFiles(t, filepath.Join(dir, "wire"), c.targets["ts"])
	writeFile(t, filepath.Join(dir, "answer.mjs"), `import { readFileSync } from "node:fs";
import * as wire from "./wire/index.js";
function answer(line) {
  const read = line;
`+strings.ReplaceAll(block("ts"), "AgentMessage", "ClientMessage")+`
  return line === read ? "" : line;
}
for (const line of readFileSync(0, "utf8").trimEnd().split("\n")) console.log(answer(line));
`)
	node := exec.Command("node", "answer.mjs")
	node.Dir = dir
	check("TypeScript", node)
}
