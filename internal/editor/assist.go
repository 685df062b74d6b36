package editor

import (
	"slices"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/docgen"
	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	"github.com/wiregen/wiregen/internal/diag"
)

// An assistant has what completion and hovering need of a snapshot, made when it is needed first.
type assistant struct {
	grammar func() *schemagen.Grammar
	words   func() *vocabulary
	guide   func() *docgen.Guide // of the newest valid model, which there must be
	repairs func() []*diag.Diagnostic
}

func (s *Snapshot) newAssistant() *assistant {
	pinned := s.pinned()
	a := &assistant{
		grammar: sync.OnceValue(func() *schemagen.Grammar { return schemagen.NewGrammar(pinned...) }),
		words: sync.OnceValue(func() *vocabulary {
			p, _ := s.Model()
			return newVocabulary(p)
		}),
		guide: sync.OnceValue(func() *docgen.Guide {
			return docgen.NewGuide(s.assistant.words().rows, s.planned())
		}),
		repairs: sync.OnceValue(s.repaired),
	}
	if last := s.options.Last; last != nil {
		a.grammar = last.assistant.grammar
		if s.good != s {
			a.words, a.guide = last.assistant.words, last.assistant.guide
		}
	}
	return a
}

// pinned are the targets for which a spec may pin names.
func (s *Snapshot) pinned() []backend.Target {
	return slices.DeleteFunc(slices.Clone(s.options.Targets), func(t backend.Target) bool { return !slices.Contains(s.options.Pins, t.Name) })
}

// planned are the targets whose generated names are known, without those that name nothing that
// people write.
func (s *Snapshot) planned() []backend.Planned {
	var out []backend.Planned
	for i, plan := range s.Plans() {
		if i < len(s.options.Targets) && s.options.Targets[i].Naming != nil && plan != nil {
			out = append(out, backend.Planned{Target: s.options.Targets[i], Plan: plan})
		}
	}
	return out
}

// Complete returns what may be written at a place of a file, also where the file is not YAML.
func (s *Snapshot) Complete(file string, offset int) []Completion {
	d := s.files[file]
	if d == nil || d.beside != Part && d.beside != Released {
		return nil
	}
	return complete(d.file, d.sketch(), s.assistant.grammar(), s.assistant.words(), offset)
}
