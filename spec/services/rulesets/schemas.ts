import { z } from 'zod';
import { hexIdSchema, pageSize, queryBooleanSchema, timestampSchema } from '../../schema.ts';
import { phaseNames, rulesetActions } from './phases.ts';

/** Limits of rulesets. */
export const rulesetLimits = {
  /** Characters of an expression: Cloudflare docs, Rules language expressions. */
  expression: 4096,
  /** Rules of one ruleset (inferred: plans differ, and no number is confirmed). */
  rulesPerRuleset: 1_000,
  /** Older versions of a ruleset that are kept (inferred). */
  versionsPerRuleset: 100,
  /** Entry rulesets of one phase and zone or account: live API answers that users report. */
  entrypointsPerPhase: 1,
  /** Rulesets of one zone or account (inferred). */
  rulesetsPerScope: 500,
  /** Limits and default of `per_page` in a list of rulesets. */
  perPageMin: 1,
  perPageMax: 50,
  perPageDefault: 50,
} as const;

export const rulesetKinds = ['managed', 'custom', 'root', 'zone'] as const;
export const phaseNameSchema = z.enum(phaseNames);
const rulesetActionSchema = z.enum(rulesetActions);

/** Version of a ruleset or rule: a whole number as a string. */
export const versionSchema = z.string().regex(/^[1-9]\d*$/, 'must be a whole number from 1');

/** A rule in an answer. Rules of phases that the mock only stores have every member that was sent. */
const rulesetRuleSchema = z.looseObject({
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
const rulesetSummarySchema = z.object({
  id: hexIdSchema,
  name: z.string(),
  description: z.string(),
  kind: z.enum(rulesetKinds),
  version: versionSchema,
  last_updated: timestampSchema,
  phase: phaseNameSchema,
});

export type RulesetSummary = z.infer<typeof rulesetSummarySchema>;

export const rulesetSchema = rulesetSummarySchema.extend({ rules: z.array(rulesetRuleSchema) });

export type Ruleset = z.infer<typeof rulesetSchema>;

/** An entry of a list from any implementation: a ruleset without a description may omit it. */
export const rulesetEntrySchema = rulesetSummarySchema.partial({ description: true });

/**
 * A ruleset from any implementation: without rules, `rules` may be absent (Cloudflare docs, Ruleset JSON object).
 */
export const rulesetAnswerSchema = rulesetSchema.partial({ description: true, rules: true });

/** The answer to a write; null for a `dry_run`. */
export const rulesetWriteSchema = rulesetAnswerSchema.nullable();

/**
 * A rule in a request. The parameters of its action and the actions of its phase are checked against its ruleset;
 * `version`, `last_updated` and `categories` of a rule that was read are accepted without effect.
 */
export const rulesetRuleInputSchema = z.looseObject({
  id: hexIdSchema.optional(),
  ref: z.string().min(1).optional(),
  action: rulesetActionSchema.optional(),
  action_parameters: z.looseObject({}).optional(),
  expression: z.string().optional(),
  description: z.string().optional(),
  enabled: z.boolean().optional(),
  logging: z.object({ enabled: z.boolean() }).optional(),
  ratelimit: z.looseObject({}).optional(),
  exposed_credential_check: z.looseObject({}).optional(),
});

export type RulesetRuleInput = z.output<typeof rulesetRuleInputSchema>;

const ruleIdOrEmpty = z.string().regex(/^(?:[0-9a-f]{32})?$/, 'must be a rule id or empty');

/** The new position of a rule: exactly one member. An empty `before` is the top, an empty `after` the bottom. */
const rulePositionSchema = z
  .strictObject({
    before: ruleIdOrEmpty.optional(),
    after: ruleIdOrEmpty.optional(),
    index: z.int().min(1).optional(),
  })
  .refine((position) => Object.keys(position).length === 1, 'must have one of before, after and index');

export type RulePosition = z.output<typeof rulePositionSchema>;

/** A new rule, or the replacement of one; a replacement with only a position moves the rule. */
export const placedRuleInputSchema = rulesetRuleInputSchema.extend({
  position: rulePositionSchema.optional(),
});

const name = z.string().min(1);
const rules = z.array(rulesetRuleInputSchema);

export const rulesetCreateBody = z.object({
  name,
  description: z.string().optional(),
  kind: z.enum(rulesetKinds),
  phase: phaseNameSchema,
  rules: rules.optional(),
});

/** `name`, `kind` and `phase` can't be changed; a write may send them unchanged. */
export const rulesetUpdateBody = rulesetCreateBody.partial();

/** The body of a write to an entry point, which creates a missing one. */
export const entrypointBody = rulesetUpdateBody;

export const dryRunQuery = z.object({ dry_run: queryBooleanSchema.optional() });

export const rulesetListQuery = z.object({
  cursor: z.string().optional(),
  per_page: pageSize(rulesetLimits.perPageMin, rulesetLimits.perPageMax, rulesetLimits.perPageDefault),
});
