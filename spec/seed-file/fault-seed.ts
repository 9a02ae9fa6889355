import { z } from 'zod';
import { checkFaultMembers, faultMatchSchema, faultMembers } from '../services/touchstone/faults.ts';

/** A fault; its account and zone are called by name or id. */
export const faultSeedSchema = z
  .strictObject({
    ...faultMembers,
    match: z
      .strictObject({
        ...faultMatchSchema.shape,
        account: z.string().optional().describe('The account, by name or id.'),
        zone: z.string().optional().describe('The zone, by name or id.'),
      })
      .optional(),
  })
  .superRefine(checkFaultMembers)
  .meta({ id: 'Fault' });

export type FaultSeed = z.output<typeof faultSeedSchema>;
