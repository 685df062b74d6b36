package gogen

// emitRefusal emits how messages that cannot be read, or whose method is not declared,
// are answered.
func (p messages) emitRefusal(f *file) {
	refused, unknown := code(""), code("")
	if p.answersMethod() {
		refused, unknown = "Method: codec.MethodOf(err), ", "Method: v.Method, "
	}
	f.declare(`
		// Refuse returns the response to a message that could not be read because of err, or nil
		// if its sender expects none, as for a notification or a response.
		func Refuse(err error) *Response {
			id, answer, expected := table.Answer(err)
			if !expected {
				return nil
			}
			return &Response{ID: id, $1Error: answer}
		}

		// Refuse returns the response to a message of an undeclared method, or nil if its sender
		// expects none, as for a notification.
		func (v *UnknownMessage) Refuse() *Response {
			answer, expected := table.AnswerUnknown(v.ID, v.Method)
			if !expected {
				return nil
			}
			return &Response{ID: v.ID, $2Error: answer}
		}`, refused, unknown)
}
