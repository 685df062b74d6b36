// Package dist has tests of what make dist makes: they install it, as those who have no Go do.
package dist
