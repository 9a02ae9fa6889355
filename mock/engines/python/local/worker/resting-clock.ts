/** Milliseconds within which whoever asks again is in a loop that does nothing else; Python code takes longer. */
const atOnceMs = 0.02;

/** Milliseconds of one rest; whoever sleeps oversleeps by as much at most. */
const restMs = 1;

/**
 * The clock by which Python sleeps, and by which it does nothing else. Pyodide asks it again and again until the time is
 * over, which kept a processor busy for as long; so whoever asks again at once rests before it is told.
 *
 * @param now milliseconds
 */
export function restingClock(now: () => number): () => number {
  const { wait } = Atomics;
  const never = new Int32Array(new SharedArrayBuffer(4));
  let told = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - told < atOnceMs) wait(never, 0, 0, restMs);
    told = now();
    return told;
  };
}
