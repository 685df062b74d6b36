package quick

import (
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// codes are the forms of strings that every reader checks.
var codes = map[model.ScalarKind]func([]byte) bool{
	model.Int64Text: func(s []byte) bool {
		n, err := strconv.ParseInt(string(s), 10, 64)
		return err == nil && strconv.FormatInt(n, 10) == string(s)
	},
	model.Uint64Text: func(s []byte) bool {
		n, err := strconv.ParseUint(string(s), 10, 64)
		return err == nil && strconv.FormatUint(n, 10) == string(s)
	},
	model.Bytes: isBase64,
	model.UUID:  isUUID,
}

// digit64 is what a character of base64 means, and 64 or more for others.
var digit64 = func() (out [256]byte) {
	for i := range out {
		out[i] = 64
	}
	for i, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		out[c] = byte(i)
	}
	return out
}()

// isBase64 reports whether s is base64 with its padding, in which the bits that mean
// nothing are 0.
func isBase64(s []byte) bool {
	if len(s)%4 != 0 {
		return false
	}
	if len(s) == 0 {
		return true
	}
	unused := byte(0) // of the last digit
	switch {
	case s[len(s)-2] == '=' && s[len(s)-1] == '=':
		s, unused = s[:len(s)-2], 15
	case s[len(s)-1] == '=':
		s, unused = s[:len(s)-1], 3
	}
	for _, c := range s {
		if digit64[c] == 64 {
			return false
		}
	}
	return digit64[s[len(s)-1]]&unused == 0
}

func isUUID(s []byte) bool {
	if len(s) != 36 {
		return false
	}
	for i, c := range s {
		switch {
		case i == 8 || i == 13 || i == 18 || i == 23:
			if c != '-' {
				return false
			}
		case c >= '0' && c <= '9', c >= 'a' && c <= 'f':
		default:
			return false
		}
	}
	return true
}
