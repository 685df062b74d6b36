package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A traffic is a recording of spec/wire.yaml that is made up: turns of an agent, which keep
// the rules of its sessions. Equal seeds make equal recordings.
type traffic struct {
	*rand.Rand
	out     *bufio.Writer
	size    int      // so far
	ids     int      // of requests
	samples []string // events of every kind
	results bool     // tools have results, of 1 to 64 KiB
}

// sampled are small events of every kind, from wiregen sample.
func (b *bench) sampled() ([]string, error) {
	out, err := exec.Command(b.wiregen, "sample", filepath.Join(b.root, "spec", "wire.yaml"), "--type", "Event", "--plain", "-n", "5000").Output()
	if err != nil {
		return nil, fmt.Errorf("wiregen sample: %w", err)
	}
	var small []string
	for _, line := range strings.Split(string(out), "\n") {
		if len(line) > 0 && len(line) < 300 {
			small = append(small, line)
		}
	}
	return small, nil
}

// record writes a recording of about size bytes.
func (b *bench) record(file string, size int, results bool) (err error) {
	samples, err := b.sampled()
	if err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
	}()
	t := &traffic{Rand: rand.New(rand.NewPCG(1, 2)), out: bufio.NewWriterSize(f, 1<<20), samples: samples, results: results}
	for t.size < size {
		t.turn()
	}
	return t.out.Flush()
}

func (t *traffic) line(format string, args ...any) {
	n, _ := fmt.Fprintf(t.out, format+"\n", args...) // Flush has the error
	t.size += n
}

func (t *traffic) event(kind, payload string) {
	t.line(`{"jsonrpc":"2.0","method":"event","params":{"type":"%s","payload":%s}}`, kind, payload)
}

// turn writes one turn: what the user asks, and what the agent does until it answers.
func (t *traffic) turn() {
	t.ids++
	id := fmt.Sprintf("%08x-7b1e-4c3a-9d4f-5a6b7c8d9e0f", t.ids)
	t.line(`{"jsonrpc":"2.0","method":"prompt","id":"%s","params":{"user_input":%s}}`, id, quoted(t.prose(12)))
	t.event("TurnBegin", `{"user_input":`+quoted(t.prose(12))+`}`)
	for step := range 1 + t.IntN(4) {
		t.event("StepBegin", fmt.Sprintf(`{"n":%d}`, step+1))
		for range 20 + t.IntN(40) {
			t.delta(step)
		}
	}
	t.event("TurnEnd", `{}`)
	t.line(`{"jsonrpc":"2.0","id":"%s","result":{"status":"finished"}}`, id)
}

// delta writes one small message, or a request with its answer, or the result of a tool.
func (t *traffic) delta(step int) {
	switch n := t.IntN(100); {
	case n < 50:
		t.event("ContentPart", `{"type":"text","text":`+quoted(t.prose(3+t.IntN(14)))+`}`)
	case n < 65:
		t.event("ContentPart", `{"type":"think","think":`+quoted(t.prose(4+t.IntN(14)))+`,"encrypted":null}`)
	case n < 80:
		t.event("ToolCallPart", `{"arguments_part":`+quoted(`"path": "src/`+t.prose(2)+`.go"`)+`}`)
	case n < 85:
		t.event("StatusUpdate", fmt.Sprintf(`{"context_usage":0.%d,"context_tokens":%d,"max_context_tokens":262144,"token_usage":{"input_other":%d,"output":%d,"input_cache_read":%d,"input_cache_creation":0},"message_id":"chatcmpl-%d","plan_mode":false,"mcp_status":null}`,
			1+t.IntN(99), t.IntN(1e5), t.IntN(1e4), t.IntN(1e3), t.IntN(1e5), t.IntN(1e9)))
	case n < 88:
		t.event("SubagentEvent", `{"parent_tool_call_id":"call-`+fmt.Sprint(step)+`","agent_id":"agent-2","subagent_type":"coder","event":{"type":"ContentPart","payload":{"type":"text","text":`+quoted(t.prose(8))+`}}}`)
	case n < 90:
		t.approval()
	case n < 93:
		t.line(`{"jsonrpc":"2.0","method":"event","params":%s}`, t.samples[t.IntN(len(t.samples))])
	case t.results && n < 98:
		t.event("ToolResult", fmt.Sprintf(`{"tool_call_id":"call-%d","return_value":{"is_error":false,"output":%s,"message":"Command executed successfully.","display":[{"type":"brief","text":%s}],"extras":null}}`,
			step, quoted(t.output(1<<10+t.IntN(63<<10))), quoted(t.prose(5))))
	default:
		t.event("ContentPart", `{"type":"text","text":`+quoted(t.prose(1))+`}`)
	}
}

// approval writes a request and its answer.
func (t *traffic) approval() {
	t.ids++
	id := fmt.Sprintf("req-%d", t.ids)
	t.line(`{"jsonrpc":"2.0","method":"request","id":"%s","params":{"type":"ApprovalRequest","payload":{"id":"%s","tool_call_id":"call-1","sender":"Shell","action":"run command","description":%s,"display":[]}}}`,
		id, id, quoted(t.prose(6)))
	t.line(`{"jsonrpc":"2.0","id":"%s","result":{"request_id":"%s","response":"approve","feedback":""}}`, id, id)
}

var proseWords = strings.Fields("the a of to and in is that it for was on are with as be at one have this from or had by not but some what there we can out other were all your when up use how said an each she which do their time if will way about many then them would write like so these her long make thing see him two has look more day could go come did my sound no most number who over know water than call first people may down side been now find parser test function returns “quoted” naïve 中文 error")

func (t *traffic) prose(n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = proseWords[t.IntN(len(proseWords))]
	}
	return strings.Join(out, " ")
}

// output is what a tool prints: lines of source with indents and quotes.
func (t *traffic) output(size int) string {
	var b strings.Builder
	for b.Len() < size {
		b.WriteString("\t"[:t.IntN(2)])
		b.WriteString(t.prose(2 + t.IntN(6)))
		if t.IntN(3) == 0 {
			b.WriteString(`("` + t.prose(1) + `", x)`)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// quoted is a text as JSON.
func quoted(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a text has no fault
	return strings.TrimSuffix(b.String(), "\n")
}
