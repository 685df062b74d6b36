package session

import "sync"

// Rules are the session rules of a protocol. Generated packages declare them; they must not be
// changed.
type Rules struct {
	Roles     [2]string    `json:"roles"` // the side that starts the session comes first
	Acts      []Act        `json:"acts"`
	Calls     func() []Act `json:"-"`             // all methods in order, if Acts has only those with rules; otherwise nil
	Tag       string       `json:"tag,omitempty"` // the member of the params that contains the tag of an event or a request
	Gates     []Gate       `json:"gates,omitempty"`
	Handshake *Handshake   `json:"handshake,omitempty"`
	Errors    []ErrorRule  `json:"errors,omitempty"`
	ByKind    bool         `json:"by_kind,omitempty"` // errors are identified by the member "kind" of their data, not by their code
	Rate      RateRule     `json:"rate,omitzero"`

	once   sync.Once // guards the assignment of shared, and the completion of Acts
	shared *index    // by all machines; nil before the first
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

// CancelOf returns how the act with a name is cancelled, or nil if it cannot be or does not
// exist.
func (r *Rules) CancelOf(name string, kind Kind) *Cancel {
	if i, ok := r.index().named(kind)[name]; ok {
		return r.Acts[i].Cancel
	}
	return nil
}

// IsLocal reports whether e, which may be nil, is a declared error that is never sent.
func (r *Rules) IsLocal(e *ErrorIdentity) bool {
	x := r.errorOf(e)
	return x != nil && x.Local
}

// Is reports whether e, which may be nil, is the declared error with a name.
func (r *Rules) Is(e *ErrorIdentity, name string) bool {
	x := r.errorOf(e)
	return x != nil && x.Name == name
}

// errorOf returns the declaration of an error, or nil if it has none or e is nil.
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

// IsRequest reports whether a method is a request.
func (r *Rules) IsRequest(method string) bool {
	i, ok := r.index().methods[method]
	return ok && r.Acts[i].Request
}

// Declares reports whether a method is declared.
func (r *Rules) Declares(method string) bool {
	_, ok := r.index().methods[method]
	return ok
}

// Side is one of the two sides of a session.
type Side uint8

// The sides. Either stands for both, or for an unknown sender.
const (
	First  Side = iota // the first role, which starts the session
	Second             // the second role
	Either
)

// An Act is something that a message does: a method, an event or a request. A message of a
// method that carries events or requests is two acts.
type Act struct {
	Name        string   `json:"name"`
	Kind        Kind     `json:"kind"`
	FormerNames []string `json:"was,omitempty"`
	From        Side     `json:"from"`
	Request     bool     `json:"request,omitempty"` // it has a response
	Events      bool     `json:"events,omitempty"`  // a method that carries events
	Requests    bool     `json:"asks,omitempty"`    // a method that carries requests
	Errors      []string `json:"errors,omitempty"`  // that may answer it; empty: any
	Gate        string   `json:"gate,omitempty"`    // the name of its gate
	Rules       []Rule   `json:"rules,omitempty"`
	Cancel      *Cancel  `json:"cancel,omitempty"` // how the request is cancelled; nil if it cannot be
}

// Cancel is how a request is cancelled.
type Cancel struct {
	By   string   `json:"by"`             // the method that cancels
	Path []string `json:"path,omitempty"` // of the request's id in its params; empty: it cancels all requests of the act
	None bool     `json:"none,omitempty"` // a cancelled request gets no response
	// Error is the name of the error that answers a cancelled request, or "" if a result does.
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
	// Acts are the names of the acts that the rule refers to. A name that a method shares with
	// another act is preceded by its kind: "event Said".
	Acts []string `json:"acts,omitempty"`
	// Path is the path of an id or of a number of seconds in the params.
	Path []string `json:"path,omitempty"`
	// Seconds is the duration of a Timeout without a path; 0 if it is unknown.
	Seconds float64 `json:"seconds,omitempty"`
	// Error is the name of the error that answers a request which breaks the rule.
	Error    string   `json:"error,omitempty"`
	Enforced Enforced `json:"enforced"`
}

// RuleKind is the kind of a rule.
type RuleKind uint8

// The kinds of rules.
const (
	OnceOpen        RuleKind = iota // at most one may be open at a time
	OnceInSession                   // at most one may be sent
	During                          // only while one of Acts is open
	NotDuring                       // only while none of Acts is open
	After                           // only after one of Acts returned a result, or was sent if it has no response
	OrderedBefore                   // at least one is sent between each request of Acts and its result
	SettledBy                       // Acts[0] settles the request with the id at Path, or every open one if there is no path; if Acts[0] is a request, its response does
	CancelledBy                     // Acts[0] cancels the request, likewise, when it is sent
	Timeout                         // no response is expected after some seconds
	ResendHandshake                 // it may be resent before the handshake is answered
	ResendAlways                    // it may be resent at any time
	Replay                          // while it is open, messages of the other side are history
	Ends                            // the session ends after it
)

// Enforced says who enforces a rule.
type Enforced uint8

// The ways to enforce a rule.
const (
	BySender   Enforced = iota // sending a message that breaks it is a fault
	ByReceiver                 // answering a request that breaks it with a result is a fault
	Advisory
)

// A Gate is something that both sides must agree on before some messages may be sent.
type Gate struct {
	Name string   `json:"name"` // as in the spec
	Kind GateKind `json:"kind"`
	// Side is the side that declares the capability.
	Side Side `json:"side,omitempty"`
	// Path is the path of the capability in the params or the result of the handshake.
	Path    []string `json:"path,omitempty"`
	Feature string   `json:"feature,omitempty"`
	Method  string   `json:"method,omitempty"`  // the method that subscribes
	Default bool     `json:"default,omitempty"` // the capability is present if only its member is absent
}

// GateKind is the kind of a gate.
type GateKind uint8

// The kinds of gates.
const (
	ByCapability GateKind = iota
	ByFeature
	BySubscription
)

// Handshake describes the first exchange of a session.
type Handshake struct {
	Method  string   `json:"method"`
	First   bool     `json:"first,omitempty"` // nothing may be sent before it
	Early   string   `json:"early,omitempty"` // the name of the error that answers a request before it
	Offered []string `json:"offered,omitempty"`
	Chosen  []string `json:"chosen,omitempty"` // the paths of the lists of features
	// Versions is the path of the offered versions in the params, and Version that of the
	// chosen one in the result. Both are empty if the handshake offers no list.
	Versions []string `json:"versions,omitempty"`
	Version  []string `json:"version,omitempty"`
	None     string   `json:"none,omitempty"` // the name of the error if there is no common version
}

// An ErrorRule is a declared error.
type ErrorRule struct {
	Name     string `json:"name"`
	Code     int    `json:"code"`
	Standard bool   `json:"standard,omitempty"` // an error of JSON-RPC, which may answer any request
	General  bool   `json:"general,omitempty"`  // may answer requests that are too early, too large or too frequent
	Local    bool   `json:"local,omitempty"`    // never sent
}

// A RateRule limits the requests of each side. PerMinute 0 means no limit.
type RateRule struct {
	PerMinute int    `json:"per_minute"`
	Error     string `json:"error,omitempty"`
}
