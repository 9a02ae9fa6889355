/** Milliseconds within which whoever asks again is in a loop that does nothing else; Python code takes longer. */
const atOnceMs = 0.02;

/** Milliseconds of one rest; whoever sleeps oversleeps by about as much. */
const restMs = 1;

/**
 * The clock by which Python sleeps, and by which it does nothing else. Pyodide asks it again and again until the time is
 * over, which kept a processor busy for as long; so whoever asks again at once rests before it is told.
 *
 * @param now milliseconds
 * @param rest lets some time go by
 */
export function restingClock(now: () => number, rest: () => void = threadRest()): () => number {
  let told = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - told < atOnceMs) rest();
    told = now();
    return told;
  };
}

/** Has the thread wait for what never comes. `Atomics` is taken away from the thread later. */
function threadRest(): () => void {
  const { wait } = Atomics;
  const never = new Int32Array(new SharedArrayBuffer(4));
  return () => void wait(never, 0, 0, restMs);
}
