import { z } from 'zod';
import type { ErrorShape } from '../../endpoint.ts';
import { failureEnvelope, failureEnvelopeSchema } from '../../envelope.ts';
import type { ApiError, FailureName } from '../../errors.ts';
import { aiGatewayFailures } from '../ai-gateway/failures.ts';
import type { ErrorLayer, LayeredFailure } from './failure-layers.ts';
import { inferenceFailures } from './failures.ts';
import { chatErrorSchema, chatErrorType } from './formats/chat-completions/answer.ts';
import { messagesError, messagesErrorSchema } from './formats/messages/answer.ts';
import { responsesError, responsesErrorSchema } from './formats/responses/answer.ts';
import type { ModelFormat } from './models/entry.ts';

const entry = z.object({ code: z.int(), message: z.string().min(1) });

/**
 * Errors of the runtime of hosted models: `result` is an object without members, not null, and `message` comes before
 * `code` (Cloudflare OpenAPI document).
 */
export const runtimeErrorSchema = z.object({
  errors: z.array(entry).min(1),
  success: z.literal(false),
  result: z.strictObject({}),
  messages: z.array(z.unknown()),
});

type RuntimeError = z.infer<typeof runtimeErrorSchema>;

/**
 * Errors of the gateway: `error` in the singular, and `result` is an empty list. `errors` repeats it for clients that
 * know only that name (inferred).
 */
export const gatewayErrorSchema = z.object({
  success: z.literal(false),
  result: z.array(z.never()),
  messages: z.array(z.unknown()),
  error: z.array(entry).min(1),
  errors: z.array(entry).min(1).optional(),
  name: z.literal('AiGatewayError'),
  httpCode: z.int().min(400).max(599),
  internalCode: z.int(),
  message: z.string().min(1),
  description: z.string(),
});

type GatewayError = z.infer<typeof gatewayErrorSchema>;

/** The refusal body of the runtime. */
export function runtimeError(code: number, message: string): RuntimeError {
  return { errors: [{ message, code }], success: false, result: {}, messages: [] };
}

/**
 * The refusal body of the gateway.
 *
 * @example
 * gatewayError(429, 2003, 'Rate limited').error // [{ code: 2003, message: 'Rate limited' }]
 */
export function gatewayError(status: number, code: number, message: string): GatewayError {
  return {
    success: false,
    result: [],
    messages: [],
    error: [{ code, message }],
    errors: [{ code, message }],
    name: 'AiGatewayError',
    httpCode: status,
    internalCode: code,
    message,
    description: message,
  };
}

/** A refusal and its layer. */
export interface Refused {
  readonly layer: ErrorLayer;
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** JSON pointer to the fault in the body. */
  readonly pointer?: string;
}

/** `messages[0].content` for `/messages/0/content`, as the chat-completions format names members. */
function getParam(pointer: string | undefined): string | null {
  if (pointer === undefined || pointer === '') return null;
  const [first = '', ...rest] = pointer.slice(1).split('/');
  return rest.reduce((path, key) => (/^\d+$/.test(key) ? `${path}[${key}]` : `${path}.${key}`), first);
}

/**
 * The body of a refusal in the format of the request: live API answers that users report.
 *
 * The run endpoints keep the shape of the layer. The other formats have their own `error`, without which their clients
 * lose the text. For refusals of the edge the envelope is next to it; in chat completions and embeddings it always is,
 * as observed.
 *
 * @example
 * errorBody('messages', { layer: 'runtime', status: 404, code: 5007, message: 'No such model' })
 * // { type: 'error', error: { type: 'not_found_error', message: 'No such model' } }
 */
export function errorBody(format: ModelFormat, refused: Refused): object {
  const { layer, status, code, message } = refused;
  if (format === 'run') {
    return layer === 'gateway' ? gatewayError(status, code, message) : runtimeError(code, message);
  }
  const own = ownError(format, refused);
  return format === 'responses' || format === 'messages' ? own : { ...own, ...runtimeError(code, message) };
}

/** The `error` of a format, for its clients. */
function ownError(
  format: Exclude<ModelFormat, 'run'>,
  { status, code, message, pointer }: Omit<Refused, 'layer'>,
): object {
  if (format === 'messages') return messagesError(status, message);
  if (format === 'responses') return responsesError(status, message, getParam(pointer));
  return { error: { message, type: chatErrorType(status), param: getParam(pointer), code: String(code) } };
}

const layered: Readonly<Record<string, LayeredFailure>> = { ...inferenceFailures, ...aiGatewayFailures };

/** General failures of any operation, such as an invalid body, in the words of the compatible formats. */
const inOwnWords: ReadonlySet<string> = new Set<FailureName>([
  'json-malformed',
  'json-too-deep',
  'content-type-unsupported',
  'form-malformed',
  'body-too-large',
  'body-invalid',
  'fault-told',
]);

/**
 * The layer of a failure in a format, which decides its shape: live API answers that users report.
 *
 * @example
 * getLayer('permission-missing', 'messages') // 'edge'
 * getLayer('body-invalid', 'messages') // 'runtime'
 * getLayer('body-invalid', 'run') // 'edge'
 */
export function getLayer(failure: FailureName, format: ModelFormat): ErrorLayer {
  const own = layered[failure]?.layer;
  if (own !== undefined) return own;
  return format !== 'run' && inOwnWords.has(failure) ? 'runtime' : 'edge';
}

/** An injected fault states its layer. */
function getStatus({ failure, entry, detail: { status } }: ApiError): number {
  return failure === 'fault-told' && typeof status === 'number' ? status : entry.status;
}

/** Refusals of the edge have the envelope in every format, with the format's own `error` next to it. */
const shape = (format: ModelFormat, own: z.ZodType, edge: z.ZodType): ErrorShape => ({
  body: (error) => {
    const { message, pointer } = error;
    const { code } = error.entry;
    const layer = getLayer(error.failure, format);
    const refused = { status: getStatus(error), code, message, ...(pointer !== undefined && { pointer }) };
    if (layer !== 'edge') return errorBody(format, { layer, ...refused });
    return { ...(format !== 'run' && ownError(format, refused)), ...failureEnvelope(error) };
  },
  schema: z.union([own, edge]),
});

const withEnvelope = (own: z.ZodType): z.ZodType => z.intersection(own, failureEnvelopeSchema);

const chatErrors = z.intersection(chatErrorSchema, runtimeErrorSchema);

/** The refusals of each format: live API answers that users report. */
export const formatErrors = {
  run: shape('run', z.union([gatewayErrorSchema, runtimeErrorSchema]), failureEnvelopeSchema),
  'chat-completions': shape('chat-completions', chatErrors, withEnvelope(chatErrorSchema)),
  responses: shape('responses', responsesErrorSchema, withEnvelope(responsesErrorSchema)),
  messages: shape('messages', messagesErrorSchema, withEnvelope(messagesErrorSchema)),
  embeddings: shape('embeddings', chatErrors, withEnvelope(chatErrorSchema)),
} as const satisfies Record<ModelFormat, ErrorShape>;

/** Refusals of unknown paths below `/ai/v1`, by path. */
export const errorShapeBelow = (path: string): ErrorShape =>
  formatErrors[/\/ai\/v1(?:\/v1)?\/messages/.test(path) ? 'messages' : 'chat-completions'];
