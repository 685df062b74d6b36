package cli_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/wiregen/wiregen/test/tier"
)

// TestProxyTerminal interrupts a proxy by the key of its terminal: the command gets one
// interrupt, and not one more from the proxy.
func TestProxyTerminal(t *testing.T) {
	tier.Slow(t)
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	defer master.Close()
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	const script = `n=0; trap 'n=$((n+1))' INT; echo ready; i=0; while [ $i -lt 40 ]; do sleep 0.05; i=$((i+1)); done; echo total $n`
	cmd := exec.Command("wiregen", "proxy", wireSpec, "--report", filepath.Join(t.TempDir(), "report"), "--", "sh", "-c", script)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = terminal.Close()
	stop := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer stop.Stop()
	var got strings.Builder
	sent := false
	buf := make([]byte, 1000)
	for {
		n, err := master.Read(buf) // an error when nobody has the terminal any more
		got.Write(buf[:n])
		if !sent && strings.Contains(got.String(), "ready") {
			sent = true
			time.Sleep(100 * time.Millisecond)
			_, _ = master.Write([]byte{3})
		}
		if err != nil {
			break
		}
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(got.String(), "total 1\r\n") {
		t.Errorf("%v, %q", err, got.String())
	}
}
