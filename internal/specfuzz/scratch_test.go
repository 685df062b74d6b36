package specfuzz

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"testing"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/gogen"
	"github.com/wiregen/wiregen/internal/schemagen"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/tsgen"
)

func TestScratch(t *testing.T) {
	n := 300
	if s := os.Getenv("N"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	hostile := 0.3
	if s := os.Getenv("H"); s != "" {
		hostile, _ = strconv.ParseFloat(s, 64)
	}
	codes, example := map[string]int{}, map[string]string{}
	ok := 0
	size := 0
	for seed := range uint64(n) {
		avoid := map[string]bool{}
		for _, a := range Avoids() {
			avoid[a.Name] = true
		}
		text := New(seed, Options{Hostile: hostile, Avoid: avoid}).YAML()
		if os.Getenv("SEED") == fmt.Sprint(seed) {
			fmt.Println(text)
		}
		func() {
			defer func() {
				if v := recover(); v != nil {
					fmt.Println("PANIC", seed, v)
				}
			}()
			p, r := compile.Check(source.NewFile("spec.yaml", []byte(text)), nil)
			good := p != nil && r.OK()
			if good {
				for _, b := range []backend.Backend{gogen.New(), tsgen.New(), schemagen.New()} {
					b.Plan(p, backend.Common{Folder: "demo"}, r)
				}
				good = r.OK()
			}
			if good {
				ok++
				size += len(text)
				return
			}
			seen := map[string]bool{}
			for _, d := range r.All() {
				if d.Severity != diag.Error || seen[d.Code.ID] {
					continue
				}
				seen[d.Code.ID] = true
				codes[d.Code.ID]++
				pos := d.Span.File.Position(d.Span.Start)
				if example[d.Code.ID] == "" || codes[d.Code.ID] < 40 {
					example[d.Code.ID] += fmt.Sprintf("\n\t%d:%d:%d %s", seed, pos.Line, pos.Column, d.Message)
				}
			}
		}()
	}
	var keys []string
	for k := range codes {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return codes[keys[i]] > codes[keys[j]] })
	for _, k := range keys {
		fmt.Println(codes[k], k, example[k])
	}
	fmt.Println("accepted", ok, "of", n, "mean size", size/max(1, ok))
}
