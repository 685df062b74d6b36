module github.com/wiregen/wiregen/test/live

go 1.26.0

require github.com/wiregen/wiregen v0.0.0

replace github.com/wiregen/wiregen => ../..
