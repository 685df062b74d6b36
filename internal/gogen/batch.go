package gogen

import "github.com/dave/jennifer/jen"

// declareBatch gives the type of several messages.
func (p *plan) declareBatch(f *jen.File) {
	doc := "Batch is several messages in one array."
	if p.rows.Dialect.Batch.UniqueIDs {
		doc += " No two of its requests have the same id."
	}
	docLines(f, doc)
	declare(f, "type Batch []Message")
}

// emitBatchReader gives DecodeBatch.
func (p *plan) emitBatchReader(f *jen.File) {
	declare(f, `
		// DecodeBatch reads several messages in one array.
		func DecodeBatch(line []byte) (Batch, error) { return wirert.Decode(line, &table, typeBatch, decodeBatch) }

		func decodeBatch(d *wirert.Decoder) Batch {
			v := Batch{}
			for d.BeginArray(); d.NextItem(); {
				v = append(v, decodeMessage(d))
			}
			d.Batch(&table, len(v), v.request)
			return v
		}`)
	var requests []jen.Code
	for _, m := range p.messages() {
		if !m.notifies() {
			requests = append(requests, src("case *$1: return m.ID", m.name))
		}
	}
	declare(f, `
		// request is the id of the message i, if it is a request.
		func (v Batch) request(i int) wirert.ID {
			switch m := v[i].(type) $1
			return wirert.ID{}
		}`, jen.Block(append(requests, src("case *UnknownMessage: return m.ID"))...))
}

// emitBatchWriter gives AppendBatch.
func (p *plan) emitBatchWriter(f *jen.File) {
	p.publicAppend(f, nil, "Batch", "Batch")
	declare(f, `
		// AppendJSON appends the array of all messages.
		func (v Batch) AppendJSON(dst []byte) []byte { return wirert.AppendList(dst, v, AppendMessage) }`)
}

// emitBatchCheck gives CheckBatch.
func (p *plan) emitBatchCheck(f *jen.File) {
	declare(f, `
		// CheckBatch reports whether v may be written.
		func CheckBatch(v Batch) error {
			for i, m := range v {
				if err := CheckMessage(m); err != nil {
					return wirert.AtIndex(i, err)
				}
			}
			return table.CheckBatch(len(v), v.request)
		}`)
}
