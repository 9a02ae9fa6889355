import type { RunResult, TestResult } from './results.ts';

/** Follows a run while it happens. */
export interface Reporter {
  started?(run: { readonly run: string; readonly api: string; readonly tests: number }): void;
  tested?(result: TestResult): void;
  ended?(result: RunResult): void;
}
