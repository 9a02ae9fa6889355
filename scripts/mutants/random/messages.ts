import type { Fault } from './find-faults.ts';

/** What a test did on the server without a fault. */
export interface ObservedTest {
  readonly id: string;
  readonly duration_ms: number;
  readonly passed: boolean;
  /** How often it reached what has a number: files first, then faults. */
  readonly reached: readonly (readonly [number: number, times: number])[];
}

/** Asks which tests reach which faults. */
export interface Observe {
  readonly kind: 'observe';
  readonly faults: readonly Fault[];
  readonly tests: readonly string[];
}

/** Asks what tests say of a server with a fault; they are run in their order, until one does not pass. */
export interface Judge {
  readonly kind: 'judge';
  readonly fault: Fault;
  readonly tests: readonly string[];
}

/**
 * What came of a fault. `failed`: a test fails, whatever its level. `skipped`: a test is not run that is run without
 * the fault, so that the verdict is partial. `broken`: the server does not start, or throws where nobody waits for
 * it, or the harness can't read its answer. `hung`: it does not come to an end. `survived`: all tests pass.
 */
export type FaultFate = 'failed' | 'skipped' | 'broken' | 'hung' | 'survived';

export interface Judgement {
  readonly fate: FaultFate;
  /** The test that did not pass; null where none was asked, or all pass. */
  readonly by: string | null;
  /** What was seen, in one line. */
  readonly reason: string | null;
  /** Tests that were run. */
  readonly ran: number;
}

export type ForWorker = Observe | Judge;

export type ForParent =
  | { readonly kind: 'ready'; readonly folder: string }
  | { readonly kind: 'tested'; readonly test: ObservedTest }
  /** Files that the server loads into its own process, and what is reached before the first test. */
  | { readonly kind: 'observed'; readonly loaded: readonly string[]; readonly atStart: readonly number[] }
  | { readonly kind: 'alive' }
  /** `tired`: something of the server goes on working, so the process is to judge no more. */
  | { readonly kind: 'judged'; readonly judgement: Judgement; readonly tired: boolean }
  /** It can't do what it was asked for. */
  | { readonly kind: 'unable'; readonly reason: string };
