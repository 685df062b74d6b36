// Package journal keeps a record of a session in a file: one JSON value per line, a
// header first, then records. It only ever appends.
//
// The package knows no protocol. A [Format] says how lines are read and written, and
// generated packages have one for their journal; their OpenJournal and NewJournalReader
// are what programs call.
//
// # Writing
//
// A [Writer] writes each record at once and as a whole line, so that the death of the
// process loses none that Append returned for. Sync makes records survive a power cut.
// When Open returns, its file, the header and all that it found there survive one, too.
//
// A line whose writing was interrupted is torn: it has no newline. Open cuts it off, so
// that it never becomes part of the next record. A torn line that lacks nothing but the
// newline is kept, and gets it. An append that fails is taken back in the same way. If
// that fails as well, the writer refuses everything with [ErrFailed].
//
// One Writer may have a file at a time. Open says [ErrLocked] if another one has it,
// where the system can lock files (Linux, macOS, the BSDs and illumos). A Writer may be
// used by several goroutines at once. Syncs that wait for each other share the work.
//
// # Reading
//
// A [Reader] reads from any io.Reader, also while a Writer appends. It goes on after a
// line that it cannot read, and reports it as a [*LineError]. Its memory is bounded by
// the longest line that it accepts. A Reader must not be used by several goroutines at
// once.
//
// [Follow] makes a file endless: its reader waits for the next line.
package journal
