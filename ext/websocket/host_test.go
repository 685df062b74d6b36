package websocket_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/ext/websocket"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// TestHosts asks for WebSockets under several names, as a browser does for a page whose own name
// is made to lead to this machine: Origin and Host agree, and it was accepted.
func TestHosts(t *testing.T) {
	for _, c := range []struct {
		hosts    []string
		accepted []string
		refused  []string
	}{
		{
			nil,
			[]string{
				"localhost", "localhost:8000", "LocalHost:1", "localhost.:8000", "127.0.0.1", "127.0.0.1:8000", "127.1.2.3:80", "[::1]", "[::1]:8000", "localhost:",
				"[::ffff:127.0.0.1]:80",
			},
			[]string{
				"evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", "evil.localhost", "10.0.0.1:8000", "0.0.0.0:8000", "[::]:80",
				"[fe80::1]", "127.1", "", "localhost:x", "localhost:80:80", "[::1", "[::1]x", "[localhost]", "::1",
			},
		},
		{
			[]string{"chess.example", "Play.example:8000", "10.0.0.1", "[fd00::1]:8000", "fd00::2"},
			[]string{
				"chess.example", "chess.example:443", "CHESS.example.", "play.example:8000", "10.0.0.1", "10.0.0.1:1", "[fd00::1]:8000", "[fd00::2]", "[fd00::2]:1",
				"[FD00:0::2]:1",
			},
			[]string{"localhost", "127.0.0.1:8000", "play.example", "play.example:8001", "evil.example", "x.chess.example", "[fd00::1]", "[fd00::1]:1", ""},
		},
		{[]string{}, []string{"localhost"}, []string{"evil.example"}},
	} {
		o := limits()
		o.Hosts = c.hosts
		url, _, _ := serve(t, o)
		for want, hosts := range map[int][]string{http.StatusSwitchingProtocols: c.accepted, http.StatusForbidden: c.refused} {
			for _, host := range hosts {
				if got := upgrade(t, "tcp", strings.TrimPrefix(url, "ws://"), host); got != want {
					t.Errorf("%q, of %q: %d", host, c.hosts, got)
				}
			}
		}
	}
}

// TestHostsElsewhere accepts any name where a browser cannot be led to this machine, or where
// nothing is known of the address.
func TestHostsElsewhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Skip(err)
	}
	h := websocket.NewHandler(func(_ *http.Request, tr rpc.Transport) { _, _ = tr.Read() }, nil)
	s := httptest.NewUnstartedServer(h)
	s.Listener = l
	s.Start()
	defer s.Close()
	defer func() { _ = h.Shutdown(within(t)) }()
	if got := upgrade(t, "unix", path, "chess.example"); got != http.StatusSwitchingProtocols {
		t.Error(got)
	}
	r := httptest.NewRequest("GET", "http://chess.example/", nil)
	w := httptest.NewRecorder()
	if _, err := websocket.Accept(w, r, nil); err == nil || w.Code != http.StatusUpgradeRequired {
		t.Errorf("without an address: %d, %v", w.Code, err)
	}
}

// TestOriginDisagrees refuses the page of another host also under an accepted name.
func TestOriginDisagrees(t *testing.T) {
	url, _, _ := serve(t, limits())
	for origin, want := range map[string]int{"http://localhost:9": http.StatusForbidden, "http://evil.example": http.StatusForbidden, "null": http.StatusForbidden, "http://localhost:8": http.StatusSwitchingProtocols} {
		if got := upgradeFrom(t, "tcp", strings.TrimPrefix(url, "ws://"), "localhost:8", origin); got != want {
			t.Errorf("%s: %d", origin, got)
		}
	}
}

// upgrade asks for a WebSocket with a Host and the same Origin, and returns the status.
func upgrade(t *testing.T, network, address, host string) int {
	t.Helper()
	return upgradeFrom(t, network, address, host, "http://"+host)
}

func upgradeFrom(t *testing.T, network, address, host, origin string) int {
	t.Helper()
	conn, err := net.Dial(network, address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", host, origin)
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	return r.StatusCode
}
