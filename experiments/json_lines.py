"""json_lines - files of a JSON record for each line. A program that is killed may leave half a line: it is not read, and cut off
before more are written."""
import json
import os


def read(path):
    """The records of whole lines."""
    with open(path) as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def cut_half_line(file):
    """Leaves the file at its end, after the last whole line."""
    end = file.seek(0, os.SEEK_END)
    file.seek(max(end - 1, 0))
    if file.read(1) not in (b"", b"\n"):
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)
    file.seek(0, os.SEEK_END)


def append(path, records):
    with open(path, "a+b") as file:
        cut_half_line(file)
        for record in records:
            file.write(json.dumps(record).encode() + b"\n")
