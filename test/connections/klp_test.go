package connections

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/examples/klp/gen/go/klp"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// kanade is an agent of KLP.
type kanade struct{ klp.UnimplementedAgentHandler }

func (k *kanade) SystemHandshake(_ context.Context, p *klp.SystemHandshakeParams) (*klp.SystemHandshakeResult, error) {
	version, ok := klp.PickVersion(p.Protocol)
	if !ok {
		return nil, klp.NewStaleProtocol(&klp.ErrorDetail{}, "")
	}
	return &klp.SystemHandshakeResult{
		Protocol: version, AgentVersion: "1", Session: klp.Session{User: "u", PcID: "p"},
		Features: []klp.Feature{klp.FeaturePushJobs, klp.FeaturePushState},
	}, nil
}

func (k *kanade) SystemPing(context.Context, *klp.NoParams) (*klp.SystemPingResult, error) {
	return &klp.SystemPingResult{AgentTime: "2026-01-01T00:00:00Z"}, nil
}

func (k *kanade) SystemLogTail(context.Context, *klp.SystemLogTailParams) (*klp.SystemLogTailResult, error) {
	return &klp.SystemLogTailResult{Lines: []string{}}, nil
}

// readFrame reads a message after its length.
func readFrame(r io.Reader) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	body := make([]byte, binary.LittleEndian.Uint32(head[:]))
	_, err := io.ReadFull(r, body)
	return body, err
}

func frame(text string) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text...)
}

// otherDispatch are the vectors that are answered in another way on purpose.
var otherDispatch = map[string]struct{ reply, why string }{
	"d0018": {"null error -32600 InvalidRequest", "the documentation promises an answer to a call with a numeric id, which the agent of today drops"},
}

func TestKLPVectors(t *testing.T) {
	for _, v := range vectors[struct {
		ID, State string
		Input     json.RawMessage
		Expect    map[string]any
	}](t, "klp.jsonl", "dispatch") {
		t.Run(v.ID, func(t *testing.T) {
			ours, theirs := net.Pipe()
			served := make(chan error, 1)
			go func() { served <- klp.ServeConn(context.Background(), ours, &kanade{}, &rpc.Options{}) }()
			frames := make(chan []byte, 10)
			go func() {
				defer close(frames)
				for {
					f, err := readFrame(theirs)
					if err != nil {
						return
					}
					frames <- f
				}
			}()
			say := func(b []byte) {
				t.Helper()
				if _, err := theirs.Write(b); err != nil {
					t.Fatal(err)
				}
			}
			if v.State != "fresh" {
				say(frame(`{"jsonrpc":"2.0","id":"h","method":"system.handshake","params":{"client":"c","client_version":"1","protocol":[1]}}`))
				<-frames
			}
			input := frame(string(v.Input))
			switch string(v.Input) {
			case `"<frame body that is not JSON>"`:
				input = frame("{")
			case `"<length header 1048577>"`:
				input = binary.LittleEndian.AppendUint32(nil, 1048577)
			}
			say(input)
			want := ""
			if code, ok := v.Expect["error"]; ok {
				id, _ := json.Marshal(v.Expect["id"])
				want = summary(t, []byte(`{"id":`+string(id)+`,"error":{"code":`+jsonOf(code)+`,"data":{"kind":`+jsonOf(v.Expect["data_kind"])+`}}}`))
			} else if _, ok := v.Expect["result"]; ok {
				want = jsonOf(v.Expect["id"]) + " result"
			}
			if other, ok := otherDispatch[v.ID]; ok {
				want = other.reply
			}
			got := ""
			wait := 5 * time.Second
			if want == "" {
				wait = 50 * time.Millisecond
			}
			select {
			case f := <-frames:
				got = summary(t, f)
			case <-time.After(wait):
			}
			if got != want {
				t.Errorf("%s in state %s\n got %s\nwant %s", v.Input, v.State, got, want)
			}
			if v.Expect["connection"] == "closed" {
				if _, open := <-frames; open {
					t.Error("the connection stays open")
				}
				if err := <-served; !errors.Is(err, rpc.ErrTooLarge) {
					t.Errorf("it ends with %v", err)
				}
				return
			}
			_ = theirs.Close()
			if err := <-served; err != nil {
				t.Error(err)
			}
		})
	}
}

func jsonOf(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

// TestNegotiation connects a client, which does the handshake, and gates what was not
// agreed.
func TestNegotiation(t *testing.T) {
	ours, theirs := net.Pipe()
	ctx := soon(t)
	go func() { _ = klp.ServeConn(ctx, ours, &kanade{}, nil) }()
	c, err := klp.ConnectAgent(ctx, theirs, klp.ClientOptions{Handshake: &klp.SystemHandshakeParams{Client: "c", ClientVersion: "1", Features: []klp.Feature{klp.FeaturePushJobs}}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c.Version() != "1" || c.Handshake().Session.User != "u" {
		t.Errorf("version %q, %v", c.Version(), c.Handshake())
	}
	if _, err := c.SystemPing(ctx, nil); err != nil {
		t.Error(err)
	}
	// It was offered, and the agent has it; the other one was not offered.
	if _, err := c.JobsSubscribe(ctx, nil); !errors.Is(err, klp.ErrMethodNotFound) {
		t.Errorf("jobs.subscribe: %v", err)
	}
	var rule *rpc.RuleError
	if _, err := c.NotificationsSubscribe(ctx, nil); !errors.As(err, &rule) || rule.Faults[0].Rule != "gate" {
		t.Errorf("notifications.subscribe: %v", err)
	}
}

// TestKLPFrames reads the recorded frames.
func TestKLPFrames(t *testing.T) {
	all := vectors[struct {
		ID       string
		InputHex string `json:"input_hex"`
		Expect   struct{ Body, Error, OK string }
	}](t, "klp.jsonl", "frame")
	if len(all) != 3 {
		t.Errorf("%d vectors", len(all))
	}
	for _, v := range all {
		t.Run(v.ID, func(t *testing.T) {
			input, err := hex.DecodeString(v.InputHex)
			if err != nil {
				t.Fatal(err)
			}
			if v.Expect.OK != "" { // only the length was recorded
				v.Expect.Body = strings.Repeat("b", int(binary.LittleEndian.Uint32(input)))
				input = append(input, v.Expect.Body...)
			}
			ours, theirs := net.Pipe()
			defer ours.Close()
			go func() {
				_, _ = theirs.Write(input)
				_ = theirs.Close()
			}()
			body, err := klp.Protocol.Transport(ours).Read()
			if large := errors.Is(err, rpc.ErrTooLarge); string(body) != v.Expect.Body || large != (v.Expect.Error == "PayloadTooLarge") || err != nil && !large {
				t.Errorf("%d bytes, %v", len(body), err)
			}
		})
	}
}
