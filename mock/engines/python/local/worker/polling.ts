/** Where Pyodide polls for a signal; it clears it each time. */
export interface InterruptSignal {
  0: number;
}

/**
 * The byte that interrupts a program. Pyodide reads it and then sets it to zero: a signal between the two would be lost
 * (one in forty while a program is in a loop), so only a value that was read is cleared.
 *
 * @param shared one byte; the number of a signal interrupts
 */
export function interruptSignal(shared: SharedArrayBuffer): InterruptSignal {
  const bytes = new Uint8Array(shared);
  let read = 0;
  return {
    get 0() {
      read = bytes[0] ?? 0;
      return read;
    },
    set 0(value) {
      if (value !== read) bytes[0] = value;
    },
  };
}

/** A caller that polls again within this many milliseconds is in a busy loop. */
const atOnceMs = 0.02;

/** Milliseconds of one pause; a sleep may take that much longer. */
const restMs = 1;

/**
 * The clock by which Python sleeps. Pyodide sleeps by polling the time in a loop, which occupies a core; this clock
 * pauses before it answers a caller that polls again at once.
 *
 * @param now milliseconds
 * @param rest blocks the thread for a while
 */
export function restingClock(now: () => number, rest: () => void = threadRest()): () => number {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - last < atOnceMs) rest();
    last = now();
    return last;
  };
}

/** Blocks the thread. It holds a reference to `Atomics.wait`, since `Atomics` is removed from the globals later. */
function threadRest(): () => void {
  const { wait } = Atomics;
  const never = new Int32Array(new SharedArrayBuffer(4));
  return () => void wait(never, 0, 0, restMs);
}
