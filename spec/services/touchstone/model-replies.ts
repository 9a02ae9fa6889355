import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { modelReplySchema, modelTasks } from '../../model-reply.ts';
import { adminEndpoint, touchstoneLimits } from './schemas.ts';

/** A scripted reply with its state. */
export const modelReplyRecordSchema = z.object({
  /** `reply-1`, `reply-2`, and so on, in the order of adding. */
  id: z.string(),
  /** Number of requests it has answered. */
  used: z.int(),
  /** Number of requests it will still answer; null for any number. */
  left: z.int().nullable(),
  /** Null for a reply made in code that JSON can't express. */
  reply: modelReplySchema.nullable(),
});

/** A request in the terms of a match; long texts are cut. */
const unmatchedRequestSchema = z.object({
  task: z.enum(modelTasks),
  model: z.string(),
  text: z.string(),
  system: z.string(),
  turn: z.int(),
  toolResults: z.array(z.object({ tool: z.string().nullable(), text: z.string() })),
  tools: z.array(z.string()),
  format: z.enum(['text', 'json', 'json-schema']),
});

/** Requests without a matching reply. */
const unmatchedRequestsSchema = z.object({
  count: z.int(),
  /** The last of them, newest first. */
  newest: z.array(unmatchedRequestSchema),
});

const none = z.object({});

/** Scripted replies of models. */
export const modelReplyEndpoints = {
  'touchstone.model-reply.list': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/model-replies',
    summary: 'List the scripted replies of models, in order of precedence',
    params: none,
    query: none,
    result: z.array(modelReplyRecordSchema),
    errors: ['admin-forbidden'],
  }),
  'touchstone.model-reply.add': endpoint({
    ...adminEndpoint,
    method: 'POST',
    path: '/_touchstone/model-replies',
    summary: 'Add a scripted reply, before all existing ones',
    params: none,
    query: none,
    body: modelReplySchema,
    example: { match: { text: 'weather' }, times: 'once', reply: { text: 'Sunny, and warm.', delayMs: 500 } },
    result: modelReplyRecordSchema,
    status: 201,
    errors: ['admin-forbidden'],
  }),
  'touchstone.model-reply.replace': endpoint({
    ...adminEndpoint,
    method: 'PUT',
    path: '/_touchstone/model-replies',
    summary: 'Replace all replies; the first that matches answers',
    params: none,
    query: none,
    body: z.array(modelReplySchema).max(touchstoneLimits.modelReplies),
    example: [
      { match: { tool: 'forecast', toolResult: false }, reply: { toolCalls: [{ name: 'forecast' }] } },
      { match: { toolResult: { tool: 'forecast' } }, reply: { text: 'Take an umbrella.' } },
    ],
    result: z.array(modelReplyRecordSchema),
    errors: ['admin-forbidden'],
  }),
  'touchstone.model-reply.clear': endpoint({
    ...adminEndpoint,
    method: 'DELETE',
    path: '/_touchstone/model-replies',
    summary: 'Remove all replies',
    params: none,
    query: none,
    result: z.object({ removed: z.int() }),
    errors: ['admin-forbidden'],
  }),
  'touchstone.model-reply.remove': endpoint({
    ...adminEndpoint,
    method: 'DELETE',
    path: '/_touchstone/model-replies/{reply_id}',
    summary: 'Remove one reply',
    params: z.object({ reply_id: z.string().regex(/^reply-[1-9]\d{0,15}$/) }),
    query: none,
    result: z.object({ id: z.string() }),
    errors: ['admin-forbidden', 'model-reply-unknown'],
  }),
  'touchstone.model-reply.unmatched': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/model-replies/unmatched',
    summary: 'Count the requests without a matching reply, and show the last ones in the terms of a match',
    params: none,
    query: none,
    result: unmatchedRequestsSchema,
    errors: ['admin-forbidden'],
  }),
} as const;
