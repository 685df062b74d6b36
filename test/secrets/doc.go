// Package secrets is for tests: values that a spec marks as sensitive go through everything that
// prints, and none may be found in the output. Not looked at are the wire, recordings and
// journals, which hold everything, and lines that are not JSON.
package secrets
