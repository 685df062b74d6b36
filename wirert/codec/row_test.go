package codec

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

type level string

type inner struct{ Name string }

// A brand is a string of a type that the row does not know.
type brand string

// An either is a union: a string or an integer.
type either interface{ either() }

type (
	eitherText  string
	eitherCount int64
)

func (eitherText) either()  {}
func (eitherCount) either() {}

type codeEither struct{}

func (*codeEither) ReadAt(d *Decoder, at Addr) {
	if d.Kind() == KindString {
		*As[either](at) = eitherText(d.String())
	} else {
		*As[either](at) = eitherCount(d.Int())
	}
}

func (*codeEither) AppendAt(dst []byte, at Addr) []byte {
	switch v := (*As[either](at)).(type) {
	case eitherText:
		return AppendString(dst, string(v))
	case eitherCount:
		return AppendInt(dst, int64(v))
	}
	return AppendNull(dst)
}

func (*codeEither) CheckAt(at Addr, _ int) error {
	if v, ok := (*As[either](at)).(eitherCount); ok {
		return CheckInt(int64(v))
	}
	return nil
}

func (*codeEither) IsNilAt(at Addr) bool { return *As[either](at) == nil }

// A mixed has unions only.
type mixed struct {
	One  either
	List []either
	May  either
}

// A rowed has a field of every kind that a struct with nothing but a row may have.
type rowed struct {
	Text    string
	Flag    bool
	Count   int64
	Ratio   float64
	Small   int32
	Natural uint32
	Whole   uint64
	Wide    int64
	Large   uint64
	Digits  int64
	Numeral uint64
	Data    []byte
	Key     string
	Any     Raw
	Object  Raw
	Level   level
	Code    int64
	Inner   inner
	Names   []string
	Levels  []level
	Inners  []inner
	Grid    [][]int64
	Brands  []brand
	Either  either
	Mixed   []either
	MayText *string
	MayFlag *bool
	MayInt  *int64
	MayReal *float64
	MaySize *uint32
	MayCode *int64
	MayEnum *level
	MayIn   *inner
	MayList []string
	MayAny  Raw
	MayMix  either
	MayName *brand
	NullInt *int64
}

const (
	typeRowed TypeID = iota
	typeInner
	typeLevel
	typeCode
	listOfString
	listOfLevel
	listOfInner
	listOfInt
	listOfGrid
	typeEither
	listOfEither
	typeMixed
)

func rowTable() *Table {
	return &Table{Types: []Type{
		typeRowed: {Name: "Rowed", Go: "rowed", Tag: "type", Values: []string{"rowed", "old"}, Fields: []Field{
			{Name: "text", Type: String},
			{Name: "flag", Type: Bool},
			{Name: "count", Type: Int},
			{Name: "ratio", Type: Float},
			{Name: "small", Type: Int32},
			{Name: "natural", Type: Uint32},
			{Name: "whole", Type: Uint},
			{Name: "wide", Type: Int64},
			{Name: "large", Type: Uint64},
			{Name: "digits", Type: Int64Text},
			{Name: "numeral", Type: Uint64Text},
			{Name: "data", Type: Bytes},
			{Name: "key", Type: UUID},
			{Name: "any", Type: Any},
			{Name: "object", Type: Object},
			{Name: "level", Type: typeLevel},
			{Name: "code", Type: typeCode},
			{Name: "inner", Type: typeInner},
			{Name: "names", Type: listOfString},
			{Name: "levels", Type: listOfLevel},
			{Name: "inners", Type: listOfInner},
			{Name: "grid", Type: listOfGrid},
			{Name: "brands", Type: listOfString},
			{Name: "either", Type: typeEither},
			{Name: "mixed", Type: listOfEither},
			{Name: "may text", Type: String, Optional: true},
			{Name: "may_flag", Type: Bool, Optional: true},
			{Name: "may_int", Type: Int, Optional: true},
			{Name: "may_real", Type: Float, Optional: true},
			{Name: "may_size", Type: Uint32, Optional: true},
			{Name: "may_code", Type: typeCode, Optional: true},
			{Name: "may_enum", Type: typeLevel, Optional: true},
			{Name: "may_in", Type: typeInner | OrNull, Optional: true, Always: true},
			{Name: "may_list", Type: listOfString, Optional: true},
			{Name: "may_any", Type: Any, Optional: true},
			{Name: "may_mix", Type: typeEither, Optional: true},
			{Name: "may_name", Type: String, Optional: true},
			{Name: "null\"int", Type: Int | OrNull},
		}},
		typeInner:    {Name: "inner", Fields: []Field{{Name: "name", Type: String}}},
		typeLevel:    {Name: "Level", Form: Enum, Values: []string{"low", "high"}},
		typeCode:     {Name: "Code", Form: Enum, Numbers: []int64{1, 2}},
		listOfString: {Form: List, Elem: String},
		listOfLevel:  {Form: List, Elem: typeLevel},
		listOfInner:  {Form: List, Elem: typeInner},
		listOfInt:    {Form: List, Elem: Int},
		listOfGrid:   {Form: List, Elem: listOfInt},
		typeEither: {
			Name: "Either", Form: ByKind, Kinds: 1<<KindString | 1<<KindNumber, Expected: []string{"a string", "an integer"},
			Arms: []TypeID{String, Int}, Code: (*codeEither)(nil),
		},
		listOfEither: {Form: List, Elem: typeEither},
		typeMixed: {Name: "mixed", Fields: []Field{
			{Name: "one", Type: typeEither},
			{Name: "list", Type: listOfEither},
			{Name: "may", Type: typeEither, Optional: true},
		}},
	}}
}

const rowedText = `{"type":"rowed","text":"a\"b","flag":true,"count":-7,"ratio":0.5,"small":-1,"natural":2,"whole":3,"wide":9223372036854775807,` +
	`"large":18446744073709551615,"digits":"-5","numeral":"6","data":"aGk=","key":"00000000-0000-0000-0000-000000000001","any":[1,{"x":null}],` +
	`"object":{"y":2},"level":"high","code":2,"inner":{"name":"n"},"names":["a","b"],"levels":["low","high"],"inners":[{"name":"p"},{"name":"q"}],` +
	`"grid":[[1,2],[]],"brands":["x","y"],"either":"e","mixed":[1,"f"],"may text":"t","may_flag":false,"may_int":8,"may_real":1.5,"may_size":9,"may_code":1,"may_enum":"low","may_in":{"name":"m"},` +
	`"may_list":[],"may_any":"z","may_mix":5,"may_name":"b","null\"int":4}`

// TestRow reads, checks and writes a struct that has nothing but a row.
func TestRow(t *testing.T) {
	table := rowTable()
	read := func(text string) (*rowed, error) {
		return Read([]byte(text), table, new(rowed))
	}
	least := strings.Replace(rowedText[:strings.Index(rowedText, `,"may text"`)]+`,"may_in":null,"null\"int":null}`, "[[1,2],[]]", "[]", 1)
	for _, text := range []string{rowedText, least} {
		v, err := read(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := table.CheckRow(v); err != nil {
			t.Error(err)
		}
		if got := string(table.AppendRow(nil, v)); got != text {
			t.Errorf("written as\n%s, not as\n%s", got, text)
		}
	}
	// Keys in another order, with escapes and spaces, an older tag, twice the same key.
	odd := `{ "flag":false,"text":"x","t\u0079pe":"old",` + rowedText[strings.Index(rowedText, `"text"`):]
	v, err := read(odd)
	if err != nil || v.Text != `a"b` || !v.Flag {
		t.Errorf("%+v, %v", v, err)
	}
	if got := string(table.AppendRow(nil, v)); got != rowedText {
		t.Errorf("written as %s", got)
	}
	for _, c := range [][3]string{
		{`"level":"high"`, `"level":"x"`, `level: expected one of "low", "high", found the string "x"`},
		{`"code":2`, `"code":3`, `code: expected one of 1, 2, found the number 3`},
		{`"grid":[[1,2]`, `"grid":[[1,""]`, `grid[0][1]: expected an integer, found the string ""`},
		{`{"name":"q"}`, `{}`, `inners[1].name is missing: expected a string`},
		{`"may_int":8`, `"may_int":null`, `may_int: expected an integer, found null`},
	} {
		if _, err := read(strings.Replace(rowedText, c[0], c[1], 1)); err == nil || err.Error() != c[2] {
			t.Errorf("%s: %v, not %s", c[1], err, c[2])
		}
	}
}

// TestRowRefuses checks values of Go that must not be written.
func TestRowRefuses(t *testing.T) {
	table := rowTable()
	for want, spoil := range map[string]func(*rowed){
		"level":     func(v *rowed) { v.Level = "x" },
		"code":      func(v *rowed) { v.Code = 0 },
		"count":     func(v *rowed) { v.Count = 1 << 60 },
		"whole":     func(v *rowed) { v.Whole = 1 << 60 },
		"key":       func(v *rowed) { v.Key = "x" },
		"any":       func(v *rowed) { v.Any = Raw("[") },
		"object":    func(v *rowed) { v.Object = Raw("1") },
		"levels[1]": func(v *rowed) { v.Levels[1] = "x" },
		"mixed[0]":  func(v *rowed) { v.Mixed[0] = eitherCount(1 << 60) },
		"may_int":   func(v *rowed) { *v.MayInt = 1 << 60 },
		"may_enum":  func(v *rowed) { *v.MayEnum = "" },
		"nesting": func(v *rowed) {
			v.MayAny = Raw(strings.Repeat("[", DefaultMaxDepth) + strings.Repeat("]", DefaultMaxDepth))
		},
	} {
		v := new(rowed)
		if _, err := Read([]byte(rowedText), table, v); err != nil {
			t.Fatal(err)
		}
		spoil(v)
		if err := table.CheckRow(v); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
		if _, err := table.MarshalRow(v); err == nil {
			t.Errorf("%s: no error", want)
		}
	}
	if err := table.CheckRow((*rowed)(nil)); err == nil {
		t.Error("nil may be written")
	}
	if got := string(table.AppendRow(nil, (*rowed)(nil))); got != "null" {
		t.Errorf("nil is written as %s", got)
	}
}

// TestRowAtOnce uses a table for the first time in several goroutines.
func TestRowAtOnce(t *testing.T) {
	table := rowTable()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			v := new(rowed)
			if _, err := Read([]byte(rowedText), table, v); err != nil {
				t.Error(err)
			}
			if got := string(table.AppendRow(nil, v)); got != rowedText {
				t.Error(got)
			}
		})
	}
	all.Wait()
}

// A branch holds others of its type.
type branch struct {
	Name  string
	Items []branch
	Only  *branch
}

// TestRowRecursive reads, checks and writes a struct that holds itself, up to the depth that
// readers accept, and beyond.
func TestRowRecursive(t *testing.T) {
	table := &Table{Types: []Type{
		{Name: "branch", Height: 2, Fields: []Field{{Name: "name", Type: String}, {Name: "items", Type: 1}, {Name: "only", Type: 0, Optional: true}}},
		{Form: List, Elem: 0},
	}}
	const leaf = `{"name":"","items":[]}`
	for _, nest := range []struct {
		before, after string
		levels        int
	}{{`{"name":"x","items":[`, `]}`, 2}, {`{"name":"x","items":[],"only":`, `}`, 1}} {
		for more := range 3 {
			n := (DefaultMaxDepth-2)/nest.levels + more - 1 // the leaf has two levels
			text := strings.Repeat(nest.before, n) + leaf + strings.Repeat(nest.after, n)
			fits := n*nest.levels+2 <= DefaultMaxDepth
			v, err := Read([]byte(text), table, new(branch))
			if (err == nil) != fits {
				t.Errorf("%d levels of %s: %v", n, nest.before, err)
			}
			if err != nil {
				continue
			}
			if err := table.CheckRow(v); err != nil {
				t.Error(err)
			}
			if got := string(table.AppendRow(nil, v)); got != text {
				t.Errorf("written as %.200s", got)
			}
			outer := &branch{Items: []branch{*v}, Only: v}
			var e *Error
			if err := table.CheckRow(outer); n*nest.levels+2 == DefaultMaxDepth && (!errors.As(err, &e) || e.Code != CodeDepth) {
				t.Errorf("one level more: %v", err)
			}
		}
	}
	cyclic := &branch{Items: []branch{}}
	cyclic.Only = cyclic
	var e *Error
	if err := table.CheckRow(cyclic); !errors.As(err, &e) || e.Code != CodeDepth {
		t.Errorf("a cyclic value: %v", err)
	}
	defer func() {
		if e, ok := recover().(*Error); !ok || e.Code != CodeDepth {
			t.Errorf("a cyclic value is written: %v", e)
		}
	}()
	table.AppendRow(nil, cyclic)
}

// TestGoTypes notes many types, some of which have the same slot: there are few more slots than types.
func TestGoTypes(t *testing.T) {
	const n = 100
	types := newGoTypes(n / 2)
	key := func(i int) reflect.Type { return reflect.ArrayOf(i, reflect.TypeFor[byte]()) }
	for i := range n {
		if types.find(reflect.ValueOf(key(i)).Pointer()) != nil {
			t.Fatal("it is noted before")
		}
		g := types.add(&goType{typ: key(i), id: TypeID(i)})
		if again := types.add(&goType{typ: key(i)}); again != g {
			t.Error("it is noted twice")
		}
	}
	for i := range n {
		if g := types.find(reflect.ValueOf(key(i)).Pointer()); g == nil || g.id != TypeID(i) {
			t.Errorf("%d: %v", i, g)
		}
	}
}

// TestEnumRow checks values of an enum with few values, and of one with many.
func TestEnumRow(t *testing.T) {
	many := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}
	table := &Table{Types: []Type{{Name: "Few", Form: Enum, Values: many[:2]}, {Name: "Many", Form: Enum, Values: many}, {Name: "Open", Form: Enum, Values: many, Open: true}}}
	for id, values := range [][]string{many[:2], many, many} {
		for _, v := range append([]string{"", "k", "aa"}, many...) {
			known := slices.Contains(values, v)
			if got := table.Known(TypeID(id), v); got != known {
				t.Errorf("%d: Known(%q) is %t", id, v, got)
			}
			if err := table.CheckEnum(TypeID(id), v); (err == nil) != (known || id == 2) {
				t.Errorf("%d: CheckEnum(%q) is %v", id, v, err)
			}
			read, err := Decode(AppendString(nil, v), table, TypeID(id), func(d *Decoder) string { return d.Enum(TypeID(id)) })
			if (err == nil) != (known || id == 2) || err == nil && read != v {
				t.Errorf("%d: %q is read as %q, %v", id, v, read, err)
			}
		}
	}
}

func BenchmarkRow(b *testing.B) {
	table := rowTable()
	benchmarkRow(b, table, "Small", []byte(`{"name":"n"}`), new(inner))
	benchmarkRow(b, table, "Unions", []byte(`{"one":"e","list":[1,"f",2],"may":5}`), new(mixed))
	benchmarkRow(b, table, "Every", []byte(rowedText), new(rowed))
}

// benchmarkRow reads, writes and checks a struct, by the same names for each.
func benchmarkRow[T any](b *testing.B, table *Table, name string, text []byte, v *T) {
	if _, err := Read(text, table, v); err != nil {
		b.Fatal(err)
	}
	b.Run(name+"/Read", func(b *testing.B) {
		for b.Loop() {
			_, _ = Read(text, table, new(T))
		}
	})
	b.Run(name+"/Append", func(b *testing.B) {
		var dst []byte
		for b.Loop() {
			dst = table.AppendRow(dst[:0], v)
		}
	})
	b.Run(name+"/Check", func(b *testing.B) {
		for b.Loop() {
			_ = table.CheckRow(v)
		}
	})
}
