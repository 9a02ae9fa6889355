import type { Certainty } from '../../../spec/certainty.ts';
import type { AiGatewayOptions, AiRunOptions } from '../../../spec/services/inference/binding.ts';
import { belowBasis } from '../../below-basis.ts';
import type { StreamAnswer, WrittenAnswer } from '../../call.ts';
import { batchedRun } from '../../services/inference/run/batched-run.ts';
import { findRunnable } from '../../services/inference/run/find-runnable.ts';
import { readGatewayHeaders } from '../../services/inference/run/gateway-headers.ts';
import { prepareRun } from '../../services/inference/run/prepare-run.ts';
import { refusalInFormat } from '../../services/inference/run/refusal-in-format.ts';
import type { RunHandlerParts } from '../../services/inference/run/run-handler-parts.ts';
import { bare } from '../../services/inference/run/run-parts.ts';
import { type RunRequest, throughGateway } from '../../services/inference/run/through-gateway.ts';
import { publisherFor } from '../../services/inference/tasks/publish-picture.ts';
import { inputOfUpload } from '../../services/inference/tasks/upload-input.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import { asRuntimeError } from './ai-error.ts';
import { type ReadInput, readInput } from './read-input.ts';

/** What a binding of models works with. */
export interface AiBindingParts {
  readonly inference: () => Promise<RunHandlerParts>;
  /** Whose models they are; asked for with every run, as a reset makes another one. */
  readonly account: () => AccountTenant;
  /** The least that an answer may rest on. */
  readonly basis: Certainty;
  /** Where the API is, for links to pictures. */
  readonly origin: () => string;
}

/** Where the platform sends runs of bindings; nothing is sent there from here. */
const address = 'https://workers-binding.ai';

/** That a binding answers without an envelope, and directly: record 14. */
const restsOn: Certainty = 'documented';

/**
 * Runs a model by the same functions as REST, and answers as the platform answers a binding: without an envelope,
 * and for a hosted model without a gateway unless one is named. The journal has it.
 *
 * @throws AiInternalError, TypeError for an input that can't be sent
 */
export async function runModel(
  parts: AiBindingParts,
  model: string,
  given: Readonly<Record<string, unknown>>,
  options: AiRunOptions,
): Promise<Response> {
  const { id: accountId, clock } = parts.account();
  const inference = await parts.inference();
  const { world } = inference;
  const read = await readInput(given, options);
  const body = JSON.stringify({ inputs: read.input, options: sentOptions(options) });
  const path = options.gateway?.id ? 'ai-gateway/run' : 'run';
  const request = new Request(`${address}/${path}?version=3`, {
    method: 'POST',
    headers: { ...options.extraHeaders, 'content-type': 'application/json', 'cf-consn-model-id': model },
    ...(options.signal && { signal: options.signal }),
  });
  const started = performance.now();
  const { response, text } = written(
    await answerRun({ ...parts, inference }, { model, read, options, request, body }),
  );
  world.journal.note({
    at: clock.now(),
    accountId,
    plane: 'api',
    method: request.method,
    url: request.url,
    operation: 'inference.run',
    basis: restsOn,
    status: response.status,
    durationMs: performance.now() - started,
    requestHeaders: request.headers,
    requestBody: body,
    responseBody: text,
  });
  return response;
}

interface AskedRun {
  readonly model: string;
  readonly read: ReadInput;
  readonly options: AiRunOptions;
  readonly request: Request;
  readonly body: string;
}

const format = 'run';

async function answerRun(
  {
    inference,
    account: accountOf,
    basis,
    origin,
  }: Pick<AiBindingParts, 'account' | 'basis' | 'origin'> & { readonly inference: RunHandlerParts },
  { model, read, options, request, body }: AskedRun,
): Promise<StreamAnswer | WrittenAnswer> {
  const { world, gateway, batches } = inference;
  try {
    const refused = belowBasis(restsOn, basis);
    if (refused) throw refused;
    const headers = readGatewayHeaders(gatewayHeaders(request.headers, options.gateway));
    const runnable = findRunnable(String(model), format, () => world.rays.uuid());
    const account = accountOf();
    const subject = { account, publish: publisherFor(account, origin(), () => world.ids.uuid()) };
    const run: RunRequest = {
      account,
      format,
      endpoint: 'ai/run',
      headers,
      byPath: false,
      direct: true,
      request,
      body,
    };
    const { upload } = read;
    if (options.queueRequest === true && !upload) {
      const runOne = batchedRun(run, runnable, subject, inference);
      return json(batches.answer(account, runnable.model, read.input, runOne), 200);
    }
    const beside = read.input as Record<string, unknown>; // What stands beside a stream is an object.
    const input = upload ? { ...beside, ...inputOfUpload(runnable.model, upload) } : read.input;
    return await throughGateway(
      gateway,
      run,
      runnable,
      prepareRun(runnable, { input, ...subject }, bare, inference),
    );
  } catch (error) {
    const { status, body: refusal } = refusalInFormat(error, format, String(model));
    return json(refusal, status);
  }
}

function json(value: unknown, status: number): WrittenAnswer {
  return { written: JSON.stringify(value), mediaType: 'application/json', status };
}

/** The response of an answer, and its text for the journal. */
function written(answer: StreamAnswer | WrittenAnswer): { response: Response; text: string | null } {
  if (answer.stream)
    return { response: new Response(answer.stream, { headers: { ...answer.headers } }), text: null };
  const { written: body, mediaType, status = 200, headers } = answer;
  const sent = typeof body === 'string' && status >= 400 ? asRuntimeError(body, status) : body;
  const response = new Response(sent, { status, headers: { ...headers, 'content-type': mediaType } });
  return { response, text: typeof sent === 'string' ? sent : null };
}

/** Options that go into the body. */
function sentOptions({ extraHeaders: _, signal: __, ...options }: AiRunOptions): object {
  return options;
}

/** What the options say to the gateway, in the words of its headers; headers win, as they do for REST. */
function gatewayHeaders(sent: Headers, gateway: AiGatewayOptions | undefined): Headers {
  if (gateway === undefined) return sent;
  const { id, cacheTtl, cacheKey, skipCache, metadata, collectLog, eventId, requestTimeoutMs, retries } =
    gateway;
  const told: Readonly<Record<string, unknown>> = {
    'cf-aig-gateway-id': id,
    'cf-aig-cache-ttl': cacheTtl,
    'cf-aig-cache-key': cacheKey,
    'cf-aig-skip-cache': skipCache,
    'cf-aig-metadata': metadata && JSON.stringify(metadata),
    'cf-aig-collect-log': collectLog,
    'cf-aig-event-id': eventId,
    'cf-aig-request-timeout': requestTimeoutMs,
    'cf-aig-max-attempts': retries?.maxAttempts,
    'cf-aig-retry-delay': retries?.retryDelayMs,
    'cf-aig-backoff': retries?.backoff,
  };
  const headers = new Headers(sent);
  for (const [name, value] of Object.entries(told))
    if (value !== undefined && !headers.has(name)) headers.set(name, String(value));
  return headers;
}
