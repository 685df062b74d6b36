package conform

import (
	"errors"
	"fmt"
	"time"
)

// errGivenUp ends a run whose program failed too often. What it did is in the report.
var errGivenUp = errors.New("the program failed too often")

// A talk is questions that are put to a program.
type talk struct {
	*run
	next  func() *question // nil at the end
	done  func(*question, *answer)
	open  []*question // given, not answered
	size  int         // of the texts of open
	last  *question   // was answered last
	again []*question // not answered by a process that failed: they are asked one at a time
	// suspect is what a process did that failed with several open questions; nil if it is
	// known who is at fault.
	suspect *Failure
	careful bool // questions are asked one at a time
}

// ask gives questions to the program, several of them before the first is answered, and
// hands over the answers in their order.
//
// A program that dies, hangs or writes something else fails at the first question that it
// did not answer, unless answers were still in a buffer. So the open questions are asked
// again, one at a time, of a new process: the one that is open when that fails is at fault.
func (r *run) ask(next func() *question, done func(*question, *answer)) error {
	t := &talk{run: r, next: next, done: done}
	for {
		if t.careful && len(t.open)+len(t.again) == 0 && t.unconfirmed() {
			return errGivenUp
		}
		if err := t.give(); err != nil {
			return err
		}
		if len(t.open) == 0 {
			return nil
		}
		q := t.open[0]
		a, fault := r.receive(q)
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if a != nil {
			t.last, t.open, t.size = q, t.open[1:], t.size-len(q.text)
			done(q, a)
		} else if t.failed(fault) {
			return errGivenUp
		}
	}
}

// give gives questions to the program, as many as may be open.
func (t *talk) give() error {
	for len(t.open) == 0 || !t.careful && len(t.open) < t.window && t.size < windowBytes {
		var q *question
		if len(t.again) > 0 {
			q, t.again = t.again[0], t.again[1:]
		} else if q = t.next(); q == nil {
			return nil
		}
		if err := t.send(q); err != nil {
			return err
		}
		t.open, t.size = append(t.open, q), t.size+len(q.text)
	}
	return nil
}

// send gives a question to the process, which it starts if there is none.
func (r *run) send(q *question) error {
	if r.process == nil {
		p, err := r.program.Start()
		if err != nil {
			return err
		}
		r.process, r.answered = p, false
	}
	r.id++
	q.id = r.id
	r.process.Send(q.line())
	return nil
}

// failed ends a process that failed with open questions, and reports whether the run ends.
func (t *talk) failed(fault error) bool {
	if t.reducing {
		t.kill()
		return true
	}
	q, certain := t.open[0], len(t.open) == 1
	var wrong *notAnswer
	switch {
	case errors.Is(fault, ErrTimeout) && (certain || !t.ever):
		return t.timeout(q)
	case errors.As(fault, &wrong) && wrong.again:
		q, certain = t.last, true
	}
	end := t.kill()
	f := failure(q, t.words(fault, end), end)
	if !certain {
		t.suspect, t.careful = f, true
		t.again = append(t.open, t.again...)
		t.open, t.size = nil, 0
		return false
	}
	return t.certain(q, f)
}

// timeout ends a process that gave no answer to a question in time. If it does when its input
// ends, the answer was in a buffer.
func (t *talk) timeout(q *question) bool {
	p := t.process
	t.process = nil
	rest, end := p.Finish(min(t.opt.Timeout, time.Second))
	f := failure(q, t.words(ErrTimeout, end), end)
	if _, err := parseAnswer(rest, q.id); err == nil {
		f.Fault = "it answered only when its input ended: it must flush its output after each line"
		t.report.GivenUp = true
	} else if !t.ever {
		f.Fault = fmt.Sprintf("it gave no answer within %s, and none before", t.limit())
		t.report.GivenUp = true
	}
	return t.certain(q, f)
}

// certain records the failure at a question, and reports whether the run ends. Otherwise the
// open questions, without that one, are asked again.
func (t *talk) certain(q *question, f *Failure) bool {
	t.suspect = nil
	if t.open[0] == q {
		t.open = t.open[1:]
	}
	t.again = append(t.open, t.again...)
	t.open, t.size = nil, 0
	return t.fail(f)
}

// unconfirmed ends the questions one at a time, and reports whether the run ends: if the
// program answered all of them, it is the number of open questions that it fails with.
func (t *talk) unconfirmed() bool {
	t.careful = false
	if t.suspect == nil {
		return false
	}
	f := t.suspect
	t.suspect = nil
	f.quick = false
	f.Fault += "; this and the messages after it were answered when they were given one at a time"
	t.window = 1
	return t.fail(f)
}

// fail records a failure, and reports whether there were too many.
func (r *run) fail(f *Failure) bool {
	r.report.Failures = append(r.report.Failures, f)
	r.report.GivenUp = r.report.GivenUp || len(r.report.Failures) >= maxFaults
	return r.report.GivenUp
}

// receive is the answer to a question, or what is wrong with what the program does instead.
func (r *run) receive(q *question) (*answer, error) {
	begun := time.Now()
	line, err := r.process.Receive(r.limit())
	if err != nil {
		return nil, err
	}
	a, err := parseAnswer(line, q.id)
	if err != nil {
		return nil, err
	}
	if !r.ever {
		r.first = time.Since(begun)
	}
	r.ever, r.answered = true, true
	return a, nil
}

// limit is how long an answer may take: longer if it is the first of a process.
func (r *run) limit() time.Duration {
	switch {
	case !r.ever:
		return max(r.opt.Timeout, startLimit)
	case !r.answered:
		return r.opt.Timeout + 2*r.first
	}
	return r.opt.Timeout
}

// words say what a process did instead of answering.
func (r *run) words(fault error, end End) string {
	var wrong *notAnswer
	switch {
	case errors.As(fault, &wrong):
		return wrong.Error()
	case errors.Is(fault, ErrTimeout) && !end.Exited:
		return fmt.Sprintf("it gave no answer within %s", r.opt.Timeout)
	case errors.Is(fault, ErrTooLong):
		return fmt.Sprintf("it wrote a line of more than %d MiB", MaxLine>>20)
	case !end.Exited:
		return "it closed its output without an answer"
	case end.Failed:
		return "it died: " + end.Status
	}
	return "it ended without an answer"
}

// kill ends the process, if there is one.
func (r *run) kill() End {
	if r.process == nil {
		return End{}
	}
	p := r.process
	r.process = nil
	return p.Kill()
}

// finish ends the input of the process, which must have nothing more to say.
func (r *run) finish() {
	if r.process == nil {
		return
	}
	p := r.process
	r.process = nil
	rest, end := p.Finish(r.opt.Timeout)
	r.report.Stderr = short(end.Stderr, maxStderr)
	switch {
	case rest != nil:
		r.report.Failures = append(r.report.Failures, &Failure{Count: 1, Fault: "after its last answer it wrote one more line: " + quoted(rest), Stderr: r.report.Stderr})
	case end.Exited && end.Failed:
		r.report.Failures = append(r.report.Failures, &Failure{Count: 1, Fault: "after its last answer, when its input ended, it died: " + end.Status, Stderr: r.report.Stderr})
	}
}
