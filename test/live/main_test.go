package live

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// row is a line of the table in docs/live.md: the sessions of a client with a peer, without
// and behind wiregen proxy.
type row struct {
	peer, client         string
	messagesTo, messages int   // to the peer and from it, through the proxy
	bytesTo, bytes       int64 // likewise
	directTo, direct     int64 // bytes of the session without the proxy
	known                int   // findings that the test lists, which are faults of the peer
}

var summary struct {
	rows    []row
	skipped []string
}

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == mode {
		os.Exit(runMode(os.Args[2:]))
	}
	code := m.Run()
	fmt.Println("\n| peer | client | messages to it | from it | bytes to it | from it | bytes without the proxy | faults of the peer |\n|---|---|---|---|---|---|---|---|")
	for _, r := range summary.rows {
		fmt.Printf("| %s | %s | %d | %d | %d | %d | %d, %d | %d |\n", r.peer, r.client, r.messagesTo, r.messages, r.bytesTo, r.bytes, r.directTo, r.direct, r.known)
	}
	if len(summary.skipped) > 0 {
		slices.Sort(summary.skipped)
		fmt.Printf("left out: %s\n", strings.Join(summary.skipped, ", "))
	}
	os.Exit(code)
}
