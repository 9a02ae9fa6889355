import { z } from 'zod';
import { hexIdSchema, timestampSchema } from '../../schema.ts';
import { phaseNames, rulesetActions } from './phases.ts';

/** Limits of rulesets. */
export const rulesetLimits = {
  /** Characters of an expression: fact sheet token-validation, section 1.9. */
  expression: 4096,
  /** Rules of one ruleset (inferred: plans differ, and none of the numbers is confirmed). */
  rulesPerRuleset: 1_000,
  /** Older versions that are kept of a ruleset (inferred). */
  versionsPerRuleset: 100,
  /** Entry rulesets of one phase and zone or account: fact sheet, section 9.3. */
  entrypointsPerPhase: 1,
  /** Rulesets of one zone or account (inferred). */
  rulesetsPerScope: 500,
  /** Entries of one page of a list of rulesets. */
  perPageDefault: 50,
} as const;

export const rulesetKinds = ['managed', 'custom', 'root', 'zone'] as const;
export const phaseNameSchema = z.enum(phaseNames);
export const rulesetActionSchema = z.enum(rulesetActions);

/** Version of a ruleset or rule: a whole number written as text. */
export const versionSchema = z.string().regex(/^[1-9]\d*$/, 'must be a whole number from 1');

/** A rule as it is answered. Rules of phases that the mock only keeps carry whatever was sent with them. */
export const rulesetRuleSchema = z.looseObject({
  id: hexIdSchema,
  version: versionSchema,
  action: rulesetActionSchema,
  action_parameters: z.looseObject({}).optional(),
  expression: z.string(),
  description: z.string().optional(),
  enabled: z.boolean(),
  last_updated: timestampSchema,
  ref: z.string(),
  categories: z.array(z.string()).optional(),
  logging: z.object({ enabled: z.boolean() }).optional(),
  ratelimit: z.looseObject({}).optional(),
  exposed_credential_check: z.looseObject({}).optional(),
});

export type RulesetRule = z.infer<typeof rulesetRuleSchema>;

/** A ruleset without its rules: an entry of a list. */
export const rulesetSummarySchema = z.object({
  id: hexIdSchema,
  name: z.string(),
  description: z.string(),
  kind: z.enum(rulesetKinds),
  version: versionSchema,
  last_updated: timestampSchema,
  phase: phaseNameSchema,
});

export const rulesetSchema = rulesetSummarySchema.extend({ rules: z.array(rulesetRuleSchema) });

export type Ruleset = z.infer<typeof rulesetSchema>;
