package websocket

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// hostAccepted reports whether a request is for one of the hosts. Without hosts, one that
// arrives at a loopback address must be for a name of that: a browser sends the name of the
// page in the Host, and in an Origin that agrees, also if the owner of the name has made it
// lead to this machine (DNS rebinding).
func hostAccepted(r *http.Request, hosts []string) bool {
	name, port, ok := splitHost(r.Host)
	if len(hosts) == 0 {
		return !atLoopback(r) || ok && isLoopback(name)
	}
	for _, h := range hosts {
		accepted, only, valid := splitHost(h)
		if !valid { // an IPv6 address may be without brackets
			accepted, only = normal(h), ""
		}
		if ok && name == accepted && (only == "" || only == port) {
			return true
		}
	}
	return false
}

// atLoopback reports whether a request has arrived at a loopback address of this machine.
func atLoopback(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return ok && local.IP.IsLoopback()
}

func isLoopback(name string) bool {
	if name == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && ip.IsLoopback()
}

// splitHost divides a Host header into a name or an IP address, in its normal form, and a
// port; ok is false if it is neither.
func splitHost(host string) (name, port string, ok bool) {
	name, port, _ = strings.Cut(host, ":")
	if inside, isV6 := strings.CutPrefix(host, "["); isV6 {
		var rest string
		if name, rest, ok = strings.Cut(inside, "]"); !ok || !strings.Contains(name, ":") {
			return "", "", false
		}
		if port, ok = strings.CutPrefix(rest, ":"); !ok && rest != "" {
			return "", "", false
		}
	}
	if strings.Trim(port, "0123456789") != "" || name == "" {
		return "", "", false
	}
	return normal(name), port, true
}

// normal is a name in lower case without a dot at its end, or an IP address as it is written
// in short.
func normal(name string) string {
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.String()
	}
	return strings.ToLower(strings.TrimSuffix(name, "."))
}
