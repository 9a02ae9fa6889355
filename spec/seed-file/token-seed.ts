import { z } from 'zod';
import { permissions } from '../permissions.ts';

/** Sets of permissions that the seeded tokens have too. */
export const tokenRoles = ['full', 'read', 'gateway'] as const;

/** An API token. */
export const tokenSeedSchema = z
  .strictObject({
    value: z
      .string()
      .regex(/^[A-Za-z0-9\-._~+/]+=*$/, 'must be a Bearer token: letters, digits and -._~+/')
      .describe('What clients send behind `Bearer`.'),
    role: z
      .enum(tokenRoles)
      .optional()
      .describe('All permissions, those that read, or those of the inference gateway.'),
    permissions: z
      .array(z.enum(permissions))
      .optional()
      .describe("Permissions by the platform's names, in place of a role."),
    accounts: z
      .array(z.string())
      .optional()
      .describe('The only accounts it reaches, by name or id; all of them where left out.'),
    zones: z
      .array(z.string())
      .optional()
      .describe('The only zones it reaches, by name or id; all of them where left out.'),
    status: z.enum(['active', 'disabled', 'expired']).optional().describe('Default `active`.'),
    email: z.email().optional().describe('Whom its changes are said to be made by.'),
  })
  .refine((token) => (token.role === undefined) !== (token.permissions === undefined), {
    message: 'needs either a role or permissions',
  });

export type TokenSeed = z.output<typeof tokenSeedSchema>;
