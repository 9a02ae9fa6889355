import { quote } from '../json.ts';
import { ModelError } from '../model-error.ts';
import { type Exchange, openExchange } from './exchange.ts';
import { type UpstreamOptions, upstreamTimeouts } from './options.ts';
import { errorInPiece, errorOfAnswer } from './upstream-error.ts';

/** Maximum size of a body that is not a stream: a picture of many megapixels. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;

/** The connection to an upstream. */
export interface Transport {
  /**
   * Posts JSON or a form; returns a successful response. The caller closes the exchange.
   *
   * @throws ModelError for any other response or none; the signal's reason
   */
  post(path: string, body: object | FormData, accept: string, signal: AbortSignal): Promise<Exchange>;
  /** Posts; returns all bytes of the response. @throws like `post` */
  postForBytes(path: string, body: object | FormData, accept: string, signal: AbortSignal): Promise<Answer>;
  /** Posts; returns the JSON value of the response. @throws like `post`, ModelError `malformed` */
  postForJson(path: string, body: object | FormData, signal: AbortSignal): Promise<unknown>;
  /** Downloads a URL from a response. The key is sent only to the upstream's own origin. */
  get(url: string, signal: AbortSignal): Promise<Answer>;
}

export interface Answer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Without parameters, in lower case; empty if missing. */
  readonly mediaType: string;
}

/**
 * Makes the connection to an upstream.
 *
 * @throws ModelError `bad-input` for a base URL that is not HTTP, or has a user or a query, and for a key or a header
 * that can't be sent
 */
export function createTransport(options: UpstreamOptions): Transport {
  const base = checkedBase(options.baseUrl);
  const tools = {
    fetch: options.fetch ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init)),
    timeouts: { ...upstreamTimeouts, ...options.timeouts },
  };
  const ownHeaders = checkedHeaders({
    ...(options.apiKey !== undefined && { authorization: `Bearer ${options.apiKey}` }),
    ...options.headers,
  });

  async function open(url: string, init: RequestInit, signal: AbortSignal): Promise<Exchange> {
    // A redirect would turn the POST into a GET, or send the key elsewhere.
    const exchange = await openExchange(url, { ...init, redirect: 'manual' }, tools, signal);
    const { status, headers } = exchange;
    if (status >= 200 && status < 300) return exchange;
    try {
      // In browsers, a redirect that is not followed has status 0.
      if (status < 400) {
        const target = headers.get('location');
        const hint = target === null ? '' : ` to ${target}`;
        throw new ModelError('unavailable', `The upstream ${base} redirects${hint}: correct its base URL.`);
      }
      throw errorOfAnswer(status, new TextDecoder().decode(await readError(exchange)));
    } finally {
      exchange.close();
    }
  }

  async function toBytes(exchange: Exchange): Promise<Answer> {
    try {
      const mediaType = (exchange.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
      return { bytes: await readAll(exchange, MAX_BODY_BYTES), mediaType: mediaType.trim().toLowerCase() };
    } finally {
      exchange.close();
    }
  }

  const post: Transport['post'] = (path, body, accept, signal) => {
    const isForm = body instanceof FormData;
    return open(
      `${base}${path}`,
      {
        method: 'POST',
        headers: { ...ownHeaders, accept, ...(!isForm && { 'content-type': 'application/json' }) },
        body: isForm ? body : JSON.stringify(body),
      },
      signal,
    );
  };
  const postForBytes: Transport['postForBytes'] = async (path, body, accept, signal) =>
    toBytes(await post(path, body, accept, signal));

  return {
    post,
    postForBytes,
    async postForJson(path, body, signal) {
      const { bytes } = await postForBytes(path, body, 'application/json', signal);
      return parseAnswer(new TextDecoder().decode(bytes));
    },
    async get(url, signal) {
      const headers = new URL(url).origin === new URL(base).origin ? ownHeaders : {};
      return toBytes(await open(url, { headers }, signal));
    },
  };
}

/**
 * The JSON value of a response.
 *
 * @throws ModelError `malformed` if it is invalid; its error if it is one
 */
export function parseAnswer(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ModelError('malformed', `The upstream did not answer with JSON: ${quote(text)}`, { cause });
  }
  const error = errorInPiece(value);
  if (error) throw error;
  return value;
}

/**
 * Reads a body to its end.
 *
 * @throws ModelError `malformed` if it exceeds the limit
 */
export async function readAll(
  exchange: Exchange,
  maxBytes: number,
  begun: readonly Uint8Array[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks = [...begun];
  let length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  for (let chunk = await exchange.read(); chunk !== undefined; chunk = await exchange.read()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) {
      throw new ModelError('malformed', `The upstream answered with more than ${maxBytes} bytes.`);
    }
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** The beginning of an error's body, in case it is long or breaks off. */
async function readError(exchange: Exchange): Promise<Uint8Array> {
  const bytes = new Uint8Array(MAX_ERROR_BYTES);
  let length = 0;
  try {
    for (let chunk = await exchange.read(); chunk !== undefined; chunk = await exchange.read()) {
      const taken = chunk.subarray(0, MAX_ERROR_BYTES - length);
      bytes.set(taken, length);
      length += taken.length;
      if (length === MAX_ERROR_BYTES) break;
    }
  } catch (error) {
    // The status matters more than the rest of the text; only an abort by the caller is passed on.
    if (!(error instanceof ModelError)) throw error;
  }
  return bytes.subarray(0, length);
}

/** Checks headers before sending: the runtimes' errors about an invalid key include the key. */
function checkedHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers({ [name]: value });
    } catch {
      throw new ModelError('bad-input', `The header ${JSON.stringify(name)} cannot be sent to the upstream.`);
    }
  }
  return headers;
}

function checkedBase(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new ModelError('bad-input', `The base URL of the upstream is not an HTTP URL: ${baseUrl}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ModelError(
      'bad-input',
      'The base URL of the upstream must be without user, query and fragment.',
    );
  }
  return url.href.replace(/\/+$/, '');
}
