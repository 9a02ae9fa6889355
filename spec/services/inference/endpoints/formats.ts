import type { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import { gatewayRequestHeaders, gatewayResponseHeaders } from '../../ai-gateway/headers.ts';
import { formatErrors } from '../error-body.ts';
import {
  chatCompletionSchema,
  chatStreamEnd,
  chatStreamFrameSchema,
} from '../formats/chat-completions/answer.ts';
import { chatRequestSchema } from '../formats/chat-completions/request.ts';
import { embeddingsAnswerSchema, embeddingsRequestSchema } from '../formats/embeddings.ts';
import { messageEventSchema, messageSchema } from '../formats/messages/answer.ts';
import { messagesRequestSchema } from '../formats/messages/request.ts';
import { responseEventSchema, responseSchema } from '../formats/responses/answer.ts';
import { responsesRequestSchema } from '../formats/responses/request.ts';
import { inferenceLimits } from '../limits.ts';
import { access, account, gatewayErrors, none, runRefusals, runtimeErrors, seed } from './shared.ts';

const shared = {
  method: 'POST',
  access,
  params: account,
  query: none,
  headers: gatewayRequestHeaders,
  bodyBytes: inferenceLimits.bodyBytes,
  refusals: runRefusals,
  answer: 'plain',
  answerHeaders: gatewayResponseHeaders,
  // The place where client libraries look for it: live API answers that users report.
  requestIdHeader: 'x-request-id',
  status: 200,
  certainty: 'seed',
  // The seed names the formats but does not show them: Cloudflare OpenAPI document.
  resultCertainty: 'documented',
  source: seed,
} as const;

const errors = [...gatewayErrors, ...runtimeErrors, 'dynamic-route-unsupported'] as const;

const message: z.input<typeof messagesRequestSchema> = {
  model: 'anthropic/claude-sonnet-5',
  max_tokens: 64,
  messages: [{ role: 'user', content: 'Hello' }],
};

const messages = {
  ...shared,
  body: messagesRequestSchema,
  example: message,
  result: messageSchema,
  events: messageEventSchema,
  namedEvents: true,
  tokenHeaders: ['x-api-key'],
  requestIdHeader: 'request-id',
  errorShape: formatErrors.messages,
  errors: [...errors, 'model-messages-unsupported'],
} as const;

/** Runs in compatible formats. */
export const formatEndpoints = {
  'inference.chat-completions': endpoint({
    ...shared,
    path: '/accounts/{account_id}/ai/v1/chat/completions',
    summary: 'Complete a chat, in the chat-completions format',
    body: chatRequestSchema,
    example: { model: 'openai/gpt-5', messages: [{ role: 'user', content: 'Hello' }] },
    result: chatCompletionSchema,
    events: chatStreamFrameSchema,
    streamEnd: chatStreamEnd,
    errorShape: formatErrors['chat-completions'],
    errors: [...errors, 'model-chat-unsupported'],
  }),
  'inference.responses': endpoint({
    ...shared,
    path: '/accounts/{account_id}/ai/v1/responses',
    summary: 'Create a response, in the responses format',
    body: responsesRequestSchema,
    example: { model: 'openai/gpt-5', input: 'Hello' },
    result: responseSchema,
    events: responseEventSchema,
    namedEvents: true,
    errorShape: formatErrors.responses,
    errors: [...errors, 'model-responses-unsupported'],
  }),
  'inference.messages': endpoint({
    ...messages,
    path: '/accounts/{account_id}/ai/v1/messages',
    summary: 'Create a message, in the messages format, with a third-party model',
  }),
  'inference.messages-sdk': endpoint({
    ...messages,
    path: '/accounts/{account_id}/ai/v1/v1/messages',
    summary: 'Create a message, at the path of the client of that format with the base URL `/ai/v1`',
    certainty: 'observed',
    source: 'the Anthropic client library',
  }),
  'inference.embeddings': endpoint({
    ...shared,
    path: '/accounts/{account_id}/ai/v1/embeddings',
    summary: 'Create embeddings of texts, in the embeddings format',
    body: embeddingsRequestSchema,
    example: { model: '@cf/baai/bge-base-en-v1.5', input: ['Hello'] },
    result: embeddingsAnswerSchema,
    errorShape: formatErrors.embeddings,
    errors: [...errors, 'model-embeddings-unsupported'],
    certainty: 'documented',
    source: 'Cloudflare docs, Workers AI OpenAI compatible API endpoints',
  }),
} as const;
