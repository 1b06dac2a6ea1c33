"""Trees whose hash is worked out once.

Guarantee: equality is untouched, and a hash that is kept never leaves its process.
"""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")

_KEPT = "_hash"


def hashed_once(cls: type[T]) -> type[T]:
    """A frozen dataclass whose objects keep their hash. Where every part of a tree is looked up in a table, each
    look-up would go through all that is below it."""
    worked_out = cls.__hash__

    def __hash__(self: Any) -> int:
        known: dict[str, Any] = self.__dict__
        found: int | None = known.get(_KEPT)
        if found is None:
            found = known[_KEPT] = worked_out(self)
        return found

    def __getstate__(self: Any) -> dict[str, Any]:
        # The hash of a text is another one in each process.
        return {name: x for name, x in self.__dict__.items() if name != _KEPT}

    cls.__hash__ = __hash__  # type: ignore[method-assign]
    cls.__getstate__ = __getstate__  # type: ignore[method-assign]
    return cls
