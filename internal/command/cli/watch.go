package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/wiregen/wiregen/internal/command/output"
)

// How long a watch waits for further changes after one: a save is several
// operations on files, and a change of branches is many saves. Where changes never
// cease, such as in the folder of a log, it waits no longer than burstEnd.
const (
	burstPause = 10 * time.Millisecond
	burstEnd   = 150 * time.Millisecond
)

// A watch does something again whenever an input of the last run has changed.
type watch struct {
	env     *environment
	args    []string
	do      func() ([]*job, error) // its jobs say what it read
	changes *fsnotify.Watcher
	inputs  output.Sums // of the last run
}

// watch generates until the process is interrupted. An error of the environment in
// the first run ends it, because the command line is probably wrong.
func (env *environment) watch(args []string, flags *generateFlags) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	w := &watch{env: env, args: args, do: func() ([]*job, error) {
		jobs, err := env.jobs(args, flags)
		if err == nil {
			err = env.generateJobs(jobs, flags)
		}
		return jobs, err
	}}
	return w.until(ctx, "wiregen: watching for changes until interrupted")
}

// until runs, says something once that has been done, and runs again after each change
// until ctx ends. An error of the environment in the first run ends it.
func (w *watch) until(ctx context.Context, say string) (err error) {
	debug.SetGCPercent(400) // a run leaves little behind, and takes a sixth less time
	w.changes, err = fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("cannot watch files: %w", err)
	}
	defer func() { err = errors.Join(err, w.changes.Close()) }()
	if err := w.run(); err != nil && !errors.Is(err, errFault) {
		return err
	}
	fmt.Fprintln(w.env.stderr, say)
	for {
		if err := w.follow(); err != nil {
			return err
		}
		for !w.inputs.Changed() {
			if !w.wait(ctx) {
				return nil
			}
		}
		exitCode(w.env.stderr, w.run())
	}
}

// run runs once, and records what it read.
func (w *watch) run() error {
	w.inputs = output.Sums{}
	for _, name := range w.places() {
		w.inputs.Add(name)
	}
	jobs, err := w.do()
	for name, sum := range inputsOf(jobs) {
		if _, known := w.inputs[name]; !known { // what was there first counts
			w.inputs[name] = sum
		}
	}
	return err
}

// places are the files in which a run looks for the spec and for its configuration.
func (w *watch) places() []string {
	out := []string{configName}
	for _, spec := range w.args {
		out = append(out, spec, filepath.Join(filepath.Dir(spec), configName))
	}
	if len(w.args) == 0 {
		out = append(out, usualSpecs[:]...)
	}
	return out
}

// follow watches the folders of all inputs, and no others. A file itself is not
// watched: many editors save it by renaming another one to its place.
func (w *watch) follow() error {
	wanted := map[string]bool{}
	for name := range w.inputs {
		wanted[name], wanted[filepath.Dir(name)] = true, true
		if target, err := filepath.EvalSymlinks(name); err == nil {
			wanted[filepath.Dir(target)] = true
		}
	}
	watched := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		folder, err := w.add(name)
		if err != nil {
			return fmt.Errorf("cannot watch %q: %w", filepath.ToSlash(folder), err)
		}
		watched[folder] = true
	}
	for _, name := range w.changes.WatchList() {
		if !watched[name] {
			_ = w.changes.Remove(name) // it may be gone
		}
	}
	return nil
}

// add watches a folder, or the nearest one above it that exists.
func (w *watch) add(name string) (folder string, err error) {
	for {
		err := fs.ErrNotExist
		if info, statErr := os.Stat(name); statErr == nil && info.IsDir() {
			err = w.changes.Add(name)
		}
		parent := filepath.Dir(name)
		if !errors.Is(err, fs.ErrNotExist) || parent == name {
			return name, err
		}
		name = parent
	}
}

// wait waits until something changed and then for the end of the burst. It is false
// if the process was interrupted.
func (w *watch) wait(ctx context.Context) bool {
	if !w.next(ctx, nil) {
		return false
	}
	end := time.After(burstEnd)
	for {
		pause, cancel := context.WithTimeout(ctx, burstPause)
		more := w.next(pause, end)
		cancel()
		if !more {
			return ctx.Err() == nil
		}
	}
}

// next waits for one change. It is false if ctx or end is first.
func (w *watch) next(ctx context.Context, end <-chan time.Time) bool {
	select {
	case <-w.changes.Events:
	case <-w.changes.Errors: // changes were lost, so that every input may have changed
	case <-end:
		return false
	case <-ctx.Done():
		return false
	}
	return true
}
