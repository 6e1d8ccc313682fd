"""The processes of an MPI job work on one problem together, with the same answer for any number of them.

Write a script in which all ranks call `run` with a function; rank 0 calls it, and while it does, the others help with clouds
of points, their proofs, and `parot.pairwise`::

    import parot, parot.mpi

    def solve():
        X, Y = load()                                     # on rank 0 alone
        r = parot.partial_wasserstein_points(X, Y, mass=0.5)
        assert parot.certify_points(X, Y, r).proved
        return r

    r = parot.mpi.run(solve)                              # None on all ranks but 0

and start it with ``mpirun -n 8 python3 script.py``. It needs mpi4py, and no other part of parot.
"""
from __future__ import annotations

import sys
import time
from typing import Any, Callable, Optional, TypeVar

from . import _core
from ._arrays import count, number
from ._errors import ask

__all__ = ["run"]

Answer = TypeVar("Answer")

_TAG = 1
_SENDS = 16  # messages on their way and not received
_LONGEST = 0.001  # seconds of sleep between two looks


class _Link:
    """How bytes travel, for the library: parot/ranks.h says what each method has to do."""

    def __init__(self, comm: Any, byte: Any) -> None:
        self._comm, self._byte = comm, byte
        self._sent: list[tuple[Any, bytes]] = []

    def broadcast(self, data: memoryview, is_idle: int) -> None:
        if is_idle:
            self._wait(self._comm.Ibcast([data, self._byte], root=0))
        else:
            self._comm.Bcast([data, self._byte], root=0)

    def send(self, to: int, data: memoryview) -> None:
        while len(self._sent) >= _SENDS:
            self._wait(self._sent.pop(0)[0])
        copy = bytes(data)
        self._sent.append((self._comm.Isend([copy, self._byte], dest=to, tag=_TAG), copy))

    def waiting(self, source: int) -> int:
        from mpi4py import MPI

        status = MPI.Status()
        return int(status.Get_count(self._byte)) if self._comm.Iprobe(source, _TAG, status) else -1

    def receive(self, source: int, data: memoryview) -> None:
        self._comm.Recv([data, self._byte], source=source, tag=_TAG)

    def close(self) -> None:
        while self._sent:
            self._wait(self._sent.pop(0)[0])

    @staticmethod
    def _wait(request: Any) -> None:
        """Sleeps between looks, since the processor may be another rank's."""
        pause = 2e-6
        while not request.Test():
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST)


def run(function: Callable[[], Answer], comm: Any = None, least_work: Optional[float] = None, parts: int = 1) -> Optional[Answer]:
    """Calls ``function`` on rank 0 while all other ranks of the communicator help; every rank must call this.

    Parameters
    ----------
    function : callable without arguments
        Called on rank 0 alone. What it calls of parot, in the thread of ``run``, is helped.
    comm : mpi4py communicator, optional
        ``MPI.COMM_WORLD`` unless given. It is duplicated, so that messages of your own do not matter.
    least_work : float, optional
        Pairs of points times coordinates of the smallest question that is shared; 0: all are.
    parts : int
        1: every rank has all points. More: the other ranks have one of so many parts of each cloud at a time, which are sent
        again for each question; for clouds that do not fit into their memory.

    Returns
    -------
    What ``function`` returns on rank 0, None on the others.

    Raises
    ------
    On rank 0, what ``function`` raises; on all others RuntimeError with the same words. If the ranks cannot reach each other any
    more, the job ends with a traceback.

    Examples
    --------
    On one rank, without ``mpirun``, the function is called as it is:

    >>> import parot, parot.mpi
    >>> parot.mpi.run(lambda: parot.partial_wasserstein_points([[0.0], [4.0]], [[1.0], [9.0]], mass=0.5).objective)
    0.5
    """
    from mpi4py import MPI

    own = (MPI.COMM_WORLD if comm is None else comm).Dup()
    rank, ranks = own.Get_rank(), own.Get_size()
    link = _Link(own, MPI.BYTE)
    answer, error = None, None
    try:
        if rank == 0:
            answer, error = _lead(function, link, ranks, least_work, parts)
        else:
            ask(_core.ranks_serve, link, rank, ranks)
        link.close()
        words = own.bcast(None if error is None else "%s: %s" % (type(error).__name__, error), root=0)
    except BaseException:  # of the link: other ranks wait for this one, and nothing can reach them
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
        own.Abort(1)
        raise
    own.Free()
    if error is not None:
        raise error
    if words is not None:
        raise RuntimeError("rank 0: " + words)
    return answer


def _lead(function: Callable[[], Answer], link: _Link, ranks: int, least_work: Optional[float],
          parts: int) -> tuple[Optional[Answer], Optional[BaseException]]:
    """What the function returns or raises; the other ranks are let go in any case. The options are those of rank 0."""
    answer: Optional[Answer] = None
    error: Optional[BaseException] = None
    try:
        ask(_core.ranks_open, link, ranks, None if least_work is None else number(least_work, "least_work"), count(parts, "parts"))
    except Exception as refusal:  # the others wait for one broadcast at least
        ask(_core.ranks_open, link, ranks, None, 1)
        error = refusal
    try:
        if error is None:
            answer = function()
    except BaseException as raised:
        error = raised
    _core.ranks_close()
    return answer, error
