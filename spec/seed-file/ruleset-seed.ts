import { z } from 'zod';
import { hexIdSchema } from '../schema.ts';
import { phaseNameSchema, rulesetKinds, rulesetRuleInputSchema } from '../services/rulesets/schemas.ts';

/** A ruleset of a zone or an account. */
export const rulesetSeedSchema = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .describe('Its name, by which rules call it too: `{{rulesets.<name>}}` stands for its id.'),
    id: hexIdSchema.optional().describe('Its id; one is made up where left out.'),
    phase: phaseNameSchema,
    kind: z
      .enum(rulesetKinds)
      .optional()
      .describe('Default: the entry point of its phase, `zone` in a zone and `root` in an account.'),
    description: z.string().optional(),
    rules: z.array(rulesetRuleInputSchema).optional().describe('Its rules, as the API takes them.'),
  })
  .meta({ id: 'Ruleset' });

export type RulesetSeed = z.output<typeof rulesetSeedSchema>;
