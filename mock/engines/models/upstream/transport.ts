import { quote } from '../json.ts';
import { ModelError } from '../model-error.ts';
import { type Exchange, openExchange } from './exchange.ts';
import { type UpstreamOptions, upstreamTimeouts } from './options.ts';
import { errorInPiece, errorOfAnswer } from './upstream-error.ts';

/** The most of a body that is no stream: a picture of many megapixels. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;

/** The way to an upstream. */
export interface Transport {
  /**
   * Posts JSON or a form, and gives an answer that is a success. Whoever posts closes the exchange.
   *
   * @throws ModelError for any other answer and for none; the signal's reason
   */
  post(path: string, body: object | FormData, accept: string, signal: AbortSignal): Promise<Exchange>;
  /** Posts and gives all bytes of the answer. @throws as `post` */
  postForBytes(path: string, body: object | FormData, accept: string, signal: AbortSignal): Promise<Answer>;
  /** Posts and gives the JSON value of the answer. @throws as `post`, ModelError `malformed` */
  postForJson(path: string, body: object | FormData, signal: AbortSignal): Promise<unknown>;
  /** Fetches what an answer points to. The key goes along only where it came from. */
  get(url: string, signal: AbortSignal): Promise<Answer>;
}

export interface Answer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Without parameters, in lower case; empty when there is none. */
  readonly mediaType: string;
}

/**
 * Makes the way to an upstream.
 *
 * @throws ModelError `bad-input` for a base URL that is not one of HTTP, or that has a user or a query in it, and
 * for a key or a header that cannot be sent
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
    // A redirect would turn the POST into a GET, or carry the key elsewhere.
    const exchange = await openExchange(url, { ...init, redirect: 'manual' }, tools, signal);
    const { status, headers } = exchange;
    if (status >= 200 && status < 300) return exchange;
    try {
      // In browsers a redirect that is not followed has the status 0.
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
 * The JSON value of an answer.
 *
 * @throws ModelError `malformed` when it is none; the error that it is
 */
export function parseAnswer(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ModelError('malformed', `The upstream answered with no JSON: ${quote(text)}`, { cause });
  }
  const error = errorInPiece(value);
  if (error) throw error;
  return value;
}

/**
 * Reads a body to its end.
 *
 * @throws ModelError `malformed` when it is longer than allowed
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

/** As much of the body of an error as says what it is, should it be long or break off. */
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
    // The status counts for more than the rest of the words; only who asked may go away before.
    if (!(error instanceof ModelError)) throw error;
  }
  return bytes.subarray(0, length);
}

/** Sees to it that headers can be sent: what the runtimes say of a key that cannot has the key in it. */
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
    throw new ModelError('bad-input', `The base URL of the upstream is no HTTP URL: ${baseUrl}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ModelError(
      'bad-input',
      'The base URL of the upstream must be without user, query and fragment.',
    );
  }
  return url.href.replace(/\/+$/, '');
}
