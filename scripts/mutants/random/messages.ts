import type { Fault } from './find-faults.ts';

/** The result of a test on the correct server. */
export interface ObservedTest {
  readonly id: string;
  readonly duration_ms: number;
  readonly passed: boolean;
  /** How often it reached each number: files first, then faults. */
  readonly reached: readonly (readonly [number: number, times: number])[];
}

/** Requests which tests reach which faults. */
export interface Observe {
  readonly kind: 'observe';
  readonly faults: readonly Fault[];
  readonly tests: readonly string[];
}

/** Requests the result of tests against a faulty server; they run in order until one does not pass. */
export interface Judge {
  readonly kind: 'judge';
  readonly fault: Fault;
  readonly tests: readonly string[];
}

/**
 * The outcome of a fault. `failed`: a test fails, at any level. `skipped`: a test is skipped that runs without the
 * fault, so that the verdict is partial. `broken`: the server does not start or has an uncaught error, or the harness
 * can't read its answer. `hung`: it does not finish. `survived`: all tests pass.
 */
export type FaultFate = 'failed' | 'skipped' | 'broken' | 'hung' | 'survived';

export interface Judgement {
  readonly fate: FaultFate;
  /** The test that did not pass; null if none ran or all pass. */
  readonly by: string | null;
  /** The reason in one line. */
  readonly reason: string | null;
  /** Number of tests that ran. */
  readonly ran: number;
}

export type ForWorker = Observe | Judge;

export type ForParent =
  | { readonly kind: 'ready'; readonly folder: string }
  | { readonly kind: 'tested'; readonly test: ObservedTest }
  /** Files that the server loads into its own process, and what is reached before the first test. */
  | { readonly kind: 'observed'; readonly loaded: readonly string[]; readonly atStart: readonly number[] }
  | { readonly kind: 'alive' }
  /** `tired`: part of the server is still busy, so this process must judge no more. */
  | { readonly kind: 'judged'; readonly judgement: Judgement; readonly tired: boolean }
  /** The process can't do what was requested. */
  | { readonly kind: 'unable'; readonly reason: string };
