// Package journal reads and writes session journals: append-only files with one JSON value per
// line, a header and then records.
//
// The package is independent of any protocol. A [Format] describes how lines are encoded;
// programs call OpenJournal and NewJournalReader of a generated package, which supply it.
//
// # Writing
//
// A [Writer] writes each record immediately and as a whole line, so that a crash of the
// process loses no record for which Append has returned. Sync makes records survive a power
// cut. When Open returns, the file, the header and all existing records survive a power cut,
// too.
//
// A line whose writing was interrupted is torn: it has no newline, and is the beginning of a
// line. Open truncates it, so that it does not become part of the next record, or adds the
// newline if nothing else is missing. A file that is not a journal stays as it is: Open returns
// [ErrNoHeader] or [ErrNotJournal]. A failed append is truncated in the same way; if that fails, too, all later operations
// return [ErrFailed].
//
// A file may have one Writer at a time. Open returns [ErrLocked] if there is another, on
// systems with file locks (Linux, macOS, the BSDs and illumos). A Writer may be used
// concurrently, and concurrent calls of Sync share the work.
//
// # Reading
//
// A [Reader] reads from any io.Reader, also while a Writer appends. It reports an invalid line
// as a [*LineError] and continues after it. Its memory is bounded by the maximum line length.
// A Reader must not be used concurrently.
//
// [Follow] returns a reader that waits for more lines at the end of a file.
package journal
