package gogen

// emitRefusal emits how messages that cannot be read, or whose method is not declared,
// are answered.
func (p messages) emitRefusal(f *file) {
	refused, unknown := code(""), code("")
	if p.answersMethod() {
		refused, unknown = "Method: codec.MethodOf(err), ", "Method: v.Method, "
	}
	f.declare(`
		// Refuse returns the answer to a message that was refused with err, with its id; or
		// nil if it is owed none, as a notification and a response are.
		func Refuse(err error) *Response {
			id, answer, owed := table.Answer(err)
			if !owed {
				return nil
			}
			return &Response{ID: id, $1Error: answer}
		}

		// Refuse returns the answer to a request of an undeclared method; or nil if it is
		// owed none, as a notification is.
		func (v *UnknownMessage) Refuse() *Response {
			answer, owed := table.AnswerUnknown(v.ID, v.Method)
			if !owed {
				return nil
			}
			return &Response{ID: v.ID, $2Error: answer}
		}`, refused, unknown)
}
