"""The extension that draws and encodes: any name."""
from typing import Any

def __getattr__(name: str) -> Any: ...
