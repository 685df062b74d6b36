package session

import "sync"

// Rules are what a protocol says of its sessions. They are generated, and must not be
// changed.
type Rules struct {
	Roles     [2]string    `json:"roles"` // the side that begins comes first
	Acts      []Act        `json:"acts"`
	Calls     func() []Act `json:"-"`             // all methods in their order, of which Acts has those with rules; or nil
	Tag       string       `json:"tag,omitempty"` // the member of the params that names an event or a request
	Gates     []Gate       `json:"gates,omitempty"`
	Handshake *Handshake   `json:"handshake,omitempty"`
	Errors    []ErrorRule  `json:"errors,omitempty"`
	ByKind    bool         `json:"by_kind,omitempty"` // the member kind of its data identifies an error, not its code
	Rate      RateRule     `json:"rate,omitzero"`

	once   sync.Once // guards the assignment of shared, and the completion of Acts
	shared *index    // of all machines; nil before the first
}

func (r *Rules) index() *index {
	r.once.Do(func() {
		r.addCalls()
		r.shared = newIndex(r)
	})
	return r.shared
}

// addCalls adds the methods without rules to the acts.
func (r *Rules) addCalls() {
	if r.Calls == nil {
		return
	}
	acts, listed := r.Calls(), 0
	for i := range acts {
		if listed < len(r.Acts) && r.Acts[listed].Kind == Method && r.Acts[listed].Name == acts[i].Name {
			acts[i] = r.Acts[listed]
			listed++
		}
	}
	r.Acts = append(acts, r.Acts[listed:]...)
}

// CancelOf returns how a request that is the act with a name is cancelled; nil if nothing
// tells the other side, or if there is no such act.
func (r *Rules) CancelOf(name string, kind Kind) *Cancel {
	if i, ok := r.index().named(kind)[name]; ok {
		return r.Acts[i].Cancel
	}
	return nil
}

// IsLocal reports whether an error, which may be nil, is one that is never sent.
func (r *Rules) IsLocal(e *ErrorIdentity) bool {
	x := r.errorOf(e)
	return x != nil && x.Local
}

// Is reports whether an error, which may be nil, is the declared one with a name.
func (r *Rules) Is(e *ErrorIdentity, name string) bool {
	x := r.errorOf(e)
	return x != nil && x.Name == name
}

// errorOf is a declared error; nil for another one, and for none.
func (r *Rules) errorOf(e *ErrorIdentity) *ErrorRule {
	if e == nil {
		return nil
	}
	for i := range r.Errors {
		x := &r.Errors[i]
		if r.ByKind && x.Name == e.Kind || !r.ByKind && x.Code == e.Code {
			return x
		}
	}
	return nil
}

// IsRequest reports whether a method is answered.
func (r *Rules) IsRequest(method string) bool {
	i, ok := r.index().methods[method]
	return ok && r.Acts[i].Request
}

// Declares reports whether a side may send messages of a method.
func (r *Rules) Declares(method string) bool {
	_, ok := r.index().methods[method]
	return ok
}

// Side is one of the two sides of a session.
type Side uint8

// The sides. Either is both of them, and the sender of a message if that is unknown.
const (
	First  Side = iota // the first role, which begins
	Second             // the second role
	Either
)

// An Act is an element that a message can be: a method, an event or a request. A
// message of a method that carries events or requests is two acts.
type Act struct {
	Name    string   `json:"name"`
	Kind    Kind     `json:"kind"`
	Was     []string `json:"was,omitempty"`
	From    Side     `json:"from"`
	Request bool     `json:"request,omitempty"` // it is answered
	Events  bool     `json:"events,omitempty"`  // a method that carries events
	Asks    bool     `json:"asks,omitempty"`    // a method that carries requests
	Errors  []string `json:"errors,omitempty"`  // it may be answered with; none: any
	Gate    string   `json:"gate,omitempty"`    // the name of its gate
	Rules   []Rule   `json:"rules,omitempty"`
	Cancel  *Cancel  `json:"cancel,omitempty"` // how a request is cancelled; nil: nothing tells the other side
}

// Cancel is how a request is cancelled.
type Cancel struct {
	By   string   `json:"by"`             // the method
	Path []string `json:"path,omitempty"` // of the id of the request in its params; none: it cancels all
	None bool     `json:"none,omitempty"` // a cancelled request is not answered
	// Error is the name of the error that answers a cancelled request; empty: a result does.
	Error string `json:"error,omitempty"`
}

// Kind is the kind of an act.
type Kind uint8

// The kinds of acts.
const (
	Method Kind = iota
	Event
	Request
)

// A Rule is one rule of an act.
type Rule struct {
	Is RuleKind `json:"is"`
	// Acts are the acts that the rule names, with their kind in front where a name is that
	// of a method and of another act: event Said.
	Acts []string `json:"acts,omitempty"`
	// Path is the path of an id or of a number of seconds in the params.
	Path []string `json:"path,omitempty"`
	// Seconds of a Timeout without a path; 0 if messages do not say it.
	Seconds float64 `json:"seconds,omitempty"`
	// Error is the name of the error that answers a request which breaks the rule.
	Error    string   `json:"error,omitempty"`
	Enforced Enforced `json:"enforced"`
}

// RuleKind is the kind of a rule.
type RuleKind uint8

// The kinds of rules.
const (
	OnceOpen        RuleKind = iota // one may be open at a time
	OnceInSession                   // one may be sent
	During                          // one of Acts is open
	NotDuring                       // none of Acts is open
	After                           // one of Acts was answered with a result; or, if it has no answer, sent
	OrderedBefore                   // it is sent between each request of Acts and its result
	SettledBy                       // a message of Acts[0] with the id at Path, or the answer to a request of it, ends the request; without a path, every open one
	CancelledBy                     // a message of Acts[0] does, also a request
	Timeout                         // after some seconds no answer is expected
	ResendHandshake                 // it may be sent again before the handshake is answered
	ResendAlways                    // it may be sent again
	Replay                          // while it is open, what the other side sends is history
	Ends                            // the session ends after it
)

// Enforced says who sees to it that a rule is kept.
type Enforced uint8

// The ways to enforce a rule.
const (
	BySender   Enforced = iota // a message that breaks it is a fault
	ByReceiver                 // a request that breaks it is not answered with a result
	Advisory
)

// A Gate is what must be agreed before some messages are sent.
type Gate struct {
	Name string   `json:"name"` // as the spec spells it
	Kind GateKind `json:"kind"`
	// Side declares the capability.
	Side Side `json:"side,omitempty"`
	// Path is that of the capability in the params or the result of the handshake.
	Path    []string `json:"path,omitempty"`
	Feature string   `json:"feature,omitempty"`
	Method  string   `json:"method,omitempty"`  // that subscribes
	Default bool     `json:"default,omitempty"` // whether the capability is there if only its member is absent
}

// GateKind is the kind of a gate.
type GateKind uint8

// The kinds of gates.
const (
	ByCapability GateKind = iota
	ByFeature
	BySubscription
)

// Handshake is how the two sides begin.
type Handshake struct {
	Method  string   `json:"method"`
	First   bool     `json:"first,omitempty"` // nothing may be sent before it
	Early   string   `json:"early,omitempty"` // the error that answers a request before it
	Offered []string `json:"offered,omitempty"`
	Chosen  []string `json:"chosen,omitempty"` // the paths of the lists of features
	// Versions is the path in the params of the list of versions of which one is chosen, and
	// Version that of the chosen one in the result; none if no list is offered.
	Versions []string `json:"versions,omitempty"`
	Version  []string `json:"version,omitempty"`
	None     string   `json:"none,omitempty"` // the error if there is no common version
}

// An ErrorRule is a declared error.
type ErrorRule struct {
	Name     string `json:"name"`
	Code     int    `json:"code"`
	Standard bool   `json:"standard,omitempty"` // it is one of JSON-RPC, which may answer every request
	General  bool   `json:"general,omitempty"`  // it answers what is early, too large or too frequent
	Local    bool   `json:"local,omitempty"`    // it is never sent
}

// A RateRule is how many requests a side may send.
type RateRule struct {
	PerMinute int    `json:"per_minute"`
	Error     string `json:"error,omitempty"`
}
