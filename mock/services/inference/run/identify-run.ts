import type { Certainty } from '../../../../spec/certainty.ts';
import { ApiError } from '../../../../spec/errors.ts';
import {
  type GatewayRequestHeaders,
  gatewayRequestHeaders,
  getGatewayHeaders,
} from '../../../../spec/services/ai-gateway/headers.ts';
import { dynamicRouteAuthor, parseModelId } from '../../../../spec/services/inference/model-id.ts';
import { speaks } from '../../../../spec/services/inference/models/catalogue.ts';
import type { ModelFormat } from '../../../../spec/services/inference/models/entry.ts';
import { unlistedModel } from '../../../../spec/services/inference/models/own-model.ts';
import type { RunOptions } from '../../../../spec/services/inference/run.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import {
  type Runnable,
  type RunParts,
  type RunRequest,
  type RunSubject,
  requireAccount,
} from './run-parts.ts';

/** A request for a run, as an operation or a binding receives it. */
export interface RunCall extends Pick<RunRequest, 'format' | 'endpoint' | 'request' | 'body' | 'ownKey'> {
  readonly model: string;
  readonly accountId: string;
  /** Options with the same meaning as headers of the gateway. */
  readonly options?: RunOptions | undefined;
  /** The gateway's headers; by default those of the request. */
  readonly headers?: Headers;
  readonly byPath?: boolean;
  readonly direct?: boolean;
  /** A URL of the API, for links to pictures; by default the request's. */
  readonly origin?: string;
  /** @throws ApiError `basis-refused` */
  readonly restsOn: (certainty: Certainty) => void;
}

/** A run whose model, gateway headers and account are known. */
export interface IdentifiedRun {
  readonly run: RunRequest;
  readonly runnable: Runnable;
  readonly subject: Omit<RunSubject, 'input'>;
}

/**
 * Reads the gateway's headers, and finds the model and the account.
 *
 * @throws ApiError for invalid headers, a model that is unknown or does not support the format, an unknown account
 */
export function identifyRun(call: RunCall, { world, catalogue }: RunParts): IdentifiedRun {
  const { model, accountId, format, endpoint, request, body, restsOn } = call;
  const headers = readGatewayHeaders(call.headers ?? request.headers, call.options);
  const runnable = findRunnable(model, format, { catalogue, requestId: () => world.rays.uuid(), restsOn });
  const account = requireAccount(world, accountId);
  const { byPath = false, direct, ownKey, origin = request.url } = call;
  return {
    run: { account, format, endpoint, headers, byPath, direct, ownKey, request, body },
    runnable,
    subject: { account, origin },
  };
}

/**
 * A request's gateway settings: from headers, else from the `gateway` of its options (Cloudflare OpenAPI document and
 * Cloudflare docs, AI Gateway header glossary).
 *
 * @throws ApiError `gateway-header-invalid`
 */
export function readGatewayHeaders(headers: Headers, options?: RunOptions): GatewayRequestHeaders {
  const fromHeaders = getGatewayHeaders(headers);
  const sent =
    options?.gateway === undefined ? fromHeaders : { ...byOptions(options.gateway), ...fromHeaders };
  // Most requests have none.
  if (isEmpty(sent)) return sent;
  const outcome = gatewayRequestHeaders.safeParse(sent);
  if (outcome.success) return outcome.data;
  const [issue] = outcome.error.issues;
  const header = String(issue?.path[0] ?? '');
  throw new ApiError('gateway-header-invalid', { header, problem: issue?.message ?? 'is not valid' });
}

/** The options of a run as headers. */
function byOptions(gateway: NonNullable<RunOptions['gateway']>): Record<string, string> {
  const { id, cacheTtl, skipCache } = gateway;
  return {
    ...(id !== undefined && { 'cf-aig-gateway-id': id }),
    ...(cacheTtl !== undefined && { 'cf-aig-cache-ttl': String(cacheTtl) }),
    ...(skipCache !== undefined && { 'cf-aig-skip-cache': String(skipCache) }),
  };
}

function isEmpty(record: Readonly<Record<string, string>>): record is Record<string, never> {
  for (const _ in record) return false;
  return true;
}

/** The refusal of a request in a format that a model does not support. */
const unsupported = {
  run: 'model-run-unsupported',
  'chat-completions': 'model-chat-unsupported',
  responses: 'model-responses-unsupported',
  messages: 'model-messages-unsupported',
  embeddings: 'model-embeddings-unsupported',
} as const satisfies Record<ModelFormat, string>;

/** The dependencies of {@link findRunnable}. */
export interface FindParts {
  readonly catalogue: Catalogue;
  /** Identifies a request in refusals. */
  readonly requestId: () => string;
  /** Called for a model that is not in the catalogue, whose properties are inferred. */
  readonly restsOn: (certainty: 'inferred') => void;
}

/**
 * The model of a request in a format.
 *
 * @throws ApiError for an invalid id, an unknown model, or one that does not support the format
 */
export function findRunnable(id: string, format: ModelFormat, parts: FindParts): Runnable {
  const { catalogue, requestId, restsOn } = parts;
  const refuse = () => new ApiError(unsupported[format], { model: id, request: requestId() });
  const listed = catalogue.find(id);
  const model = listed ?? unlistedModel(id, format, catalogue.names(id));
  if (!model) throw unknownModel(id, format, catalogue, refuse);
  if (!listed) restsOn('inferred');
  if (!speaks(model, format) || model.realtime) throw refuse();
  const hosted = id.startsWith('@cf/');
  const provider = hosted ? hostedProvider : id.slice(0, id.indexOf('/'));
  return { model, hosted, provider };
}

/** The error for an unknown model. */
function unknownModel(
  id: string,
  format: ModelFormat,
  catalogue: Catalogue,
  refuse: () => ApiError,
): ApiError {
  const parsed = parseModelId(id);
  if (!parsed) return new ApiError('model-name-invalid', { model: id }, '/model');
  if (parsed.author === dynamicRouteAuthor) return new ApiError('dynamic-route-unsupported', { model: id });
  // Hosted models don't support the format, known or not: seed, Endpoints.
  return parsed.hosted && format === 'messages' ? refuse() : catalogue.unknown(id);
}

/** The platform's name as a provider in logs and webhooks. */
export const hostedProvider = 'workers-ai';
