package codec

// MaxWrittenDepth is the maximum nesting of a value that is written without a check. It is
// greater than DefaultMaxDepth, so that values read with a larger MaxDepth can be written
// again.
const MaxWrittenDepth = 10 * DefaultMaxDepth

// Descend is called at the start of the writer of a recursive type, at a depth within the
// written value. If depth reaches MaxWrittenDepth, as with a cyclic value, it panics with an
// *Error with CodeDepth, before the stack overflows, from which a program cannot recover.
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

// CheckDepth returns an error if v is nested deeper than a reader accepts. write appends v;
// depth is the number of objects and arrays around v.
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

// checkDepth is CheckDepth for JSON.
func checkDepth(depth int, data []byte) error {
	t := text{data: data, max: max(DefaultMaxDepth-depth, 0)}
	if err := t.check(); err != nil && err.Code == CodeDepth {
		return tooDeep(DefaultMaxDepth)
	}
	return nil
}
