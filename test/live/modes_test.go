package live

import (
	"errors"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
)

// mode makes this test program one that runs between a client and a peer:
//
//	tap DIR COMMAND...     starts COMMAND, and writes what it reads and says to DIR/in and DIR/out
//	dial NETWORK ADDRESS   passes its standard input and output on to a socket
const mode = "WIREGEN_LIVE_MODE"

func runMode(args []string) int {
	switch args[0] {
	case "tap":
		return tap(args[1], args[2:])
	case "dial":
		return dial(args[1], args[2])
	}
	log.Fatalf("there is no mode %q", args[0])
	return 2
}

// self is a command of this program in a mode.
func self(args ...string) []string { return append([]string{os.Args[0], mode}, args...) }

func tap(dir string, command []string) int {
	in, out := create(dir, "in"), create(dir, "out")
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	to, err := cmd.StdinPipe()
	check(err)
	from, err := cmd.StdoutPipe()
	check(err)
	check(cmd.Start())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	go func() {
		for s := range signals {
			_ = cmd.Process.Signal(s)
		}
	}()
	// A peer may end while the client still has its input open.
	go func() {
		_, _ = io.Copy(to, io.TeeReader(os.Stdin, in))
		_ = to.Close()
	}()
	_, err = io.Copy(io.MultiWriter(out, os.Stdout), from)
	check(err)
	var exit *exec.ExitError
	if err := cmd.Wait(); errors.As(err, &exit) {
		return exit.ExitCode()
	} else if err != nil {
		log.Print(err)
		return 2
	}
	return 0
}

func dial(network, address string) int {
	conn, err := net.Dial(network, address)
	check(err)
	go func() {
		_, _ = io.Copy(conn, os.Stdin)
		_ = conn.(interface{ CloseWrite() error }).CloseWrite()
	}()
	// A peer may reset the connection when it ends.
	if _, err = io.Copy(os.Stdout, conn); err != nil {
		log.Print(err)
	}
	return 0
}

func create(dir, name string) *os.File {
	check(os.MkdirAll(dir, 0o777))
	file, err := os.Create(filepath.Join(dir, name))
	check(err)
	return file
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// tapped is a socket, of which it writes what goes in and out to files.
type tapped struct {
	net.Conn
	in, out *os.File
}

func newTapped(network, address, dir string) (*tapped, error) {
	conn, err := net.Dial(network, address)
	if err != nil {
		return nil, err
	}
	return &tapped{Conn: conn, in: create(dir, "in"), out: create(dir, "out")}, nil
}

func (t *tapped) Read(p []byte) (int, error) {
	n, err := t.Conn.Read(p)
	if _, werr := t.out.Write(p[:n]); werr != nil {
		return n, werr
	}
	return n, err
}

func (t *tapped) Write(p []byte) (int, error) {
	n, err := t.Conn.Write(p)
	if _, werr := t.in.Write(p[:n]); werr != nil {
		return n, werr
	}
	return n, err
}
