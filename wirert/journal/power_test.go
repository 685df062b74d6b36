package journal

import (
	"fmt"
	"strings"
	"testing"
)

// TestPowerCut cuts the power at each call of the disk, with every image of the disk that
// may be left, and again while the journal is reopened and continued.
func TestPowerCut(t *testing.T) {
	c := newCuts(&memory{})
	if err := c.run(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d images of the disk", len(c.seen))
	if len(c.seen) < 1000 {
		t.Error("these are too few images")
	}
}

// TestPowerCutNotices runs TestPowerCut with writers that leave out a call.
func TestPowerCutNotices(t *testing.T) {
	for name, faulty := range map[string]*memory{
		"no Sync":                  {noSync: true},
		"no Sync by Open":          {noFirstSync: true},
		"no Sync of the folder":    {noFolder: true},
		"no cut of what is torn":   {noCut: true},
		"none of these whatsoever": {noSync: true, noFolder: true, noCut: true},
	} {
		if err := newCuts(faulty).run(); err == nil {
			t.Errorf("%s: not noticed", name)
		} else {
			t.Logf("%s: %v", name, err)
		}
	}
}

// A cuts runs a program on disks and collects what power cuts leave.
type cuts struct {
	disk     *memory
	promised int // records that were synced
	appended int // records that were given to Append
	left     []state
	seen     map[state]bool
}

// A state is what a power cut leaves, and what was promised before it.
type state struct {
	image
	promised, appended int
	again              bool // a second power cut
}

func newCuts(m *memory) *cuts { return &cuts{disk: m, seen: map[state]bool{}} }

// run returns the first fault.
func (c *cuts) run() error {
	if err := c.first(); err != nil {
		return err
	}
	for len(c.left) > 0 {
		s := c.left[0]
		c.left = c.left[1:]
		if err := c.second(s); err != nil {
			return fmt.Errorf("a power cut left %+v: %w", s, err)
		}
	}
	return nil
}

// watch collects what a power cut may leave during each call from now on.
func (c *cuts) watch(m *memory, again bool) {
	c.disk = m
	m.look = func() {
		for _, i := range m.images() {
			s := state{i, c.promised, c.appended, again}
			if !c.seen[s] {
				c.seen[s] = true
				c.left = append(c.left, s)
			}
		}
	}
}

// first appends and syncs records in three processes, of which the first two are killed,
// the second while it writes.
func (c *cuts) first() error {
	c.watch(c.disk, false)
	for process := range 3 {
		w, err := c.open()
		if err != nil {
			return err
		}
		for _, sync := range []bool{false, true, false} {
			if err := c.append(w, sync); err != nil {
				return err
			}
		}
		if process == 1 {
			if _, err := c.disk.Write([]byte(`{"n":9,"te`)); err != nil {
				return err
			}
		}
	}
	return nil
}

// second reopens what a power cut left, and appends.
func (c *cuts) second(s state) error {
	m := c.disk.after(s.image)
	c.promised, c.appended = s.promised, s.appended
	if !s.again {
		c.watch(m, true)
	} else {
		c.disk = m
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	if err := c.append(w, false); err != nil {
		return err
	}
	return c.append(w, true)
}

// open opens the journal, which must have what was promised, and at most what was
// appended, without a fault.
func (c *cuts) open() (*Writer[record], error) {
	w, err := open(c.disk, "journal", header{"2"}, &format)
	if err != nil {
		return nil, err
	}
	if w.Version() != "2" {
		return nil, fmt.Errorf("the version is %q", w.Version())
	}
	got, err := c.check()
	c.promised, c.appended = got, got
	c.disk.looked()
	return w, err
}

// check returns how many records there are.
func (c *cuts) check() (int, error) {
	records, faults := c.disk.read()
	if len(faults) > 0 {
		return 0, fmt.Errorf("faults: %v", faults)
	}
	for i, r := range records {
		if r != numberedRecord(i+1) {
			return 0, fmt.Errorf("the record %d is %v", i+1, r)
		}
	}
	if len(records) < c.promised || len(records) > c.appended {
		return 0, fmt.Errorf("%d records, of which %d were synced and %d appended", len(records), c.promised, c.appended)
	}
	return len(records), nil
}

// append appends the next record.
func (c *cuts) append(w *Writer[record], sync bool) error {
	c.appended++
	if err := w.Append(numberedRecord(c.appended)); err != nil {
		return err
	}
	if sync {
		if err := w.Sync(); err != nil {
			return err
		}
		c.promised = c.appended
		c.disk.looked()
	}
	_, err := c.check()
	return err
}

// numberedRecord returns a record whose length and text follow from its number.
func numberedRecord(n int) record { return record{N: n, Text: strings.Repeat("x", n%5)} }
