//go:build linux

package peers

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A player plays a script against an end.
type player struct {
	t      testing.TB
	r      *run
	p      *peer
	c      *control
	bound  map[string]any
	within time.Duration
	took   int // bytes of floods
	at     step
	writes *writes

	mu      sync.Mutex
	wake    *sync.Cond // the fields below have changed
	inbox   []string   // messages of the end that no step has asked for
	ended   error      // of its output
	stopped bool       // nothing is read
}

func newPlayer(t testing.TB, r *run) *player {
	p := &player{t: t, r: r, bound: map[string]any{}, within: *within}
	p.wake = sync.NewCond(&p.mu)
	p.p, p.c = r.reach(t)
	if strings.Contains(strings.Join(r.start, ""), `"unread"`) {
		p.stopped = true
	}
	p.writes = newWrites(p.p.w)
	go p.read()
	if !strings.Contains(strings.Join(r.start, ""), `"early"`) && r.spec != "hand" {
		p.see("made")
	}
	return p
}

func (p *player) read() {
	for {
		p.mu.Lock()
		for p.stopped {
			p.wake.Wait()
		}
		p.mu.Unlock()
		text, err := p.p.read(p.p.r)
		p.mu.Lock()
		if err == nil {
			p.inbox = append(p.inbox, text)
		}
		p.ended = err
		p.mu.Unlock()
		p.wake.Broadcast()
		if err != nil {
			if err == io.EOF {
				p.childExits()
			}
			return
		}
	}
}

// childExits has a child exit that has no pipes any more, as most children do.
func (p *player) childExits() {
	if p.p.child != nil && !strings.Contains(strings.Join(p.r.start, ""), "stubborn") {
		p.p.child.do("exit 0")
	}
}

// next returns the next message of the end. It reports false at the end of its output.
func (p *player) next() (string, bool) {
	late := false
	timer := time.AfterFunc(p.within, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		late = true
		p.wake.Broadcast()
	})
	defer timer.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.inbox) == 0 && p.ended == nil && !late {
		p.wake.Wait()
	}
	if len(p.inbox) > 0 {
		text := p.inbox[0]
		p.inbox = p.inbox[1:]
		return text, true
	}
	return "", false
}

func (p *player) fail(format string, args ...any) {
	p.t.Helper()
	said := p.c.all()
	if len(said) > 40 {
		said = append(slices.Clone(said[:20]), said[len(said)-20:]...)
	}
	for i := range said {
		said[i] = fmt.Sprintf("%.300s", said[i])
	}
	p.t.Fatalf("%s (line %d: %s): %s\nthe driver said\n\t%s", p.r.place, p.at.n, p.at.line, fmt.Sprintf(format, args...), strings.Join(said, "\n\t"))
}

// play plays the steps.
func (p *player) play() {
	p.t.Helper()
	var expected []string
	steps := p.r.steps
	for i, s := range steps {
		p.at = s
		word, n, rest := counted(s.line)
		if word != "<" {
			p.step(word, n, rest)
			continue
		}
		for k := range n {
			expected = append(expected, strings.ReplaceAll(rest, "$i", strconv.Itoa(k+1)))
		}
		if i+1 < len(steps) {
			if word, _, _ := counted(steps[i+1].line); word == "<" {
				continue
			}
		}
		p.expect(expected)
		expected = nil
	}
	for _, line := range p.c.all() {
		if strings.HasPrefix(line, "unhandled") { // what nobody has caught, and what is not closed
			p.fail("%s", line)
		}
	}
}

// step does a step.
func (p *player) step(word string, n int, rest string) {
	p.t.Helper()
	switch word {
	case ">", ">>":
		var all []byte
		for k := range n {
			all = append(all, p.p.frame(p.filled(rest, k+1))...)
		}
		p.writes.add(all)
		if word == ">" {
			p.written()
		}
	case ">raw":
		text, err := strconv.Unquote(rest)
		if err != nil {
			p.fail("%v", err)
		}
		p.writes.add([]byte(strings.Repeat(p.filled(text, 1), n)))
		p.written()
	case "<end":
		if text, ok := p.next(); ok {
			p.fail("there is %.300s", text)
		}
		p.isEnded()
	case "<...":
		p.skip(rest)
	case "<...end":
		for ok := true; ok; {
			_, ok = p.next()
		}
		p.isEnded()
	case "driver":
		if err := p.c.do(p.filled(rest, 1)); err != nil {
			p.fail("%v", err)
		}
	case "see":
		for k := range n {
			p.see(p.filled(rest, k+1))
		}
	case "never":
		for _, line := range p.c.all() {
			if fits(line, rest) {
				p.fail("it said %s", line)
			}
		}
	case "alive":
		p.writes.add(p.p.frame(`{"jsonrpc":"2.0","id":"alive","method":"do","params":{}}`))
		p.expect([]string{`{"jsonrpc":"2.0","id":"alive","result":{"text":""}}`})
	case "wait":
		d, err := time.ParseDuration(rest)
		if err != nil {
			p.fail("%v", err)
		}
		time.Sleep(d)
	case "within":
		d, err := time.ParseDuration(rest)
		if err != nil {
			p.fail("%v", err)
		}
		p.within = d
	default:
		p.deed(word, rest)
	}
}

// deed does a step that is no message.
func (p *player) deed(word, rest string) {
	p.t.Helper()
	switch word {
	case "close-write":
		p.p.closeWrite()
	case "close-read":
		p.p.closeRead()
	case "close":
		p.p.close()
		p.childExits()
	case "reset":
		p.p.reset()
	case "stop", "read": // stop reading, read on
		p.mu.Lock()
		p.stopped = word == "stop"
		p.mu.Unlock()
		p.wake.Broadcast()
	case "ws-close":
		code, reason, _ := strings.Cut(rest, " ")
		number, _ := strconv.Atoi(code)
		p.writes.add(p.p.framer.(*webSocket).closing(number, reason))
	case "flood":
		size, text, _ := strings.Cut(rest, " ")
		bytes, _ := strconv.Atoi(size)
		p.took += p.flood(bytes, text)
	case "took":
		if most, _ := strconv.Atoi(rest); p.took > most {
			p.fail("it took %d bytes", p.took)
		}
	case "refused":
		p.refused()
	case "stderr":
		bytes, _ := strconv.Atoi(rest)
		p.bounded(func() error {
			_, err := io.WriteString(p.p.child.errs, strings.Repeat("the last line of many\n", 1+bytes/22))
			return err
		})
	case "signal":
		if err := p.p.cmd.Process.Signal(map[string]syscall.Signal{"TERM": syscall.SIGTERM, "INT": syscall.SIGINT, "KILL": syscall.SIGKILL}[rest]); err != nil {
			p.fail("%v", err)
		}
	case "exit":
		p.exit(rest)
	case "child":
		p.p.child.do(rest)
	case "gone": // gone child, gone grandchild
		pid := p.p.child.pid
		if rest == "grandchild" {
			pid = p.p.child.other
		}
		for until := time.Now().Add(p.within); !isGone(pid); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(until) {
				p.fail("the process still runs")
			}
		}
	default:
		p.fail("what is %q?", word)
	}
}

// exit waits for the end of the process of the driver.
func (p *player) exit(code string) {
	p.t.Helper()
	done := make(chan struct{})
	go func() {
		_ = p.p.cmd.Wait()
		close(done)
	}()
	select {
	case <-done:
		if got := p.p.cmd.ProcessState.String(); got != "exit status "+code {
			p.fail("%s", got)
		}
	case <-time.After(p.within):
		p.fail("the process still runs")
	}
}

var padding = regexp.MustCompile(`\$pad\((\d+)\)`)

// filled replaces what a text names: $i, $pad(N), and what messages of the end have bound.
func (p *player) filled(text string, i int) string {
	text = padding.ReplaceAllStringFunc(text, func(s string) string {
		n, _ := strconv.Atoi(padding.FindStringSubmatch(s)[1])
		return strings.Repeat("x", n)
	})
	text = strings.ReplaceAll(text, "$i", strconv.Itoa(i))
	names := slices.SortedFunc(maps.Keys(p.bound), func(a, b string) int { return len(b) - len(a) })
	for _, name := range names { // $a10 before $a1
		value, _ := json.Marshal(p.bound[name])
		text = strings.ReplaceAll(text, name, string(value))
	}
	return text
}

// bounded does what must not take longer than a step may.
func (p *player) bounded(do func() error) {
	p.t.Helper()
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		if err != nil {
			p.fail("%v", err)
		}
	case <-time.After(p.within):
		p.fail("it blocks")
	}
}

// written waits until everything is written.
func (p *player) written() {
	p.t.Helper()
	p.bounded(p.writes.wait)
}

// flood writes messages until so many bytes are written, or until nothing of them is taken any
// more, or the connection has ended. It returns how many bytes were taken.
func (p *player) flood(size int, text string) (written int) {
	parts := strings.Split(padding.ReplaceAllStringFunc(text, func(s string) string { return p.filled(s, 0) }), "$i")
	deadline, _ := p.p.w.(interface{ SetWriteDeadline(time.Time) error })
	for i := 0; written < size; {
		var all []byte
		for len(all) < 64<<10 {
			i++
			all = append(all, p.p.frame(strings.Join(parts, strconv.Itoa(i)))...)
		}
		_ = deadline.SetWriteDeadline(time.Now().Add(time.Second))
		n, err := p.p.w.Write(all)
		written += n
		if err != nil {
			break
		}
	}
	_ = deadline.SetWriteDeadline(time.Time{})
	return written
}

// refused sends requests until one is refused because the end shuts down: from then on it does.
func (p *player) refused() {
	p.t.Helper()
	for i, until := 1, time.Now().Add(p.within); ; i++ {
		if time.Now().After(until) {
			p.fail("requests are taken")
		}
		p.writes.add(p.p.frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":"refused%d","method":"do","params":{}}`, i)))
		text, ok := p.next()
		if !ok {
			p.fail("no request is refused: %v", p.why())
		}
		if strings.Contains(text, "the connection is shutting down") {
			return
		}
		if !strings.Contains(text, `"result"`) {
			p.fail("got %.300s", text)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// see waits for a line of the driver.
func (p *player) see(pattern string) {
	p.t.Helper()
	if _, ok := p.c.wait(p.within, func(line string) bool { return fits(line, pattern) }); !ok {
		p.fail("the driver does not say %q", pattern)
	}
}

// fits reports whether a line begins with a pattern, in which * is any text, and of which
// alternatives are divided by " or ".
func fits(line, pattern string) bool {
	return slices.ContainsFunc(strings.Split(pattern, " or "), func(one string) bool {
		rest := line
		for i, part := range strings.Split(one, "*") {
			at := strings.Index(rest, part)
			if at < 0 || i == 0 && at > 0 {
				return false
			}
			rest = rest[at+len(part):]
		}
		return true
	})
}

// expect reads messages, in any order.
func (p *player) expect(texts []string) {
	p.t.Helper()
	for len(texts) > 0 {
		line, ok := p.next()
		if !ok {
			p.fail("expected %.500q: %v", texts, p.why())
		}
		var got any
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			p.fail("got %.300q", line)
		}
		i := slices.IndexFunc(texts, func(text string) bool { return p.matches(got, text) })
		if i < 0 {
			p.fail("got %.500s, expected %.500q", line, texts)
		}
		texts = slices.Delete(texts, i, i+1)
	}
}

// skip reads messages until one is as wanted.
func (p *player) skip(text string) {
	p.t.Helper()
	for {
		line, ok := p.next()
		if !ok {
			p.fail("it has not come: %v", p.why())
		}
		var got any
		if err := json.Unmarshal([]byte(line), &got); err == nil && p.matches(got, text) {
			return
		}
	}
}

func (p *player) matches(got any, text string) bool {
	var want any
	if err := json.Unmarshal([]byte(text), &want); err != nil {
		p.fail("%q: %v", text, err)
	}
	before := maps.Clone(p.bound)
	if p.equal(got, want) {
		return true
	}
	p.bound = before
	return false
}

// equal compares values. A text that begins with $ is any value, which it binds, and the same
// again; one that begins with ~ is any text with the rest in it. Members of an error may be
// left out.
func (p *player) equal(got, want any) bool {
	switch w := want.(type) {
	case string:
		if strings.HasPrefix(w, "$") {
			if value, ok := p.bound[w]; ok {
				return reflect.DeepEqual(got, value)
			}
			p.bound[w] = got
			return true
		}
		if part, ok := strings.CutPrefix(w, "~"); ok {
			text, is := got.(string)
			return is && strings.Contains(text, part)
		}
		return got == want
	case []any:
		g, ok := got.([]any)
		left := slices.Clone(g)
		for _, one := range w {
			i := slices.IndexFunc(left, func(x any) bool { return p.equal(x, one) })
			if i < 0 {
				return false
			}
			left = slices.Delete(left, i, i+1)
		}
		return ok && len(left) == 0
	case map[string]any:
		g, ok := got.(map[string]any)
		for key := range g {
			if _, asked := w[key]; !asked && w["code"] == nil {
				return false
			}
		}
		for key, v := range w {
			if _, has := g[key]; !has || !p.equal(g[key], v) {
				return false
			}
		}
		return ok
	}
	return reflect.DeepEqual(got, want)
}

// isEnded checks that the end has closed its output, or the connection.
func (p *player) isEnded() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended != io.EOF && !errors.Is(p.ended, syscall.ECONNRESET) && !errors.Is(p.ended, io.ErrUnexpectedEOF) {
		p.fail("it is open: %v", p.ended)
	}
}

// why is why there is no message.
func (p *player) why() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended == nil {
		return "nothing has come"
	}
	return p.ended.Error()
}
