package main

import (
	"bytes"
	"os"
	"testing"
)

func TestShow(t *testing.T) {
	session, err := os.Open("session.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	var got bytes.Buffer
	if err := show(&got, session); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("printed:\n%s\nwant, as in golden.txt:\n%s", got.Bytes(), want)
	}
}
