package model

// An Act is an element that a message can be: a method, an event or a request. A
// message of a method that carries events or requests is two acts.
type Act struct {
	Method  *Method  // nil: an event or a request
	Variant *Variant // nil: a method
	Kind    ActKind
}

// ActKind is the kind of an act.
type ActKind int

// The kinds of acts.
const (
	MethodAct ActKind = iota
	EventAct
	RequestAct
)

// String returns the word for the kind in a spec.
func (k ActKind) String() string { return [...]string{"method", "event", "request"}[k] }

// Name returns the name of the act in the spec.
func (a *Act) Name() string {
	if a.Variant != nil {
		return a.Variant.Tag
	}
	return a.Method.Name
}

// IsRequest reports whether the act is answered.
func (a *Act) IsRequest() bool {
	if a.Method == nil {
		return a.Kind == RequestAct
	}
	return !a.Method.Notify
}

// A SessionRules is a group of rules for when an act may be sent and what that does.
type SessionRules struct {
	Meta
	Of *Act

	Once          string // "", open: one may be open at a time; session: one may be sent in a session
	During        []*Act // it may be sent while one of these is open
	NotDuring     []*Act // it may be sent while none of these is open
	After         []*Act // it may be sent after one of these: an answered request, or another message
	OrderedBefore []*Act // it is sent between each of these requests and its result
	SettledBy     *Settling
	Cancel        *Cancel
	Timeout       *Timeout
	Resend        string // "", handshake: it may be sent again before the handshake is answered; always
	Replay        bool   // while it is open, what the other side sends is history
	Ends          bool   // the session ends after it

	Error    *ErrorCode // answers a request that breaks a rule of the group; or nil
	Enforced string     // sender, receiver or advisory
}

// A Settling is the message that ends a request without a response.
type Settling struct {
	By *Act   // an event, a notification, or a request whose answer it is
	ID string // the path in it of the id of the request: params.id, or payload.id for an event; "": it ends every open one
}

// A Cancel is how a request is cancelled.
type Cancel struct {
	By    *Method    // nil: it cannot be cancelled
	ID    string     // the path in it of the id of the request; "": it cancels every open one
	None  bool       // a cancelled request is not answered
	Error *ErrorCode // what answers a cancelled request; nil: a result
}

// A Timeout is the time after which no answer to a request is expected.
type Timeout struct {
	Seconds float64
	At      string // the path in the request of the number of seconds; or ""
}
