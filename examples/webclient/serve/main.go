// Command serve serves a page, and an agent that the page talks to over a WebSocket.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	_ "embed"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/wiregen/wiregen/ext/websocket"
	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert/rpc"
)

//go:embed page.html
var page []byte

//go:embed page.css
var style []byte

func main() {
	address := flag.String("listen", "127.0.0.1:8000", "the address to listen at")
	scripts := flag.String("scripts", "dist/page", "the folder with the scripts of the page")
	protocol := flag.String("protocol", "node_modules/kimi-wire", "the folder of the generated package")
	hosts := flag.String("hosts", "", "the names under which browsers reach it, with commas between; by default those of this machine")
	pace := flag.Duration("pace", 30*time.Millisecond, "how long the agent takes for a word")
	command := flag.String("agent", "", "the command of another agent, such as one in Python; each session runs it")
	flag.Parse()

	o := &websocket.Options{}
	if *hosts != "" {
		o.Hosts = strings.Split(*hosts, ",")
	}
	sessions := websocket.NewHandler(func(r *http.Request, t rpc.Transport) {
		if *command != "" {
			relay(r.Context(), t, strings.Fields(*command))
			return
		}
		report := &rpc.Options{Report: func(i rpc.Incident) { log.Print(i.Err) }}
		_ = rpc.ServeConn(r.Context(), wire.NewAgent(t, &agent{pace: *pace}, report).Conn)
	}, o)
	mux := http.NewServeMux()
	mux.Handle("GET /session", sessions)
	mux.HandleFunc("GET /{$}", servePage)
	mux.HandleFunc("GET /page.css", func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "page.css", time.Time{}, bytes.NewReader(style))
	})
	mux.Handle("GET /page/", http.StripPrefix("/page/", http.FileServer(http.Dir(*scripts))))
	mux.Handle("GET /protocol/", http.StripPrefix("/protocol/", http.FileServer(http.Dir(*protocol))))

	l, err := net.Listen("tcp", *address)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s/\n", l.Addr())
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	go func() {
		<-ctx.Done()
		stop()
		_ = server.Close()
	}()
	if err := server.Serve(l); err != http.ErrServerClosed {
		log.Fatal(err)
	}
	_ = sessions.Shutdown(context.Background())
}

// servePage serves the page, which may run its own scripts and nothing else. The map that
// says where the modules are has to be in the page.
func servePage(w http.ResponseWriter, _ *http.Request) {
	nonce := rand.Text()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy",
		"default-src 'none'; script-src 'self' 'nonce-"+nonce+"'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'")
	_, _ = w.Write(bytes.ReplaceAll(page, []byte("NONCE"), []byte(nonce)))
}
