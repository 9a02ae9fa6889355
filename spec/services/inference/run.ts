import { z } from 'zod';
import { inferenceLimits as limits } from './limits.ts';

/** The format of a webhook: seed, /ai/run request body. */
export const webhookFormats = ['raw', 'chat'] as const;

/** An https URL with a host; user names and passwords are refused (inferred: they would be logged). */
const webhookUrlSchema = z
  .string()
  .max(limits.webhookUrl)
  .refine((value) => URL.canParse(value), { error: 'must be a URL', abort: true })
  .refine((value) => new URL(value).protocol === 'https:', { error: 'must be an https URL' })
  .refine((value) => new URL(value).username === '' && new URL(value).password === '', {
    error: 'must not hold a user name or password',
  })
  .meta({ format: 'uri', example: 'https://hooks.example.com/runs' });

/** An object that refuses an unknown member, which is probably a typo. */
function onlyMembers<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has no member ${issue.keys.join(', ')}: it takes ${names}`
        : undefined,
  });
}

/**
 * `options` of a run: seed, /ai/run request body; Cloudflare OpenAPI document. {@link webhookProblem} checks members
 * that depend on each other: those refusals have their own failures.
 */
const runOptionsSchema = onlyMembers({
  background: z.boolean().optional(),
  webhookUrl: webhookUrlSchema.optional(),
  webhookFormat: z.enum(webhookFormats).optional(),
  extraHeaders: z.record(z.string(), z.string()).optional(),
  gateway: onlyMembers({
    id: z.string().min(1).optional(),
    cacheTtl: z.number().min(0).optional(),
    skipCache: z.boolean().optional(),
  }).optional(),
  rejectIfBusy: z.boolean().optional(),
});

export type RunOptions = z.infer<typeof runOptionsSchema>;

/** Body of `POST /ai/run`. */
export const runRequestSchema = z.looseObject({
  model: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
  options: runOptionsSchema.optional(),
});

/** Body of `POST /ai/run/{model}`: the model's own input, which the model validates. */
export const modelInputSchema = z.record(z.string(), z.unknown());

/** Contradictions between options: seed, Errors. */
export type WebhookProblem = 'webhook-without-background' | 'webhook-format-without-url';

/**
 * The contradiction in the options of a run, if any.
 *
 * @example
 * webhookProblem({ webhookUrl: 'https://hooks.example.com' }) // 'webhook-without-background'
 * webhookProblem({ background: true }) // undefined
 */
export function webhookProblem(options: RunOptions): WebhookProblem | undefined {
  const { background, webhookUrl, webhookFormat } = options;
  if (webhookFormat !== undefined && webhookUrl === undefined) return 'webhook-format-without-url';
  if (webhookUrl !== undefined && background !== true) return 'webhook-without-background';
  return undefined;
}
