import { ConformanceFailure, SkipTest } from '../../../suites/harness/errors.ts';
import type { Trial } from './trial.ts';

/**
 * Sends the valid request of a test of a refusal.
 *
 * @throws SkipTest when it fails: that is the finding of the round trip
 */
export async function asTwin<T>({ t }: Trial, action: () => Promise<T>): Promise<T> {
  try {
    return await t.step('valid twin', action);
  } catch (error) {
    if (!(error instanceof ConformanceFailure)) throw error;
    throw new SkipTest(`the valid request failed: ${error.message}`);
  }
}
