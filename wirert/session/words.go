package session

import "fmt"

// Enums marshal as these words.

var (
	sideWords     = []string{"first", "second", "either"}
	kindWords     = []string{"method", "event", "request"}
	ruleWords     = []string{"once_open", "once_in_session", "during", "not_during", "after", "ordered_before", "settled_by", "cancelled_by", "timeout", "resend_handshake", "resend_always", "replay", "ends"}
	enforcedWords = []string{"by_sender", "by_receiver", "advisory"}
	gateWords     = []string{"by_capability", "by_feature", "by_subscription"}
)

// Enums returns the words of every enum of the rules, by the name of its Go type and in the
// order of its values.
func Enums() map[string][]string {
	return map[string][]string{"Side": sideWords, "Kind": kindWords, "RuleKind": ruleWords, "Enforced": enforcedWords, "GateKind": gateWords}
}

func word[E ~uint8](e E, words []string) ([]byte, error) {
	if int(e) >= len(words) {
		return nil, fmt.Errorf("session: %d is not a %T", e, e)
	}
	return []byte(words[e]), nil
}

// MarshalText implements encoding.TextMarshaler.
func (s Side) MarshalText() ([]byte, error) { return word(s, sideWords) }

// MarshalText implements encoding.TextMarshaler.
func (k Kind) MarshalText() ([]byte, error) { return word(k, kindWords) }

// MarshalText implements encoding.TextMarshaler.
func (k RuleKind) MarshalText() ([]byte, error) { return word(k, ruleWords) }

// MarshalText implements encoding.TextMarshaler.
func (e Enforced) MarshalText() ([]byte, error) { return word(e, enforcedWords) }

// MarshalText implements encoding.TextMarshaler.
func (k GateKind) MarshalText() ([]byte, error) { return word(k, gateWords) }
