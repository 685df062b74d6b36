package sample

import "github.com/wiregen/wiregen/wirert"

// CheckUsage tells whether v may be written.
func CheckUsage(v *Usage) error {
	if v == nil {
		return table.Missing(typeUsage)
	}
	if err := wirert.CheckInt(v.Input); err != nil {
		return wirert.At("input", err)
	}
	if err := wirert.CheckInt(v.Output); err != nil {
		return wirert.At("output", err)
	}
	if err := wirert.CheckInt(v.CacheRead); err != nil {
		return wirert.At("cache_read", err)
	}
	return nil
}

// CheckStatus tells whether v may be written.
func CheckStatus(v *Status) error {
	if v == nil {
		return table.Missing(typeStatus)
	}
	if v.Share != nil {
		if err := wirert.CheckFloat(*v.Share); err != nil {
			return wirert.At("share", err)
		}
	}
	if v.Tokens != nil {
		if err := wirert.CheckInt(*v.Tokens); err != nil {
			return wirert.At("tokens", err)
		}
	}
	if v.Usage != nil {
		if err := CheckUsage(v.Usage); err != nil {
			return wirert.At("usage", err)
		}
	}
	return nil
}

// CheckImage tells whether v may be written.
func CheckImage(v *Image) error {
	if v == nil {
		return table.Missing(typeImage)
	}
	return nil
}

// CheckPart tells whether v may be written.
func CheckPart(v Part) error {
	switch v := v.(type) {
	case *TextPart:
		return CheckTextPart(v)
	case *ThinkPart:
		return CheckThinkPart(v)
	case *ImageURLPart:
		return CheckImageURLPart(v)
	case *UnknownPart:
		if v != nil {
			return table.CheckUnknown(typePart, v.Tag, v.Raw, 0)
		}
	}
	return table.Missing(typePart)
}

// CheckTextPart tells whether v may be written.
func CheckTextPart(v *TextPart) error {
	if v == nil {
		return table.Missing(typeTextPart)
	}
	return nil
}

// CheckThinkPart tells whether v may be written.
func CheckThinkPart(v *ThinkPart) error {
	if v == nil {
		return table.Missing(typeThinkPart)
	}
	return nil
}

// CheckImageURLPart tells whether v may be written.
func CheckImageURLPart(v *ImageURLPart) error {
	if v == nil {
		return table.Missing(typeImageURLPart)
	}
	if err := CheckImage(&v.ImageURL); err != nil {
		return wirert.At("image_url", err)
	}
	return nil
}

// CheckInput tells whether v may be written.
func CheckInput(v Input) error {
	switch v := v.(type) {
	case InputString:
		return nil
	case InputList:
		for i, item := range v {
			if err := CheckPart(item); err != nil {
				return wirert.AtIndex(i, err)
			}
		}
		return nil
	}
	return table.Missing(typeInput)
}

// CheckBegin tells whether v may be written.
func CheckBegin(v *Begin) error {
	if v == nil {
		return table.Missing(typeBegin)
	}
	if err := CheckInput(v.Input); err != nil {
		return wirert.At("input", err)
	}
	return nil
}

// CheckEnd tells whether v may be written.
func CheckEnd(v *End) error {
	if v == nil {
		return table.Missing(typeEnd)
	}
	return nil
}

// CheckNested tells whether v may be written.
func CheckNested(v *Nested) error {
	if v == nil {
		return table.Missing(typeNested)
	}
	if err := CheckEvent(v.Event); err != nil {
		return wirert.At("event", err)
	}
	return nil
}

// CheckAnswer tells whether v may be written.
func CheckAnswer(v *Answer) error {
	if v == nil {
		return table.Missing(typeAnswer)
	}
	if !v.Mood.Known() {
		return wirert.At("mood", table.Undeclared(typeMood, string(v.Mood)))
	}
	return nil
}

// CheckAsk tells whether v may be written.
func CheckAsk(v *Ask) error {
	if v == nil {
		return table.Missing(typeAsk)
	}
	for i, item := range v.Parts {
		if err := CheckPart(item); err != nil {
			return wirert.At("parts", wirert.AtIndex(i, err))
		}
	}
	return nil
}

// MarshalJSON writes v, which CheckStatus must accept.
func (v Status) MarshalJSON() ([]byte, error) { return wirert.Marshal(&v, CheckStatus(&v)) }

// UnmarshalJSON reads v.
func (v *Status) UnmarshalJSON(data []byte) error { return wirert.Unmarshal(data, v, DecodeStatus) }

// MarshalJSON writes v, which CheckNested must accept.
func (v Nested) MarshalJSON() ([]byte, error) { return wirert.Marshal(&v, CheckNested(&v)) }

// UnmarshalJSON reads v.
func (v *Nested) UnmarshalJSON(data []byte) error { return wirert.Unmarshal(data, v, DecodeNested) }

// MarshalJSON writes v with its tag.
func (v TextPart) MarshalJSON() ([]byte, error) { return wirert.Marshal(&v, CheckTextPart(&v)) }

// UnmarshalJSON reads v with its tag.
func (v *TextPart) UnmarshalJSON(data []byte) error {
	return wirert.Unmarshal(data, v, DecodeTextPart)
}

// MarshalJSON writes the Part, which CheckPart must accept.
func (v PartValue) MarshalJSON() ([]byte, error) { return wirert.Marshal(v.Part, CheckPart(v.Part)) }

// UnmarshalJSON reads a Part.
func (v *PartValue) UnmarshalJSON(data []byte) error {
	return wirert.UnmarshalUnion(data, &v.Part, DecodePart)
}
