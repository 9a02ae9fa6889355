import { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import { hexIdSchema, uuidSchema } from '../../../schema.ts';
import { gatewayRequestHeaders, gatewayResponseHeaders } from '../../ai-gateway/headers.ts';
import { acceptedRunSchema, backgroundRunSchema, completedRunSchema } from '../background-runs.ts';
import { batchResultSchema, runModelQuery } from '../batch.ts';
import { formatErrors } from '../error-body.ts';
import { chatStreamFrameSchema } from '../formats/chat-completions/answer.ts';
import { messageEventSchema } from '../formats/messages/answer.ts';
import { nativeStreamEnd, nativeStreamFrameSchema } from '../formats/native.ts';
import { responseEventSchema } from '../formats/responses/answer.ts';
import { inferenceLimits } from '../limits.ts';
import { answerForms } from '../output.ts';
import { modelInputSchema, runRequestSchema } from '../run.ts';
import { access, account, gatewayErrors, none, runRefusals, runtimeErrors, seed } from './shared.ts';

/** The JSON output of any model of the catalogue. */
const modelOutput = z.union(
  Object.values(answerForms).flatMap((form) => (form.kind === 'json' ? [form.schema] : [])),
);

/** A run streams in the format of its model. */
const runEvents = z.union([
  nativeStreamFrameSchema,
  chatStreamFrameSchema,
  messageEventSchema,
  responseEventSchema,
]);

/** Runs of any model, in the model's own input. */
export const runEndpoints = {
  'inference.run': endpoint({
    method: 'POST',
    path: '/accounts/{account_id}/ai/run',
    summary: 'Run any model, named in the body, and optionally wait for it',
    access,
    params: account,
    query: none,
    headers: gatewayRequestHeaders,
    body: runRequestSchema,
    example: {
      model: 'openai/gpt-5',
      input: { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 64 },
    },
    result: z.union([completedRunSchema, acceptedRunSchema, modelOutput]),
    answer: 'envelope',
    answerHeaders: gatewayResponseHeaders,
    events: runEvents,
    streamEnd: nativeStreamEnd,
    givesBytes: true,
    errorShape: formatErrors.run,
    status: 200,
    otherStatuses: [202],
    errors: [
      ...gatewayErrors,
      ...runtimeErrors,
      'dynamic-route-unsupported',
      'model-run-unsupported',
      'base64-invalid',
      'run-body-missing',
      'webhook-without-background',
      'webhook-format-without-url',
      'webhook-url-invalid',
      'webhook-url-private',
    ],
    bodyBytes: inferenceLimits.bodyBytes,
    refusals: [...runRefusals, { of: 'body-invalid', at: '/options/webhookUrl', as: 'webhook-url-invalid' }],
    certainty: 'seed',
    resultCertainty: 'documented',
    source: seed,
  }),
  'inference.run-model': endpoint({
    method: 'POST',
    path: '/accounts/{account_id}/ai/run/{+model}',
    summary: 'Run the model in the path, queue a batch of runs, or request a batch',
    access,
    params: z.object({ account_id: hexIdSchema, model: z.string().min(1) }),
    query: runModelQuery,
    headers: gatewayRequestHeaders.extend({ 'x-session-affinity': z.string().optional() }),
    body: modelInputSchema,
    takes: ['bytes', 'multipart'],
    bodyBytes: inferenceLimits.bodyBytes,
    refusals: runRefusals,
    example: { messages: [{ role: 'user', content: 'Hello' }] },
    result: z.union([modelOutput, batchResultSchema]),
    answer: 'envelope',
    answerHeaders: gatewayResponseHeaders,
    events: runEvents,
    streamEnd: nativeStreamEnd,
    givesBytes: true,
    errorShape: formatErrors.run,
    status: 200,
    errors: [
      ...gatewayErrors,
      ...runtimeErrors,
      'model-run-unsupported',
      'model-input-media',
      'base64-invalid',
      'run-body-missing',
      'batch-unsupported',
      'batch-unknown',
      'batch-too-large',
    ],
    certainty: 'seed',
    resultCertainty: 'documented',
    source: seed,
  }),
  'inference.background-run.get': endpoint({
    method: 'GET',
    path: '/accounts/{account_id}/ai/runs/{run_id}',
    summary: 'Read a background run',
    access,
    params: z.object({ account_id: hexIdSchema, run_id: uuidSchema }),
    query: none,
    result: backgroundRunSchema,
    answer: 'envelope',
    status: 200,
    errors: ['background-run-unknown'],
    certainty: 'inferred',
    source: 'Cloudflare docs, AI Gateway Run API',
  }),
} as const;
