package journal

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/test/tier"
)

var kills = flag.Int("kills", tier.Count(20, 500), "how often the process that writes is killed")

// writerVariable names the journal that a child process writes.
const writerVariable = "JOURNAL_TEST_WRITES"

func TestMain(m *testing.M) {
	if name := os.Getenv(writerVariable); name != "" {
		if err := writeUntilKilled(name); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// writeUntilKilled continues a journal, and prints the number of the last record after
// each Sync.
func writeUntilKilled(name string) error {
	w, err := Open(name, header{"1"}, &quick)
	if err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	records, faults := all(NewReader(f, &quick))
	if len(faults) > 0 {
		return faults[0]
	}
	fmt.Println("begins")
	for n := len(records) + 1; ; n++ {
		if err := w.Append(recordOfLength(n)); err != nil {
			return err
		}
		if n%7 == 0 {
			if err := w.Sync(); err != nil {
				return err
			}
			fmt.Println(n)
		}
	}
}

// recordOfLength returns a record whose text follows from its number. Some are long
// enough to be torn by a kill.
func recordOfLength(n int) record {
	if n%4 == 3 {
		return record{n, long[n%10]}
	}
	return record{n, long[n%10][:n%50]}
}

var long = func() (out [10]string) {
	for i := range out {
		out[i] = strings.Repeat(strconv.Itoa(i), 2<<20)
	}
	return out
}()

// quick is format without encoding/json, in which the process would spend most of its time:
// it is to be killed while it writes.
var quick = Format[header, record]{Header: format.Header, Version: format.Version, Record: Line[record]{
	Append: func(dst []byte, v record) []byte {
		dst = strconv.AppendInt(append(dst, `{"n":`...), int64(v.N), 10)
		return append(append(append(dst, `,"text":"`...), v.Text...), `"}`...)
	},
	Decode: func(data []byte) (v record, err error) {
		rest, begins := bytes.CutPrefix(data, []byte(`{"n":`))
		n, text, divided := bytes.Cut(rest, []byte(`,"text":"`))
		text, ends := bytes.CutSuffix(text, []byte(`"}`))
		v.Text = string(text)
		if v.N, err = strconv.Atoi(string(n)); !begins || !divided || !ends || err != nil || strings.Contains(v.Text, "{") {
			err = errors.New("not a record")
		}
		return v, err
	},
}}

// TestKills kills a process with SIGKILL while it writes. Everything synced is read back,
// nothing is merged, and the next process continues. make kills N=1000 for more.
func TestKills(t *testing.T) {
	tier.Slow(t)
	const journals = 5 // kills in one journal, which would become large
	torn, read, name := 0, 0, ""
	for n := range *kills {
		if n%journals == 0 {
			if name != "" {
				os.Remove(name)
			}
			name = filepath.Join(t.TempDir(), "session.jsonl")
		}
		synced := killOnce(t, name)
		records := checkKilled(t, name, synced)
		w, err := Open(name, header{"1"}, &quick)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Append(recordOfLength(records+1)), w.Close()); err != nil {
			t.Fatal(err)
		}
		if w.Torn() > 0 {
			torn++
		}
		if got := checkKilled(t, name, records+1); got != records+1 || t.Failed() {
			t.Fatalf("after %d kills: %d records, and %d after the next was appended", n+1, records, got)
		}
		read += records
	}
	t.Logf("%d kills, %d torn lines, %d records read", *kills, torn, read)
}

// killOnce starts a process, and kills it some time after it began to append. It returns
// the last number that it printed.
func killOnce(t *testing.T, name string) (synced int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), writerVariable+"="+name)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	timer := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	for lines.Scan() {
		if lines.Text() == "begins" {
			timer.Reset(rand.N(20 * time.Millisecond))
		} else if synced, err = strconv.Atoi(lines.Text()); err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() > 0 {
		t.Fatalf("the process was to be killed, but: %v", err)
	}
	return synced
}

// checkKilled reads a journal whose writer was killed and returns the number of records.
// Only the last line may be torn.
func checkKilled(t *testing.T, name string, synced int) int {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for got, err := range NewReader(f, &quick).Records() {
		if err != nil && !strings.HasSuffix(err.Error(), ErrTorn.Error()) {
			t.Errorf("after the record %d: %v", n, err)
		} else if err == nil {
			if n++; got != recordOfLength(n) {
				t.Errorf("the record %d is %d with %d bytes", n, got.N, len(got.Text))
			}
		}
	}
	if n < synced {
		t.Errorf("%d records, %d were synced", n, synced)
	}
	return n
}
