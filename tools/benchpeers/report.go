package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// A row is a line of a table.
type row []string

// table prints rows as a Markdown table, the first of which is its head.
func table(w io.Writer, rows ...row) {
	for i, r := range rows {
		fmt.Fprintf(w, "| %s |\n", strings.Join(r, " | "))
		if i == 0 {
			fmt.Fprintf(w, "|%s\n", strings.Repeat("---|", len(r)))
		}
	}
}

// spread is the least and the middle of some figures.
type spread struct{ least, middle time.Duration }

func spreadOf(runs []usage, of func(usage) time.Duration) spread {
	var all []time.Duration
	for _, run := range runs {
		all = append(all, of(run))
	}
	slices.Sort(all)
	return spread{all[0], all[len(all)/2]}
}

func wall(u usage) time.Duration { return u.Wall }
func cpu(u usage) time.Duration  { return u.CPU }

// peak returns the middle of the largest resident sets.
func peak(runs []usage) string {
	var all []int64
	for _, run := range runs {
		all = append(all, run.Memory)
	}
	slices.Sort(all)
	return thousands(all[len(all)/2]/1e6) + " MB"
}

// cell returns a spread as "least / middle".
func (s spread) cell() string { return duration(s.least) + " / " + duration(s.middle) }

// duration shows three digits, which is more than the machine repeats.
func duration(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	switch {
	case ms < 10:
		return fmt.Sprintf("%.1f ms", ms)
	case ms < 10_000:
		return thousands(int64(ms+0.5)) + " ms"
	}
	return fmt.Sprintf("%.1f s", ms/1000)
}

func thousands(n int64) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

func size(bytes int64) string {
	if bytes < 1e6 {
		return fmt.Sprintf("%d kB", bytes/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

func ratio(a, b time.Duration) string { return fmt.Sprintf("%.2f", float64(a)/float64(b)) }

// printPeers prints what each contender took, and how often as much as wiregen
// took for the same language.
func printPeers(w io.Writer, results []*result, r race) {
	rows := []row{{"", "CPU, min / median", "×", "wall, min / median", "×", "memory", "output", "lines", "runs"}}
	base := map[string]*result{}
	for _, res := range results {
		if res.base && !res.late {
			base[res.language] = res
		}
	}
	var notes []string
	for _, res := range results {
		if res.late {
			rows = append(rows, row{res.name, "", "", "> " + r.timeout.String(), "", "", "", "", ""})
			continue
		}
		cpus, walls := spreadOf(res.runs, cpu), spreadOf(res.runs, wall)
		timesCPU, timesWall := "", ""
		if b := base[res.language]; b != nil {
			timesCPU = ratio(cpus.least, spreadOf(b.runs, cpu).least)
			timesWall = ratio(walls.least, spreadOf(b.runs, wall).least)
		}
		rows = append(rows, row{res.name, cpus.cell(), timesCPU, walls.cell(), timesWall, peak(res.runs),
			size(res.made.bytes), thousands(res.made.lines), fmt.Sprint(len(res.runs))})
		if without := res.made.without(r.protocol); without != "" {
			notes = append(notes, fmt.Sprintf("%s does not declare %s.", res.name, without))
		}
	}
	table(w, rows...)
	if len(notes) > 0 {
		fmt.Fprintf(w, "\n%s\n", strings.Join(notes, " "))
	}
}
