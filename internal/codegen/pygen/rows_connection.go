package pygen

import (
	"encoding/json"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// connectionRow is what ends need of a protocol besides the rows: how events and requests of the
// envelope are called, and what is agreed on in the handshake.
type connectionRow struct {
	Version   string            `json:"version"`
	Semver    bool              `json:"semver,omitempty"` // how versions are compared
	Content   string            `json:"content,omitempty"`
	Carried   []carriedRow      `json:"carried,omitempty"`
	Since     map[string]string `json:"since,omitempty"` // of methods
	Handshake *greetingRow      `json:"handshake,omitempty"`
	Limits    []*limitRow       `json:"limits,omitempty"`  // of each side
	Counter   string            `json:"counter,omitempty"` // the member that counts messages
}

// A carriedRow is an event or a request of the envelope, with the method that carries it.
type carriedRow struct {
	Name      string          `json:"name"` // the tag, with the kind before it where a method has it
	Kind      string          `json:"kind"`
	Tag       string          `json:"tag"`
	Method    string          `json:"method"`
	From      string          `json:"from"`
	ID        []string        `json:"id,omitempty"` // the path of the id in the params
	Since     string          `json:"since,omitempty"`
	OnFailure json.RawMessage `json:"on_failure,omitempty"`
}

type greetingRow struct {
	Method   string   `json:"method"`
	Chosen   []string `json:"chosen,omitempty"` // the path of the version in the result
	Optional bool     `json:"optional,omitempty"`
	Legacy   string   `json:"legacy,omitempty"`
}

// A limitRow is the place in the handshake of the length of the longest message.
type limitRow struct {
	In      string   `json:"in"`
	Path    []string `json:"path"`
	Default int      `json:"default,omitempty"` // where the place is empty
}

// connectionMember is the row of connections, as a member of the rows.
func (p *plan) connectionMember() model.Member {
	row := connectionRow{Version: p.proto.Version, Semver: p.proto.Versioning == model.Semver, Carried: p.carried(), Since: map[string]string{}, Counter: p.rows.Dialect.Counter()}
	if e := p.proto.Envelope; e != nil {
		row.Content = e.Content
	}
	for i := range p.rows.Calls {
		c := &p.rows.Calls[i]
		if s := c.Of.Since; s.Version != "" && !s.After {
			row.Since[c.Method] = s.Version
		}
	}
	if n := p.proto.Negotiation; n != nil {
		row.Handshake = &greetingRow{Method: n.Method.Name, Optional: n.Optional, Legacy: n.Legacy}
		if n.Chosen != "" {
			row.Handshake.Chosen = lower.Inside(n.Method, n.Chosen)
		}
	}
	if limits := p.rows.Limits(); limits != [2]*lower.SizeLimit{} {
		for _, l := range limits {
			if l == nil {
				row.Limits = append(row.Limits, nil)
				continue
			}
			in := "params"
			if l.InResult {
				in = "result"
			}
			row.Limits = append(row.Limits, &limitRow{in, l.Path, l.Default})
		}
	}
	text, err := json.Marshal(row)
	if err != nil {
		panic("pygen: " + err.Error())
	}
	return model.Member{Key: "connection", Value: backend.Parse(string(text))}
}

// carried are the events and the requests of the envelope.
func (p *plan) carried() []carriedRow {
	var out []carriedRow
	for _, c := range p.rows.Carried() {
		v := c.Of
		row := carriedRow{Name: c.Name, Kind: c.Kind.String(), Tag: v.Tag, Method: c.Call.Method, From: [...]string{"first", "second", "either"}[c.Call.From]}
		if v.ID != "" {
			row.ID = p.proto.Envelope.InParams(v.ID)
		}
		if !v.Since.After {
			row.Since = v.Since.Version
		}
		if v.OnFailure != nil {
			row.OnFailure = json.RawMessage(v.OnFailure.JSON())
		}
		out = append(out, row)
	}
	return out
}
