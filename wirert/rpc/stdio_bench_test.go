package rpc

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/wiregen/wiregen/wirert/codec"
)

// fileStream is standard input and output read and written without goroutines.
type fileStream struct {
	*os.File
	out io.Writer
}

func (f fileStream) Write(p []byte) (int, error) { return f.out.Write(p) }

// blockingPipe returns a pipe in blocking mode, as standard input is.
func blockingPipe(b *testing.B) (in, out *os.File) {
	in, out, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	in.Fd() // sets the mode
	out.Fd()
	return in, out
}

// eachStdio runs a benchmark for files as they are, and for Stdio.
func eachStdio(b *testing.B, run func(b *testing.B, over func(in, out *os.File) io.ReadWriteCloser)) {
	b.Run("files", func(b *testing.B) {
		run(b, func(in, out *os.File) io.ReadWriteCloser { return fileStream{in, out} })
	})
	b.Run("stdio", func(b *testing.B) {
		run(b, func(in, out *os.File) io.ReadWriteCloser { return newStdio(in, out) })
	})
}

// BenchmarkStdioRead reads lines that come as fast as they are read.
func BenchmarkStdioRead(b *testing.B) {
	for _, size := range []int{200, 100_000} {
		message := append(bytes.Repeat([]byte("x"), size-1), '\n')
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			eachStdio(b, func(b *testing.B, over func(in, out *os.File) io.ReadWriteCloser) {
				in, out := blockingPipe(b)
				defer in.Close()
				defer out.Close()
				some := bytes.Repeat(message, max(1, 65536/size))
				go func() {
					for {
						if _, err := out.Write(some); err != nil {
							return
						}
					}
				}()
				s := streamOf(codec.Framing{Kind: codec.Lines, MaxBytes: 1 << 20}, false, over(in, os.Stdout))
				b.SetBytes(int64(size))
				for b.Loop() {
					if m, err := s.Read(); err != nil || len(m) != size-1 {
						b.Fatal(len(m), err)
					}
				}
			})
		})
	}
}

// BenchmarkStdioEcho sends a line to and fro.
func BenchmarkStdioEcho(b *testing.B) {
	eachStdio(b, func(b *testing.B, over func(in, out *os.File) io.ReadWriteCloser) {
		in, far := blockingPipe(b)
		farIn, out := blockingPipe(b)
		defer func() {
			for _, f := range []*os.File{in, far, farIn, out} {
				_ = f.Close()
			}
		}()
		go func() {
			for p := make([]byte, 1000); ; {
				n, err := farIn.Read(p)
				if _, err2 := far.Write(p[:n]); err != nil || err2 != nil {
					return
				}
			}
		}()
		s := streamOf(codec.Framing{Kind: codec.Lines, MaxBytes: 1 << 20}, false, over(in, out))
		message := [][]byte{bytes.Repeat([]byte("x"), 199)}
		for b.Loop() {
			if err := s.Write(message); err != nil {
				b.Fatal(err)
			}
			if _, err := s.Read(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
