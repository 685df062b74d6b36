package codec_test

import (
	"bytes"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/internal/sample"
)

const delta = `{"jsonrpc":"2.0","method":"event","params":{"type":"Part","payload":{"type":"text","text":"a few words"}}}`

// busyCall has every kind of field in use.
const busyCall = `{"type":"function","id":"c","function":{"name":"f","arguments":"{}"},"count":3,"mood":"hasty","color":"red","weights":[1.5,1e-7,1e21],` +
	`"labels":{"b":"2","a":"1","c":"é \" 😀"},"groups":{"g":[1,2,3]},"extra":[1,{"x":null}],"meta":{"k":"v"},"limit":9007199254740991,"note":"n"}`

func TestAppendAllocatesNothing(t *testing.T) {
	call, err := sample.DecodeCall([]byte(busyCall))
	if err != nil {
		t.Fatal(err)
	}
	call.Extra = codec.Raw("[ 1 , 2 ]")
	message, err := sample.DecodeMessage([]byte(delta))
	if err != nil {
		t.Fatal(err)
	}
	dst := make([]byte, 0, 4096)
	for name, write := range map[string]func(){
		"call":          func() { sample.AppendCall(dst, call) },
		"message":       func() { sample.AppendMessage(dst, message) },
		"check call":    func() { _ = sample.CheckCall(call) },
		"check message": func() { _ = sample.CheckMessage(message) },
		"map":           func() { codec.AppendMap(dst, call.Labels, codec.AppendString) },
	} {
		if n := testing.AllocsPerRun(200, write); n > 0 && !raceDetector {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestDecodeAllocatesLittle(t *testing.T) {
	for _, c := range []struct {
		name string
		most float64
		text string
		read func(data []byte) error
	}{
		// The text is in memory that short strings share, which was one allocation more.
		{"a delta, which is hot: the message with all that is in it", 1, delta, drop(sample.DecodeMessage)},
		{"the same in another order: the message, the event and the part", 3,
			`{"method":"event","jsonrpc":"2.0","params":{"type":"Part","payload":{"type":"text","text":"a few words"}}}`, drop(sample.DecodeMessage)},
		{"a struct with its optional scalars, and a string", 1,
			`{"share":0.5,"tokens":7,"message_id":"m","planning":true,"zz":[{}]}`, drop(sample.DecodeStatus)},
		// Each optional string or enum had its own cell, which was one allocation more.
		{"optional strings and enums", 6, `{"type":"function","id":"c","function":{"name":"f","arguments":"{}"},"mood":"hasty","color":"red","extra":1,"limit":null,"note":"n"}`,
			drop(sample.DecodeCall)},
		{"an enum", 0, `"calm"`, drop(sample.DecodeMood)},
		{"a string with escapes, in a union", 1, `"a\n\u00e9\ud83d\ude00"`, drop(sample.DecodeInput)},
	} {
		data := []byte(c.text)
		n := testing.AllocsPerRun(200, func() {
			if err := c.read(data); err != nil {
				t.Fatal(err)
			}
		})
		if n > c.most && !raceDetector {
			t.Errorf("%s: %v allocations, want at most %v", c.name, n, c.most)
		}
	}
}

func drop[T any](decode func([]byte) (T, error)) func([]byte) error {
	return func(data []byte) error { _, err := decode(data); return err }
}

// Short strings share memory: none may change when later ones are read.
func TestSharedText(t *testing.T) {
	texts := make([]string, 2000)
	for i := range texts {
		text := strings.Repeat("x", i%70) + strconv.Itoa(i)
		data := []byte(strings.Replace(delta, "a few words", text, 1))
		m, err := sample.DecodeMessage(data)
		if err != nil {
			t.Fatal(err)
		}
		clear(data)
		texts[i] = m.(*sample.EventMessage).Params.(*sample.PartEvent).Payload.(*sample.TextPart).Text
	}
	for i, got := range texts {
		if want := strings.Repeat("x", i%70) + strconv.Itoa(i); got != want {
			t.Fatalf("text %d is %q, want %q", i, got, want)
		}
	}
}

// What was read never shares memory with the text.
func TestNoAliasing(t *testing.T) {
	for _, c := range sampleCases {
		if c.fault != "" {
			continue
		}
		data := []byte(c.text)
		if c.typ != "Message" && c.typ != "Event" {
			continue
		}
		var write func() []byte
		if c.typ == "Event" {
			v, err := sample.DecodeEvent(data)
			if err != nil {
				t.Fatal(err)
			}
			write = func() []byte { return sample.AppendEvent(nil, v) }
		} else {
			v, err := sample.DecodeMessage(data)
			if err != nil {
				t.Fatal(err)
			}
			write = func() []byte { return sample.AppendMessage(nil, v) }
		}
		copy(data, bytes.Repeat([]byte{'!'}, len(data)))
		if _, err := sample.DecodeEvent([]byte(`{"\u0074ype":"Part","payload":{"type":"te\u0078t","text":"\n\n\n\n\n\n"}}`)); err != nil {
			t.Fatal(err)
		}
		if got := string(write()); got != c.written {
			t.Errorf("%s is now %s", c.text, got)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 200 {
				c := sampleCases[(i*31+j)%len(sampleCases)]
				out, err := sample.Reencode(c.typ, codec.Options{}, []byte(c.text))
				if string(out) != c.written || faultOf(err) != c.fault {
					t.Errorf("%s: %s%v", c.text, out, err)
				}
			}
		})
	}
	wg.Wait()
}

// A big string leaves no big scratch in the pool.
func TestLargeStrings(t *testing.T) {
	for _, unit := range []string{"a", `\n`, "é", `\ud83d\ude00`, "日"} {
		text := `"` + strings.Repeat(unit, 100_000) + `"`
		out, err := sample.Reencode("Input", codec.Options{}, []byte(text))
		plain, plainErr := sample.Reencode("Input", codec.TableReaderOptions(), []byte(text))
		if err != nil || plainErr != nil || !bytes.Equal(out, plain) {
			t.Errorf("%s: %v, %v", unit, err, plainErr)
		}
	}
}
