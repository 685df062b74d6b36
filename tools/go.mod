module github.com/wiregen/wiregen/tools

go 1.26.0

tool (
	github.com/alecthomas/go-check-sumtype/cmd/go-check-sumtype
	github.com/nishanths/exhaustive/cmd/exhaustive
	honnef.co/go/tools/cmd/staticcheck
)

require (
	github.com/creachadair/jrpc2 v1.3.6
	github.com/nats-io/nats-server/v2 v2.15.3
	github.com/nats-io/nats.go v1.55.0
	github.com/sourcegraph/jsonrpc2 v0.2.3
	github.com/wiregen/wiregen/ext/nats v0.0.0-00010101000000-000000000000
	github.com/wiregen/wiregen/ext/websocket v0.0.0-00010101000000-000000000000
	golang.org/x/exp v0.0.0-20261014143641-f0251eb4aa3e
	golang.org/x/exp/jsonrpc2 v0.0.0-20260709172345-9ea1abe57597
	golang.org/x/tools v0.52.0
)

require (
	github.com/antithesishq/antithesis-sdk-go v0.9.0-default-no-op // indirect
	github.com/coder/websocket v1.8.15 // indirect
	github.com/creachadair/mds v0.31.0 // indirect
	github.com/google/go-tpm v0.9.8 // indirect
	github.com/klauspost/compress v1.20.4 // indirect
	github.com/minio/highwayhash v1.0.4 // indirect
	github.com/nats-io/jwt/v2 v2.8.3 // indirect
	github.com/nats-io/nkeys v0.4.17 // indirect
	github.com/nats-io/nuid v1.0.1 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/exp/event v0.0.0-20260611194520-c48552f49976 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/time v0.16.0 // indirect
	golang.org/x/xerrors v0.0.0-20240903120638-7835f813f4da // indirect
)

require (
	github.com/BurntSushi/toml v1.4.1-0.20240526193622-a339e1f7089c // indirect
	github.com/alecthomas/go-check-sumtype v0.4.0 // indirect
	github.com/nishanths/exhaustive v0.17.1 // indirect
	github.com/wiregen/wiregen v0.0.0
	golang.org/x/exp/typeparams v0.0.0-20231108232855-2478ac86f678 // indirect
	golang.org/x/mod v0.43.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	honnef.co/go/tools v0.8.2 // indirect
)

replace (
	github.com/wiregen/wiregen => ..
	github.com/wiregen/wiregen/ext/nats => ../ext/nats
	github.com/wiregen/wiregen/ext/websocket => ../ext/websocket
)
