import type { Strike } from './faults.ts';
import { isReplaced } from './under-fault.ts';

/** What a fault did to a request, as the journal tells it. */
export function explainStrike(strike: Strike): string {
  const { id, fault, waitMs } = strike;
  const deeds = [
    waitMs > 0 ? `held it back for ${Math.round(waitMs)} ms` : [],
    isReplaced(strike) ? 'answered in place of the work' : [],
    fault.drop === undefined ? [] : `dropped its connection ${fault.drop} the work`,
    fault.truncate === undefined ? [] : 'cut the body of its answer',
  ].flat();
  return `${id} ${deeds.join(', ')}.`;
}
