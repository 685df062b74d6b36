// Lines prints the traffic of package corpus for benchmarks in other languages: one JSON
// object per line, with the kind of a message and the message.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"log"
	"os"

	"github.com/wiregen/wiregen/bench/corpus"
)

func main() {
	size := flag.Int("size", 2<<20, "the least size of all messages, in bytes")
	seed := flag.Uint64("seed", 1, "the seed of the messages")
	flag.Parse()
	out := bufio.NewWriter(os.Stdout)
	w := json.NewEncoder(out)
	w.SetEscapeHTML(false)
	for _, m := range corpus.Traffic(*seed, *size) {
		if err := w.Encode(map[string]string{"kind": string(m.Kind), "line": string(m.Line)}); err != nil {
			log.Fatal(err)
		}
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}
