import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { hexIdSchema } from '../../schema.ts';
import { scannedWordsSchema } from '../ai-gateway/guardrails.ts';
import { platformLimits } from '../ai-gateway/platform-limits.ts';
import { adminEndpoint } from './admin-endpoint.ts';

/** What an account pays inference with. */
export const accountCreditsSchema = z.object({
  /** Prepaid credits in dollars. */
  credits: z.number().min(0),
  plan: z.enum(['free', 'paid']),
  /** Neurons that were used on this day (UTC); the free plan has an allocation of them. */
  neurons_today: z.number().min(0),
});

/** What the scanner of guardrails finds, and whether it answers at all. */
export const guardrailScannerSchema = z.object({
  words: z.array(scannedWordsSchema),
  /** Why it gives no answer; null where it does. */
  failing: z.enum(['unavailable', 'credits']).nullable(),
});

/** Which limits of the platform's own are enforced. */
export const enforcedLimitsSchema = z.object({ enforced: z.enum(platformLimits) });

const none = z.object({});
const account = z.object({ account_id: hexIdSchema });

/** What gateways meet that no setting of theirs says. */
export const gatewayConditionEndpoints = {
  'touchstone.credits.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/accounts/{account_id}/credits',
    summary: 'Read the prepaid credits of an account, its plan, and what it used of the day',
    params: account,
    query: none,
    result: accountCreditsSchema,
    errors: ['admin-forbidden', 'account-unknown'],
  }),
  'touchstone.credits.set': endpoint({
    ...adminEndpoint,
    method: 'PUT',
    path: '/_touchstone/accounts/{account_id}/credits',
    summary: 'Say how many credits an account has, and which plan; what is left out stays',
    params: account,
    query: none,
    body: accountCreditsSchema.partial(),
    example: { credits: 0.5 },
    result: accountCreditsSchema,
    errors: ['admin-forbidden', 'account-unknown'],
  }),
  'touchstone.guardrails.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/guardrails',
    summary: 'Read what the scanner of guardrails finds',
    params: none,
    query: none,
    result: guardrailScannerSchema,
    errors: ['admin-forbidden'],
  }),
  'touchstone.guardrails.set': endpoint({
    ...adminEndpoint,
    method: 'PUT',
    path: '/_touchstone/guardrails',
    summary: 'Say what the scanner of guardrails finds, or that it fails; what is left out stays',
    params: none,
    query: none,
    body: guardrailScannerSchema.partial(),
    example: { words: [{ category: 'S1', words: ['teapot'] }], failing: null },
    result: guardrailScannerSchema,
    errors: ['admin-forbidden'],
  }),
  'touchstone.limits.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/limits',
    summary: "Read which of the platform's own limits are enforced",
    params: none,
    query: none,
    result: enforcedLimitsSchema,
    errors: ['admin-forbidden'],
  }),
  'touchstone.limits.set': endpoint({
    ...adminEndpoint,
    method: 'PUT',
    path: '/_touchstone/limits',
    summary: "Say which of the platform's own limits are enforced",
    params: none,
    query: none,
    body: enforcedLimitsSchema,
    example: { enforced: 'all' },
    result: enforcedLimitsSchema,
    errors: ['admin-forbidden'],
  }),
} as const;
