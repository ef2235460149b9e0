"""Share rows among threads that wait in compiled code. All names in capitals are indices of words of a crew.

The threads of a crew sleep on locks that need no interpreter lock, and for a while after each job they spin, so that the next
finds them awake. A launch opens the gate, wakes those that sleep and works on the rows itself; it never waits for a
thread that has not entered, only for those that are at work when no row is left. Each thread takes parts of its own
segment of the rows, which its core's cache knows from last time, and then of the others' segments.
"""

from dig_envs.core.compiler.compile import compiled

load_word = store_word = add_to_word = exchange_word = lambda *_: None  # bound: core/atomics.py
pause_thread = call_part = acquire_lock = release_lock = lambda *_: None

LINE = 16  # words; two threads' words lie this far apart, for caches move two lines at a time
SPINS = 10_000  # pauses: half a millisecond
BITS = 16
MANY = (1 << BITS) - 1

BUSY, GATE, THREADS, PART, JOB, GRAIN, LEFT, STOP, ACQUIRE, RELEASE, MEMBERS = (k * LINE for k in range(11))
ASLEEP, LOCK, NEXT, END = range(4)  # of a member's line
# The gate: the launch's number, how many threads may enter (0: it is closed), how many are inside.


@compiled
def share(part, job, count, grain, crew, threads):
    """Run a job's parts, `grain` rows or more each, in up to so many threads.

    Returns the sum of what the parts returned. While another launch has the crew, this thread does them all.
    """
    if not exchange_word(crew, BUSY, 0, 1):
        return call_part(part, 0, count, job)
    crew[PART], crew[JOB], crew[GRAIN], crew[THREADS], crew[LEFT] = part, job, grain, threads, 0
    for k in range(threads):
        crew[MEMBERS + k * LINE + NEXT] = count * k // threads
        crew[MEMBERS + k * LINE + END] = count * (k + 1) // threads
    store_word(crew, GATE, (launch_of(crew[GATE]) % (1 << 30) + 1) << 2 * BITS | threads << BITS)
    for k in range(1, threads):
        wake(crew, k)
    work(crew, 0)
    add_to_word(crew, GATE, -(threads << BITS))
    wait_for_others(crew)
    left = crew[LEFT]
    store_word(crew, BUSY, 0)
    return left


@compiled
def launch_of(gate):
    return gate >> 2 * BITS


@compiled
def may_enter(gate, me, last):
    return gate >> BITS & MANY > me and launch_of(gate) != last


@compiled
def work(crew, me):
    """Take parts until there are none."""
    left, threads, grain = 0, crew[THREADS], crew[GRAIN]
    for k in range(threads):
        member = MEMBERS + (me + k) % threads * LINE
        while True:
            first = load_word(crew, member + NEXT)
            rest = crew[member + END] - first
            if rest <= 0:
                break
            size = max(min(rest, grain), rest // 4)
            if exchange_word(crew, member + NEXT, first, first + size):
                left += call_part(crew[PART], first, first + size, crew[JOB])
    add_to_word(crew, LEFT, left)


@compiled
def wait_for_others(crew):
    """Wait until nobody is inside: spin, then sleep."""
    spun = 0
    while load_word(crew, GATE) & MANY:
        if spun < SPINS:
            pause_thread()
            spun += 1
        else:
            store_word(crew, MEMBERS + ASLEEP, 1)
            if load_word(crew, GATE) & MANY or not exchange_word(crew, MEMBERS + ASLEEP, 1, 0):
                acquire_lock(crew[ACQUIRE], crew[MEMBERS + LOCK])


@compiled
def wake(crew, k):
    """Wake a member if it sleeps, or is about to."""
    if exchange_word(crew, MEMBERS + k * LINE + ASLEEP, 1, 0):
        release_lock(crew[RELEASE], crew[MEMBERS + k * LINE + LOCK])


@compiled
def serve(crew, me):
    """Work on launches as member `me` until the crew is stopped."""
    last = spun = 0
    mine = MEMBERS + me * LINE
    while not load_word(crew, STOP):
        gate = load_word(crew, GATE)
        if may_enter(gate, me, last):
            if exchange_word(crew, GATE, gate, gate + 1):
                work(crew, me)
                if add_to_word(crew, GATE, -1) & MANY == 1:
                    wake(crew, 0)
                last, spun = launch_of(gate), 0
        elif spun < SPINS:
            pause_thread()
            spun += 1
        else:
            store_word(crew, mine + ASLEEP, 1)
            must = may_enter(load_word(crew, GATE), me, last) or load_word(crew, STOP) != 0
            if not must or not exchange_word(crew, mine + ASLEEP, 1, 0):
                acquire_lock(crew[ACQUIRE], crew[mine + LOCK])
            spun = 0
    return 0
