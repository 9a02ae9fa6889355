import { z } from 'zod';
import { timestampSchema, uuidSchema } from '../../schema.ts';

/**
 * Where a background run stands. The last two are documented for the Run API; what the platform calls a run
 * before that is not known (fact sheet inference, section 4).
 */
export const runStates = ['Queued', 'Running', 'Completed', 'Failed'] as const;

export type RunState = (typeof runStates)[number];

/** States in which a run stays. */
export const finalRunStates = ['Completed', 'Failed'] as const satisfies readonly RunState[];

/** What went wrong with a run: the Run API's object. */
export const runErrorSchema = z.object({ code: z.string().min(1), message: z.string().min(1) });

/**
 * What accepts a background run (inferred: the seed does not show it). `runId` is the name that clients of
 * the preview read.
 */
export const acceptedRunSchema = z.object({
  id: uuidSchema,
  runId: uuidSchema,
  state: z.enum(runStates),
  model: z.string().min(1),
});

export type AcceptedRun = z.infer<typeof acceptedRunSchema>;

/**
 * What became of a webhook. `delivered`: its receiver answered, whatever that was; `failed`: nobody did;
 * `refused`: by then its host led to a private address, and nothing was sent.
 */
export const deliveryStates = ['none', 'pending', 'delivered', 'failed', 'refused'] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/**
 * A background run as it is read back: an extension of the mock, which the REST API does not document. Its
 * path is not `/ai/run/{id}`, where a model's id stands and a GET has always been refused.
 */
export const backgroundRunSchema = z.object({
  ...acceptedRunSchema.shape,
  provider: z.string().min(1),
  result: z.record(z.string(), z.unknown()).nullable(),
  error: runErrorSchema.nullable(),
  usage: z.record(z.string(), z.unknown()),
  created_at: timestampSchema,
  completed_at: timestampSchema.nullable(),
  delivery: z.enum(deliveryStates),
});

export type BackgroundRun = z.infer<typeof backgroundRunSchema>;

/** `result` of a synchronous run of a third-party model: fact sheet inference, section 2.2. */
export const completedRunSchema = z.object({
  state: z.literal('Completed'),
  result: z.unknown(),
  model: z.string().optional(),
  provider: z.string().optional(),
  usedBYOKKey: z.boolean().optional(),
  gatewayMetadata: z.object({ keySource: z.string() }).optional(),
});

export type CompletedRun = z.infer<typeof completedRunSchema>;
