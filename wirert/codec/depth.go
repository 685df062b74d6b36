package codec

// MaxWrittenDepth is how deep a value may nest that is written without a check.
// It is more than DefaultMaxDepth, so that what was read with a larger MaxDepth
// can be written again.
const MaxWrittenDepth = 10 * DefaultMaxDepth

// Descend is what the writer of a type that holds itself begins with, depth
// levels within the value that is written. It panics with an *Error of the code
// CodeDepth where a value is deeper than MaxWrittenDepth, as one is that holds
// itself: the stack would overflow, which a program does not survive.
func Descend(depth int) {
	if depth >= MaxWrittenDepth {
		panic(tooDeep(MaxWrittenDepth))
	}
}

func tooDeep(levels int) *Error {
	return &Error{
		Expected: "at most " + string(AppendInt(nil, int64(levels))) + " levels of nesting",
		Found:    "more", Code: CodeDepth,
	}
}

// CheckDepth is an error when v, which write appends and around which depth
// objects and arrays are open, is deeper than a reader takes.
func CheckDepth[T any](depth int, v T, write func([]byte, T) []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			if e, ok := p.(*Error); !ok || e.Code != CodeDepth {
				panic(p)
			}
			err = tooDeep(DefaultMaxDepth)
		}
	}()
	return checkDepth(depth, write(nil, v))
}

// checkDepth is an error when the JSON value data is deeper than a reader takes
// where depth objects and arrays are open around it.
func checkDepth(depth int, data []byte) error {
	t := text{data: data, max: max(DefaultMaxDepth-depth, 0)}
	if err := t.check(); err != nil && err.Code == CodeDepth {
		return tooDeep(DefaultMaxDepth)
	}
	return nil
}
