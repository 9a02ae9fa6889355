/**
 * What came of a mutant: `caught` by a test of its requirement, or `survived`; all else is a fault of the mutant.
 *
 * `elsewhere`: only tests of other requirements fail. `status-alone`: nothing but a status code is another than it
 * should be. `unfit`: its answers don't fit the schema. `broken`: it does not apply, build, serve, or come
 * to an end, or no test of its requirement is run.
 */
export type Fate = 'caught' | 'survived' | 'elsewhere' | 'status-alone' | 'unfit' | 'broken';

/** A test that failed. */
export interface Catch {
  readonly test: string;
  /** What was found about the requirement. */
  readonly message: string;
  /** Other requirements that the same test says are broken. */
  readonly others: readonly string[];
}

export interface Outcome {
  readonly mutant: string;
  readonly requirement: string;
  readonly fate: Fate;
  /** What is to be said beside the fate, in one line; null where nothing is. */
  readonly reason: string | null;
  /** Tests that caught it. With the fate `elsewhere`, tests of other requirements that did. */
  readonly caughtBy: readonly Catch[];
  readonly duration_ms: number;
}
