"""Which generated packages fit the runtime, if they import it from the distribution wirert."""

from __future__ import annotations

from typing import Final

OLDEST: Final = 1
NEWEST: Final = 1
"""What wiregen generates today. A change after which older packages would do something else, or
could not be imported, has a new number; OLDEST is the least that still works."""


def require(generation: int, package: str) -> None:
    """Raises an ImportError if a package of a generation does not fit this runtime."""
    if OLDEST <= generation <= NEWEST:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        own = version("wirert")
    except PackageNotFoundError:  # it is on the path, and not installed
        own = "of no version"
    fits = f"generation {NEWEST}" if OLDEST == NEWEST else f"the generations {OLDEST} to {NEWEST}"
    advice = (
        "install a newer wirert" if generation > NEWEST else f"generate {package} again, or install an older wirert"
    )
    made = f"{package} is generated code of generation {generation}"
    raise ImportError(f"{made}, and wirert {own} is for {fits}: {advice}")
