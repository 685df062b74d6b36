package cli_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
)

// peer is a program that tests put behind a proxy.
func peer() {
	var err error
	switch args := os.Args[2:]; os.Args[1] {
	case "random": // SEED SIZE FILE: writes random bytes, and the sum of what it reads to a file
		seed, _ := strconv.ParseUint(args[0], 10, 64)
		size, _ := strconv.Atoi(args[1])
		var sum string
		sum, err = exchange(os.Stdout, os.Stdin, seed, size)
		err = errors.Join(err, os.WriteFile(args[2], []byte(sum), 0o600))
	case "play": // FILE
		err = play(args[0], 1, os.Stdin, os.Stdout)
		_ = os.Stdout.Close()
		_, _ = io.Copy(io.Discard, os.Stdin)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

// randomBytes are those of a seed. Some look like parts of messages.
func randomBytes(seed uint64, size int) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	var out []byte
	parts := []string{"\n", "\r\n", "{}\n", "\n\n", "Content-Length: 5\r\n\r\nhello", "Content-Length: 70000\r\n\r\n", "\x00\x00\x00\x02{}", "\x00\x00", `{"jsonrpc":"2.0","method":"event"}` + "\n"}
	for len(out) < size {
		switch r.IntN(4) {
		case 0:
			out = append(out, parts[r.IntN(len(parts))]...)
		case 1:
			out = append(out, bytes.Repeat([]byte{'x'}, r.IntN(20_000))...)
		default:
			for range r.IntN(3000) {
				out = append(out, byte(r.Uint32()))
			}
		}
	}
	return out[:size]
}

func sumOf(data []byte) string { return fmt.Sprintf("%d bytes: %x", len(data), sha256.Sum256(data)) }

// exchange writes random bytes in random pieces, and reads at the same time. It closes what
// it writes to, and returns the sum of what it read.
func exchange(w io.WriteCloser, r io.Reader, seed uint64, size int) (string, error) {
	failed := make(chan error, 1)
	go func() {
		chance := rand.New(rand.NewPCG(seed, 2))
		rest := randomBytes(seed, size)
		for len(rest) > 0 {
			n := min(len(rest), 1+chance.IntN(1<<chance.IntN(18)))
			if _, err := w.Write(rest[:n]); err != nil {
				failed <- err
				return
			}
			rest = rest[n:]
		}
		failed <- w.Close()
	}()
	got, err := io.ReadAll(r)
	return sumOf(got), errors.Join(err, <-failed)
}

// A turn is what one side of a session writes, and the other reads.
type turn struct {
	Side int
	Data []byte
}

// play has the turns of one side in a file of turns.
func play(file string, side int, r io.Reader, w io.Writer) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var turns []turn
	if err := json.Unmarshal(text, &turns); err != nil {
		return err
	}
	for _, t := range turns {
		if t.Side == side {
			_, err = w.Write(t.Data)
		} else {
			got := make([]byte, len(t.Data))
			if _, err = io.ReadFull(r, got); err == nil && !bytes.Equal(got, t.Data) {
				err = fmt.Errorf("got %q, want %q", got, t.Data)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
