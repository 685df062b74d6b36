module github.com/wiregen/wiregen/ext/websocket

go 1.26.0

require (
	github.com/coder/websocket v1.8.15
	github.com/wiregen/wiregen v0.0.0
)

replace github.com/wiregen/wiregen => ../..
