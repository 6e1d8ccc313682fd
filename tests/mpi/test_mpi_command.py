"""The command under mpirun: the same files for any number of ranks, one of which speaks; Ctrl-C keeps the best answer; and a
rank that is killed ends the job with a message, without a half-written file and without a process that stays behind.

    test_mpi_command.py RUN PAROT [kills]     RUN is tests/mpi/run; KILLS=100 kills so many times; kills: nothing else is tested (make campaign)
"""
import os
import pty
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

RUN, PAROT = map(os.path.abspath, sys.argv[1:3])
KILLS = int(os.environ.get("KILLS", "4"))
PATIENCE = 60  # seconds after which a job counts as hanging
SIZE = 8000  # of clouds whose searches are worth sharing


def plain(*words):
    return subprocess.run([PAROT, *words], check=True, capture_output=True, text=True).stdout


def start(count, *words, env=None):
    return subprocess.Popen([RUN, str(count), PAROT, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)


def ranks(count, *words):
    job = start(count, *words)
    out, err = job.communicate(timeout=PATIENCE)
    return job.returncode, out, err


def content(name):
    with open(name, "rb") as file:
        return file.read()


def children(job, depth=4):
    """The ranks of a job: what mpirun has started."""
    found, parents = [], [job.pid]
    for _ in range(depth):
        listed = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", ",".join(map(str, parents))], capture_output=True, text=True).stdout
        rows = [line.split(None, 1) for line in listed.splitlines()]
        found += [int(pid) for pid, name in rows if name.strip() == os.path.basename(PAROT)]
        parents = [int(pid) for pid, _ in rows]
        if not parents:
            break
    return found


def is_alive(pid):
    """A process that has ended and waits for its parent counts as ended."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for_end(pids):
    deadline = time.monotonic() + PATIENCE
    while any(is_alive(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(is_alive(pid) for pid in pids), "a process stays behind"


def without_times(text):
    return [line for line in text.splitlines() if not line.startswith(("Time:", "Written", "  tuning "))]


def check_shared(count, out):
    """Without a task that was shared, the same answer would say nothing of the ranks."""
    assert count == 1 or (f", with {count} processes that shared " in out and tasks_of(out) > 0), out


def tasks_of(out):
    return int(out.rsplit(" shared ", 1)[1].split()[0])


def starts_on_all_ranks():
    """What verbs try from several starts, with enough points to be worth sharing."""
    for k in range(2):
        plain("make", "blobs", "-n", "250", "--seed", str(k), "-o", f"s{k}.npy")
    verbs = {
        "gromov": (["gromov", "s0.npy", "s1.npy", "--mass", "0.8", "--restarts", "12"], ".npz"),
        "align": (["align", "s0.npy", "s1.npy", "--by-distances", "--mass", "0.8"], ".csv"),
        "register": (["register", "s0.npy", "s1.npy", "--overlap", "0.8"], ".csv"),
        "pu_gromov": (["pu", "s0.npy", "s1.npy", "--prior", "0.3", "--method", "gromov", "--whole-rows", "none", "--restarts", "4"], ".csv"),
    }
    for name, (words, end) in verbs.items():
        spoken = plain(*words, "-o", name + end)
        for count in [2, 3] if name == "gromov" else [2]:
            code, out, err = ranks(count, *words, "-f", "-o", f"{name}{count}{end}")
            assert code == 0, (name, count, code, err)
            assert without_times(out) == without_times(spoken), (name, count, out)
            check_shared(count, out)
            assert content(f"{name}{count}{end}") == content(name + end), (name, count)


def the_same_files_and_words():
    verbs = {
        "partial": ["partial", "a.npy", "b.npy", "--mass", "0.95"],
        "curve": ["curve", "a.npy", "b.npy", "--at", "0.3,0.6"],
        "pu": ["pu", "a.npy", "b.npy", "--prior", "0.3", "--method", "wasserstein"],
        "check": ["pu", "p.npy", "u.npy", "--probabilities", "--check"],
        "tune": ["pu", "p.npy", "u.npy", "--prior", "0.3", "--tune"],  # at the end: mpirun takes the word after it for a file of its own
    }
    for name, rows, seed in [("p.npy", 150, 1), ("u.npy", 600, 2)]:
        plain("make", "blobs", "-n", str(rows), "--dims", "6", "--noise", "1", "--seed", str(seed), "-o", name)
    for verb, (name, *words) in verbs.items():
        end = ".npz" if verb == "partial" else ".csv"
        spoken = plain(name, "-o", verb + end, *words)
        for count in {"partial": [1, 2, 3, 4, 8], "check": [2]}.get(verb, [3]):
            code, out, err = ranks(count, name, "-f", "-o", f"{verb}{count}{end}", *words)
            assert code == 0, (verb, count, code, err)
            assert without_times(out) == without_times(spoken), (verb, count, out)
            if verb != "curve":  # which does not tell
                check_shared(count, out)
            assert content(f"{verb}{count}{end}") == content(verb + end), (verb, count)
    starts_on_all_ranks()
    clouds = [f"c{k}.npy" for k in range(5)]
    for k, name in enumerate(clouds):
        plain("make", "blobs", "-n", str(900 + 20 * k), "--dims", "30", "--seed", str(k), "-o", name)
    code, out, err = ranks(2, "curve", *clouds[:2])
    assert code == 0 and without_times(out) == without_times(plain("curve", *clouds[:2])), (out, err)
    plain("pairwise", *clouds, "--share", "0.8", "--journal", "alone.txt", "-o", "alone.csv")
    code, out, err = ranks(3, "pairwise", *clouds, "--share", "0.8", "--journal", "three.txt", "-o", "three.csv")
    assert code == 0 and content("alone.csv") == content("three.csv") and content("alone.txt") == content("three.txt"), (code, err)
    check_shared(3, out)
    code, out, err = ranks(3, "certify", "partial.npz", "a.npy", "b.npy")
    assert code == 0 and without_times(out) == without_times(plain("certify", "partial.npz", "a.npy", "b.npy")), (out, err)
    check_shared(3, out)


def points_in_parts():
    """Searches send the columns round, in more tasks than with copies of all points."""
    def tasks(parts):
        job = start(3, "partial", "a.npy", "b.npy", "--mass", "0.95", "-f", "-o", "parts.npz", env=dict(os.environ, PAROT_MPI_PARTS=parts))
        out, err = job.communicate(timeout=PATIENCE)
        assert job.returncode == 0 and content("parts.npz") == content("partial.npz"), (job.returncode, err)
        return tasks_of(out)
    assert tasks("4") > tasks("1") == tasks("") > 0
    plain("partial", "a.npy", "b.npy", "--mass", "0.95", "-o", "whole.json")
    job = start(3, "partial", "a.npy", "b.npy", "--mass", "0.95", "-o", "parts.json", env=dict(os.environ, PAROT_MPI_PARTS="30"))
    _, err = job.communicate(timeout=PATIENCE)
    assert job.returncode == 0 and content("parts.json") == content("whole.json"), (job.returncode, err)
    for wrong in ("0", "many", "1.5", "2000"):
        job = start(3, "help", env=dict(os.environ, PAROT_MPI_PARTS=wrong))
        out, err = job.communicate(timeout=PATIENCE)
        assert job.returncode == 2 and err.count(f"PAROT_MPI_PARTS {wrong}: must be a whole number from 1 to 1024") == 1, (job.returncode, err)


def one_rank_speaks():
    code, out, err = ranks(4, "partial", "a.npy", "nothing.npy", "--mass", "1")
    assert code == 1 and err.count("nothing.npy: cannot be opened") == 1 and out == "", (code, out, err)
    code, out, err = ranks(4, "help")
    assert code == 0 and out == plain("help")


def other_words_are_refused():
    """A rank that was asked for something else would only help, and leave it undone."""
    for first, second in [(["help"], ["--version"]), (["help", "partial\nx"], ["help", "partial", "x"]), (["partial", "a.npy", "b.npy", "--mass", "1", "-o", "own.npz"], ["partial", "a.npy", "b.npy"])]:
        code, out, err = ranks(1, *first, ":", "-n", "1", PAROT, *second)
        assert code == 2 and out == "" and err.count("rank 1 was given another one than the first") == 1, (code, out, err)
    assert not os.path.exists("own.npz")


def progress_is_shown():
    """Of all ranks, by the first: on the terminal of mpirun, or as lines of a log, the first after five seconds."""
    terminal, end = pty.openpty()
    job = subprocess.Popen([RUN, "2", PAROT, "partial", "a.npy", "b.npy", "--mass", "0.95"], stdout=subprocess.PIPE, stderr=end, text=True)
    os.close(end)
    drawn = b""
    try:
        while part := os.read(terminal, 4096):
            drawn += part
    except OSError:  # all of the job have closed it
        pass
    out, _ = job.communicate(timeout=PATIENCE)
    os.close(terminal)
    assert job.returncode == 0 and "\r" not in out and b"\r\x1b[K" in drawn and b" %" in drawn and b"(Ctrl-C " in drawn, drawn
    for k in range(2):
        plain("make", "blobs", "-n", "80000", "--dims", "10", "--seed", str(k), "-o", f"huge{k}.npy")
    huge = ["partial", "huge0.npy", "huge1.npy", "--mass", "1", "-f", "-o", "limited.npz", "--time-limit", "6"]
    code, out, err = ranks(2, *huge)
    assert code == 3 and re.search(r"^parot partial: \w+.*\d s", err, re.M) and "\r" not in err, (code, err)
    code, out, err = ranks(2, *huge, "-q")
    assert code == 3 and "parot partial:" not in err, (code, err)


def a_time_limit_ends_all_ranks():
    """While a file is read, here one that never comes: rank 0 ends the others, who wait for it."""
    os.mkfifo("never.csv")
    job = start(3, "partial", "a.npy", "never.csv", "--mass", "1", "--time-limit", "1", "-o", "late.npz")
    time.sleep(0.8)
    pids = children(job)
    _, err = job.communicate(timeout=PATIENCE)
    assert job.returncode == 1 and err.count("--time-limit 1 is too short") == 1 and not os.path.exists("late.npz"), (job.returncode, err)
    wait_for_end(pids)


def without_the_library():
    """Every process would do all of the work: refused."""
    environment = dict(os.environ, OMPI_COMM_WORLD_SIZE="3", LD_LIBRARY_PATH="/nowhere")
    with tempfile.TemporaryDirectory() as folder:
        alone = os.path.join(folder, "parot")
        with open(alone, "wb") as file:
            file.write(content(PAROT).replace(b"libparot-mpi.so.0", b"libparot-xyz.so.0"))
        os.chmod(alone, 0o755)
        environment["LD_LIBRARY_PATH"] = os.path.join(os.path.dirname(PAROT), "src")
        job = subprocess.run([alone, "help"], env=environment, capture_output=True, text=True)
        other = subprocess.run([alone, "help"], env=dict(environment, OMPI_COMM_WORLD_RANK="2"), capture_output=True, text=True)
        told = subprocess.run([alone, "help"], env=dict(environment, PAROT_MPI="0"), capture_output=True, text=True)
    assert job.returncode == 1 and "one of 3 processes" in job.stderr, (job.returncode, job.stderr)
    assert other.returncode == 1 and other.stderr == "", other.stderr  # one says it
    assert told.returncode == 0 and told.stdout == plain("help")


def without_each_other():
    """Started by something that MPI knows nothing of: the same."""
    for name in ("PMI_SIZE", "SLURM_STEP_NUM_TASKS"):
        job = subprocess.run([PAROT, "help"], env=dict(os.environ, **{name: "4"}), capture_output=True, text=True)
        told = subprocess.run([PAROT, "help"], env=dict(os.environ, PAROT_MPI="0", **{name: "4"}), capture_output=True, text=True)
        assert job.returncode == 1 and "one of 4 processes, but MPI knows of no other" in job.stderr, (job.returncode, job.stderr)
        assert told.returncode == 0 and told.stdout == plain("help")


def the_slurm_example():
    """With a srun that starts what mpirun would."""
    example = os.path.join(os.path.dirname(RUN), "../../examples/slurm/partial.sbatch")
    os.mkdir("bin")
    with open("bin/srun", "w") as file:
        file.write(f'#!/bin/sh\n[ "$1 $2" = "--mpi=pmix --kill-on-bad-exit=1" ] || exit 9\nshift 2\nexec {RUN} 2 "$@"\n')
    os.chmod("bin/srun", 0o755)
    os.symlink(PAROT, "bin/parot")
    environment = dict(os.environ, PATH=os.path.abspath("bin") + ":" + os.environ["PATH"], MASS="0.95", SLURM_CPUS_PER_TASK="2")
    job = subprocess.run([example, "a.npy", "b.npy", "slurm.npz"], env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert job.returncode == 0 and "(with MPI)" in job.stdout and "Proved:" in job.stdout, (job.stdout, job.stderr)
    assert ", with 2 processes that shared " in job.stdout, job.stdout
    assert content("slurm.npz") == content("partial.npz")
    job = subprocess.run([example, "a.npy", "b.npy", "slurm.npz"], env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert job.returncode == 1 and "Proved:" not in job.stdout, (job.returncode, job.stdout)  # the plan is there: nothing is certified
    job = subprocess.run([example, "a.npy"], env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert job.returncode == 2 and "usage: " in job.stderr


def is_plan(name, clouds, size, mass):
    """A whole file, of these clouds."""
    judged = subprocess.run([PAROT, "certify", name, *clouds], capture_output=True, text=True)
    return f"pairs between {size} and {size} rows, mass {mass}" in judged.stdout


def ctrl_c_keeps_the_best_answer():
    """From the moment on when a plan exists; before, nothing is written. Where that is depends on the machine: later and later, until
    a plan is left."""
    clouds = ["large.npy", "other.npy"]
    patient = dict(os.environ, OMPI_MCA_odls_base_sigkill_timeout="5")  # else mpirun kills who is still writing
    for seconds in [1.5, 3, 6, 12, 24]:
        job = start(2, "partial", *clouds, "--mass", "1", "-o", "stopped.npz", env=patient)
        time.sleep(seconds)
        pids = children(job)
        assert job.poll() is None, "solved before it was stopped"
        job.send_signal(signal.SIGINT)
        job.communicate(timeout=PATIENCE)
        wait_for_end(pids)
        if os.path.exists("stopped.npz"):
            assert is_plan("stopped.npz", clouds, 40000, 1), "what was left is no plan"
            return seconds
    raise AssertionError("no stopped job left a plan")


def a_rank_that_is_killed_ends_the_job():
    words = ["partial", "a.npy", "b.npy", "--mass", "0.95", "-q", "-f", "-o", "killed.npz"]
    code, _, _ = ranks(3, *words)
    assert code == 0
    whole = content("killed.npz")
    begin = time.monotonic()
    ranks(3, *words)
    took = time.monotonic() - begin
    killed = 0
    while killed < KILLS:
        with open("killed.npz", "wb") as file:
            file.write(b"old")
        job = start(3, *words)
        time.sleep(took * random.uniform(0.2, 1))
        pids = children(job)
        victims = [pid for pid in pids if is_alive(pid)]
        if victims:
            victim = random.choice(victims)
            os.kill(victim, signal.SIGKILL)
            killed += 1
        _, err = job.communicate(timeout=PATIENCE)
        left = content("killed.npz")  # mpirun sends SIGTERM to those that are left, and rank 0 may write the best plan it has
        assert left in (b"old", whole) or is_plan("killed.npz", ["a.npy", "b.npy"], SIZE, 0.95), f"{len(left)} bytes, neither the old file nor a new one"
        assert job.returncode == 0 or re.search(r"rank \d|signal 9", err), "nothing is said of the rank: " + err
        assert job.returncode != 0 or left == whole
        wait_for_end(pids)
    return killed


def main():
    random.seed(int(os.environ.get("SEED", "1")))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for k, name in enumerate(["a.npy", "b.npy"]):
            plain("make", "blobs", "-n", str(SIZE), "--dims", "10", "--seed", str(k), "-o", name)
        for k, name in enumerate(["large.npy", "other.npy"]):
            plain("make", "blobs", "-n", "40000", "--dims", "10", "--seed", str(k), "-o", name)
        if sys.argv[3:] == ["kills"]:
            print(f"{a_rank_that_is_killed_ends_the_job()} ranks were killed")
            os.chdir("/")
            return
        the_same_files_and_words()
        points_in_parts()
        one_rank_speaks()
        other_words_are_refused()
        progress_is_shown()
        a_time_limit_ends_all_ranks()
        without_the_library()
        without_each_other()
        the_slurm_example()
        seconds = ctrl_c_keeps_the_best_answer()
        killed = a_rank_that_is_killed_ends_the_job()
        print(f"stopped after {seconds} s a job left its plan; {killed} ranks were killed")
        os.chdir("/")


main()
