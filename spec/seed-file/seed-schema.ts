import { z } from 'zod';
import { modelReplySchema } from '../model-reply.ts';
import { hexIdSchema, timestampSchema } from '../schema.ts';
import { ownModelSchema } from '../services/inference/models/own-model.ts';
import { accountCreditsSchema, faultLimits, guardrailScannerSchema } from '../services/touchstone/faults.ts';
import { touchstoneLimits } from '../services/touchstone/schemas.ts';
import {
  bucketSeedSchema,
  customProviderSeedSchema,
  faultSeedSchema,
  gatewaySeedSchema,
  namespaceSeedSchema,
} from './account-seed.ts';
import { deepStrict } from './deep-strict.ts';
import { rulesetSeedSchema, tokenSeedSchema, zoneSeedSchema } from './zone-seed.ts';

/** What belongs to an account. */
const accountMembers = {
  zones: z.array(zoneSeedSchema).optional().describe('Zones and what they hold.'),
  rulesets: z.array(rulesetSeedSchema).optional().describe('Rulesets of the account itself.'),
  gateways: z.array(gatewaySeedSchema).optional().describe('Gateways of inference.'),
  custom_providers: z.array(customProviderSeedSchema).optional().describe('Providers of models of your own.'),
  billing: deepStrict(accountCreditsSchema).partial().optional().describe('What inference is paid with.'),
  namespaces: z.array(namespaceSeedSchema).optional().describe('Namespaces of Git repositories.'),
  buckets: z.array(bucketSeedSchema).optional().describe('Buckets and their objects.'),
};

/** A clock that stands. */
const clock = z
  .strictObject({ frozen_at: timestampSchema.describe('The time that it stands at.') })
  .optional();

/** What goes wrong on purpose. */
const faults = z.array(faultSeedSchema).max(faultLimits.faults).optional();

/** An account and what it holds. */
const accountSeedSchema = z.strictObject({
  name: z.string().min(1).describe('Its name; of an account that is there already, what follows is added.'),
  id: hexIdSchema.optional().describe('Its id; one is made up where left out.'),
  clock: clock.describe('The clock of the account and its zones; that of the mock where left out.'),
  faults: faults.describe(
    'What goes wrong with requests about it; the first that matches a request applies.',
  ),
  ...accountMembers,
});

/**
 * What a mock holds at the start, as a file of YAML or JSON. Members are called as in the API, and what stands at the
 * top belongs to the seeded account.
 */
export const seedSchema = z
  .strictObject({
    $schema: z.string().optional().describe('Where this schema is, for editors of JSON.'),
    clock: clock.describe('The clock of the mock.'),
    signals: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .describe('What edge rules are told of every request, by field, `cf.waf.score: 20`.'),
    model_replies: z
      .array(modelReplySchema)
      .max(touchstoneLimits.modelReplies)
      .optional()
      .describe('What models reply to which requests; the first that matches answers.'),
    models: z.array(ownModelSchema).optional().describe('Models beside those of the platform.'),
    guardrails: deepStrict(guardrailScannerSchema)
      .partial()
      .optional()
      .describe('What the scanner of guardrails finds.'),
    faults: faults.describe(
      'What goes wrong on purpose, once everything is in; the first that matches a request applies.',
    ),
    tokens: z.array(tokenSeedSchema).optional().describe('API tokens beside the seeded ones.'),
    accounts: z.array(accountSeedSchema).optional().describe('Accounts beside the seeded one.'),
    ...accountMembers,
  })
  .meta({ title: 'Touchstone seed file' });

/** What a mock holds at the start. */
export type Seed = z.input<typeof seedSchema>;
export type CheckedSeed = z.output<typeof seedSchema>;
export type AccountSeed = z.output<typeof accountSeedSchema>;
export type AccountMembers = Omit<AccountSeed, 'name' | 'id' | 'clock' | 'faults'>;

/** The JSON schema of seed files, of the draft that editors know best. */
export function seedJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(seedSchema, { io: 'input', target: 'draft-7', unrepresentable: 'any' });
}
