"""Spread the rows of a job over threads that wait in compiled code.

A *team* is an int64 array that its threads share; the constants below are indices into it. Its thread 0 is the caller of
`run_parallel`, the others are *workers*. After a job, a worker spins for a while, so that the next job finds it awake, and then
sleeps on a lock that needs no interpreter lock.

`run_parallel` opens the gate, wakes sleeping workers and processes rows itself. At the end it waits only for workers that have
entered the gate. Each thread takes parts of its own segment of the rows, which its core's cache may still hold, and then parts
of other threads' segments.
"""

from dig_envs.core.compiler.compile import compiled

atomic_load = atomic_store = atomic_add = compare_and_swap = lambda *_: None  # bound: atomics.py
pause_thread = call_at = acquire_lock = release_lock = lambda *_: None

LINE = 16  # words between two threads' words: two cache lines, as processors load lines in pairs
SPINS = 10_000  # pauses before a thread sleeps, half a millisecond
BITS = 16
MASK = (1 << BITS) - 1

BUSY, GATE, THREADS, PART, JOB, MIN_ROWS, TOTAL, STOP, ACQUIRE, RELEASE, WORKERS = (k * LINE for k in range(11))
ASLEEP, LOCK, NEXT, END = range(4)  # words of one thread, from WORKERS + thread * LINE on
# GATE holds, from the highest bits: the number of the launch, how many threads may enter (0: none), how many are inside.


@compiled
def run_parallel(part, job, count, min_rows, team, threads):
    """Call a job's part for all rows from 0 to `count`, in parts of `min_rows` rows or more, on up to `threads` threads.

    Returns the sum of the parts' results. While another caller uses the team, this thread processes all rows alone.

    Args:
        part: the address of the part, from `part_address(function, job)`.
        job: the address of the job, from `job_address(job)`.
        count, min_rows: numbers of rows.
        team: the team's words.
        threads: the number of threads, the caller included.
    """
    if not compare_and_swap(team, BUSY, 0, 1):
        return call_at(part, (0, count, job))
    team[PART], team[JOB], team[MIN_ROWS], team[THREADS], team[TOTAL] = part, job, min_rows, threads, 0
    for k in range(threads):
        team[WORKERS + k * LINE + NEXT] = count * k // threads
        team[WORKERS + k * LINE + END] = count * (k + 1) // threads
    atomic_store(team, GATE, (launch_of(team[GATE]) % (1 << 30) + 1) << 2 * BITS | threads << BITS)
    for k in range(1, threads):
        wake(team, k)
    process_rows(team, 0)
    atomic_add(team, GATE, -(threads << BITS))
    wait_for_workers(team)
    total = team[TOTAL]
    atomic_store(team, BUSY, 0)
    return total


@compiled
def launch_of(gate):
    return gate >> 2 * BITS


@compiled
def may_enter(gate, worker, last):
    """Return whether a worker may enter the gate, whose last launch was `last`."""
    return gate >> BITS & MASK > worker and launch_of(gate) != last


@compiled
def process_rows(team, thread):
    """Take and process parts until no row is left, and add their results to the total."""
    total, threads, min_rows = 0, team[THREADS], team[MIN_ROWS]
    for k in range(threads):
        segment = WORKERS + (thread + k) % threads * LINE
        while True:
            first = atomic_load(team, segment + NEXT)
            rest = team[segment + END] - first
            if rest <= 0:
                break
            size = max(min(rest, min_rows), rest // 4)
            if compare_and_swap(team, segment + NEXT, first, first + size):
                total += call_at(team[PART], (first, first + size, team[JOB]))
    atomic_add(team, TOTAL, total)


@compiled
def wait_for_workers(team):
    """Wait until no worker is inside the gate: spin, then sleep."""
    spun = 0
    while atomic_load(team, GATE) & MASK:
        if spun < SPINS:
            pause_thread()
            spun += 1
        else:
            atomic_store(team, WORKERS + ASLEEP, 1)
            if atomic_load(team, GATE) & MASK or not compare_and_swap(team, WORKERS + ASLEEP, 1, 0):
                acquire_lock(team[ACQUIRE], team[WORKERS + LOCK])


@compiled
def wake(team, thread):
    """Wake a thread that sleeps or is about to sleep."""
    if compare_and_swap(team, WORKERS + thread * LINE + ASLEEP, 1, 0):
        release_lock(team[RELEASE], team[WORKERS + thread * LINE + LOCK])


@compiled
def worker_loop(team, worker):
    """Process rows of each launch until the team is stopped."""
    last = spun = 0
    own = WORKERS + worker * LINE
    while not atomic_load(team, STOP):
        gate = atomic_load(team, GATE)
        if may_enter(gate, worker, last):
            if compare_and_swap(team, GATE, gate, gate + 1):
                process_rows(team, worker)
                if atomic_add(team, GATE, -1) & MASK == 1:
                    wake(team, 0)
                last, spun = launch_of(gate), 0
        elif spun < SPINS:
            pause_thread()
            spun += 1
        else:
            atomic_store(team, own + ASLEEP, 1)
            must = may_enter(atomic_load(team, GATE), worker, last) or atomic_load(team, STOP) != 0
            if not must or not compare_and_swap(team, own + ASLEEP, 1, 0):
                acquire_lock(team[ACQUIRE], team[own + LOCK])
            spun = 0
    return 0
