package codec

// A declaredError is an error that a protocol declares, for errors.Is and as the answer of a
// handler. It is a value, and comparable: a program that has one cannot change it for others.
type declaredError struct {
	code   int64
	name   string
	byKind bool // name is the member kind of the data, which identifies the error
}

// CodeError returns an error that matches every [ResponseError] with its code.
func CodeError(code int64, name string) error { return declaredError{code: code, name: name} }

// KindError returns an error that matches every [ResponseError] of a kind, which is a member
// of the data.
func KindError(code int64, kind string) error {
	return declaredError{code: code, name: kind, byKind: true}
}

func (e declaredError) Error() string { return e.response().Error() }

// Is reports whether target is the same error, as a response has it.
func (e declaredError) Is(target error) bool { return e.response().Is(target) }

// As sets target, if it is for a response error, to one that the caller owns.
func (e declaredError) As(target any) bool {
	to, ok := target.(**ResponseError)
	if ok {
		*to = e.response()
	}
	return ok
}

// response is the error as the answer to a request.
func (e declaredError) response() *ResponseError {
	out := &ResponseError{Code: e.code, Message: e.name}
	if e.byKind {
		out.Data = WithKind(e.name, nil)
	}
	return out
}

// matches reports whether a response has the error.
func (e declaredError) matches(r *ResponseError) bool {
	if !e.byKind {
		return r.Code == e.code
	}
	kind, ok := r.Kind()
	return ok && kind == e.name
}
