//go:build linux

package peers

import (
	"flag"
	"sync"
	"testing"
	"time"

	"github.com/wiregen/wiregen/test/tier"
)

var (
	atOnce = flag.Int("peers.parallel", 16, "how many scripts are played at once")
	over   = flag.Int("peers.over", tier.Count(3, len(transports)), "over how many transports a script is played in each language: others for each script")
	within = flag.Duration("peers.within", time.Minute, "how long a step may take that does not say it")
)

// TestScripts plays every script against an end in each language, over the transports that can
// show it. Most of the time of a script is spent waiting, so that many are played at once.
func TestScripts(t *testing.T) {
	prepare(t)
	work := make(chan *run)
	var all sync.WaitGroup
	for range *atOnce {
		all.Go(func() {
			for r := range work {
				t.Run(r.name+"/"+r.String(), func(t *testing.T) { newPlayer(t, r).play() })
			}
		})
	}
	for i, s := range scripts(t) {
		for _, lang := range s.langs {
			runs := s.runs(lang)
			for k := range min(len(runs), *over) {
				work <- runs[(i+k)%len(runs)]
			}
		}
	}
	close(work)
	all.Wait()
}
