import { isObject } from '../../../spec/value-kinds.ts';

/** The refusal of a run; `name` says by whom: the model, its gateway, or the binding. */
export class InferenceUpstreamError extends Error {
  constructor(message: string, name = 'InferenceUpstreamError') {
    super(message);
    this.name = name;
  }
}

/** A refusal by the binding itself. */
export class AiInternalError extends Error {
  override readonly name = 'AiInternalError';
}

/** The code and message of a refusal. */
export interface RefusalText {
  readonly code: number | null;
  readonly message: string;
  readonly name?: string;
}

/**
 * Reads a refusal of any shape: errors of models and gateways have their own name, all others are in a list.
 */
export function readRefusal(text: string): RefusalText {
  const body = parsed(text);
  if (!isObject(body)) return { code: null, message: text };
  const { internalCode, description, name } = body;
  if (typeof internalCode === 'number' && internalCode !== 0)
    return { code: internalCode, message: String(description), name: String(name) };
  const [first]: readonly unknown[] = Array.isArray(body['errors']) ? body['errors'] : [];
  if (!isObject(first)) return { code: null, message: text };
  return { code: Number(first['code']), message: String(first['message']) };
}

/** Formats the refusal as an error: `5007: No such model`. */
export function getError({ code, message, name }: RefusalText): InferenceUpstreamError {
  return new InferenceUpstreamError(code === null ? message : `${code}: ${message}`, name);
}

/**
 * The body of a hosted model's refusal to a binding: the runtime's own error, which REST wraps in an envelope. Other
 * bodies are the same as over REST.
 */
export function asRuntimeError(text: string, status: number): string {
  const body = parsed(text);
  const isRuntime = isObject(body) && isObject(body['result']) && body['success'] === false;
  if (!isRuntime) return text;
  const { code, message } = readRefusal(text);
  const description = message.replace(/^AiError: /, '');
  return JSON.stringify({
    name: 'AiError',
    httpCode: status,
    internalCode: code,
    message: `${code}: ${description}`,
    description,
    errors: [{ code, message: description }],
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
