import './require-node.ts';
import type {
  BodyInput,
  Contract,
  MetaOf,
  OperationId,
  ParamsInput,
  QueryInput,
  ResultOf,
} from './contract.ts';
import { type Endpoint, type Endpoints, fillPath } from './endpoint.ts';
import type { CursorInfo, Envelope } from './envelope.ts';
import { type ServiceName, services } from './services/index.ts';
import type { RegisteredOperationKey } from './v4/register/endpoint.ts';

export type { BodyInput, Contract, OperationId, ParamsInput, QueryInput, ResultOf } from './contract.ts';

type EmptyToOptional<K extends string, T> =
  Record<never, never> extends T ? { [P in K]?: T } : { [P in K]: T };
type BodyArgument<E extends Endpoint> =
  BodyInput<E> extends undefined
    ? { body?: undefined }
    : undefined extends BodyInput<E>
      ? { body?: BodyInput<E> }
      : { body: BodyInput<E> };

/** The input of one operation: path variables, query and body, as its contract declares them. */
export type CallInput<Id extends OperationId> = EmptyToOptional<'params', ParamsInput<Contract[Id]>> &
  EmptyToOptional<'query', QueryInput<Contract[Id]>> &
  BodyArgument<Contract[Id]> &
  CallExtras;

/** Options of a call beyond the typed input of its contract. */
export interface CallExtras {
  /** Headers of this call; an empty string removes a header. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A body other than JSON: bytes, with their `content-type` among the headers, or a form. */
  readonly upload?: BodyInit;
}

/** The body of a success: an envelope, or the bare result where the contract says `plain`. */
export type SuccessBody<Id extends OperationId> = Contract[Id]['answer'] extends 'plain'
  ? ResultOf<Contract[Id]>
  : Contract[Id]['answer'] extends 'short-envelope'
    ? ShortEnvelope<Contract[Id]>
    : Contract[Id]['answer'] extends 'cursor-page'
      ? Envelope<ResultOf<Contract[Id]>, CursorInfo>
      : Envelope<ResultOf<Contract[Id]>>;

/** `meta` exists only if the contract has it, and even then not in every answer. */
type ShortEnvelope<E extends Endpoint> = {
  readonly success: boolean;
  readonly result: ResultOf<E>;
  readonly meta?: MetaOf<E> | undefined;
};

/** One answer: status, headers, the body as bytes, as text and, if it is JSON, as a value. */
export interface Reply<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string;
  readonly body: Body;
}

/** A request as the client sends it. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodyInit | undefined;
}

/** A complete answer. */
export type WholeAnswer = Pick<Reply, 'status' | 'headers' | 'bytes'>;

/** How the client reaches a target. */
export interface ClientOptions {
  /** Base URL of the API, ending in the version segment: `http://localhost:4800/client/v4`. */
  readonly baseUrl: string;
  /** Headers of every request, credentials included. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the global `fetch`, for example by the `fetch` of a mock in the same process. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Sends requests in place of `fetch` and returns the answers; it must not follow redirects. */
  readonly exchange?: (request: SentRequest) => Promise<WholeAnswer>;
}

/** A request that may break the contract, as tests of refusals send it. */
export interface RawRequest {
  readonly method: string;
  /** Path below the base URL, with its query string, already encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
}

export interface Client {
  readonly baseUrl: string;
  /** Calls one operation; a refusal is a reply too, never an exception. */
  call<Id extends OperationId>(id: Id, input: CallInput<Id>): Promise<Reply<SuccessBody<Id>>>;
  /** Sends a request as it is. */
  send(request: RawRequest): Promise<Reply>;
  /** The same client with other headers; an empty string removes a header. */
  with(headers: Readonly<Record<string, string>>): Client;
}

/**
 * A typed client over the contract.
 *
 * @throws TypeError when the target can't be reached (as `fetch` does).
 *
 * @example
 * const client = createClient({
 *   baseUrl: 'http://localhost:4800/client/v4',
 *   headers: { authorization: 'Bearer ...' },
 * });
 * const { status, body } = await client.call('zones.zone.get', { params: { zone_id } });
 */
export function createClient(options: ClientOptions): Client {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const exchange = options.exchange ?? exchangeBy(options.fetch ?? ((request) => fetch(request)));
  const base = withoutEmpty(options.headers ?? {});
  const ask = async (request: SentRequest): Promise<Reply> => {
    const { status, headers, bytes } = await exchange(request);
    const text = decoder.decode(bytes);
    return { status, headers, bytes, text, body: parseJson(text) };
  };

  return {
    baseUrl,
    async call(id, input) {
      const endpoint = await loadEndpoint(id);
      const {
        params = {},
        query = {},
        body,
        headers = {},
        upload,
      } = input as CallExtras & {
        params?: Record<string, string>;
        query?: Record<string, unknown>;
        body?: unknown;
      };
      const root = endpoint.access.kind === 'admin' ? new URL(baseUrl).origin : baseUrl;
      const url = `${root}${fillPath(endpoint.path, params)}${queryString(query)}`;
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const reply = await ask({
        method: endpoint.method,
        url,
        headers: withoutEmpty({ ...json, ...base, ...headers }),
        body: body === undefined ? upload : JSON.stringify(body),
      });
      // The caller checks the body against the contract if that matters; this is only a cast.
      return reply as Reply<never>;
    },
    send: ({ method, path, headers, body }) =>
      ask({ method, url: `${baseUrl}${path}`, headers: { ...base, ...headers }, body }),
    with: (headers) => createClient({ ...options, headers: { ...base, ...headers } }),
  };
}

async function loadEndpoint(
  id: OperationId | RegisteredOperationKey,
): Promise<Pick<Endpoint, 'method' | 'path' | 'access'>> {
  const [method, path] = id.split(' ');
  if (path !== undefined)
    return { method: method as Endpoint['method'], path, access: { kind: 'api', permissions: [] } };
  const service = id.slice(0, id.indexOf('.')) as ServiceName; // The ids of its operations begin with its name.
  const { endpoints }: { endpoints: Endpoints } = await services[service].endpoints();
  const endpoint = endpoints[id];
  if (!endpoint) throw new TypeError(`The contract has no operation ${id}; send() reaches all others`);
  return endpoint;
}

const decoder = new TextDecoder();

/** Sends requests with a `fetch` that follows no redirect. */
export function exchangeBy(
  doFetch: (request: Request) => Promise<Response>,
): (request: SentRequest) => Promise<WholeAnswer> {
  return async ({ method, url, headers, body }) => {
    const init: RequestInit = { method, headers, redirect: 'manual' };
    if (body !== undefined) init.body = body;
    const response = await doFetch(new Request(url, init));
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  };
}

function withoutEmpty(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Repeats a key for each item of a list, as the platform's own clients do. */
function queryString(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) search.append(key, String(item));
    }
  }
  return search.size > 0 ? `?${search}` : '';
}
