package model

import (
	"math/big"
	"strconv"
	"strings"
)

// maxWideDigits is the largest number of digits of an integer of 64 bits.
const maxWideDigits = 20

// ExactInteger returns the exact value of a JSON number, if it is an integer. One with more
// digits than any integer of 64 bits is of the right sign, but may be another one.
func ExactInteger(token string) (n *big.Int, ok bool) {
	mantissa, power, _ := strings.Cut(strings.ToLower(token), "e")
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return new(big.Int), true
	}
	exponent, _ := strconv.Atoi(power) // the nearest int if it is out of range
	exponent = max(min(exponent, 1<<30), -1<<30) - len(fraction)
	significant := strings.TrimRight(digits, "0")
	exponent += len(digits) - len(significant)
	switch {
	case exponent < 0:
		return nil, false
	case len(significant)+exponent > maxWideDigits:
		significant, exponent = "1", maxWideDigits
	}
	n, _ = new(big.Int).SetString(significant+strings.Repeat("0", exponent), 10)
	if token[0] == '-' {
		n.Neg(n)
	}
	return n, true
}
