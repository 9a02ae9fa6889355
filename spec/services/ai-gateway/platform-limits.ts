import { frontierRequestsPerMinute, requestsPerMinute } from '../inference/limits.ts';

/**
 * Which limits of the platform's own the mock enforces; what a gateway is set to is enforced in any case.
 *
 * - `frontier`: those of frontier models, which the seed names
 * - `all`: those of each task, of unified billing and of browser rendering too, which would stop any larger run of
 *   tests
 * - `none`
 */
export const platformLimits = ['frontier', 'all', 'none'] as const;

export type PlatformLimits = (typeof platformLimits)[number];

/** What decides how many requests a minute an account may make of a model. */
export interface ModelFacts {
  readonly task: string;
  readonly frontier?: boolean;
}

/**
 * Requests of a model that an account may make in a minute: fact sheet inference, section 5.
 *
 * @returns undefined where there is no limit
 *
 * @example
 * modelRequestsPerMinute({ task: 'Text Generation', frontier: true }, { prepaid: true, enforced: 'frontier' }) // 50
 */
export function modelRequestsPerMinute(
  { task, frontier = false }: ModelFacts,
  { prepaid, enforced }: { readonly prepaid: boolean; readonly enforced: PlatformLimits },
): number | undefined {
  if (enforced === 'none') return undefined;
  if (frontier) return frontierRequestsPerMinute[prepaid ? 'prepaid' : 'postpaid'];
  return enforced === 'all' ? (requestsPerMinute as Readonly<Record<string, number>>)[task] : undefined; // some tasks have none
}
