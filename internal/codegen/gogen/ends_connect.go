package gogen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// handshakes reports whether the end begins with a handshake.
func (e *end) handshakes() bool {
	n := e.proto.Negotiation
	if n == nil || n.Method == nil || e.role != 0 {
		return false
	}
	return slices.ContainsFunc(e.says, func(s *saying) bool { return s.Method == n.Method && s.byHandshake() })
}

// byHandshake reports whether a saying has the params and the result of a handshake.
func (s *saying) byHandshake() bool {
	return s.variant == nil && !s.notifies() && s.hasParams() && s.byPointer() && strings.HasPrefix(string(s.result), "*")
}

func (e *end) greeting() *saying {
	i := slices.IndexFunc(e.says, func(s *saying) bool { return s.Method == e.proto.Negotiation.Method })
	return e.says[i]
}

func (e *end) handshakeResult() code { return e.greeting().result }

// emitConnect emits how the first role connects.
func (e *end) emitConnect(f *file) {
	shakes := e.handshakes()
	field, more, greet := code(""), "", code("")
	if shakes {
		_, typ := e.greeting().param(e.plan)
		field = src("\n// Handshake has the params of $1. Unset ones get the values that the spec\n// defines, such as the version. May be nil.\nHandshake $2", oneLine(e.greeting().Name), typ)
		more = ", and performs the handshake"
		greet = src(`
			if err := end.greet(ctx, o.Handshake); err != nil {
				_ = end.Conn.Close()
				return nil, err
			}`)
	}
	f.declare(`
		// $1Options configure a connection to the $2.
		type $1Options struct {
			rpc.Options
			Handler $1Handler // may be nil
			$3
		}`, e.name, e.roleOf(1), field)
	f.document("Connect"+e.other+" starts a connection over a stream, such as a socket"+more+".", `
		func Connect$2(ctx context.Context, stream io.ReadWriteCloser, o $1Options) (*$1, error) {
			end := New$1(Protocol.Transport(stream), o.Handler, rpc.In(ctx, &o.Options))
			$3
			return end, nil
		}`, e.name, e.other, greet)
	f.document("Start"+e.other+" starts a child process and a connection over its standard input and output"+more+". Close also ends the process.", `
		func Start$2(ctx context.Context, cmd *exec.Cmd, o $1Options) (*$1, error) {
			child, err := rpc.Start(ctx, cmd)
			if err != nil {
				return nil, err
			}
			return Connect$2(ctx, child, o)
		}`, e.name, e.other)
	if shakes {
		e.emitGreet(f)
	}
}

// emitGreet emits the handshake.
func (e *end) emitGreet(f *file) {
	n, s := e.proto.Negotiation, e.greeting()
	_, typ := s.param(e.plan)
	f.document("Handshake returns the result of the handshake; nil if the "+e.roleOf(1)+" has none.", `
		func (end *$1) Handshake() $2 { return end.handshake }`, e.name, s.result)
	t := s.shape.decl.(*model.Struct)
	offer := code("")
	if path := strings.Split(n.Offer, "."); n.Offer != "" && len(path) == 2 {
		offer = e.offer(gates(e.ends).memberOf(t, path[1]))
	}
	version := code("end.Conn.SetVersion(ProtocolVersion())")
	if path := strings.Split(n.Chosen, "."); n.Chosen != "" && len(path) == 2 {
		if r, ok := model.Resolve(s.Result).(*model.Struct); ok {
			if v := gates(e.ends).memberOf(r, path[1]); !v.pointer() {
				chosen := src("fmt.Sprint(result.$1)", v.name)
				version = src("end.Conn.SetVersion($1)", chosen)
				if n.Pick != "highest" {
					version = src("end.Conn.SetVersion(rpc.Lower($1, ProtocolVersion()))", chosen)
				}
			}
		}
	}
	legacy := code("")
	if i := slices.IndexFunc(e.proto.Errors, func(x *model.ErrorCode) bool { return x.Code == -32601 }); n.Optional && n.Legacy != "" && i >= 0 {
		legacy = src(`
			if errors.Is(err, Err$1) {
				end.Conn.SetVersion(LegacyVersion)
				return nil
			}`, e.codes[e.proto.Errors[i]])
	}
	f.declare(`
		// greet performs the handshake.
		func (end *$1) greet(ctx context.Context, given $2) error {
			params := codec.Value(given)
			$3
			result, err := end.$4(ctx, &params)
			$5
			if err != nil {
				return err
			}
			end.handshake = result
			$6
			return nil
		}`, e.name, typ, offer, s.name, legacy, version)
}

// offer sets the versions that a handshake offers.
func (e *end) offer(f *field) code {
	n := e.proto.Negotiation
	if sh := e.listed(n.Method, n.Offer); sh != nil && !f.pointer() && f.shape.nilable() {
		return src(`
			if params.$1 == nil {
				params.$1 = $2
			}`, f.name, about(e.ends).spoken(sh))
	}
	if f.shape.form == formString && f.shape.spelled == "" && !f.pointer() {
		return src(`
			if params.$1 == "" {
				params.$1 = ProtocolVersion()
			}`, f.name)
	}
	return ""
}

// emitServe emits how the second role serves.
func (e *end) emitServe(f *file) {
	f.document("ServeConn serves one connection over a stream until it ends. When ctx ends, requests that were received are handled and answered, within the CloseWait of the options. Handlers get the values of ctx.", `
		func ServeConn(ctx context.Context, stream io.ReadWriteCloser, h $1Handler, o *rpc.Options) error {
			return rpc.ServeConn(ctx, New$1(Protocol.Transport(stream), h, rpc.In(ctx, o)).Conn)
		}`, e.name)
	f.document("ServeStdio serves one connection over standard input and output, as ServeConn does. Nothing else may write to standard output. A program that SIGTERM must end passes rpc.UntilSignal.", `
		func ServeStdio(ctx context.Context, h $1Handler, o *rpc.Options) error {
			return ServeConn(ctx, rpc.Stdio(), h, o)
		}`, e.name)
	f.document("Serve serves each connection that l, such as a net.Listener, accepts, with a handler of its own, until ctx ends.", `
		func Serve[C io.ReadWriteCloser](ctx context.Context, l rpc.Listener[C], handler func() $1Handler, o *rpc.Options) error {
			return rpc.Serve(ctx, l, func(ctx context.Context, conn C) { _ = ServeConn(ctx, conn, handler(), o) })
		}`, e.name)
}
