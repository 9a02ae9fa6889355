import { z } from 'zod';
import { gatewayEditPermissions, gatewayReadPermissions } from '../../inference/operation.ts';

/** What the operations of the gateway's configuration have in common. */
export const shared = {
  query: z.object({}),
  answer: 'envelope',
  status: 200,
  certainty: 'documented',
  source: 'fact sheet inference, section 6.8',
} as const;

export const edit = { kind: 'api', permissions: gatewayEditPermissions } as const;
export const read = { kind: 'api', permissions: gatewayReadPermissions } as const;
