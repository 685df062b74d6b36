package modeljson

import "github.com/wiregen/wiregen/internal/protocol/model"

// A SessionRules is a group of rules for when an element may be sent and what that does.
type SessionRules struct {
	Of   string `json:"of"`
	Kind string `json:"kind"` // of the element: method, event or request
	Meta
	Once          string    `json:"once,omitempty"` // open, session
	During        []string  `json:"during,omitempty"`
	NotDuring     []string  `json:"not_during,omitempty"`
	After         []string  `json:"after,omitempty"`
	OrderedBefore []string  `json:"ordered_before,omitempty"`
	SettledBy     *Settling `json:"settled_by,omitempty"`
	Cancel        *Cancel   `json:"cancel,omitempty"`
	Timeout       *Timeout  `json:"timeout,omitempty"`
	Resend        string    `json:"resend,omitempty"` // handshake, always
	Replay        bool      `json:"replay,omitempty"`
	Ends          bool      `json:"ends,omitempty"`
	Error         string    `json:"error,omitempty"` // answers a request that breaks a rule
	Enforced      string    `json:"enforced"`        // sender, receiver, advisory
}

// A Settling is the message that ends a request without a response.
type Settling struct {
	By string `json:"by"`
	ID string `json:"id,omitempty"` // the path of the id of the request; absent: it ends every open one
}

// A Cancel is how a request is cancelled.
type Cancel struct {
	By       string `json:"by,omitempty"` // absent: it cannot be cancelled
	ID       string `json:"id,omitempty"` // the path of the id of the request; absent: it cancels every open one
	Answered string `json:"answered"`     // result, none, or the name of an error
}

// A Timeout is the time after which no answer to a request is expected.
type Timeout struct {
	Seconds float64 `json:"seconds,omitempty"` // absent, like At: messages do not say it
	At      string  `json:"at,omitempty"`      // the path of the number of seconds
}

func newSession(r *model.SessionRules) SessionRules {
	out := SessionRules{
		Of: r.Of.Name(), Kind: r.Of.Kind.String(), Meta: newMeta(&r.Meta), Once: r.Once,
		During: actNames(r.During), NotDuring: actNames(r.NotDuring), After: actNames(r.After), OrderedBefore: actNames(r.OrderedBefore),
		Resend: r.Resend, Replay: r.Replay, Ends: r.Ends, Error: errorName(r.Error), Enforced: r.Enforced,
	}
	if x := r.SettledBy; x != nil {
		out.SettledBy = &Settling{x.By.Name(), x.ID}
	}
	if x := r.Cancel; x != nil {
		out.Cancel = &Cancel{ID: x.ID, Answered: "result"}
		if x.By != nil {
			out.Cancel.By = x.By.Name
		}
		switch {
		case x.None:
			out.Cancel.Answered = "none"
		case x.Error != nil:
			out.Cancel.Answered = x.Error.Name
		}
	}
	if x := r.Timeout; x != nil {
		out.Timeout = &Timeout{x.Seconds, x.At}
	}
	return out
}

func actNames(acts []*model.Act) []string {
	var out []string
	for _, a := range acts {
		out = append(out, a.Name())
	}
	return out
}
