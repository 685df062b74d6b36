package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// does are the params of the requests that the driver handles: see peer.yaml.
type does struct {
	Say, Until, Fail, End         string
	Wait, Back, Events, Pad, Size int
}

// handle handles whatever comes.
func (w *world) handle(next rpc.Handler) rpc.Handler {
	return func(ctx context.Context, m rpc.Message) (rpc.Message, error) {
		switch about := rpc.Handling(ctx); about.Method {
		case "tick":
			w.ticks.Add(1)
		case "go":
			w.release()
		case "do", "nap", "note":
			var message struct{ Params does }
			if err := json.Unmarshal(m.AppendJSON(nil), &message); err != nil {
				return nil, err
			}
			d := message.Params
			err := w.does(ctx, &d)
			if err != nil || about.Method == "note" {
				return nil, err
			}
			return w.result(ctx, map[string]string{"text": strings.Repeat("x", d.Size)})
		case "hello":
			return w.result(ctx, map[string]string{"version": "1.0"})
		case "login":
			return specs[w.o.Spec].login(m)
		default:
			if about.Declared && about.ID != (wirert.ID{}) {
				return w.result(ctx, struct{}{})
			}
			return next(ctx, m)
		}
		return nil, nil
	}
}

// result makes an answer.
func (w *world) result(ctx context.Context, value any) (rpc.Message, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	p := rpc.Handling(ctx)
	return rpc.From(ctx).Protocol().Read[w.side()](fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":%s}`, p.ID, text))
}

// does does what params say.
func (w *world) does(ctx context.Context, d *does) (err error) {
	w.running.Add(1)
	w.mu.Lock()
	gate := w.gate // before begun is said, after which it may be opened
	w.mu.Unlock()
	well := false
	defer func() {
		w.running.Add(-1)
		switch {
		case d.Say == "":
		case err != nil:
			w.say("%s: ended %s", d.Say, kind(err))
		case well:
			w.say("%s: ended well", d.Say)
		default:
			w.say("%s: ended at once", d.Say)
		}
	}()
	if d.Say != "" {
		w.say("%s: begun", d.Say)
	}
	if err := w.act(ctx, d, gate); err != nil {
		return err
	}
	well = true
	return nil
}

func (w *world) act(ctx context.Context, d *does, gate <-chan struct{}) error {
	conn := rpc.From(ctx)
	pad := strings.Repeat("x", d.Pad)
	for i := range d.Events {
		if err := conn.Notify(ctx, w.message(conn, "tick", fmt.Sprintf(`{"n":%d,"pad":%q}`, i+1, pad))); err != nil {
			return err
		}
	}
	if d.Back > 0 {
		if _, err := conn.Call(ctx, w.message(conn, "do", fmt.Sprintf(`{"back":%d}`, d.Back-1))); err != nil {
			return err
		}
	}
	switch {
	case d.Wait > 0:
		select {
		case <-time.After(time.Duration(d.Wait) * time.Millisecond):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	case d.Until == "cancel":
		<-ctx.Done()
		return context.Cause(ctx)
	case d.Until == "go":
		select {
		case <-gate:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	case d.Until == "forever":
		<-gate
	}
	switch d.End {
	case "close":
		w.say("%s: close: %s", d.Say, ending(conn.Close(), "done"))
	case "shutdown":
		w.say("%s: shutdown: %s", d.Say, ending(conn.Shutdown(ctx), "done"))
	}
	switch d.Fail {
	case "error":
		return errors.New("it was asked for")
	case "boom":
		return &wirert.ResponseError{Code: -32001, Message: "it was asked for"}
	case "panic":
		panic("it was asked for")
	case "goexit":
		runtime.Goexit()
	}
	return nil
}
