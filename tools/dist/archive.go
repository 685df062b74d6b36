package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"hash/crc32"
	"time"
)

// A file is a file of an archive.
type file struct {
	name string
	data []byte
	run  bool // it is a program
}

func (f file) mode() int64 {
	if f.run {
		return 0o755
	}
	return 0o644
}

// epoch is the time of every file in a tar archive. It is that of npm, because some tools take
// an older one for a fault.
var epoch = time.Date(1985, time.October, 26, 8, 15, 0, 0, time.UTC)

// tarGz makes an archive in which nothing depends on the time, the user or the machine.
func tarGz(files []file) ([]byte, error) {
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	archive := tar.NewWriter(compressed)
	for _, f := range files {
		header := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Size: int64(len(f.data)), Mode: f.mode(), ModTime: epoch, Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	if err := compressed.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// dosDate is 1980-01-01, the first day that a zip archive can name. Its time is 0.
const dosDate = 1<<5 | 1

// zipped makes a zip archive, likewise. Sizes are in the local headers, and not behind the
// content: some readers of wheels want them there.
func zipped(files []file) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, f := range files {
		var content bytes.Buffer
		compressed, err := flate.NewWriter(&content, flate.DefaultCompression)
		if err != nil {
			return nil, err
		}
		if _, err := compressed.Write(f.data); err != nil {
			return nil, err
		}
		if err := compressed.Close(); err != nil {
			return nil, err
		}
		header := &zip.FileHeader{
			Name: f.name, Method: zip.Deflate, CreatorVersion: 3<<8 | 20, ReaderVersion: 20, ExternalAttrs: uint32(0o100000|f.mode()) << 16,
			CRC32: crc32.ChecksumIEEE(f.data), CompressedSize64: uint64(content.Len()), UncompressedSize64: uint64(len(f.data)),
		}
		//lint:ignore SA1019 CreateRaw writes this member and not Modified
		header.ModifiedDate = dosDate
		w, err := archive.CreateRaw(header)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(content.Bytes()); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
