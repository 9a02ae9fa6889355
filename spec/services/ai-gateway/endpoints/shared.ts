import { z } from 'zod';
import { configErrors } from '../config-error.ts';
import { gatewayEditPermissions, gatewayReadPermissions } from '../permissions.ts';

/** What the operations of the gateway's configuration have in common. */
export const shared = {
  query: z.object({}),
  answer: 'envelope',
  status: 200,
  errorShape: configErrors,
  refusals: [
    { of: 'body-invalid', as: 'gateway-config-invalid' },
    { of: 'query-invalid', as: 'gateway-config-invalid' },
  ],
  certainty: 'documented',
  source: 'fact sheet inference, section 6.8',
} as const;

export const edit = { kind: 'api', permissions: gatewayEditPermissions } as const;
export const read = { kind: 'api', permissions: gatewayReadPermissions } as const;
