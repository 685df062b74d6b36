package lsp

import (
	"context"
	"errors"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/lsp/wire"
	"github.com/wiregen/wiregen/internal/source"
)

func keysOf[V any](m map[string]V) iter.Seq[string] { return maps.Keys(m) }

// A publisher publishes findings when nothing has changed for a while.
type publisher struct {
	woken chan struct{} // has room for one
	said  map[string]saying
}

// A saying is what was last published of a file.
type saying struct {
	uri     string
	version *int32
	list    []wire.Diagnostic
}

func (p *publisher) wake() {
	select {
	case p.woken <- struct{}{}:
	default:
	}
}

// publish publishes findings until ctx ends.
func (s *server) publish(ctx context.Context, to *wire.Server) {
	for {
		select {
		case <-s.publisher.woken:
		case <-ctx.Done():
			return
		}
		for !s.quiet(ctx) {
			if ctx.Err() != nil {
				return
			}
		}
		s.report(ctx, to, s.view())
	}
}

// quiet waits for the pause that is set, and reports whether nothing changed.
func (s *server) quiet(ctx context.Context) bool {
	delay := s.view().set.delay()
	if delay == 0 {
		return true
	}
	t := time.NewTimer(delay)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-s.publisher.woken:
		return false
	case <-ctx.Done():
		return false
	}
}

// report publishes the findings of all projects at a view, unless that is an old one by then.
func (s *server) report(ctx context.Context, to *wire.Server, v *view) {
	found := map[string]*finding{}
	for _, p := range s.projects(v) {
		a, err := p.at(ctx, v)
		if err != nil {
			return
		}
		s.collect(a, p, found)
	}
	if s.view().number != v.number {
		s.publisher.wake()
		return
	}
	for file, d := range v.docs {
		if found[file] == nil && s.publisher.said[file].uri != "" {
			found[file] = &finding{uri: d.uri}
		}
	}
	for _, file := range slices.Sorted(keysOf(found)) {
		f := found[file]
		now := saying{uri: v.uri(file), list: f.list}
		if d := v.docs[file]; d != nil {
			now.version = &d.version
		}
		s.say(ctx, to, file, now)
	}
	for file, was := range s.publisher.said {
		if found[file] == nil {
			s.say(ctx, to, file, saying{uri: was.uri})
		}
	}
}

// say publishes the findings of a file if they are others than before, or of another version.
func (s *server) say(ctx context.Context, to *wire.Server, file string, now saying) {
	was, known := s.publisher.said[file]
	if known && reflect.DeepEqual(was, now) || !known && len(now.list) == 0 && now.version == nil {
		return
	}
	if len(now.list) == 0 && now.version == nil {
		delete(s.publisher.said, file)
	} else {
		s.publisher.said[file] = now
	}
	if now.list == nil {
		now.list = []wire.Diagnostic{}
	}
	params := &wire.PublishDiagnosticsParams{URI: now.uri, Version: now.version, Diagnostics: now.list}
	if err := to.TextDocumentPublishDiagnostics(ctx, params); err != nil && ctx.Err() == nil {
		s.options.Log("the diagnostics of %s cannot be published: %v", file, err)
	}
}

// uri is that of a file, as the editor spells it.
func (v *view) uri(file string) string {
	if d := v.docs[file]; d != nil {
		return d.uri
	}
	return uriOf(file)
}

// A finding is what is found in a file.
type finding struct {
	uri  string
	list []wire.Diagnostic
}

// collect adds the findings of an analysis. A file of several projects has each once.
func (s *server) collect(a *analysis, p *project, found map[string]*finding) {
	add := func(file string, d ...wire.Diagnostic) {
		f := found[file]
		if f == nil {
			f = &finding{}
			found[file] = f
		}
		for _, d := range d {
			if !slices.ContainsFunc(f.list, func(have wire.Diagnostic) bool { return reflect.DeepEqual(have, d) }) {
				f.list = append(f.list, d)
			}
		}
	}
	whole := func(file string, err error) {
		add(file, wire.Diagnostic{Severity: new(wire.DiagnosticSeverityError), Source: new(section), Message: err.Error()})
	}
	if a.config != nil {
		s.collectConfig(a, p, add, whole)
	}
	if a.snapshot == nil {
		file := p.spec
		if a.view.docs[file] == nil && p.config != "" {
			file = p.config
		}
		whole(file, a.err)
		return
	}
	for _, name := range a.snapshot.Files() {
		if a.view.docs[name] != nil {
			add(name)
		}
	}
	for _, d := range a.snapshot.Diagnostics() {
		file := p.spec
		if d.Span.File != nil {
			file = d.Span.File.Name
		}
		add(file, s.diagnostic(a, d))
	}
	if err := a.snapshot.Err(); err != nil {
		whole(p.spec, err)
	}
}

// collectConfig adds the faults of the configuration of a project.
func (s *server) collectConfig(a *analysis, p *project, add func(string, ...wire.Diagnostic), whole func(string, error)) {
	var all interface{ Unwrap() []error }
	errs := []error{a.config.err}
	if errors.As(a.config.err, &all) {
		errs = all.Unwrap()
	}
	for _, err := range errs {
		var fault *backend.Fault
		switch {
		case err == nil:
		case errors.As(err, &fault):
			add(p.config, wire.Diagnostic{
				Range: s.rangeOf(a, fault.At), Severity: new(wire.DiagnosticSeverityError), Source: new(section), Message: fault.Text,
			})
		case a.config.file == nil || a.snapshot == nil: // else the snapshot has the faults of its YAML
			whole(p.config, err)
		}
	}
}

// severities are those of the protocol.
var severities = [...]wire.DiagnosticSeverity{
	diag.Error: wire.DiagnosticSeverityError, diag.Warning: wire.DiagnosticSeverityWarning, diag.Notice: wire.DiagnosticSeverityInformation,
}

// diagnostic is a finding in the words of the protocol. The advice is a line of its message, because
// it has no other place there.
func (s *server) diagnostic(a *analysis, d *diag.Diagnostic) wire.Diagnostic {
	message := d.Message
	if d.Help != "" {
		message += "\n" + d.Help
	}
	out := wire.Diagnostic{
		Range: s.rangeOf(a, d.Span), Severity: new(severities[d.Severity]), Code: wire.DiagnosticCodeString(d.Code.ID),
		CodeDescription: &wire.CodeDescription{Href: diagnosticsPage + d.Code.ID},
		Source:          new(section), Message: message, Tags: tagsOf(d.Code),
	}
	for _, r := range d.Related {
		if r.Span.File != nil {
			out.RelatedInformation = append(out.RelatedInformation, wire.DiagnosticRelatedInformation{Location: s.location(a, r.Span), Message: r.Message})
		}
	}
	return out
}

// diagnosticsPage has a section for each code.
const diagnosticsPage = "https://github.com/wiregen/wiregen/blob/main/docs/diagnostics.md#"

// tagsOf says what an editor may show pale: what nothing uses.
func tagsOf(c *diag.Code) []wire.DiagnosticTag {
	if strings.HasSuffix(c.ID, "-unused") {
		return []wire.DiagnosticTag{wire.DiagnosticTagUnnecessary}
	}
	return nil
}

// rangeOf is a place of an analysis, without the white space at its end.
func (s *server) rangeOf(a *analysis, span source.Span) wire.Range {
	if span.File == nil {
		return wire.Range{}
	}
	span = diag.Trim(span)
	return a.text(span.File).span(span.Start, span.End, s.encoding)
}

// location is a place with its file.
func (s *server) location(a *analysis, span source.Span) wire.Location {
	return wire.Location{URI: a.view.uri(span.File.Name), Range: s.rangeOf(a, span)}
}
