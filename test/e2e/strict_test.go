package e2e

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/interp"
)

const strictProgram = `package main

import (
	"bufio"
	"encoding/json"
	"os"

	"github.com/wiregen/wiregen/wirert/codec"

/*IMPORTS*/)

var readers = map[string]func(string, []byte, codec.Options) error{
/*ROWS*/}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		var q struct {
			Construct, Type string
			Text            []byte
		}
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		answer := map[string]string{}
		if err := readers[q.Construct](q.Type, q.Text, codec.Options{Strict: true}); err != nil {
			answer["error"] = err.Error()
		}
		if err := out.Encode(answer); err != nil {
			panic(err)
		}
	}
}
`

// strictReader builds the program that verifies strictly with every construct's Go.
func strictReader(t *testing.T, all []*construct) *exec.Cmd {
	t.Helper()
	m := goModule(t, all)
	var imports, rows strings.Builder
	for _, c := range all {
		fmt.Fprintf(&imports, "\tp_%s %q\n", c.name, "example.test/out/"+c.name)
		fmt.Fprintf(&rows, "\t%q: p_%s.Protocol.Verify,\n", c.name, c.name)
	}
	program := strings.NewReplacer("/*IMPORTS*/", imports.String(), "/*ROWS*/", rows.String()).Replace(strictProgram)
	m.Write(t, "main.go", []byte(program))
	return exec.Command(m.Build(t))
}

// TestStrictMessages reads the messages, and mutated ones, with Go and the reference
// interpreter, which allow nothing undeclared.
func TestStrictMessages(t *testing.T) {
	t.Parallel()
	all := loadSpecs(t)
	strict := make(map[string]*interp.Reader)
	for _, c := range all {
		c.targets = emit(t, c, reading()[0])
		strict[c.name] = interp.New(c.protocol)
	}
	r := rand.New(rand.NewPCG(3, 5))
	qs := questions(all)
	for range *mutated {
		c := all[r.IntN(len(all))]
		text := c.messages[r.IntN(len(c.messages))].text
		other := c.messages[r.IntN(len(c.messages))]
		qs = append(qs, question{c.name, other.typ, mutate(r, other.text, text)})
	}
	differ, refused := 0, 0
	for i, a := range ask(t, strictReader(t, all), qs) {
		q := qs[i]
		var want string
		if err := strict[q.Construct].Read(q.Type, []byte(q.Text)).Strict(); err != nil {
			want = err.Error()
			refused++
		}
		if a.Error == want {
			continue
		}
		if differ++; differ <= 10 {
			t.Errorf("%s.%s %s\n\tGo         %s\n\tthe model  %s", q.Construct, q.Type, q.Text, a.Error, want)
		}
	}
	t.Logf("%d messages, %d refused, %d answered differently", len(qs), refused, differ)
	if refused == 0 || refused == len(qs) {
		t.Error("the messages are all right or all wrong, which tests little")
	}
}
