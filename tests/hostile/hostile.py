#!/usr/bin/python3
"""hostile.py COMMAND [NAME...] - files made to break a reader end in a refusal, within bounds of memory and time.

Each file is small and promises or unpacks to far more than the 50 MB that PAROT_MEMORY allows. The
command must refuse it in one line and exit 1: no signal, at most MOST_MEMORY resident, at most
MOST_SECONDS of processor time. Each is tried as it is and packed by gzip.
"""
import gzip
import os
import resource
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib

ALLOWED = 50_000_000
MOST_MEMORY = 300_000_000  # of the process, shared libraries included
MOST_SECONDS = 60
SPACE = 4 << 30  # addresses: what is promised beyond that cannot even be asked for


def zeros(megabytes, unit=b"0,"):
    piece = unit * ((1 << 20) // len(unit))
    return (piece for _ in range(megabytes))


def pack(pieces, level=9):
    packer = zlib.compressobj(level, zlib.DEFLATED, 31)
    return b"".join([packer.compress(piece) for piece in pieces] + [packer.flush()])


def npy(descr, shape, data=b""):
    header = ("{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)).encode()
    header += b" " * (117 - len(header)) + b"\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + data


def npz(name, megabytes):
    path = tempfile.mktemp(suffix=".npz")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(name, "w", force_zip64=True) as member:
            member.write(npy("<f8", (megabytes << 17, 1)))
            for piece in zeros(megabytes, b"\0"):
                member.write(piece)
    with open(path, "rb") as file:
        data = file.read()
    os.unlink(path)
    return data


def element(kind, data):
    return struct.pack("<II", kind, len(data)) + data + b"\0" * (-len(data) % 8)


def mat5(rows, cols, packed=b""):
    head = b"MATLAB 5.0 MAT-file".ljust(124) + struct.pack("<H", 0x0100) + b"IM"
    inside = element(6, struct.pack("<II", 6, 0)) + element(5, struct.pack("<ii", rows, cols)) + element(1, b"x")
    inside += struct.pack("<II", 9, min(8 * rows * cols, 0xFFFFFFFF))
    size = min(len(inside) + 8 * rows * cols, 0xFFFFFFFF)
    matrix = struct.pack("<II", 14, size) + inside
    if not packed:
        return head + matrix
    packer = zlib.compressobj(9)
    body = packer.compress(matrix) + b"".join(packer.compress(piece) for piece in packed) + packer.flush()
    return head + struct.pack("<II", 15, len(body)) + body


def files():
    """Name -> contents. Where the name ends in .gz, they are packed already."""
    digits = [b"1,2,3\n" * 1000]
    yield "rows.csv.gz", pack(digits * 20_000)
    yield "rows.tsv.gz", pack([b"1\t2\t3\n" * 1000] * 20_000)
    yield "one-line.csv.gz", pack(zeros(150))
    yield "one-cell.csv.gz", pack(zeros(150, b"7"))
    yield "one-quote.csv.gz", pack([b'a,b\n1,"'] + list(zeros(150, b"x\n")))
    yield "broken-lines.csv.gz", pack([b"a,b\n"] + ([b'1,"'] + [b"x" * 60_000 + b"\n"] * 990 + [b'"\n']) * 3)
    yield "million-columns.csv", b",".join(b"c%d" % k for k in range(1_000_000)) + b"\n" + (b"1," * 999_999 + b"1\n") * 8
    yield "zero-bytes.csv.gz", pack(zeros(150, b"\0"))
    yield "blank-lines.csv.gz", pack(zeros(200, b"\n"))
    yield "comments.csv.gz", pack(zeros(200, b"# 1\n"))
    yield "blank-lines.libsvm.gz", pack(zeros(200, b"\n"))
    yield "levels.csv.gz", pack([b"a,b\n"] + [b"%d,text %d\n" % (k, k) for k in range(3_000_000)], 1)
    yield "rows.npy", npy("<f8", (10 ** 18, 1))
    yield "cols.npy", npy("<f8", (2 ** 31, 2 ** 31))
    yield "overflow.npy", npy("<f8", (2 ** 63 - 1, 2 ** 63 - 1))
    yield "digits.npy", npy("<f8", (10 ** 60, 1))
    yield "unpacked.npy.gz", pack([npy("<f8", (150 << 17, 1))] + list(zeros(150, b"\0")))
    yield "endless.npz", npz("x.npy", 150)
    yield "promise.mat", mat5(2 ** 31 - 1, 2 ** 31 - 1)
    yield "packed.mat", mat5(150 << 17, 1, list(zeros(150, b"\0")))
    yield "index.libsvm", b"1 2147483646:1\n" * 10
    yield "wide.libsvm", b"".join(b"1 100000:%d\n" % k for k in range(100_000))
    yield "rows.libsvm.gz", pack([b"1 1:1 2:2\n" * 1000] * 15_000)
    yield "promise.idx", b"\0\0\x0E\4" + struct.pack(">IIII", 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF)
    yield "unpacked.idx.gz", pack([b"\0\0\x08\2" + struct.pack(">II", 150 << 20, 1)] + list(zeros(150, b"\0")))
    yield "deep.json", b'{"schema": 1, "plan": ' + b"[" * 5_000_000
    yield "deep-objects.json", b'{"a":' * 2_000_000
    yield "long.json.gz", pack([b'{"schema": 1, "plan": {"row": ['] + list(zeros(150)))
    yield "bomb-of-bombs.csv.gz", gzip.compress(pack(zeros(150, b"\0")))


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (SPACE, SPACE))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 5))


def ask(command, path, environment):
    child = subprocess.Popen([command, "doctor", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             env=environment, preexec_fn=limit)
    words = child.stderr.read().decode(errors="replace")
    child.stderr.close()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    return status, words, usage


def main(command, named):
    if not set(named) <= {name for name, _ in files()}:
        sys.exit("hostile: not all of %s are files of this test" % named)
    environment = dict(os.environ, PAROT_MEMORY=str(ALLOWED))
    faults, worst = [], (0, 0.0)
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files():
            if named and name not in named:
                continue
            tries = {name: data}
            if not name.endswith(".gz"):
                tries[name + ".gz"] = gzip.compress(data)
            for title, contents in tries.items():
                path = os.path.join(folder, title)
                with open(path, "wb") as file:
                    file.write(contents)
                status, words, usage = ask(command, path, environment)
                os.unlink(path)
                memory, seconds = usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime
                worst = max(worst[0], memory), max(worst[1], seconds)
                print("%-24s %9d bytes: %4.0f MB, %5.2f s: %s" % (title, len(contents), memory / 1e6, seconds, words.strip()[:150]))
                if not os.WIFEXITED(status) or os.WEXITSTATUS(status) != 1 or words.count("\n") != 1:
                    faults.append("%s: status %d, said %r" % (title, status, words))
                if memory > MOST_MEMORY or seconds > MOST_SECONDS:
                    faults.append("%s: took %d bytes and %.1f s" % (title, memory, seconds))
    print("at most %.0f MB and %.2f s" % (worst[0] / 1e6, worst[1]))
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
