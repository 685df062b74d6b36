//go:build linux

package peers

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/test/tier"
)

// Two drivers, at both ends of one connection.

// connected makes both ends over a Unix socket, and returns what controls the server and the
// client.
func connected(t *testing.T, server, client, options string) (s, c *control) {
	t.Helper()
	at := socket()
	dial := func(lang, command, until string) *control {
		conn, err := net.Dial("unix", made.shared[lang])
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		c := newControl(conn)
		if err := c.do(command); err != nil {
			t.Fatal(err)
		}
		says(t, c, arriving, until)
		return c
	}
	command := func(end string) string {
		return fmt.Sprintf(`start {"spec":"plain","over":"unix","end":%q,"at":%q,"options":{%s}}`, end, at, options)
	}
	s = dial(server, command("server"), "listening")
	return s, dial(client, command("client"), "made")
}

// says waits for a line of a driver.
func says(t *testing.T, c *control, within time.Duration, pattern string) string {
	t.Helper()
	line, ok := c.wait(within, func(line string) bool { return fits(line, pattern) })
	if !ok {
		all := c.all()
		t.Fatalf("the driver does not say %q, but %.200q", pattern, all[max(0, len(all)-20):])
	}
	return line
}

// do gives a driver a command.
func do(t *testing.T, c *control, format string, args ...any) {
	t.Helper()
	if err := c.do(fmt.Sprintf(format, args...)); err != nil {
		t.Fatal(err)
	}
}

// eachPair runs a test for every two languages.
func eachPair(t *testing.T, test func(t *testing.T, server, client string)) {
	prepare(t)
	for _, server := range languages {
		for _, client := range languages {
			t.Run(server+" serves "+client, func(t *testing.T) { test(t, server, client) })
		}
	}
}

// TestDeep has handlers call each other 200 deep, ten times at once.
func TestDeep(t *testing.T) {
	eachPair(t, func(t *testing.T, server, client string) {
		_, c := connected(t, server, client, "")
		do(t, c, `calls a 10 do {"back":200}`)
		says(t, c, time.Minute, "a: all result 10")
	})
}

// TestSlowReader reads many events slowly: all come, in their order.
func TestSlowReader(t *testing.T) {
	eachPair(t, func(t *testing.T, server, client string) {
		s, c := connected(t, server, client, `"maxRead":1000000,"maxWrite":100000`)
		for micros, n := range map[int]int{50: tier.Count(5_000, 100_000), 5000: tier.Count(100, 2_000)} {
			do(t, c, `stream s do {"events":%d,"pad":50} %d`, n, micros)
			says(t, c, 10*time.Minute, fmt.Sprintf("s: events %d", n))
			says(t, c, time.Minute, "s: result")
		}
		for _, line := range append(s.all(), c.all()...) {
			if strings.HasPrefix(line, "ended") || strings.HasPrefix(line, "report") {
				t.Error(line)
			}
		}
	})
}

// TestFloodEachOther has both ends make calls and send notifications at once. Go holds callers
// back, so that more than fits is no trouble. TypeScript cannot: what both ends say at once must
// fit into MaxRead.
func TestFloodEachOther(t *testing.T) {
	eachPair(t, func(t *testing.T, server, client string) {
		options, n := "", 1500
		if server == "go" && client == "go" {
			options, n = fmt.Sprintf(`"maxRead":%d,"maxWrite":%d`, floodRead, floodWrite), tier.Count(1500, 10_000)
		}
		s, c := connected(t, server, client, options)
		text := strings.Repeat("x", 2000)
		for _, end := range []*control{s, c} {
			do(t, end, `calls a %d do {"text":%q,"size":2000}`, n, text)
			do(t, end, `call b do {"back":1,"events":%d,"pad":2000}`, n)
		}
		for _, end := range []*control{s, c} {
			says(t, end, 2*time.Minute, fmt.Sprintf("a: all result %d", n))
			says(t, end, 2*time.Minute, "b: result")
		}
	})
}
