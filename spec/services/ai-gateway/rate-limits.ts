import { z } from 'zod';
import { frontierRequestsPerMinute, requestsPerMinute } from '../inference/limits.ts';
import { gatewayLimits as limits } from './limits.ts';

/** How the requests of a window are counted: Cloudflare docs, AI Gateway rate limiting. */
export const rateTechniques = ['fixed', 'sliding'] as const;

export type RateTechnique = (typeof rateTechniques)[number];

/** What a rule looks at: each value by itself, or only the values that it names. */
const dimension = z.object({
  mode: z.enum(['partition', 'filter']),
  values: z.array(z.string()).optional(),
});

/** A bound on what requests cost. */
const spendRuleSchema = z.object({
  id: z.string().optional(),
  limit: z.number().gt(0),
  limitType: z.literal('cost'),
  /** Seconds. */
  window: z.int().min(1),
  technique: z.enum(rateTechniques).default('fixed'),
  enabled: z.boolean().optional(),
  metadata: z.record(z.string(), dimension).optional(),
  model: dimension.optional(),
  provider: dimension.optional(),
});

export type SpendRule = z.infer<typeof spendRuleSchema>;

export const spendLimitsSchema = z.object({
  enabled: z.boolean().optional(),
  rules: z.array(spendRuleSchema).max(limits.spendRules).default([]),
});

/**
 * Which limits of the platform's own the mock enforces; what a gateway is set to is enforced in any case.
 *
 * - `frontier`: those of frontier models, which the seed names
 * - `all`: those of each task, of unified billing, of browser rendering and of Git too, which would stop any larger
 *   run of tests
 * - `none`
 */
export const platformLimits = ['frontier', 'all', 'none'] as const;

export type PlatformLimits = (typeof platformLimits)[number];

/** What decides how many requests a minute an account may make of a model. */
interface ModelFacts {
  readonly task: string;
  readonly frontier?: boolean;
}

/**
 * Requests of a model that an account may make in a minute: Cloudflare OpenAPI document.
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
