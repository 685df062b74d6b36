//go:build linux

package peers

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// This program is also the child of an end that starts one. It hands its standard streams to
// the test, over the Unix socket that playVariable names, and does as that says: the test
// plays the peer, and the process is only there to be waited for, signalled and killed.
const (
	playVariable  = "PEERS_PLAY"
	stubborn      = "PEERS_STUBBORN"   // it ignores SIGTERM
	grandchildren = "PEERS_GRANDCHILD" // it starts a process first, which holds its output; daemon: outside of its group
	sleeper       = "PEERS_SLEEPER"    // this is that process
)

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(sleeper) != "":
		time.Sleep(time.Minute)
		os.Exit(0)
	case os.Getenv(playVariable) != "":
		os.Exit(playedChild())
	}
	code := m.Run()
	for _, cmd := range made.left {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	if made.dir != "" {
		if text := crashes(); text != "" {
			fmt.Fprintln(os.Stderr, text)
			code = 1
		}
		_ = os.RemoveAll(made.dir)
	}
	os.Exit(code)
}

// crashes returns what drivers have written to their standard errors, if it is of a crash or
// of the race detector.
func crashes() string {
	files, _ := filepath.Glob(filepath.Join(made.dir, "stderr-*"))
	for _, name := range files {
		text, _ := os.ReadFile(name)
		for _, word := range []string{"panic:", "fatal error:", "DATA RACE", "SIGQUIT", "    at "} {
			if at := bytes.Index(text, []byte(word)); at >= 0 {
				return fmt.Sprintf("%s: %.30000s", filepath.Base(name), text[max(0, at-500):])
			}
		}
	}
	return ""
}

// playedChild is the child until it is told to exit.
func playedChild() int {
	other := 0
	if os.Getenv(stubborn) != "" {
		signal.Ignore(syscall.SIGTERM)
	}
	if kind := os.Getenv(grandchildren); kind != "" {
		cmd := exec.Command(os.Args[0])
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: kind == "daemon"}
		cmd.Env = append(os.Environ(), sleeper+"=1")
		cmd.Stdout = os.Stdout
		if err := cmd.Start(); err != nil {
			return 3
		}
		other = cmd.Process.Pid
	}
	conn, err := net.Dial("unix", os.Getenv(playVariable))
	if err != nil {
		return 3
	}
	hello := fmt.Appendf(nil, "%d %d\n", os.Getpid(), other)
	if _, _, err := conn.(*net.UnixConn).WriteMsgUnix(hello, syscall.UnixRights(0, 1, 2), nil); err != nil {
		return 3
	}
	for _, f := range []*os.File{os.Stdin, os.Stdout, os.Stderr} {
		_ = f.Close()
	}
	_, _ = io.WriteString(conn, "closed\n") // only the test has the files now
	for commands := bufio.NewScanner(conn); commands.Scan(); {
		var n int
		switch word, arg, _ := strings.Cut(commands.Text(), " "); word {
		case "exit":
			_, _ = fmt.Sscan(arg, &n)
			return n
		case "die":
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
	}
	return 0
}

// A child is the process of the other side of what playedChild is.
type child struct {
	conn       net.Conn
	pid, other int // of the process, and of that which it has started; 0: none
	in, out    *os.File
	errs       *os.File
}

// acceptChild waits for a child.
func acceptChild(l *net.UnixListener) (*child, error) {
	conn, err := l.AcceptUnix()
	if err != nil {
		return nil, err
	}
	c := &child{conn: conn}
	text, rights := make([]byte, 64), make([]byte, syscall.CmsgSpace(3*4))
	// No process starts meanwhile: it would inherit the files, and hold the pipes open.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	n, m, _, _, err := conn.ReadMsgUnix(text, rights)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Sscan(string(text[:n]), &c.pid, &c.other); err != nil {
		return nil, err
	}
	for !bytes.HasSuffix(text[:n], []byte("closed\n")) {
		more, err := conn.Read(text[n:])
		if err != nil {
			return nil, err
		}
		n += more
	}
	messages, err := syscall.ParseSocketControlMessage(rights[:m])
	if err != nil {
		return nil, err
	}
	fds, err := syscall.ParseUnixRights(&messages[0])
	if err != nil {
		return nil, err
	}
	files := make([]*os.File, 3)
	for i, fd := range fds {
		syscall.CloseOnExec(fd)
		_ = syscall.SetNonblock(fd, true)
		files[i] = os.NewFile(uintptr(fd), "child")
	}
	c.in, c.out, c.errs = files[0], files[1], files[2]
	return c, nil
}

func (c *child) do(command string) { _, _ = io.WriteString(c.conn, command+"\n") }

// isGone reports whether a process has ended, or waits only for its parent.
func isGone(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return true
	}
	_, state, _ := strings.Cut(string(text), ") ")
	return strings.HasPrefix(state, "Z") || strings.HasPrefix(state, "X")
}

// endWithUs has a process end with the test, however that ends.
func endWithUs(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
