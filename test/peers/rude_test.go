//go:build linux

package peers

import (
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// rude are peers that go in the middle of something.
var rude = []func(conn net.Conn){
	func(conn net.Conn) { fmt.Fprint(conn, `{"jsonrpc":"2.0","id":1,"meth`) },
	func(conn net.Conn) {
		many(conn, 20, `{"jsonrpc":"2.0","id":%d,"method":"do","params":{"until":"cancel"}}`)
	},
	func(conn net.Conn) {
		many(conn, 400, `{"jsonrpc":"2.0","id":%d,"method":"do","params":{"until":"cancel"}}`)
	},
	func(conn net.Conn) { many(conn, 50, `{"jsonrpc":"2.0","id":%d,"method":"do","params":{"size":50000}}`) },
	func(conn net.Conn) {
		many(conn, 4, `{"jsonrpc":"2.0","id":%d,"method":"do","params":{"events":100,"pad":5000}}`)
	},
	func(conn net.Conn) { many(conn, 4, `{"jsonrpc":"2.0","id":%d,"method":"do","params":{"back":1}}`) },
	func(conn net.Conn) {
		many(conn, 100, `{"jsonrpc":"2.0","method":"note","params":{"wait":5,"text":"%d"}}`)
		_ = conn.(*net.UnixConn).CloseWrite()
		_, _ = conn.Read(make([]byte, 1))
	},
	func(net.Conn) {},
}

func many(conn net.Conn, n int, message string) {
	_ = conn.SetWriteDeadline(time.Now().Add(time.Second))
	var all strings.Builder
	for i := range n {
		fmt.Fprintf(&all, message+"\n", i)
	}
	_, _ = conn.Write([]byte(all.String()))
	_ = conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	_, _ = conn.Read(make([]byte, 1)) // it has begun, or does not answer
}

// TestRude has a thousand peers go in the middle of something, 20 at a time. Nothing is left:
// no goroutine or handle, no handler, no open file.
func TestRude(t *testing.T) {
	prepare(t)
	const peers = 1000
	for _, lang := range languages {
		t.Run(lang, func(t *testing.T) {
			conn, err := net.Dial("unix", startDriver(t, lang))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			c := newControl(conn)
			at := socket()
			do(t, c, `start {"spec":"plain","over":"unix","end":"server","at":%q,"options":{"maxRead":100000,"maxWrite":65536,"stallWait":500,"closeWait":200}}`, at)
			says(t, c, arriving, "listening")
			before := left(t, c)
			var all sync.WaitGroup
			next := make(chan int)
			for range 20 {
				all.Go(func() {
					for i := range next {
						conn, err := net.Dial("unix", at)
						if err != nil {
							t.Error(err)
							continue
						}
						rude[i%len(rude)](conn)
						_ = conn.Close()
					}
				})
			}
			for i := range peers {
				next <- i
			}
			close(next)
			all.Wait()
			for range peers {
				says(t, c, *within, "ended")
			}
			var now [3]int
			for until := time.Now().Add(*within); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
				if now = left(t, c); now[0] <= before[0] && now[1] <= before[1] && now[2] == 0 {
					return
				}
			}
			t.Errorf("tasks, open files and handlers: %d, before %d", now, before)
		})
	}
}

// left returns the goroutines or handles, the open files and the handlers of a process.
func left(t *testing.T, c *control) (out [3]int) {
	t.Helper()
	do(t, c, "left")
	if _, err := fmt.Sscanf(says(t, c, time.Minute, "left: "), "left: %d %d %d", &out[0], &out[1], &out[2]); err != nil {
		t.Fatal(err)
	}
	return out
}
