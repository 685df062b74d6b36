package names

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

// lookalikes are letters and signs that look like ASCII ones, by what they look like. Letters
// with accents, mathematical letters, full width and ligatures are not among them: their
// compatibility decomposition has the letter. Not covered are look-alikes that have no ASCII
// one between them (such as Greek and Cyrillic letters that look like each other), those of
// several letters (rn and m), and scripts that are not listed.
var lookalikes = func() map[rune]rune {
	out := map[rune]rune{}
	for _, row := range []struct{ looks, like string }{
		{"аАВсСеЕНһіІјЈКМоОрРѕЅТуУхХҮԁԛԝԚԜӏӀԌ", "aABcCeEHhiIjJKMoOpPsSTyYxXYdqwQWlIG"}, // Cyrillic
		{"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονιαρυγϲϳϹͿ", "ABEZHIKMNOPTYXoviapuycjCJ"},                     // Greek
		{"օոսհյցգՍՏՕ", "onuhjgqUSO"},                   // Armenian
		{"ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᏀᏃᏚᏙᏞᏟᏢᏦᏴ", "DRTiAJEWMHGZSVLCPKB"}, // Cherokee
		{"ıɑɡɩƖꓐꓓꓲꓳ", "iagiIBDIO"},                     // Latin and Lisu
		{"‐‑‒–−⁃", "------"}, {"∕⁄⧸", "///"}, {"․", "."}, {"∶ː꞉", ":::"}, {"ʼ’ʹ′", "''''"}, {"＿", "_"},
	} {
		like := []rune(row.like)
		for i, r := range []rune(row.looks) {
			out[r] = like[i]
		}
	}
	return out
}()

// LooksLike returns the ASCII character that r looks like, if r is another one.
func LooksLike(r rune) (rune, bool) {
	like, ok := lookalikes[r]
	return like, ok
}

// Skeleton returns what a name looks like: names with the same skeleton look the same. It is
// not a name itself.
func Skeleton(name string) string {
	if isASCII(name) {
		return name
	}
	var b strings.Builder
	for _, r := range norm.NFKC.String(name) {
		if IsInvisible(r) {
			continue
		}
		if like, ok := lookalikes[r]; ok {
			r = like
		}
		b.WriteRune(r)
	}
	return b.String()
}

// IsNormal reports whether a name is in the normal form C of Unicode, as texts are that come
// from a keyboard. Another form of it looks the same and is another name.
func IsNormal(name string) bool { return isASCII(name) || norm.NFC.IsNormalString(name) }

// Normal returns the normal form C of a name.
func Normal(name string) string { return norm.NFC.String(name) }

// IsInvisible reports whether nobody sees r: a control or format character, a space other than
// a blank, a filler, a variation selector, or what is no character.
func IsInvisible(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r == 0x034f, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x2800, r == 0x3164, r == 0xffa0:
		return true // joiners and fillers that are letters to Unicode
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0000 && r <= 0xe0fff:
		return true // variation selectors and tags
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zs, unicode.Zl, unicode.Zp, unicode.Co, unicode.Noncharacter_Code_Point)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Escaped returns a text of JSON or JavaScript in which strings have escapes for what nobody
// sees: what a person reviews is what a machine reads. Outside of strings the text must be ASCII.
func Escaped(text string) string {
	if isASCII(text) && strings.IndexByte(text, 0x7f) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r < 0x7f || !IsInvisible(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
