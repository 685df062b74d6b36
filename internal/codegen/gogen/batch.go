package gogen

// declareBatch emits the type of several messages.
func (p messages) declareBatch(f *file) {
	doc := "Batch is a batch: several messages in one array."
	if p.rows.Dialect.Batch.UniqueIDs {
		doc += " Its requests must have distinct ids."
	}
	f.document(doc, "type Batch []Message")
}

// emitBatchReader emits DecodeBatch.
func (p messages) emitBatchReader(f *file) {
	f.declare(`
		// DecodeBatch decodes a batch.
		func DecodeBatch(line []byte) (Batch, error) { return codec.Decode(line, &table, typeBatch, decodeBatch) }

		func decodeBatch(d *codec.Decoder) Batch {
			v := Batch{}
			for d.BeginArray(); d.NextItem(); {
				v = append(v, decodeMessage(d))
			}
			d.Batch(&table, len(v), v.request)
			return v
		}`)
	if p.rows.TolerantMessages() {
		f.declare(`
			// DecodeBatchReport is like DecodeBatch, and calls report with each value that it skips.
			func DecodeBatchReport(line []byte, report func(path, words string)) (Batch, error) {
				return codec.DecodeReport(line, &table, typeBatch, decodeBatch, report)
			}`)
	}
	requests := cases(func(g *stmts) {
		for _, m := range p.messages() {
			if !m.notifies() {
				g.put("case *$1:\n\treturn m.ID", m.name)
			}
		}
		g.put("case *UnknownMessage:\n\treturn m.ID")
	})
	f.declare(`
		// request returns the id of message i, or the zero ID if it is not a request.
		func (v Batch) request(i int) wirert.ID {
			switch m := v[i].(type) $1
			return wirert.ID{}
		}`, requests)
}

// emitBatchWriter emits AppendBatch.
func (p messages) emitBatchWriter(f *file) {
	writer(p).publicAppend(f, nil, "Batch", "Batch")
	f.declare(`
		// AppendJSON appends the messages as an array.
		func (v Batch) AppendJSON(dst []byte) []byte { return codec.AppendList(dst, v, AppendMessage) }`)
}

// emitBatchCheck emits CheckBatch.
func (p messages) emitBatchCheck(f *file) {
	f.declare(`
		// CheckBatch returns an error if v must not be written.
		func CheckBatch(v Batch) error {
			for i, m := range v {
				if err := CheckMessage(m); err != nil {
					return codec.AtIndex(i, err)
				}
			}
			return table.CheckBatch(len(v), v.request)
		}`)
}
