import { isObject } from '../../../spec/value-kinds.ts';

/** What a run was refused with; `name` says by whom: the model, its gateway, or what stands before both. */
export class InferenceUpstreamError extends Error {
  constructor(message: string, name = 'InferenceUpstreamError') {
    super(message);
    this.name = name;
  }
}

/** What a binding refuses by itself. */
export class AiInternalError extends Error {
  override readonly name = 'AiInternalError';
}

/** The code and the words of a refusal. */
export interface RefusalText {
  readonly code: number | null;
  readonly message: string;
  readonly name?: string;
}

/**
 * What a refusal says, whatever its shape: errors of models and gateways say their own name, all others stand in a
 * list.
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

/** A refusal as it is thrown: `5007: No such model`. */
export function getError({ code, message, name }: RefusalText): InferenceUpstreamError {
  return new InferenceUpstreamError(code === null ? message : `${code}: ${message}`, name);
}

/**
 * The body by which a hosted model refuses a binding: the runtime's own error, which REST puts into an envelope.
 * Other bodies are as REST has them.
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
