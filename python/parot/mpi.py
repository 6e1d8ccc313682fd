"""The processes of an MPI job work on one problem together, with the same answer for any number of them.

Write a script in which all ranks call `run` with a function; rank 0 calls it, and while it does, the others help with clouds
of points, their proofs, `parot.pairwise`, the starts of `parot.partial_gromov`, and the folds and candidates of PU learning::

    import parot, parot.mpi

    def solve():
        X, Y = load()                                     # on rank 0 alone
        r = parot.partial_wasserstein_points(X, Y, mass=0.5)
        assert parot.certify_points(X, Y, r).proved
        return r

    r = parot.mpi.run(solve)                              # None on all ranks but 0

and start it with ``mpirun -n 8 python3 script.py``. It needs mpi4py, and no other part of parot.

`map` is for work that splits by itself: a function is called for each of many items, by whichever rank is free.
"""
from __future__ import annotations

import concurrent.futures
import pickle
import sys
import threading
import time
from typing import Any, Callable, Iterable, Optional, TypeVar

from . import _core
from ._arrays import count, number
from ._errors import ask

__all__ = ["map", "run"]

Answer = TypeVar("Answer")
Item = TypeVar("Item")

_TAG = 1
_SENDS = 16  # messages on their way and not received
_LONGEST = 0.001  # seconds of sleep between two looks
_is_at_work = False  # this process is in run or map


class _Link:
    """How bytes travel, for the library: parot/ranks.h says what each method has to do."""

    def __init__(self, comm: Any, MPI: Any) -> None:
        self._comm, self._byte = comm, MPI.BYTE
        self._is_single = MPI.Query_thread() < MPI.THREAD_SERIALIZED  # MPI may be called by this thread alone
        self._thread = threading.get_ident()
        self._sent: list[tuple[Any, bytes]] = []
        self._coming: dict[int, tuple[Any, bytearray]] = {}

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

        if self._is_single and threading.get_ident() != self._thread:
            return -1  # until the piece is done
        if source not in self._coming:
            status = MPI.Status()
            if not self._comm.Iprobe(source, _TAG, status):
                return -1
            room = bytearray(status.Get_count(self._byte))
            self._coming[source] = self._comm.Irecv([room, self._byte], source=source, tag=_TAG), room
        request, room = self._coming[source]  # it comes while this rank works: Recv would wait for the sender, which works as well
        return len(room) if request.Test() else -1

    def receive(self, source: int, data: memoryview) -> None:
        data[:] = self._coming.pop(source)[1]

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
        1: every rank has all points. More, for clouds that do not fit into their memory: each of the other ranks keeps its share
        of both clouds, and for every question the columns are sent to all of them, one of so many parts at a time. This concerns
        clouds without a matrix and their proofs; all else is sent whole.

    Returns
    -------
    What ``function`` returns on rank 0, None on the others.

    Raises
    ------
    On rank 0, what ``function`` raises; on all others RuntimeError with the same words, or SystemExit with the same status. If the
    ranks cannot reach each other any more, the job ends with a traceback; and so it may after Ctrl-C, which keeps no answer in any
    case: give ``time_limit=``.

    Examples
    --------
    On one rank, without ``mpirun``, the function is called as it is:

    >>> import parot, parot.mpi
    >>> parot.mpi.run(lambda: parot.partial_wasserstein_points([[0.0], [4.0]], [[1.0], [9.0]], mass=0.5).objective)
    0.5
    """
    return _together("run", lambda link, ranks: _lead(function, link, ranks, least_work, parts),
                     lambda link, rank, ranks: ask(_core.ranks_serve, link, rank, ranks), comm)


def _together(kind: str, lead: Callable[[_Link, int], tuple[Optional[Answer], Optional[BaseException]]], follow: Callable[[_Link, int, int], Any],
              comm: Any) -> Optional[Answer]:
    """Rank 0 leads, and the others follow until it lets them go; what rank 0 raises is raised by all."""
    global _is_at_work
    try:
        from mpi4py import MPI
    except ImportError as error:
        raise ImportError("parot.mpi needs mpi4py: install it (Debian: python3-mpi4py), or call the function without parot.mpi") from error
    if _is_at_work:
        raise RuntimeError("parot.mpi: run and map cannot be called by a function that run or map has called; the other ranks are taken")
    if comm is not None and comm.Is_inter():
        raise ValueError("parot.mpi: comm must be an intracommunicator; comm.Merge() makes one")
    _is_at_work = True
    try:
        return _with_ranks(kind, lead, follow, comm, MPI)
    finally:
        _is_at_work = False


def _with_ranks(kind: str, lead: Callable[[_Link, int], tuple[Optional[Answer], Optional[BaseException]]], follow: Callable[[_Link, int, int], Any],
                comm: Any, MPI: Any) -> Optional[Answer]:
    own = (MPI.COMM_WORLD if comm is None else comm).Dup()
    rank, ranks = own.Get_rank(), own.Get_size()
    if len(set(own.allgather(kind))) > 1:
        own.Free()
        raise RuntimeError("parot.mpi: some ranks have called run and others map; all of them call the same one")
    link = _Link(own, MPI)
    answer, error = None, None
    try:
        if rank == 0:
            answer, error = lead(link, ranks)
        else:
            follow(link, rank, ranks)
        link.close()
        told = own.bcast(None if error is None else _told(error), root=0)
    except BaseException:  # of the link, or Ctrl-C: other ranks wait for this one, and nothing can reach them
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
        own.Abort(1)
        raise
    own.Free()
    if error is not None:
        raise error
    if told is not None:
        raise told
    return answer


def _words(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "without words"


def _told(error: BaseException) -> BaseException:
    """What the other ranks raise; sys.exit ends them with the same status."""
    if isinstance(error, SystemExit):
        return SystemExit(error.code if isinstance(error.code, (int, type(None))) else 1)
    return RuntimeError("rank 0: %s: %s" % (type(error).__name__, _words(error)))


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


# ---- Many items -------------------------------------------------------------

_LOOK = 0.005  # seconds between two looks for answers


def map(function: Callable[[Item], Answer], items: Iterable[Item], comm: Any = None,
        take: Optional[Callable[[int, Answer], Any]] = None) -> Optional[list[Answer]]:
    """``[function(item) for item in items]``, each item by whichever rank is free; every rank must call this.

    It is for items that take a tenth of a second or more each. Rank 0 hands them out one at a time, in order, and works on some
    itself, in a thread of its own.

    Parameters
    ----------
    function : callable with one argument
        The same on all ranks. What it calls of parot is done by that rank alone.
    items : iterable
        Those of rank 0 count, the others may give anything. Items and results are pickled to travel, except those that rank 0 happens to
        work on: they should come out as they went in.
    comm : mpi4py communicator, optional
        ``MPI.COMM_WORLD`` unless given. It is duplicated, so that messages of your own do not matter.
    take : callable, optional
        Called on rank 0 as ``take(number, result)``, in the order of the items, as soon as a result and all before it are there: to
        write them to a file, so that a stopped job can go on where it was.

    Returns
    -------
    On rank 0 the results in the order of the items, None on the others.

    Raises
    ------
    RuntimeError on all ranks if the function raises: it names the first item that failed, and the rank. Items that were begun are
    waited for, no others are, and ``take`` has had all results before. Ctrl-C or ``sys.exit`` on any rank ends the job.

    Examples
    --------
    On one rank, without ``mpirun``, it is a loop:

    >>> import parot, parot.mpi
    >>> parot.mpi.map(lambda mass: parot.partial_wasserstein_points([[0.0], [4.0]], [[1.0], [9.0]], mass=mass).objective, [0.25, 0.5])
    [0.25, 0.5]
    """
    return _together("map", lambda link, ranks: _hand_out(function, items, link, ranks, take), lambda link, rank, ranks: _work(function, link, rank), comm)


def _answer(function: Callable[[Item], Answer], number: int, item: Item, rank: int) -> tuple[int, Optional[Answer], Optional[BaseException]]:
    """Of one item: its number, what the function returns, and what it raises."""
    try:
        return number, function(item), None
    except Exception as raised:
        return number, None, _named(number, rank, raised)


def _named(number: int, rank: int, raised: BaseException) -> RuntimeError:
    error = RuntimeError("item %d, on rank %d: %s: %s" % (number, rank, type(raised).__name__, _words(raised)))
    error.__cause__ = raised
    return error


def _packed(answer: tuple[int, Any, Optional[BaseException]], rank: int) -> bytes:
    """As it travels: the result is pickled by itself, since it may not come out as it went in. A cause stays where it was raised."""
    number, result, error = answer
    try:
        return pickle.dumps((number, pickle.dumps(result), error))
    except Exception as raised:
        return pickle.dumps((number, pickle.dumps(None), _named(number, rank, raised)))


def _loaded(number: int, data: bytes, rank: int) -> tuple[Any, Optional[BaseException]]:
    """An item or a result that has travelled, and why it cannot be read."""
    try:
        return pickle.loads(data), None
    except Exception as raised:
        return None, _named(number, rank, raised)


def _received(link: _Link, source: int) -> Any:
    """The next message of that rank, or `_NOTHING` if none is there yet."""
    size = link.waiting(source)
    if size < 0:
        return _NOTHING
    data = bytearray(size)
    link.receive(source, memoryview(data))
    return pickle.loads(data)


_NOTHING = object()


def _work(function: Callable[[Item], Answer], link: _Link, rank: int) -> None:
    """Of all ranks but 0: item after item, until None comes."""
    while True:
        message = _received(link, 0)
        if message is None:
            return
        if message is _NOTHING:
            time.sleep(_LOOK)
        else:
            number, data = message
            item, error = _loaded(number, data, rank)
            answer: tuple[int, Any, Optional[BaseException]] = number, None, error
            link.send(0, memoryview(_packed(answer if error else _answer(function, number, item, rank), rank)))


class _Queue:
    """Of rank 0: who works on what, and which results have come. Rank 0 works in a thread, so that it can look after the others."""

    def __init__(self, function: Callable[[Any], Any], link: _Link, ranks: int) -> None:
        self.function, self.link = function, link
        self.thread = concurrent.futures.ThreadPoolExecutor(1)
        self.items: list[Any] = []
        self.free = list(range(ranks))
        self.busy: dict[int, Any] = {}
        self.next, self.is_over = 0, False
        self.come: dict[int, tuple[Any, Optional[BaseException]]] = {}

    def hand_out(self) -> None:
        """The other ranks come first: what rank 0 does takes time from handing out."""
        while self.free and self.next < len(self.items) and not self.is_over:
            rank, number = self.free.pop(), self.next
            self.next += 1
            if rank == 0:
                self.busy[0] = self.thread.submit(_answer, self.function, number, self.items[number], 0)
                continue
            try:
                message = pickle.dumps((number, pickle.dumps(self.items[number])))
            except Exception as raised:
                self.keep(rank, (number, None, _named(number, 0, raised)))
                continue
            self.link.send(rank, memoryview(message))
            self.busy[rank] = None

    def keep(self, rank: int, answer: tuple[int, Any, Optional[BaseException]]) -> None:
        number, result, error = answer
        self.come[number] = result, error
        self.is_over |= error is not None
        self.busy.pop(rank, None)
        self.free.append(rank)
        self.free.sort()

    def look(self) -> bool:
        """Takes what has come; whether there was any."""
        before = len(self.come)
        for rank, future in list(self.busy.items()):
            if rank > 0:
                answer = _received(self.link, rank)
                if answer is not _NOTHING:
                    number, data, error = answer
                    result, unread = _loaded(number, data, rank)
                    self.keep(rank, (number, result, error or unread))
            elif future.done():
                self.keep(0, future.result())
        return len(self.come) > before


def _loop(function: Callable[[Item], Answer], items: Iterable[Item],
          take: Optional[Callable[[int, Answer], Any]]) -> tuple[Optional[list[Answer]], Optional[BaseException]]:
    """Of a single rank."""
    results: list[Any] = []
    try:
        for number, item in enumerate(items):
            _, result, error = _answer(function, number, item, 0)
            if error is not None:
                return None, error
            results.append(result)
            if take is not None:
                take(number, results[-1])
    except BaseException as raised:  # of `items` or `take`, or Ctrl-C
        return None, raised
    return results, None


def _hand_out(function: Callable[[Item], Answer], items: Iterable[Item], link: _Link, ranks: int,
              take: Optional[Callable[[int, Answer], Any]]) -> tuple[Optional[list[Answer]], Optional[BaseException]]:
    """The results, or why there are none; the other ranks are let go in any case but Ctrl-C, which ends the job."""
    if ranks == 1:
        return _loop(function, items, take)
    results: list[Answer] = []
    error: Optional[BaseException] = None
    queue = _Queue(function, link, ranks)
    try:
        queue.items = list(items)
        while len(results) < len(queue.items) and error is None:
            queue.hand_out()
            if not queue.look():
                time.sleep(_LOOK)
            error = _take(queue, results, take)
    except Exception as raised:  # of `items` or `take`
        error = raised
    while queue.busy:
        if not queue.look():
            time.sleep(_LOOK)
    for rank in range(1, ranks):
        link.send(rank, memoryview(pickle.dumps(None)))
    queue.thread.shutdown()
    return (results if error is None else None), error


def _take(queue: _Queue, results: list[Answer], take: Optional[Callable[[int, Answer], Any]]) -> Optional[BaseException]:
    """Results that have come in order; the error of the first item that failed."""
    while len(results) in queue.come:
        result, error = queue.come.pop(len(results))
        if error is not None:
            return error
        results.append(result)
        if take is not None:
            take(len(results) - 1, result)
    return None
