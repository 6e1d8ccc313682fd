"use strict";

/* wasi.js - the command in a module of WebAssembly: files in memory, a clock, and what it prints.
 *
 * run(module, argv, files, options) -> { status, stdout, stderr, files }. `files` maps names to Uint8Array;
 * what the command writes is added to it. options.onStderr(text) hears what it says while it works.
 */
const parotWasi = (() => {
  const SUCCESS = 0, BADF = 8, EXIST = 20, NOENT = 44, NOSYS = 52, NOTSUP = 58;
  const REGULAR = 4, DIRECTORY = 3, CHARACTER = 2, ROOT = 3;
  const CREATE = 1, EXCLUSIVE = 4, TRUNCATE = 8;

  class Exit {
    constructor(status) { this.status = status; }
  }

  /* Bytes that grow. */
  class File {
    constructor(bytes) { this.bytes = bytes || new Uint8Array(0); this.size = this.bytes.length; }
    write(at, part) {
      if (at + part.length > this.bytes.length) {
        const more = new Uint8Array(Math.max(2 * this.bytes.length, at + part.length, 4096));
        more.set(this.bytes.subarray(0, this.size));
        this.bytes = more;
      }
      this.bytes.set(part, at);
      this.size = Math.max(this.size, at + part.length);
    }
    content() { return this.bytes.slice(0, this.size); }
  }

  function system(argv, environment, files, hear) {
    const text = new TextEncoder(), names = new TextDecoder();
    const open = new Map();
    const printed = { 1: new File(), 2: new File() };
    const decoder = new TextDecoder();
    let memory = null, next = ROOT + 1;

    const bytes = () => new Uint8Array(memory.buffer), view = () => new DataView(memory.buffer);
    const name = (at, length) => {
      const path = names.decode(bytes().slice(at, at + length)).replace(/^(\.?\/)+/, "");
      return path === "." ? "" : path;
    };
    const u32 = (at, value) => view().setUint32(at, value, true);
    const u64 = (at, value) => view().setBigUint64(at, BigInt(value), true);

    function words(list, at, buffer) {
      for (const word of list) {
        u32(at, buffer);
        at += 4;
        const part = text.encode(word + "\0");
        bytes().set(part, buffer);
        buffer += part.length;
      }
      return SUCCESS;
    }

    function sizes(list, count, size) {
      u32(count, list.length);
      u32(size, list.reduce((sum, word) => sum + text.encode(word).length + 1, 0));
      return SUCCESS;
    }

    function describe(at, type, size, number) {
      for (let k = 0; k < 64; k += 8) u64(at + k, 0);
      u64(at + 8, number);
      bytes()[at + 16] = type;
      u64(at + 24, 1);
      u64(at + 32, size);
      return SUCCESS;
    }

    /* The buffers of a list of buffers. */
    function* pieces(at, count) {
      for (let k = 0; k < count; k++) {
        const from = view().getUint32(at + 8 * k, true), size = view().getUint32(at + 8 * k + 4, true);
        yield bytes().subarray(from, from + size);
      }
    }

    const environmentList = Object.entries(environment).map(([key, value]) => key + "=" + value);
    const calls = {
      args_get: (at, buffer) => words(argv, at, buffer),
      args_sizes_get: (count, size) => sizes(argv, count, size),
      environ_get: (at, buffer) => words(environmentList, at, buffer),
      environ_sizes_get: (count, size) => sizes(environmentList, count, size),
      clock_time_get: (clock, precision, at) => {
        u64(at, clock === 0 ? Math.round(1e6 * Date.now()) : Math.round(1e6 * performance.now()));
        return SUCCESS;
      },
      fd_close: (fd) => (open.delete(fd) ? SUCCESS : BADF),
      fd_fdstat_get: (fd, at) => {
        for (let k = 0; k < 24; k += 8) u64(at + k, 0);
        if (fd > ROOT && !open.has(fd)) return BADF;
        bytes()[at] = fd === ROOT ? DIRECTORY : fd === 2 ? CHARACTER : REGULAR; /* for lines of progress */
        u64(at + 8, fd < ROOT ? 0x40 : 0x1fffffff); /* a terminal cannot be sought */
        u64(at + 16, 0x1fffffff);
        return SUCCESS;
      },
      fd_fdstat_set_flags: () => SUCCESS,
      fd_filestat_get: (fd, at) => {
        if (fd <= ROOT) return describe(at, fd === ROOT ? DIRECTORY : CHARACTER, 0, fd);
        const entry = open.get(fd);
        return entry ? describe(at, REGULAR, entry.file.size, fd) : BADF;
      },
      fd_filestat_set_size: (fd, size) => {
        const entry = open.get(fd);
        if (!entry) return BADF;
        const bytes = new Uint8Array(Number(size));
        bytes.set(entry.file.content().subarray(0, bytes.length));
        entry.file.bytes = bytes;
        entry.file.size = bytes.length;
        return SUCCESS;
      },
      fd_prestat_get: (fd, at) => {
        if (fd !== ROOT) return BADF;
        u32(at, 0);
        u32(at + 4, 1);
        return SUCCESS;
      },
      fd_prestat_dir_name: (fd, at) => {
        bytes()[at] = "/".charCodeAt(0);
        return SUCCESS;
      },
      fd_read: (fd, at, count, read) => {
        const entry = open.get(fd);
        let sum = 0;
        if (!entry) {
          u32(read, 0);
          return fd === 0 ? SUCCESS : BADF;
        }
        for (const piece of pieces(at, count)) {
          const part = entry.file.bytes.subarray(entry.at, Math.min(entry.file.size, entry.at + piece.length));
          piece.set(part);
          entry.at += part.length;
          sum += part.length;
        }
        u32(read, sum);
        return SUCCESS;
      },
      fd_seek: (fd, offset, whence, at) => {
        const entry = open.get(fd);
        if (!entry) return BADF;
        entry.at = Number(offset) + (whence === 0 ? 0 : whence === 1 ? entry.at : entry.file.size);
        u64(at, entry.at);
        return SUCCESS;
      },
      fd_sync: () => SUCCESS,
      fd_write: (fd, at, count, written) => {
        const entry = fd < ROOT ? { file: printed[fd], at: printed[fd].size } : open.get(fd);
        let sum = 0;
        if (!entry) return BADF;
        for (const piece of pieces(at, count)) {
          entry.file.write(entry.at, piece);
          entry.at += piece.length;
          sum += piece.length;
          if (fd === 2 && hear) hear(decoder.decode(piece.slice(), { stream: true }));
        }
        u32(written, sum);
        return SUCCESS;
      },
      path_filestat_get: (fd, flags, at, length, out) => {
        const path = name(at, length);
        if (path === "") return describe(out, DIRECTORY, 0, 1);
        return files.has(path) ? describe(out, REGULAR, files.get(path).size, 2) : NOENT;
      },
      path_link: () => NOTSUP,
      path_open: (fd, flags, at, length, how, rights, inherited, status, out) => {
        const path = name(at, length);
        if (path === "") return NOENT;
        if (!files.has(path) && !(how & CREATE)) return NOENT;
        if (files.has(path) && how & CREATE && how & EXCLUSIVE) return EXIST;
        if (!files.has(path) || how & TRUNCATE) files.set(path, new File());
        open.set(next, { file: files.get(path), at: 0 });
        u32(out, next++);
        return SUCCESS;
      },
      path_rename: (fd, at, length, toFd, to, toLength) => {
        const from = name(at, length);
        if (!files.has(from)) return NOENT;
        files.set(name(to, toLength), files.get(from));
        files.delete(from);
        return SUCCESS;
      },
      path_unlink_file: (fd, at, length) => (files.delete(name(at, length)) ? SUCCESS : NOENT),
      proc_exit: (status) => { throw new Exit(status); },
    };
    return { calls, printed, use: (exports) => { memory = exports.memory; } };
  }

  async function run(module, argv, given, options = {}) {
    const files = new Map(Object.entries(given).map(([path, content]) => [path, new File(content)]));
    const host = system(argv, options.environment || {}, files, options.onStderr);
    for (const { name } of WebAssembly.Module.imports(module)) host.calls[name] = host.calls[name] || (() => NOSYS);
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: host.calls });
    let status = 0;
    host.use(instance.exports);
    try {
      instance.exports._start();
    } catch (reason) {
      if (!(reason instanceof Exit)) throw reason;
      status = reason.status;
    }
    const text = (file) => new TextDecoder().decode(file.content());
    return {
      status,
      stdout: text(host.printed[1]),
      stderr: text(host.printed[2]),
      files: Object.fromEntries([...files].map(([path, file]) => [path, file.content()])),
    };
  }

  return { run };
})();

if (typeof module !== "undefined") module.exports = parotWasi;
