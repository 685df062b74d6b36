//go:build linux

package peers

import (
	"bufio"
	"bytes"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
)

// A framer delimits messages in a stream, as the peer does it.
type framer interface {
	frame(text string) []byte
	read(r *bufio.Reader) (string, error)
}

// lines are messages with a newline each.
type lines struct{}

func (lines) frame(text string) []byte { return []byte(text + "\n") }

func (lines) read(r *bufio.Reader) (string, error) {
	line, err := r.ReadString('\n')
	return strings.TrimSuffix(line, "\n"), err
}

// headed are messages with a Content-Length each.
type headed struct{}

func (headed) frame(text string) []byte {
	return fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(text), text)
}

func (headed) read(r *bufio.Reader) (string, error) {
	head, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		return "", err
	}
	n, err := strconv.Atoi(head.Get("Content-Length"))
	if err != nil {
		return "", err
	}
	text := make([]byte, n)
	_, err = io.ReadFull(r, text)
	return string(text), err
}

// A webSocket is one end of a WebSocket: a text frame for each message.
type webSocket struct {
	masks bool           // the end is the client
	out   io.WriteCloser // for answers to pings and closes
}

const (
	opText  = 1
	opClose = 8
	opPing  = 9
	opPong  = 10
)

func (w *webSocket) frame(text string) []byte { return w.of(opText, []byte(text)) }

// of makes a frame. A mask of zeros is one.
func (w *webSocket) of(op byte, data []byte) []byte {
	out := []byte{0x80 | op}
	mask := byte(0)
	if w.masks {
		mask = 0x80
	}
	switch n := len(data); {
	case n < 126:
		out = append(out, mask|byte(n))
	case n < 1<<16:
		out = binary.BigEndian.AppendUint16(append(out, mask|126), uint16(n))
	default:
		out = binary.BigEndian.AppendUint64(append(out, mask|127), uint64(n))
	}
	if w.masks {
		out = append(out, 0, 0, 0, 0)
	}
	return append(out, data...)
}

// closing is a frame that closes with a code and a reason.
func (w *webSocket) closing(code int, reason string) []byte {
	return w.of(opClose, append(binary.BigEndian.AppendUint16(nil, uint16(code)), reason...))
}

func (w *webSocket) read(r *bufio.Reader) (string, error) {
	for {
		op, data, err := w.next(r)
		switch {
		case err != nil:
			return "", err
		case op == opClose:
			_, _ = w.out.Write(w.of(opClose, data))
			_ = w.out.Close() // a client waits for it
			return "", io.EOF
		case op == opPing:
			_, _ = w.out.Write(w.of(opPong, data))
		case op != opPong:
			return string(data), nil
		}
	}
}

func (w *webSocket) next(r *bufio.Reader) (op byte, data []byte, err error) {
	var head [2]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := uint64(head[1] & 0x7f)
	if size := map[uint64]int{126: 2, 127: 8}[n]; size > 0 {
		long := make([]byte, 8)
		if _, err := io.ReadFull(r, long[8-size:]); err != nil {
			return 0, nil, err
		}
		n = binary.BigEndian.Uint64(long)
	}
	var mask [4]byte
	if head[1]&0x80 != 0 {
		if _, err := io.ReadFull(r, mask[:]); err != nil {
			return 0, nil, err
		}
	}
	data = make([]byte, n)
	_, err = io.ReadFull(r, data)
	for i := range data {
		data[i] ^= mask[i%4]
	}
	return head[0] & 15, data, err
}

// dialWebSocket does the handshake of a client.
func dialWebSocket(url string) (net.Conn, *webSocket, *bufio.Reader, error) {
	host := strings.TrimSuffix(strings.TrimPrefix(url, "ws://"), "/")
	conn, err := net.Dial("tcp", host)
	if err != nil {
		return nil, nil, nil, err
	}
	fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n", host)
	r := bufio.NewReader(conn)
	answer, err := http.ReadResponse(r, nil)
	if err == nil && answer.StatusCode != http.StatusSwitchingProtocols {
		err = errors.New(answer.Status)
	}
	return conn, &webSocket{masks: true, out: conn}, r, err
}

// acceptWebSocket does the handshake of a server.
func acceptWebSocket(conn net.Conn) (*webSocket, *bufio.Reader, error) {
	r := bufio.NewReader(conn)
	request, err := http.ReadRequest(r)
	if err != nil {
		return nil, nil, err
	}
	sum := sha1.Sum([]byte(request.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	var answer bytes.Buffer
	fmt.Fprintf(&answer, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", base64.StdEncoding.EncodeToString(sum[:]))
	_, err = conn.Write(answer.Bytes())
	return &webSocket{out: conn}, r, err
}
