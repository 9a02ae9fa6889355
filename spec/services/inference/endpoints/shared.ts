import { z } from 'zod';
import { hexIdSchema } from '../../../schema.ts';
import type { AiGatewayFailureName } from '../../ai-gateway/failures.ts';
import type { InferenceFailureName } from '../failures.ts';

/** Permissions of inference: seed, Authentication; Cloudflare OpenAPI document. */
const inferencePermissions = ['Workers AI Edit', 'Workers AI Read'] as const;

export const none = z.object({});
export const access = { kind: 'api', permissions: inferencePermissions } as const;
export const seed = 'seed inference-and-conversion, Endpoints';
export const account = z.object({ account_id: hexIdSchema });

/** How general failures are worded here. */
export const methodRefusal = { of: 'method-not-allowed', as: 'method-unsupported' } as const;

/** The same for runs. */
export const runRefusals = [methodRefusal, { of: 'body-too-large', as: 'run-too-large' }] as const;

/** Failures of the gateway in every run. */
export const gatewayErrors = [
  'gateway-id-missing',
  'gateway-header-invalid',
  'gateway-unknown',
  'gateway-rate-limited',
  'gateway-timeout',
  'gateway-unauthorized',
  'provider-failed',
  'prompt-blocked',
  'response-blocked',
  'scanner-unfunded',
  'scanner-unavailable',
  'dlp-request-blocked',
  'dlp-response-blocked',
  'balance-empty',
  'spend-limit',
  'own-key-needed',
  'byok-alias-unknown',
  'managed-credentials-refused',
  'unified-billing-rate-limited',
  'model-rate-limited',
  'third-party-model-unknown',
  'third-party-input-invalid',
] as const satisfies readonly AiGatewayFailureName[];

/** Failures of the runtime in every run. */
export const runtimeErrors = [
  'model-unknown',
  'model-name-invalid',
  'model-forbidden',
  'model-terms',
  'model-paid-plan',
  'model-deprecated',
  'model-input-invalid',
  'model-input-refused',
  'prompt-nsfw',
  'context-window-exceeded',
  'json-mode-unmet',
  'json-schema-streamed',
  'json-schema-unsupported',
  'tool-call-cut-off',
  'lora-unsupported',
  'finetune-incomplete',
  'finetune-unknown',
  'backend-refused',
  'backend-unavailable',
  'backend-timeout',
  'capacity-exceeded',
  'free-allocation-used',
  'run-too-large',
  'run-timeout',
  'run-aborted',
  'runtime-internal',
] as const satisfies readonly InferenceFailureName[];
