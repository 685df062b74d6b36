package codec

// A declaredError is a declared error of a protocol, for errors.Is and as the error of a
// handler. It is a comparable value, so that a program cannot change it for others.
type declaredError struct {
	code    int64
	message string
	kind    string // the member "kind" of the data, which identifies the error; empty if its code does
}

// CodeError returns an error that, as a target of errors.Is, matches every [ResponseError]
// with its code. A handler that returns it answers with the message.
func CodeError(code int64, message string) error {
	return declaredError{code: code, message: message}
}

// KindError returns an error that, as a target of errors.Is, matches every [ResponseError]
// with this kind in its data. Its message is the kind unless one is given.
func KindError(code int64, kind string, message ...string) error {
	return declaredError{code: code, kind: kind, message: append(message, kind)[0]}
}

func (e declaredError) Error() string { return e.response().Error() }

// Is reports whether target is the same declared error, or a response with it.
func (e declaredError) Is(target error) bool { return e.response().Is(target) }

// As sets target, if it points to a *ResponseError, to a copy that the caller owns.
func (e declaredError) As(target any) bool {
	to, ok := target.(**ResponseError)
	if ok {
		*to = e.response()
	}
	return ok
}

// response returns the error of a response.
func (e declaredError) response() *ResponseError {
	out := &ResponseError{Code: e.code, Message: e.message}
	if e.kind != "" {
		out.Data = WithKind(e.kind, nil)
	}
	return out
}

// matches reports whether a response has the error.
func (e declaredError) matches(r *ResponseError) bool {
	if e.kind == "" {
		return r.Code == e.code
	}
	kind, ok := r.Kind()
	return ok && kind == e.kind
}
