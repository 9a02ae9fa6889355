import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { hexIdSchema } from '../../schema.ts';

const none = z.object({});

/** The credential that calls. */
export const userEndpoints = {
  'user.token.verify': endpoint({
    method: 'GET',
    path: '/user/tokens/verify',
    summary: 'Say whether the API token that asks is valid',
    access: { kind: 'api', permissions: [] },
    params: none,
    query: none,
    result: z.object({ id: hexIdSchema, status: z.enum(['active', 'disabled', 'expired']) }),
    answer: 'envelope',
    status: 200,
    errors: ['verify-token-unknown'],
    certainty: 'observed',
    source: 'fact sheet token-validation, section 4.2',
  }),
} as const;
