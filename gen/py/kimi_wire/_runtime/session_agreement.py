"""What the two sides of a session have declared and agreed on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .session_rules import FIRST, SECOND, at, id_key
from .table import is_array, is_object
from .value import UNSET

if TYPE_CHECKING:
    from .session_rules import Gate, Handshake, Path


class Offer(NamedTuple):
    """What a handshake that fails takes back."""

    is_greeted: bool = False  # one was sent, and did not fail
    features: frozenset[str] = frozenset()
    versions: list[Any] | None = None  # None if the handshake has no list
    capabilities: frozenset[str] = frozenset()  # the names of the gates of those that were declared


class Agreement:
    """The capabilities, features and versions of a session."""

    def __init__(self, gates: list[Gate]) -> None:
        self._gates = [gate for gate in gates if gate.kind == "by_capability"]
        self._features: frozenset[str] = frozenset()
        self.offer = Offer()

    def greet(self, handshake: Handshake, params: Any) -> None:
        """Records the offer of the side that begins."""
        versions = at(params, handshake.versions) if handshake.versions else UNSET
        self.offer = Offer(
            True,
            _texts_at(params, handshake.offered),
            versions if is_array(versions) else None,
            self._declared(FIRST, params),
        )

    def is_foreign(self, handshake: Handshake, result: Any) -> bool:
        """Reports whether a result chooses a version that was not offered."""
        chosen = id_key(at(result, handshake.version)) if handshake.version else None
        if chosen is None or self.offer.versions is None:
            return False
        return all(id_key(version) != chosen for version in self.offer.versions)

    def choose(self, handshake: Handshake, result: Any) -> None:
        """Records the choice of the other side."""
        self._features = _texts_at(result, handshake.chosen) & self.offer.features
        self.offer = self.offer._replace(capabilities=self._declared(SECOND, result))

    def _declared(self, side: int, value: Any) -> frozenset[str]:
        """Returns the capabilities with those that a side declares."""
        own = {gate.name: _is_declared(value, gate) for gate in self._gates if gate.side == side}
        return frozenset(name for name, is_declared in own.items() if is_declared) | (self.offer.capabilities - own.keys())

    def has(self, gate: Gate) -> bool:
        """Reports whether a feature or a capability was agreed."""
        return gate.feature in self._features if gate.kind == "by_feature" else gate.name in self.offer.capabilities


def _is_declared(value: Any, gate: Gate) -> bool:
    """Reports whether a value declares the capability of a gate. The default applies if only the member is absent."""
    if value is UNSET:
        return False
    declared = at(value, gate.path)
    if declared is not UNSET:
        return declared is not None and declared is not False
    return gate.default and (len(gate.path) == 1 or is_object(at(value, gate.path[:-1])))


def _texts_at(value: Any, path: Path) -> frozenset[str]:
    """Returns the strings of the list at a path."""
    found = at(value, path) if path else UNSET
    return frozenset(item for item in found if isinstance(item, str)) if is_array(found) else frozenset()
