//go:build !unix

package measure

import "time"

var start = time.Now()

// cpuTime is wall time where the system does not tell that of the CPU by this call.
func cpuTime() time.Duration { return time.Since(start) }
