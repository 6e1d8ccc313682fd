"""The extension: any name, which the package calls with what it has checked."""
from typing import Any, NamedTuple, Optional

VERSION: str
STATUSES: dict[str, int]
METRICS: dict[str, int]

class Refused(ValueError): ...

class Progress(NamedTuple):
    stage: str
    iteration: int
    objective: float
    bound: float
    seconds: float
    stationarity: float
    start: Optional[str]
    total: int

def __getattr__(name: str) -> Any: ...
