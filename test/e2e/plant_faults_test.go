package e2e

// sourceFaults are conditions that forget one combination. What was tried and
// does not stand here, some spec of this repository shows, or it changes
// nothing that a user would see.
var sourceFaults = []sourceFault{
	{"presence", "lower", "internal/protocol/lower/field.go", "	case f.NullIsAbsent:", "	case f.NullIsAbsent && len(f.FormerNames) == 0:",
		"null_is_absent, of a field with an older name"},
	{"presence", "lower", "internal/protocol/lower/field.go", "f.WriteRequired && row.Write == WriteSet", "f.WriteRequired && row.Write == WriteSet && len(f.FormerNames) == 0",
		"write: required, of a field with an older name"},
	{"presence", "go", "internal/target/gogen/table.go", `w.flag("NullIsAbsent", f.Null == lower.NullAsAbsent)`, `w.flag("NullIsAbsent", f.Null == lower.NullAsAbsent && len(f.FormerNames) == 0)`,
		"null_is_absent, of a field with an older name, in the plain reader"},
	{"presence", "ts", "internal/target/tsgen/struct.go", `flag("nullIsAbsent", f.Null == lower.NullAsAbsent)`, `flag("nullIsAbsent", f.Null == lower.NullAsAbsent && len(f.FormerNames) == 0)`,
		"null_is_absent, of a field with an older name"},
	{"presence", "schema", "internal/target/schemagen/struct.go", "	if f.Absent == lower.AbsentRefused {", "	if f.Absent == lower.AbsentRefused && f.Null == lower.NullRefused {",
		"a required T | null with an older name"},
	{"presence", "schema", "internal/target/schemagen/struct.go", "if f.AlwaysWritten() {", "if f.AlwaysWritten() && !(f.MustSet && len(f.FormerNames) > 0) {",
		"write: required, of a field with an older name"},

	{"defaults", "lower", "internal/protocol/lower/field.go", "case f.OmitDefault:", "case f.OmitDefault && len(f.FormerNames) == 0:",
		"omit_default, of a field with an older name"},
	{"defaults", "ts", "internal/target/tsgen/struct.go", "	if f.Write == lower.WriteNotDefault {", "	if f.Write == lower.WriteNotDefault && len(f.FormerNames) == 0 {",
		"omit_default, of a field with an older name"},
	{"defaults", "schema", "internal/target/schemagen/struct.go", "	switch {\n	case o.side == write:\n", "	switch {\n	case o.side == write && f.Write == lower.WriteNotDefault && len(f.FormerNames) > 0:\n		o.required = append(o.required, f.Name)\n	case o.side == write:\n",
		"omit_default, of a field with an older name"},

	{"JSON kinds", "ts", "internal/target/tsgen/union.go", "range kindNames(c.Kinds) {", "range kindNames(c.Kinds)[:1] {",
		"a variant by kind that has several kinds"},
	{"JSON kinds", "schema", "internal/target/schemagen/kind.go", `sub("if", anyOf(of))`, `sub("if", of[0])`,
		"a variant by kind that has several kinds"},

	{"tags", "lower", "internal/protocol/lower/union.go", "Implied: tag.Union.Default == tag.Variant,", "Implied: tag.Union.Default == tag.Variant && tag.Outer == nil,",
		"the default variant of a union within another"},
	{"tags", "go", "internal/target/gogen/table.go", `w.flag("Optional", t.Implied)`, `w.flag("Optional", t.Implied && t.Of.Outer == nil)`,
		"the default variant of a union within another"},
	{"tags", "ts", "internal/target/tsgen/union_tag.go", `o.flag("optional", t.Implied)`, `o.flag("optional", t.Implied && t.Of.Outer == nil)`,
		"the default variant of a union within another"},
	{"tags", "schema", "internal/target/schemagen/struct.go", "		if !t.Implied {\n", "		if !t.Implied || t.Of.Outer != nil {\n",
		"the default variant of a union within another"},

	{"unions", "lower", "internal/protocol/lower/union.go", "if row.Unknown == UnknownKept {", "if row.Unknown == UnknownKept && (u.Outer == nil || u.Outer.Outer == nil) {",
		"an undeclared variant three levels deep"},
	{"unions", "go", "internal/target/gogen/table.go", "	if len(u.Around) > 0 {", "	if len(u.Around) == 1 {",
		"an undeclared variant three levels deep"},
	{"unions", "ts", "internal/target/tsgen/union_tag.go", "	if len(u.Around) > 0 {", "	if len(u.Around) == 1 {",
		"an undeclared variant three levels deep"},
	{"unions", "schema", "internal/target/schemagen/union_tagged.go", "		o.addTags(u.Around)", "		if len(u.Around) < 2 {\n			o.addTags(u.Around)\n		}",
		"an undeclared variant three levels deep"},

	{"messages", "go", "internal/target/gogen/message.go", `name == "UnknownMessage" && order[0] == "id" || `, ``,
		"the id first in the order of members"},
	{"messages", "go", "internal/target/gogen/message.go", "sh.constant() && !m.optional()\n", "sh.constant()\n",
		"optional params that are always {}"},
	{"messages", "ts", "internal/target/tsgen/message_guard.go", `call += " || v.id === undefined"`, `call += " || v.id !== undefined"`,
		"a notification with a result, where it comes before a response"},

	{"integer ranges", "lower", "internal/protocol/lower/limit.go", "Limit{Of: OfNumber, Min: l.Min,", "Limit{Of: OfNumber, Min: map[bool]*float64{true: l.Min}[l.Min == nil || *l.Min >= -1],",
		"a lower bound below -1"},
	{"integer ranges", "go", "internal/target/gogen/limits.go", "	case l.Min != nil:", "	case l.Min != nil && *l.Min >= -1:",
		"a lower bound below -1"},
	{"integer ranges", "ts", "internal/target/tsgen/limits.go", "	if low != \"\" {\n", "	if low != \"\" && (low[0] != '-' || low == \"-1\") {\n",
		"a lower bound below -1, in guards"},
	{"integer ranges", "schema", "internal/target/schemagen/limits.go", "		if l.Min != nil {", "		if l.Min != nil && *l.Min >= -1 {",
		"a lower bound below -1"},
	{"error words", "lower", "internal/protocol/lower/limit.go", "ok && !s.Kind.Info().Integer {", "ok && (!s.Kind.Info().Integer || l.Min != nil && *l.Min < -1) {",
		"the noun of an integer with a lower bound below -1"},
	{"error words", "ts", "internal/target/tsgen/limits.go", `cmp.Or(low, "-Infinity"), cmp.Or(high, "Infinity"), quote(l.Words)`, `cmp.Or(low, "-Infinity"), cmp.Or(high, "Infinity"), quote(strings.Replace(l.Words, "least -", "least ", 1))`,
		"the sign of a lower bound without an upper one"},

	{"texts", "ts", "internal/target/tsgen/limits.go", "return []string{docText(note)}", "return []string{note}",
		"a pattern with the end of a comment in it"},
}
