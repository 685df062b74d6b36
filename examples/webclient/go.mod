module example.test/webclient

go 1.26.0

require (
	github.com/wiregen/wiregen v0.0.0
	github.com/wiregen/wiregen/ext/websocket v0.0.0
)

require github.com/coder/websocket v1.8.15 // indirect

replace (
	github.com/wiregen/wiregen => ../..
	github.com/wiregen/wiregen/ext/websocket => ../../ext/websocket
)
