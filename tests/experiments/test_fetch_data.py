#!/usr/bin/python3
"""test_fetch_data - tools/fetch-data against a local server and against file://."""
import functools
import gzip
import hashlib
import http.server
import os
import subprocess
import sys
import tempfile
import threading
import unittest

FETCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "fetch-data")
BYTES = bytes(range(256)) * 1000


class Ranged(http.server.SimpleHTTPRequestHandler):
    """Serves the folder, and what is behind a given byte if it is asked to."""
    asked = []

    def do_GET(self):
        begin = self.headers.get("Range")
        Ranged.asked.append(begin)
        if begin is None:
            return super().do_GET()
        with open(self.translate_path(self.path), "rb") as file:
            rest = file.read()[int(begin[6:-1]):]
        self.send_response(206 if rest else 416)
        self.send_header("Content-Length", str(len(rest)))
        self.end_headers()
        self.wfile.write(rest)

    def log_message(self, *_):
        pass


class FetchData(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.source, self.data = (os.path.join(self.scratch.name, name) for name in ("source", "data"))
        for folder in ("one", "two"):
            os.makedirs(os.path.join(self.source, folder))
        self.write(self.source, "one/plain", BYTES)
        self.write(self.source, "two/packed.gz", gzip.compress(BYTES))
        self.manifest = os.path.join(self.scratch.name, "data.txt")
        digest = hashlib.sha256(BYTES).hexdigest()
        blob = hashlib.sha1(b"blob %d\0" % len(BYTES) + BYTES).hexdigest()
        with open(self.manifest, "w") as file:
            file.write("# a comment\none/plain git:%s -\ntwo/packed.gz sha256:%s -\n" % (blob, digest))

    @staticmethod
    def write(folder, name, data):
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)

    def read(self, name):
        with open(os.path.join(self.data, name), "rb") as file:
            return file.read()

    def fetch(self, *arguments):
        run = subprocess.run([sys.executable, FETCH, self.data, "--manifest", self.manifest, *arguments], capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr

    def serve(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Ranged, directory=self.source))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        Ranged.asked.clear()
        return "http://127.0.0.1:%d" % server.server_port

    def test_a_folder_is_a_source(self):
        code, text = self.fetch("--from", "file://" + self.source)
        self.assertEqual((code, text), (0, "one/plain: downloaded\ntwo/packed.gz: downloaded\n"))
        self.assertEqual(self.read("one/plain"), BYTES)

    def test_a_server_is_a_source(self):
        self.assertEqual(self.fetch("--from", self.serve())[0], 0)
        self.assertEqual(gzip.decompress(self.read("two/packed.gz")), BYTES)

    def test_a_download_goes_on_where_it_stopped(self):
        self.write(self.data, "one/plain.part", BYTES[:1000])
        self.assertEqual(self.fetch("--from", self.serve(), "--only", "one")[0], 0)
        self.assertEqual(Ranged.asked, ["bytes=1000-"])
        self.assertEqual(self.read("one/plain"), BYTES)

    def test_a_complete_part_is_not_asked_for_again(self):
        self.write(self.data, "one/plain.part", BYTES)
        self.assertEqual(self.fetch("--from", self.serve(), "--only", "one")[0], 0)
        self.assertEqual(self.read("one/plain"), BYTES)

    def test_a_file_that_is_there_is_never_overwritten(self):
        self.write(self.data, "one/plain", b"mine")
        code, text = self.fetch("--from", "file://" + self.source, "--only", "one")
        self.assertEqual(code, 1)
        self.assertIn("move it away", text)
        self.assertEqual(self.read("one/plain"), b"mine")

    def test_a_right_file_is_left_alone(self):
        self.write(self.data, "two/packed.gz", gzip.compress(BYTES, 1))
        self.assertEqual(self.fetch("--only", "two"), (0, "two/packed.gz: is there\n"))

    def test_a_wrong_file_is_thrown_away(self):
        self.write(self.source, "one/plain", b"something else")
        code, text = self.fetch("--from", "file://" + self.source, "--only", "one")
        self.assertEqual(code, 1)
        self.assertIn("the sum is wrong", text)
        self.assertEqual(os.listdir(os.path.join(self.data, "one")), [])

    def test_what_has_no_address_says_so(self):
        code, text = self.fetch("--only", "one")
        self.assertEqual(code, 1)
        self.assertIn("no public address", text)

    def test_a_server_that_is_not_there_is_named(self):
        code, text = self.fetch("--from", "http://127.0.0.1:9", "--only", "one")
        self.assertEqual(code, 1)
        self.assertIn("http://127.0.0.1:9/one/plain", text)

    def test_unknown_sets_are_refused(self):
        code, text = self.fetch("--only", "three")
        self.assertEqual(code, 2)
        self.assertIn("the sets are one, two", text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
