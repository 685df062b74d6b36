//go:build amd64 && !purego

package chars

import "unsafe"

// minWide is the minimum length of a text for the functions below.
const minWide = 256

// hasWide reports whether the processor and the operating system support AVX2, BMI1 and BMI2.
var hasWide = supported()

func supported() bool {
	const (
		osxsave = 1 << 27
		avx     = 1 << 28
		ymm     = 6 // the system saves both halves of the registers
		bmi1    = 1 << 3
		avx2    = 1 << 5
		bmi2    = 1 << 8
	)
	most, _, _, _ := cpuid(0, 0)
	if most < 7 {
		return false
	}
	if _, _, c, _ := cpuid(1, 0); c&osxsave == 0 || c&avx == 0 || xgetbv()&ymm != ymm {
		return false
	}
	_, b, _, _ := cpuid(7, 0)
	return b&bmi1 != 0 && b&avx2 != 0 && b&bmi2 != 0
}

func unescapeWide(dst, src []byte) (nd, ns int, high bool) {
	if !hasWide {
		return 0, 0, false
	}
	return unescapeAVX2(dst, src)
}

func skipWide(src []byte) (ns int, high bool) {
	if !hasWide {
		return 0, false
	}
	return skipAVX2(src)
}

func escapeWide(dst []byte, src string) (nd, ns int, high bool) {
	if !hasWide {
		return 0, 0, false
	}
	return escapeAVX2(dst, src)
}

// endWide returns an index up to which src has no quote, backslash or control character: that
// of the first, or one near the end of src.
func endWide(src []byte) int {
	if !hasWide {
		return 0
	}
	return endAVX2(src)
}

// validWide returns -1 if src is not valid UTF-8, or an index up to which it is valid, except
// for an incomplete character there.
func validWide(src []byte) int {
	if !hasWide {
		return 0
	}
	return validAVX2(src)
}

// validWideString is Valid for a long string, without a copy.
func validWideString(s string) bool { return Valid(unsafe.Slice(unsafe.StringData(s), len(s))) }

//go:noescape
func unescapeAVX2(dst, src []byte) (nd, ns int, high bool)

//go:noescape
func skipAVX2(src []byte) (ns int, high bool)

//go:noescape
func escapeAVX2(dst []byte, src string) (nd, ns int, high bool)

//go:noescape
func endAVX2(src []byte) int

//go:noescape
func validAVX2(src []byte) int

func cpuid(leaf, sub uint32) (a, b, c, d uint32)

func xgetbv() (low uint32)
