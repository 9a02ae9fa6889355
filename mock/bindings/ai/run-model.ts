import type { Certainty } from '../../../spec/certainty.ts';
import type {
  AiGatewayOptions,
  AiModelFilter,
  AiRunOptions,
} from '../../../spec/services/inference/binding.ts';
import { modelSearchQuery } from '../../../spec/services/inference/catalogue.ts';
import type { ModelEntry } from '../../../spec/services/inference/models/entry.ts';
import { isObject, isStream } from '../../../spec/value-kinds.ts';
import type { StreamAnswer, UploadedBody, WrittenAnswer } from '../../api/call.ts';
import { paginate } from '../../api/page.ts';
import { type ResponsePlane, respond, Trace } from '../../exchange/exchange.ts';
import { belowBasis } from '../../exchange/refusals.ts';
import { catalogueModel, selectModels } from '../../services/inference/catalogue/catalogue-handlers.ts';
import { batchedRun } from '../../services/inference/run/batched-run.ts';
import { identifyRun } from '../../services/inference/run/identify-run.ts';
import { prepareRun } from '../../services/inference/run/prepare-run.ts';
import type { RunHandlerParts } from '../../services/inference/run/run-parts.ts';
import { bare } from '../../services/inference/run/run-parts.ts';
import { refusalInFormat, throughGateway } from '../../services/inference/run/through-gateway.ts';
import { inputOfUpload } from '../../services/inference/tasks/upload-input.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import { AiInternalError, asRuntimeError } from './ai-error.ts';

/** Parts of the mock that an AI binding uses. */
export interface AiBindingParts {
  readonly inference: () => Promise<RunHandlerParts>;
  /** Returns the account; called with each run, as a reset makes a new one. */
  readonly account: () => AccountTenant;
  /** The weakest basis that an answer may have. */
  readonly basis: Certainty;
  /** Base URL of the API, for links to pictures. */
  readonly origin: () => string;
}

/** URL of the platform for runs of bindings, as the journal shows it; nothing is sent there. */
const address = 'https://workers-binding.ai';

/** A binding answers directly and without an envelope: record 14. */
const certaintyOfBindings: Certainty = 'documented';

/** State of a run of a binding. */
interface RunTrace extends Trace {
  readonly request: Request;
  readonly asked: AskedRun;
}

/** An answer with its text for the journal. */
interface RunAnswer {
  readonly response: Response;
  readonly text: string | null;
}

/**
 * Runs a model with the same functions as REST, and answers without an envelope, as the platform does for a binding. A
 * hosted model runs without a gateway unless the options name one. The run is recorded in the journal.
 *
 * @throws AiInternalError, TypeError for an input that can't be sent
 */
export async function runModel(
  parts: AiBindingParts,
  model: string,
  given: Readonly<Record<string, unknown>>,
  options: AiRunOptions,
): Promise<Response> {
  const account = parts.account();
  const inference = await parts.inference();
  const read = await readInput(given, options);
  const body = JSON.stringify({ inputs: read.input, options: sentOptions(options) });
  const path = options.gateway?.id ? 'ai-gateway/run' : 'run';
  const request = new Request(`${address}/${path}?version=3`, {
    method: 'POST',
    headers: { ...options.extraHeaders, 'content-type': 'application/json', 'cf-consn-model-id': model },
    ...(options.signal && { signal: options.signal }),
  });
  const trace: RunTrace = {
    ...new Trace(request, path, certaintyOfBindings),
    request,
    account,
    operation: 'inference.run',
    // The run checks this itself, before it calls the model.
    decided: 'seed',
    asked: { model, read, options, request, body },
  };
  const { world } = inference;
  return respond(createRunPlane({ ...parts, inference }), trace, { world, basis: parts.basis });
}

function createRunPlane(parts: RunParts): ResponsePlane<RunTrace, RunAnswer> {
  return {
    name: 'api',
    identify: () => undefined,
    work: async ({ asked }) => written(await answerRun(parts, asked)),
    refuse: (_, thrown) => {
      throw thrown;
    },
    note: ({ request, asked }, answer) => ({
      status: answer?.response.status ?? 0,
      url: request.url,
      requestHeaders: request.headers,
      requestBody: asked.body,
      responseBody: answer?.text ?? null,
    }),
    explain: () => undefined,
    respond: (_, { response }) => response,
  };
}

interface AskedRun {
  readonly model: string;
  readonly read: ReadInput;
  readonly options: AiRunOptions;
  readonly request: Request;
  readonly body: string;
}

const format = 'run';

/** The parts of a run, once the models are loaded. */
type RunParts = Pick<AiBindingParts, 'account' | 'basis' | 'origin'> & {
  readonly inference: RunHandlerParts;
};

async function answerRun(
  { inference, account, basis, origin }: RunParts,
  { model, read, options, request, body }: AskedRun,
): Promise<StreamAnswer | WrittenAnswer> {
  const { gateway, batches } = inference;
  try {
    const restsOn = (certainty: Certainty) => {
      const refused = belowBasis(certainty, basis);
      if (refused) throw refused;
    };
    restsOn(certaintyOfBindings);
    const { run, runnable, subject } = identifyRun(
      {
        model: String(model),
        accountId: account().id,
        format,
        endpoint: 'ai/run',
        headers: gatewayHeaders(request.headers, options.gateway),
        direct: true,
        request,
        body,
        origin: origin(),
        restsOn,
      },
      inference,
    );
    const { upload } = read;
    if (options.queueRequest === true && !upload) {
      const runOne = batchedRun(run, runnable, subject, inference);
      return json(batches.answer(run.account, runnable.model, read.input, runOne), 200);
    }
    const others = read.input as Record<string, unknown>; // The rest of an input with a stream is an object.
    const input = upload ? { ...others, ...inputOfUpload(runnable.model, upload) } : read.input;
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

/** The response of an answer, with its text for the journal. */
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

/** Turns the gateway options into headers; existing headers take precedence, as over REST. */
function gatewayHeaders(sent: Headers, gateway: AiGatewayOptions | undefined): Headers {
  if (gateway === undefined) return sent;
  const { id, cacheTtl, cacheKey, skipCache, metadata, collectLog, eventId, requestTimeoutMs, retries } =
    gateway;
  const values: Readonly<Record<string, unknown>> = {
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
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && !headers.has(name)) headers.set(name, String(value));
  return headers;
}

/** The input of a run, after its stream was read. */
export interface ReadInput {
  /** The JSON value. */
  readonly input: unknown;
  readonly upload?: UploadedBody;
}

/**
 * Reads an input as the platform sends it: as JSON, or as the bytes of its only stream with the other members.
 *
 * @throws AiInternalError for several streams, for one without its type, and for one through a gateway
 * @throws TypeError for values that JSON can't express
 */
export async function readInput(
  input: Readonly<Record<string, unknown>>,
  { gateway }: AiRunOptions,
): Promise<ReadInput> {
  const keys = isObject(input) ? Object.keys(input).filter((key) => getStream(input[key])) : [];
  const [key] = keys;
  if (key === undefined) return { input: asJson(input) };
  if (keys.length > 1)
    throw new AiInternalError(
      `Multiple ReadableStreams are not supported. Found streams in keys: [${keys.join(', ')}]`,
    );
  if (gateway?.id) throw new AiInternalError('AI Gateway does not support ReadableStreams yet.');
  const { [key]: value, ...rest } = input;
  const mediaType = isObject(value) ? value['contentType'] : undefined;
  if (typeof mediaType !== 'string' || mediaType === '')
    throw new AiInternalError('Content-Type is required with ReadableStream inputs');
  const bytes = new Uint8Array(await new Response(getStream(value)).arrayBuffer());
  return { input: asJson(rest), upload: await getUpload(bytes, mediaType) };
}

function getStream(value: unknown): ReadableStream | undefined {
  const body = isObject(value) && 'body' in value ? value['body'] : value;
  return isStream(body) ? body : undefined;
}

async function getUpload(bytes: Uint8Array<ArrayBuffer>, mediaType: string): Promise<UploadedBody> {
  if (!/^multipart\/form-data\b/i.test(mediaType)) return { type: 'bytes', bytes, mediaType };
  const form = await new Response(bytes, { headers: { 'content-type': mediaType } }).formData();
  return { type: 'multipart', form, bytes };
}

/** Converts a value to JSON and back: a byte array does not become a list, as on the platform. */
function asJson(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

/**
 * Lists the models that match a filter, in the format of a binding.
 *
 * @throws AiInternalError for an invalid filter
 */
export function listModels(models: readonly ModelEntry[], filter: AiModelFilter) {
  const sent = Object.entries(filter).filter(([, value]) => value !== undefined);
  const query = modelSearchQuery.safeParse(
    Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
  );
  if (!query.success) throw new AiInternalError(query.error.issues[0]?.message ?? 'Internal Error');
  return paginate(selectModels(models, query.data), query.data).items.map(catalogueModel);
}
