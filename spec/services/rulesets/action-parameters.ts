import { z } from 'zod';
import { hexIdSchema } from '../../schema.ts';
import { phaseNameSchema } from './schemas.ts';

/** Statuses of a block response: cloudflare-typescript, Rulesets. */
const blockStatuses = { min: 400, max: 499 } as const;

/** `block`: optionally a custom response instead of the block page. */
const blockParametersSchema = z.strictObject({
  response: z
    .strictObject({
      status_code: z
        .int()
        .min(blockStatuses.min, `must be at least ${blockStatuses.min}`)
        .max(blockStatuses.max, `must be at most ${blockStatuses.max}`),
      content: z.string().min(1, 'must not be empty'),
      content_type: z.string().min(1, 'must not be empty'),
    })
    .optional(),
});

/** Older products that a skip rule can name. */
const skipProducts = ['bic', 'hot', 'rateLimit', 'securityLevel', 'uaBlock', 'waf', 'zoneLockdown'] as const;

/** Members of a skip that exclude each other: cloudflare-typescript, Rulesets. */
const skipConflicts = [
  ['phase', 'phases'],
  ['phase', 'ruleset'],
  ['phase', 'rulesets'],
  ['phase', 'rules'],
  ['phases', 'rulesets'],
  ['ruleset', 'rulesets'],
  ['ruleset', 'rules'],
] as const;

/** `skip`: what a matching request skips. */
export const skipParametersSchema = z
  .strictObject({
    ruleset: z.literal('current').optional(),
    phases: z.array(phaseNameSchema).min(1).optional(),
    products: z.array(z.enum(skipProducts)).min(1).optional(),
    rules: z.record(hexIdSchema, z.array(hexIdSchema)).optional(),
    rulesets: z.array(hexIdSchema).min(1).optional(),
    phase: z.literal('current').optional(),
  })
  .superRefine((value, context) => {
    for (const [one, other] of skipConflicts) {
      if (value[one] === undefined || value[other] === undefined) continue;
      context.addIssue({ code: 'custom', path: [other], message: `excludes ${one}` });
    }
  });

const always = z.literal(true);

/** `set_config`: every documented setting, Cloudflare docs, Ruleset JSON object. */
const configParametersSchema = z.strictObject({
  automatic_https_rewrites: z.boolean().optional(),
  autominify: z
    .strictObject({ css: z.boolean().optional(), html: z.boolean().optional(), js: z.boolean().optional() })
    .optional(),
  bic: z.boolean().optional(),
  content_converter: z.boolean().optional(),
  disable_apps: always.optional(),
  disable_pay_per_crawl: always.optional(),
  disable_rum: always.optional(),
  disable_zaraz: always.optional(),
  email_obfuscation: z.boolean().optional(),
  fonts: z.boolean().optional(),
  hotlink_protection: z.boolean().optional(),
  mirage: z.boolean().optional(),
  opportunistic_encryption: z.boolean().optional(),
  polish: z.enum(['off', 'lossless', 'lossy', 'webp']).optional(),
  redirects_for_ai_training: z.boolean().optional(),
  request_body_buffering: z.enum(['none', 'standard', 'full']).optional(),
  response_body_buffering: z.enum(['none', 'standard']).optional(),
  rocket_loader: z.boolean().optional(),
  security_level: z.enum(['off', 'essentially_off', 'low', 'medium', 'high', 'under_attack']).optional(),
  server_side_excludes: z.boolean().optional(),
  ssl: z.enum(['off', 'flexible', 'full', 'strict', 'origin_pull']).optional(),
  sxg: z.boolean().optional(),
  webmcp_enabled: z.boolean().optional(),
  webmcp_packs: z.array(z.string()).optional(),
});

/** `execute`: the custom ruleset of the account that runs in place of the rule. */
const executeParametersSchema = z.strictObject({
  id: hexIdSchema,
  version: z.string().optional(),
  overrides: z.looseObject({}).optional(),
  matched_data: z.looseObject({}).optional(),
});

/** Actions without parameters. */
const noParameters = z.strictObject({});

/** The parameters of each action of the evaluated phases. */
export const actionParameterSchemas = {
  block: blockParametersSchema,
  challenge: noParameters,
  execute: executeParametersSchema,
  js_challenge: noParameters,
  log: noParameters,
  managed_challenge: noParameters,
  set_config: configParametersSchema,
  skip: skipParametersSchema,
} as const;

/** Actions that require at least one parameter. */
export const actionsWithParameters = ['execute', 'set_config', 'skip'] as const;
