//go:build amd64 && !purego

#include "textflag.h"

// Each block of 64 bytes is compared with what ends or interrupts a text, which gives a
// mask of 64 bits. A block is copied before its mask is known; at each escape, the 64
// bytes after it are copied again to their new place. So nothing depends on how long
// the text between two escapes is. The margins below are how far such copies reach.
//
// All vector instructions have the VEX encoding: mixing in one of the older encoding
// costs hundreds of cycles on some processors.

DATA quote<>+0(SB)/1, $0x22
GLOBL quote<>(SB), RODATA|NOPTR, $1
DATA slash<>+0(SB)/1, $0x5c
GLOBL slash<>(SB), RODATA|NOPTR, $1
DATA control<>+0(SB)/1, $0x1f
GLOBL control<>(SB), RODATA|NOPTR, $1

// CONSTANTS loads what a block is compared with.
#define CONSTANTS \
	VPBROADCASTB quote<>(SB), Y12; \
	VPBROADCASTB slash<>(SB), Y13; \
	VPBROADCASTB control<>(SB), Y14

// SPECIAL sets AX to the mask of the quotes, backslashes and control characters in Y0
// and Y1. It changes Y2 to Y7 and BX.
#define SPECIAL \
	VPCMPEQB  Y0, Y12, Y2; \
	VPCMPEQB  Y1, Y12, Y5; \
	VPCMPEQB  Y0, Y13, Y3; \
	VPCMPEQB  Y1, Y13, Y6; \
	VPMINUB   Y0, Y14, Y4; \
	VPMINUB   Y1, Y14, Y7; \
	VPCMPEQB  Y0, Y4, Y4; \
	VPCMPEQB  Y1, Y7, Y7; \
	VPOR      Y2, Y3, Y2; \
	VPOR      Y5, Y6, Y5; \
	VPOR      Y2, Y4, Y2; \
	VPOR      Y5, Y7, Y5; \
	VPMOVMSKB Y2, AX; \
	VPMOVMSKB Y5, BX; \
	SHLQ      $32, BX; \
	ORQ       BX, AX

// func unescapeAVX2(dst, src []byte) (nd, ns int, high bool)
TEXT ·unescapeAVX2(SB), NOSPLIT, $0-65
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), R9
	MOVQ src_base+24(FP), SI
	MOVQ src_len+32(FP), R8
	LEAQ -160(SI)(R8*1), R8 // the last block that may be read
	LEAQ -160(DI)(R9*1), R9 // and written
	LEAQ ·Escapes(SB), R10
	CONSTANTS
	VPXOR Y15, Y15, Y15

unescapeBlock:
	CMPQ    SI, R8
	JHI     unescapeEnd
	CMPQ    DI, R9
	JHI     unescapeEnd
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VPOR    Y0, Y15, Y15
	VPOR    Y1, Y15, Y15
	SPECIAL
	TESTQ   AX, AX
	JZ      unescapeNext

unescapeOne:
	TZCNTQ  AX, CX
	MOVBLZX (SI)(CX*1), DX
	CMPL    DX, $0x5c
	JNE     unescapeStop
	MOVBLZX 1(SI)(CX*1), DX
	MOVBLZX (R10)(DX*1), DX
	TESTL   DX, DX
	JZ      unescapeStop
	VMOVDQU 2(SI)(CX*1), Y0
	VMOVDQU 34(SI)(CX*1), Y1
	MOVB    DX, (DI)(CX*1)
	VMOVDQU Y0, 1(DI)(CX*1)
	VMOVDQU Y1, 33(DI)(CX*1)
	DECQ    DI // what follows is one byte shorter

	// The second byte of an escape may be a quote or a backslash too.
	MOVQ  $3, R11
	SHLXQ CX, R11, R11
	NOTQ  R11
	CMPQ  CX, $63
	JEQ   unescapeAcross
	ANDQ  R11, AX
	JNZ   unescapeOne

unescapeNext:
	ADDQ $64, SI
	ADDQ $64, DI
	JMP  unescapeBlock

unescapeAcross:
	ADDQ $65, SI
	ADDQ $65, DI
	JMP  unescapeBlock

unescapeStop:
	ADDQ CX, SI
	ADDQ CX, DI

unescapeEnd:
	SUBQ      src_base+24(FP), SI
	SUBQ      dst_base+0(FP), DI
	MOVQ      DI, nd+48(FP)
	MOVQ      SI, ns+56(FP)
	VPMOVMSKB Y15, AX
	TESTL     AX, AX
	SETNE     high+64(FP)
	VZEROUPPER
	RET

// The bytes that may follow a backslash, other than u, by their halves: a byte is one of
// them if what both tables have for its halves has a bit in common. Each bit is for one
// high half: 2, 5, 6 and 7.
DATA escapesLow<>+0(SB)/8, $0x00040008000d0000
DATA escapesLow<>+8(SB)/8, $0x0104000200000000
GLOBL escapesLow<>(SB), RODATA|NOPTR, $16
DATA escapesHigh<>+0(SB)/8, $0x0804020000010000
DATA escapesHigh<>+8(SB)/8, $0x0000000000000000
GLOBL escapesHigh<>(SB), RODATA|NOPTR, $16
DATA nibble<>+0(SB)/1, $0x0f
GLOBL nibble<>(SB), RODATA|NOPTR, $1

// NOESCAPE sets out to all ones for each byte of in that must not follow a backslash. It changes
// tmp.
#define NOESCAPE(in, out, tmp) \
	VPSRLW   $4, in, tmp; \
	VPSHUFB  in, Y8, out; \
	VPAND    tmp, Y10, tmp; \
	VPSHUFB  tmp, Y9, tmp; \
	VPAND    tmp, out, out; \
	VPCMPEQB out, Y11, out

// func skipAVX2(src []byte) (ns int, high bool)
//
// All escapes of a block are checked at once. Of a run of backslashes every second one is
// escaped; that is found by an addition, whose carries pass through the runs: those that
// begin at an odd place change the parity of the place behind them.
TEXT ·skipAVX2(SB), NOSPLIT, $0-33
	MOVQ src_base+0(FP), SI
	MOVQ src_len+8(FP), R8
	LEAQ -64(SI)(R8*1), R8
	MOVQ $0x5555555555555555, R10 // the even places
	XORL R9, R9                   // 1 if the first byte of the block is escaped
	CONSTANTS
	VBROADCASTI128 escapesLow<>(SB), Y8
	VBROADCASTI128 escapesHigh<>(SB), Y9
	VPBROADCASTB   nibble<>(SB), Y10
	VPXOR          Y11, Y11, Y11
	VPXOR          Y15, Y15, Y15

skipBlock:
	CMPQ    SI, R8
	JHI     skipEnd
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VPOR    Y0, Y15, Y15
	VPOR    Y1, Y15, Y15
	SPECIAL
	MOVQ    AX, DX
	ORQ     R9, DX
	JZ      skipNext

	VPMOVMSKB Y3, BX // the backslashes, which SPECIAL has left there
	VPMOVMSKB Y6, CX
	SHLQ      $32, CX
	ORQ       CX, BX
	MOVQ      BX, DX
	ORQ       R9, DX
	JZ        skipPlain
	NOESCAPE(Y0, Y2, Y4)
	NOESCAPE(Y1, Y5, Y7)
	VPMOVMSKB Y2, CX
	VPMOVMSKB Y5, DX
	SHLQ      $32, DX
	ORQ       DX, CX

	ANDNQ AX, BX, AX      // the quotes and control characters
	ANDNQ BX, R9, BX      // the backslashes but an escaped one at the beginning
	LEAQ  (R9)(BX*2), DX  // what follows a backslash
	MOVQ  DX, R11
	ORQ   R10, R11
	ANDNQ BX, R11, R11    // the beginnings of runs at odd places
	XORL  R12, R12
	ADDQ  BX, R11
	SETCS R12             // the last byte is a backslash that escapes the next
	ADDQ  R11, R11
	XORQ  R10, R11
	ANDQ  DX, R11         // what is escaped
	ANDNQ AX, R11, AX
	ANDQ  R11, CX
	ORQ   CX, AX
	JNZ   skipStop
	MOVQ  R12, R9

skipNext:
	ADDQ $64, SI
	JMP  skipBlock

skipPlain:
	TZCNTQ AX, DX
	ADDQ   DX, SI
	JMP    skipDone

skipStop:
	TZCNTQ AX, DX
	BTQ    DX, CX
	SBBQ   $0, DX // of an escape the backslash
	ADDQ   DX, SI
	JMP    skipDone

skipEnd:
	SUBQ R9, SI

skipDone:
	SUBQ      src_base+0(FP), SI
	MOVQ      SI, ns+24(FP)
	VPMOVMSKB Y15, AX
	TESTL     AX, AX
	SETNE     high+32(FP)
	VZEROUPPER
	RET

// func escapeAVX2(dst []byte, src string) (nd, ns int, high bool)
TEXT ·escapeAVX2(SB), NOSPLIT, $0-57
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), R9
	MOVQ src_base+24(FP), SI
	MOVQ src_len+32(FP), R8
	LEAQ -160(SI)(R8*1), R8
	LEAQ -224(DI)(R9*1), R9 // a block may grow to twice its size
	LEAQ ·letters(SB), R10
	CONSTANTS
	VPXOR Y15, Y15, Y15

escapeBlock:
	CMPQ    SI, R8
	JHI     escapeEnd
	CMPQ    DI, R9
	JHI     escapeEnd
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VPOR    Y0, Y15, Y15
	VPOR    Y1, Y15, Y15
	SPECIAL
	TESTQ   AX, AX
	JZ      escapeNext

escapeOne:
	TZCNTQ  AX, CX
	MOVBLZX (SI)(CX*1), DX
	MOVBLZX (R10)(DX*1), DX
	TESTL   DX, DX
	JZ      escapeStop
	VMOVDQU 1(SI)(CX*1), Y0
	VMOVDQU 33(SI)(CX*1), Y1
	MOVB    $0x5c, (DI)(CX*1)
	MOVB    DX, 1(DI)(CX*1)
	VMOVDQU Y0, 2(DI)(CX*1)
	VMOVDQU Y1, 34(DI)(CX*1)
	INCQ    DI // what follows is one byte later
	BLSRQ   AX, AX
	JNZ     escapeOne

escapeNext:
	ADDQ $64, SI
	ADDQ $64, DI
	JMP  escapeBlock

escapeStop:
	ADDQ CX, SI
	ADDQ CX, DI

escapeEnd:
	SUBQ      src_base+24(FP), SI
	SUBQ      dst_base+0(FP), DI
	MOVQ      DI, nd+40(FP)
	MOVQ      SI, ns+48(FP)
	VPMOVMSKB Y15, AX
	TESTL     AX, AX
	SETNE     high+56(FP)
	VZEROUPPER
	RET

// func endAVX2(src []byte) int
TEXT ·endAVX2(SB), NOSPLIT, $0-32
	MOVQ src_base+0(FP), SI
	MOVQ src_len+8(FP), R8
	LEAQ -64(SI)(R8*1), R8
	CONSTANTS

endBlock:
	CMPQ    SI, R8
	JHI     endDone
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	SPECIAL
	TESTQ   AX, AX
	JNZ     endFound
	ADDQ    $64, SI
	JMP     endBlock

endFound:
	TZCNTQ AX, CX
	ADDQ   CX, SI

endDone:
	SUBQ src_base+0(FP), SI
	MOVQ SI, ret+24(FP)
	VZEROUPPER
	RET

// UTF-8 is checked as Keiser and Lemire describe it ("Validating UTF-8 in less than one
// instruction per byte", 2021). Three tables, one for each half of the byte before and one
// for the high half of the byte itself, have a bit for each fault of two bytes; a fault
// is there if all three have its bit:
//
//	1  a character is too short: no continuation byte follows where one must
//	2  too long: a continuation byte follows ASCII
//	4  an overlong form of 3 bytes
//	8  more than U+10FFFF
//	16 a surrogate
//	32 an overlong form of 2 bytes
//	64 an overlong form of 4 bytes, or more than U+10FFFF
//	128 two continuation bytes, which is right as the third or fourth of a character

// of the byte before, the high half
DATA beforeHigh<>+0(SB)/8, $0x0202020202020202
DATA beforeHigh<>+8(SB)/8, $0x4915012180808080
GLOBL beforeHigh<>(SB), RODATA|NOPTR, $16

// the low half
DATA beforeLow<>+0(SB)/8, $0xcbcbcb8b8383a3e7
DATA beforeLow<>+8(SB)/8, $0xcbcbdbcbcbcbcbcb
GLOBL beforeLow<>(SB), RODATA|NOPTR, $16

// of the byte itself, the high half
DATA itsHigh<>+0(SB)/8, $0x0101010101010101
DATA itsHigh<>+8(SB)/8, $0x01010101babaaee6
GLOBL itsHigh<>(SB), RODATA|NOPTR, $16

DATA half<>+0(SB)/1, $0x0f
GLOBL half<>(SB), RODATA|NOPTR, $1
DATA third<>+0(SB)/1, $0x60 // 0xe0 - 0x80
GLOBL third<>(SB), RODATA|NOPTR, $1
DATA fourth<>+0(SB)/1, $0x70 // 0xf0 - 0x80
GLOBL fourth<>(SB), RODATA|NOPTR, $1
DATA top<>+0(SB)/1, $0x80
GLOBL top<>(SB), RODATA|NOPTR, $1

// func validAVX2(src []byte) int
TEXT ·validAVX2(SB), NOSPLIT, $0-32
	MOVQ           src_base+0(FP), SI
	MOVQ           src_len+8(FP), R8
	LEAQ           -32(SI)(R8*1), R8
	VBROADCASTI128 beforeHigh<>(SB), Y8
	VBROADCASTI128 beforeLow<>(SB), Y9
	VBROADCASTI128 itsHigh<>(SB), Y10
	VPBROADCASTB   half<>(SB), Y11
	VPBROADCASTB   third<>(SB), Y12
	VPBROADCASTB   fourth<>(SB), Y13
	VPBROADCASTB   top<>(SB), Y14
	VPXOR          Y15, Y15, Y15 // the faults
	VPXOR          Y1, Y1, Y1    // the block before
	XORL           BX, BX        // its bytes from 0x80 on

validBlock:
	CMPQ      SI, R8
	JHI       validEnd
	VMOVDQU   (SI), Y0
	ADDQ      $32, SI
	VPMOVMSKB Y0, AX
	ORL       AX, BX
	JZ        validBlock // nothing but ASCII, in the block before too
	MOVL      AX, BX

	// The bytes before: by one, two and three.
	VPERM2I128 $0x21, Y0, Y1, Y2
	VPALIGNR   $15, Y2, Y0, Y3
	VPALIGNR   $14, Y2, Y0, Y4
	VPALIGNR   $13, Y2, Y0, Y5

	VPSRLW  $4, Y3, Y6
	VPAND   Y11, Y6, Y6
	VPSHUFB Y6, Y8, Y6
	VPAND   Y11, Y3, Y3
	VPSHUFB Y3, Y9, Y3
	VPAND   Y3, Y6, Y6
	VPSRLW  $4, Y0, Y7
	VPAND   Y11, Y7, Y7
	VPSHUFB Y7, Y10, Y7
	VPAND   Y7, Y6, Y6

	// Two continuation bytes must be there after the first of three or four, and
	// nowhere else.
	VPSUBUSB Y12, Y4, Y4
	VPSUBUSB Y13, Y5, Y5
	VPOR     Y4, Y5, Y4
	VPAND    Y14, Y4, Y4
	VPXOR    Y4, Y6, Y6
	VPOR     Y6, Y15, Y15
	VMOVDQA  Y0, Y1
	JMP      validBlock

validEnd:
	VPTEST Y15, Y15
	JNZ    validFault
	SUBQ   src_base+0(FP), SI
	MOVQ   SI, ret+24(FP)
	VZEROUPPER
	RET

validFault:
	MOVQ $-1, ret+24(FP)
	VZEROUPPER
	RET

// func cpuid(leaf, sub uint32) (a, b, c, d uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL sub+4(FP), CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET

// func xgetbv() (low uint32)
TEXT ·xgetbv(SB), NOSPLIT, $0-4
	XORL CX, CX
	XGETBV
	MOVL AX, low+0(FP)
	RET
