"""The client that the module's functions use. The client must exist before `init` configures it,
because decorators already use it while the app's modules load."""

from __future__ import annotations

from threading import RLock
from typing import Any, Callable, Optional

from ..deliver.delivery import Mask
from ..record.description import Description
from .client import MemTrace
from .problem import Problem

_configuring = RLock()


class DefaultClient(MemTrace):
    def __init__(self) -> None:
        # Configure nothing here: `init` or the first use does.
        return

    def __getattr__(self, name: str) -> Any:
        """Configures the client when an attribute is first used. Python calls this method only for
        missing attributes. A client that is not configured has no attributes."""
        with _configuring:
            if name.startswith("__") or "_delivery" in self.__dict__:
                raise AttributeError(name)
            is_on = self.__dict__.get("enabled", True)
            super().__init__()
            self.enabled = self.enabled and is_on
        return getattr(self, name)

    def init(
        self,
        api_key: Optional[str] = None,
        url: Optional[str] = None,
        *,
        on_error: Optional[Callable[[Problem], object]] = None,
        describe: Optional[Callable[[Any], Optional[Description]]] = None,
        mask: Optional[Mask] = None,
        sample: Optional[Callable[[str], bool]] = None,
    ) -> MemTrace:
        """Configures the client that the module's functions use. Takes the options of `MemTrace`.
        Call it once, when the app starts."""
        with _configuring:
            super().__init__(
                api_key, url, on_error=on_error, describe=describe, mask=mask, sample=sample
            )
        return self


_default = DefaultClient()


def client() -> MemTrace:
    """Returns the client that the module's functions use."""
    return _default


init = _default.init
graph = _default.graph
session = _default.session
propagate = _default.propagate
operation = _default.operation
variable = _default.variable
find = _default.find
link = _default.link
mutate = _default.mutate
changing = _default.changing
delete = _default.delete
verdict = _default.verdict
judging = _default.judging
current = _default.current
flush = _default.flush
close = _default.close
