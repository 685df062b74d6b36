package codec

// MaxWrittenDepth is the limit of nesting of a value that is written without a
// check. It is more than DefaultMaxDepth, so that what was read with a larger
// MaxDepth can be written again.
const MaxWrittenDepth = 10 * DefaultMaxDepth

// Descend is called first by the writer of a recursive type, depth levels
// within the value that is written. It panics with an *Error of the code
// CodeDepth if the value is nested deeper than MaxWrittenDepth, as a cyclic
// value is: the stack would overflow, from which a program cannot recover.
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

// CheckDepth returns an error if v, which write appends and depth objects and
// arrays enclose, is nested deeper than a reader accepts.
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

// checkDepth returns an error if the JSON value data, which depth objects and
// arrays enclose, is nested deeper than a reader accepts.
func checkDepth(depth int, data []byte) error {
	t := text{data: data, max: max(DefaultMaxDepth-depth, 0)}
	if err := t.check(); err != nil && err.Code == CodeDepth {
		return tooDeep(DefaultMaxDepth)
	}
	return nil
}
