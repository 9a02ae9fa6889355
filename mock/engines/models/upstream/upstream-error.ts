import { isObject } from '../../../../spec/value-kinds.ts';
import { getWord, parseJson, quote } from '../json.ts';
import { ModelError, type ModelErrorReason } from '../model-error.ts';

/** Maximum length of an error that is passed on. */
const MAX_MESSAGE = 1000;

/** The meaning of an upstream's HTTP status for the caller. */
export function reasonOfStatus(status: number): ModelErrorReason {
  if (status === 429 || status === 503 || status === 529) return 'overloaded';
  if (status === 408 || status === 504) return 'timeout';
  // The key, or its permissions, is a matter of configuration and not of the request.
  if (status === 401 || status === 403 || status === 407) return 'unavailable';
  return status >= 400 && status < 500 ? 'bad-input' : 'unavailable';
}

/** The error of an unsuccessful response. */
export function errorOfAnswer(status: number, body: string): ModelError {
  const message = getMessage(parseJson(body)) ?? plainText(body);
  return new ModelError(
    reasonOfStatus(status),
    `The upstream answered ${status}${message === '' ? '.' : `: ${shorten(message)}`}`,
    { status },
  );
}

/**
 * The error in place of a piece of a response: `{"error": …}` from OpenAI, llama.cpp and Ollama, or vLLM's `{"object":
 * "error", …}`. Undefined if the piece is not one.
 */
export function errorInPiece(piece: unknown): ModelError | undefined {
  if (!isObject(piece)) return undefined;
  const error = piece['error'] ?? (piece['object'] === 'error' ? piece : undefined);
  if (error === undefined || error === null) return undefined;
  const status = isObject(error) ? (getStatus(error['code']) ?? getStatus(error['status'])) : undefined;
  return new ModelError(
    status === undefined ? reasonOfType(isObject(error) ? error['type'] : undefined) : reasonOfStatus(status),
    `The upstream broke off: ${shorten(getMessage(piece) ?? JSON.stringify(error))}`,
    status === undefined ? {} : { status },
  );
}

/** The error of a call of the AI SDK. */
export function errorOfCall(error: unknown): ModelError {
  const own = getCauses(error).find((cause) => cause instanceof ModelError);
  if (own) return own;
  // Errors of the SDK have some of these members; they are declared only to read them in one line.
  const { name, message, statusCode, responseBody, text, value } = error as {
    readonly [member in 'name' | 'message' | 'responseBody' | 'text']?: string;
  } & { readonly statusCode?: number; readonly value?: unknown };
  if (name === 'AI_UnsupportedFunctionalityError') {
    return new ModelError('bad-input', `An upstream cannot get this request: ${message}`, { cause: error });
  }
  if (statusCode !== undefined && statusCode >= 400) return errorOfAnswer(statusCode, responseBody ?? '');
  const inAnswer = errorInPiece(parseJson(responseBody ?? ''));
  if (inAnswer) return inAnswer;
  if (/^Response stream ended without/.test(message ?? '')) {
    return new ModelError(
      'unavailable',
      'The upstream ended its stream without a finish reason: it broke off, or cannot stream.',
    );
  }
  const what = text === undefined ? 'JSON of another form than asked' : 'what is not JSON';
  const sent = text ?? responseBody ?? JSON.stringify(value) ?? String(message);
  return new ModelError('malformed', `The upstream sent ${what}: ${quote(sent)}`, { cause: error });
}

/** The error of a failed or lost connection. */
export function errorOfConnection(cause: unknown, origin: string): ModelError {
  const { code, message } = getRoot(cause);
  const reason = code === undefined || message.includes(code) ? message : `${code}, ${message}`;
  const isTimeout =
    /TIMEDOUT|TIMEOUT/i.test(code ?? '') || (cause instanceof Error && cause.name === 'TimeoutError');
  return new ModelError(
    isTimeout ? 'timeout' : 'unavailable',
    `The connection to the upstream ${origin} failed: ${reason}`,
    { cause },
  );
}

function getStatus(value: unknown): number | undefined {
  const status = Number(value);
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}

function reasonOfType(type: unknown): ModelErrorReason {
  const name = String(type).toLowerCase();
  if (/rate_?limit|overloaded|capacity|quota/.test(name)) return 'overloaded';
  if (/timeout/.test(name)) return 'timeout';
  return /invalid_?request|badrequest|not_?found/.test(name) ? 'bad-input' : 'unavailable';
}

/** The message of an error, in the formats of OpenAI, Ollama, FastAPI and the v4 envelope. */
function getMessage(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const { error, message, detail, errors } = body as {
    // The members of a record of unknown values are unknown; they are declared only to read them in one line.
    readonly [name in 'error' | 'message' | 'detail' | 'errors']?: unknown;
  };
  if (isObject(error)) return getWord(error['message']) ?? JSON.stringify(error);
  const first: unknown = Array.isArray(errors) ? errors[0] : Array.isArray(detail) ? detail[0] : undefined;
  const listed = isObject(first) ? (getWord(first['message']) ?? getWord(first['msg'])) : undefined;
  return getWord(error) ?? getWord(message) ?? getWord(detail) ?? listed;
}

/** The title of an HTML page, or a text as it is. */
function plainText(body: string): string {
  if (!/^\s*</.test(body)) return shorten(body.trim());
  const start = body.search(/<title[^>]{0,200}>/i);
  const title = start === -1 ? '' : body.slice(body.indexOf('>', start) + 1).split('<', 1)[0];
  return shorten(title?.trim() || 'an HTML page');
}

function shorten(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
}

/** An error and its causes, the outermost first. */
function getCauses(error: unknown): readonly unknown[] {
  const causes = [error];
  for (let cause = error; causes.length < 6 && cause instanceof Error && cause.cause instanceof Error; ) {
    cause = cause.cause;
    causes.push(cause);
  }
  return causes;
}

/** The root cause: `fetch failed` alone is no help. */
function getRoot(error: unknown): { readonly code: string | undefined; readonly message: string } {
  let root = getCauses(error).at(-1);
  if (root instanceof AggregateError && root.errors[0] instanceof Error) root = root.errors[0];
  if (!(root instanceof Error)) return { code: undefined, message: String(root) };
  const code = 'code' in root ? getWord(root.code) : undefined;
  // Bun appends advice on options that readers here can't set.
  return { code, message: root.message.split(/\.? For more information, /, 1)[0] ?? '' };
}
