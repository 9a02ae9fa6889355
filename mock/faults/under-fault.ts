import type { Clock } from '../world/clock.ts';
import { cutBody } from './cut-body.ts';
import { faultHeader } from './fault-header.ts';
import type { Strike } from './faults.ts';

/** Where a fault strikes. */
export interface FaultScene {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
  /** The answer in place of the work, in the shape that refusals have there. */
  readonly refuse: () => Response;
  readonly work: () => Promise<Response>;
}

/**
 * Answers a request that a fault strikes.
 *
 * wait - drop - answer in place of the work, or the work - drop - cut
 *
 * @returns `Response.error()` for a connection that ends without an answer, as `fetch` has it
 */
export async function underFault(strike: Strike, scene: FaultScene): Promise<Response> {
  if (!(await comesThrough(strike, scene))) return Response.error();
  return changedBy(strike, isReplaced(strike) ? scene.refuse() : await scene.work());
}

/**
 * Waits as long as the fault says.
 *
 * @returns whether the request comes through: not where its connection is dropped, or its client is gone meanwhile
 */
export async function comesThrough(
  { fault, waitMs }: Strike,
  { clock, signal }: Pick<FaultScene, 'clock' | 'signal'>,
): Promise<boolean> {
  try {
    if (waitMs > 0) await clock.sleep(waitMs, signal);
  } catch {
    return false;
  }
  return fault.drop !== 'before';
}

/** Whether a fault answers in place of the work. */
export function isReplaced({ fault }: Strike): boolean {
  return fault.status !== undefined || fault.failure !== undefined;
}

/** What becomes of an answer. */
export async function changedBy({ id, fault }: Strike, response: Response): Promise<Response> {
  if (response.type === 'error') return response;
  if (fault.drop === 'after') {
    await response.body?.cancel();
    return Response.error();
  }
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.set(faultHeader, id);
  const marked = new Response(response.body, { status, statusText, headers });
  return fault.truncate ? cutBody(marked, fault.truncate) : marked;
}
