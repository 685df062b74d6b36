package specfuzz

// An Avoided is a fault that is known and not yet repaired. Specs that show it
// are not made, so that what else is wrong comes to light. Whoever repairs the
// fault removes its row, and the places that ask about it.
type Avoided struct{ Name, Shows string }

// Avoids are all known faults.
func Avoids() []Avoided {
	return []Avoided{
		{"patch-write-null", "patch with write_absent: null writes broken JSON"},
		{"patch-in-default", "a default of a struct that gives a number to a patch does not compile in Go"},
		{"patch-recursive", "a patch of a struct that leads back to itself does not compile in Go"},
		{"tuple-recursive", "a tuple that may hold itself lets one message kill a Go process"},
		{"adjacent-recursive", "a union with integers or booleans for tags and a content that holds it lets one message kill a Go process"},
		{"nullable-default", "a default of T | null does not compile in Go, or is read as null"},
		{"nullable-empty-payload", "a variant that carries empty | null does not compile in Go"},
		{"bytes-omit-default", "bytes with a default that is left out lose an empty value in Go"},
		{"any-omit-default", "any and object with a default that is left out do not compile in Go"},
		{"struct-omit-default", "a struct without fields whose default {} is left out crashes generate"},
		{"all-variants-unions", "a tagged union all of whose variants are unions does not compile in Go"},
		{"external-without-bodies", "an external union without any body does not pass go vet"},
		{"doc-go-build", "a doc with go:build in it does not pass go test"},
		{"pattern-javascript", "patterns that JavaScript refuses or reads in another way"},
		{"pattern-unsatisfiable", "a pattern and a length that no text fits crash sample"},
		{"unicode-message", "a message with a letter in its name that is no ASCII breaks CommonJS"},
		{"endless-list", "a list of itself that cannot be empty crashes check"},
		{"batch-without-methods", "a batch of no methods crashes sample"},
		{"members-omit-default", "a member of the shell that leaves out its default is written by the model"},
		{"was-unfit", "the path of an unfit value under an older name is the older one in vectors"},
		{"jsonrpc-never-written", "a reader asks for jsonrpc, and no writer writes it"},
		{"null-is-absent-miss", "null for null_is_absent is taken for a near miss"},
		{"ordered-open-enum", "what an open enum in a union by order keeps, the write schema refuses and the model takes for declared"},
		{"ordered-chain", "unions by order within each other are read in a time that doubles with each"},
		{"proto-key", "ajv, strict, refuses a schema that requires __proto__"},
	}
}
