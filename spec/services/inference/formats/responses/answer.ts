import { z } from 'zod';
import { chatErrorType } from '../chat-completions/answer.ts';
import { responseUsageSchema } from '../usage.ts';
import { itemStatusSchema } from './request.ts';

/** A piece of text of an answer. */
const outputTextSchema = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.object({ type: z.string() })),
  logprobs: z.array(z.object({ token: z.string(), logprob: z.number() })).optional(),
});

const outputRefusalSchema = z.object({ type: z.literal('refusal'), refusal: z.string() });

const reasoningTextSchema = z.object({ type: z.literal('reasoning_text'), text: z.string() });

/** The content parts of an item. */
const outputPartSchema = z.discriminatedUnion('type', [
  outputTextSchema,
  outputRefusalSchema,
  reasoningTextSchema,
]);

const outputMessageSchema = z.object({
  type: z.literal('message'),
  id: z.string().min(1),
  role: z.literal('assistant'),
  status: itemStatusSchema,
  content: z.array(z.discriminatedUnion('type', [outputTextSchema, outputRefusalSchema])),
});

const outputFunctionCallSchema = z.object({
  type: z.literal('function_call'),
  id: z.string().min(1),
  call_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string(),
  status: itemStatusSchema,
});

const outputReasoningSchema = z.object({
  type: z.literal('reasoning'),
  id: z.string().min(1),
  summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })),
  content: z.array(reasoningTextSchema).optional(),
  encrypted_content: z.string().nullable().optional(),
  status: itemStatusSchema.optional(),
});

/** One item of the output of a response: Cloudflare Workers types. */
export const outputItemSchema = z.discriminatedUnion('type', [
  outputMessageSchema,
  outputFunctionCallSchema,
  outputReasoningSchema,
]);

export type OutputItem = z.infer<typeof outputItemSchema>;

/** The status of a response. */
const responseStatusSchema = z.enum([
  'completed',
  'failed',
  'in_progress',
  'cancelled',
  'queued',
  'incomplete',
]);

const responseErrorDetailSchema = z.object({ code: z.string().min(1), message: z.string().min(1) });

/**
 * A response: Cloudflare Workers types. Every member is present, with null for absent values: clients that validate the
 * whole schema refuse anything less.
 */
export const responseSchema = z
  .object({
    id: z.string().min(1),
    object: z.literal('response'),
    created_at: z.number().min(0),
    completed_at: z.number().min(0).nullable(),
    status: responseStatusSchema,
    model: z.string().min(1),
    output: z.array(outputItemSchema),
    output_text: z.string().optional(),
    error: responseErrorDetailSchema.nullable(),
    incomplete_details: z
      .object({ reason: z.enum(['max_output_tokens', 'content_filter']).optional() })
      .nullable(),
    instructions: z.union([z.string(), z.array(z.unknown())]).nullable(),
    previous_response_id: z.string().nullable(),
    temperature: z.number().nullable(),
    top_p: z.number().nullable(),
    presence_penalty: z.number(),
    frequency_penalty: z.number(),
    top_logprobs: z.int(),
    tools: z.array(z.looseObject({ type: z.string() })),
    tool_choice: z.union([z.string(), z.looseObject({ type: z.string() })]),
    parallel_tool_calls: z.boolean(),
    max_output_tokens: z.int().nullable(),
    max_tool_calls: z.int().nullable(),
    reasoning: z.object({ effort: z.string().nullable(), summary: z.string().nullable() }).nullable(),
    text: z.object({ format: z.looseObject({ type: z.string() }), verbosity: z.string().optional() }),
    truncation: z.enum(['auto', 'disabled']),
    usage: responseUsageSchema.nullable(),
    store: z.boolean(),
    background: z.boolean(),
    service_tier: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    safety_identifier: z.string().nullable(),
    prompt_cache_key: z.string().nullable(),
  })
  .refine(({ status, usage }) => status !== 'completed' || usage !== null, {
    error: 'a completed response has to bring its usage',
    path: ['usage'],
  })
  .refine(({ status, error }) => (status === 'failed') === (error !== null), {
    error: 'a response has an error when it failed, and only then',
    path: ['error'],
  });

export type ResponseObject = z.infer<typeof responseSchema>;

/** Error codes of the Responses format; only `invalid_prompt` was observed. */
const responseErrorCodes = [
  'invalid_prompt',
  'invalid_api_key',
  'insufficient_quota',
  'permission_denied',
  'model_not_found',
  'rate_limit_exceeded',
  'server_error',
] as const;

type ResponseErrorCode = (typeof responseErrorCodes)[number];

/**
 * An error in the Responses format: `code` and `message` were observed, `type` and `param` are added for clients that
 * validate the whole schema (live API answers that users report).
 */
export const responsesErrorSchema = z.object({
  error: z.object({
    code: z.string().min(1),
    message: z.string().min(1),
    type: z.string().min(1).optional(),
    param: z.string().nullable().optional(),
  }),
});

type ResponsesError = z.infer<typeof responsesErrorSchema>;

/** The event with which a stream reports a failure. */
const responseErrorEventSchema = z.object({
  type: z.literal('error'),
  sequence_number: z.int().min(0),
  code: z.string().nullable(),
  message: z.string().min(1),
  param: z.string().nullable(),
});

const byStatus: Readonly<Record<number, ResponseErrorCode>> = {
  401: 'invalid_api_key',
  402: 'insufficient_quota',
  403: 'permission_denied',
  404: 'model_not_found',
  429: 'rate_limit_exceeded',
};

/**
 * The error code for a status (inferred, except `invalid_prompt` for 400).
 *
 * @example
 * responsesError(400, 'AiError: bad').error.code // 'invalid_prompt'
 */
export function responsesError(status: number, message: string, param: string | null = null): ResponsesError {
  const code = byStatus[status] ?? (status >= 500 ? 'server_error' : 'invalid_prompt');
  return { error: { code, message, type: chatErrorType(status), param } };
}

const numbered = { sequence_number: z.int().min(0) };
const ofOutput = { ...numbered, output_index: z.int().min(0) };
const ofItem = { ...ofOutput, item_id: z.string().min(1) };
const ofPart = { ...ofItem, content_index: z.int().min(0) };
const ofSummary = { ...ofItem, summary_index: z.int().min(0) };
const logprobs = z.array(z.object({ token: z.string(), logprob: z.number() })).optional();
const summaryPart = z.object({ type: z.literal('summary_text'), text: z.string() });

/** Events with the current response. */
const responseLifecycleTypes = [
  'response.queued',
  'response.created',
  'response.in_progress',
  'response.completed',
  'response.incomplete',
  'response.failed',
] as const;

/** Events that only `[DONE]` may follow. */
const responseFinalTypes = ['response.completed', 'response.incomplete', 'response.failed', 'error'] as const;

/**
 * Data of each event of a Responses stream, distinguished by `type`, which is also the name of the event: Cloudflare
 * Workers types.
 */
export const responseEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal(responseLifecycleTypes), ...numbered, response: responseSchema }),
  z.object({ type: z.literal('response.output_item.added'), ...ofOutput, item: outputItemSchema }),
  z.object({ type: z.literal('response.output_item.done'), ...ofOutput, item: outputItemSchema }),
  z.object({ type: z.literal('response.content_part.added'), ...ofPart, part: outputPartSchema }),
  z.object({ type: z.literal('response.content_part.done'), ...ofPart, part: outputPartSchema }),
  z.object({
    type: z.literal('response.output_text.delta'),
    ...ofPart,
    delta: z.string(),
    logprobs,
    obfuscation: z.string().optional(),
  }),
  z.object({ type: z.literal('response.output_text.done'), ...ofPart, text: z.string(), logprobs }),
  z.object({
    type: z.literal('response.output_text.annotation.added'),
    ...ofPart,
    annotation_index: z.int().min(0),
    annotation: z.looseObject({ type: z.string() }).nullable(),
  }),
  z.object({ type: z.literal('response.refusal.delta'), ...ofPart, delta: z.string() }),
  z.object({ type: z.literal('response.refusal.done'), ...ofPart, refusal: z.string() }),
  z.object({ type: z.literal('response.function_call_arguments.delta'), ...ofItem, delta: z.string() }),
  z.object({
    type: z.literal('response.function_call_arguments.done'),
    ...ofItem,
    name: z.string().optional(),
    arguments: z.string(),
  }),
  z.object({ type: z.literal('response.reasoning_text.delta'), ...ofPart, delta: z.string() }),
  z.object({ type: z.literal('response.reasoning_text.done'), ...ofPart, text: z.string() }),
  z.object({
    type: z.literal('response.reasoning_summary_part.added'),
    ...ofSummary,
    part: summaryPart,
  }),
  z.object({
    type: z.literal('response.reasoning_summary_part.done'),
    ...ofSummary,
    part: summaryPart,
  }),
  z.object({ type: z.literal('response.reasoning_summary_text.delta'), ...ofSummary, delta: z.string() }),
  z.object({ type: z.literal('response.reasoning_summary_text.done'), ...ofSummary, text: z.string() }),
  responseErrorEventSchema,
]);

export type ResponseEvent = z.infer<typeof responseEventSchema>;

/** The state of an item during its events. */
interface OpenItem {
  readonly id: string;
  readonly parts: Map<number, string>;
  text: string;
  open: boolean;
}

const isFinal = (type: string) => (responseFinalTypes as readonly string[]).includes(type); // a wider question

/**
 * The faults in the order of a response's events, each of which matches its schema: Cloudflare Workers types.
 *
 * @returns one sentence for each fault
 */
export function responseStreamProblems(events: readonly ResponseEvent[]): string[] {
  const problems: string[] = [];
  const items = new Map<number, OpenItem>();
  let sequence = -1;
  for (const [at, event] of events.entries()) {
    const say = (problem: string) => problems.push(`event ${at}, ${event.type}: ${problem}`);
    if (event.sequence_number <= sequence) say(`sequence_number ${event.sequence_number} does not grow`);
    sequence = event.sequence_number;
    if (at === 0 && event.type !== 'response.created' && event.type !== 'error')
      say('is not response.created');
    if (isFinal(event.type) && at !== events.length - 1) say('is not the last');
    if ('output_index' in event) itemProblems(event, items).forEach(say);
    if ('response' in event && isFinal(event.type)) {
      if (event.response.output.length !== items.size) say('the response has other items than the stream');
      for (const [index, item] of items) if (item.open) say(`item ${index} is not done`);
    }
  }
  if (!isFinal(events.at(-1)?.type ?? '')) problems.push('the stream ends without a final event');
  return problems;
}

type ItemEvent = Extract<ResponseEvent, { output_index: number }>;

function itemProblems(event: ItemEvent, items: Map<number, OpenItem>): string[] {
  const { output_index: index } = event;
  if (event.type === 'response.output_item.added') {
    const known = items.has(index) || index !== items.size;
    items.set(index, { id: event.item.id, parts: new Map(), text: '', open: true });
    return known ? [`index ${index} is not the next`] : [];
  }
  const item = items.get(index);
  if (!item?.open) return [`item ${index} was not added, or is done`];
  if (event.type === 'response.output_item.done') {
    item.open = false;
    return event.item.id === item.id ? [] : [`item ${index} was added as ${item.id}`];
  }
  const problems = event.item_id === item.id ? [] : [`item ${index} was added as ${item.id}`];
  return [...problems, ...contentProblems(event, item)];
}

type ContentEvent = Exclude<
  ItemEvent,
  { type: 'response.output_item.added' } | { type: 'response.output_item.done' }
>;

function contentProblems(event: ContentEvent, item: OpenItem): string[] {
  switch (event.type) {
    case 'response.content_part.added':
      item.parts.set(event.content_index, '');
      return [];
    case 'response.output_text.delta':
    case 'response.refusal.delta': {
      const text = item.parts.get(event.content_index);
      item.parts.set(event.content_index, (text ?? '') + event.delta);
      return text === undefined ? [`part ${event.content_index} was not added`] : [];
    }
    case 'response.output_text.done':
      return item.parts.get(event.content_index) === event.text ? [] : ['the deltas make another text'];
    case 'response.function_call_arguments.delta':
      item.text += event.delta;
      return [];
    case 'response.function_call_arguments.done':
      return item.text === event.arguments ? [] : ['the deltas make other arguments'];
    default:
      return [];
  }
}
