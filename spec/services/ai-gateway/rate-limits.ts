import { z } from 'zod';
import { frontierRequestsPerMinute, requestsPerMinute } from '../inference/limits.ts';
import { gatewayLimits as limits } from './limits.ts';

/** How a window counts requests: Cloudflare docs, AI Gateway rate limiting. */
export const rateTechniques = ['fixed', 'sliding'] as const;

export type RateTechnique = (typeof rateTechniques)[number];

/** The dimension of a rule: each value separately, or only the values it names. */
const dimension = z.object({
  mode: z.enum(['partition', 'filter']),
  values: z.array(z.string()).optional(),
});

/** A limit on the cost of requests. */
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
 * Which limits of the platform the mock enforces; it always enforces the settings of a gateway.
 *
 * - `frontier`: those of frontier models, which are in the seed
 * - `all`: also those of each task, of unified billing, of browser rendering and of Git, which would stop any larger
 * test run
 * - `none`
 */
export const platformLimits = ['frontier', 'all', 'none'] as const;

export type PlatformLimits = (typeof platformLimits)[number];

/** What decides the requests per minute of an account for a model. */
interface ModelFacts {
  readonly task: string;
  readonly frontier?: boolean;
}

/**
 * Requests per minute of an account for a model: Cloudflare OpenAPI document.
 *
 * @returns undefined if there is no limit
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
