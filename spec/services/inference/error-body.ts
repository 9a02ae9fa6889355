import { gatewayError, runtimeError } from './error-shapes.ts';
import type { ErrorLayer } from './failures/layer.ts';
import { chatErrorType } from './formats/chat-completions/error.ts';
import { messagesError } from './formats/messages/error.ts';
import { responsesError } from './formats/responses/error.ts';
import type { ModelFormat } from './models/entry.ts';

/** What is refused, and by whom. */
export interface Refused {
  readonly layer: ErrorLayer;
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** JSON pointer of what is wrong with the body. */
  readonly pointer?: string;
}

/** `messages[0].content` of `/messages/0/content`, as the chat-completions format names members. */
function paramOf(pointer: string | undefined): string | null {
  if (pointer === undefined || pointer === '') return null;
  const [first = '', ...rest] = pointer.slice(1).split('/');
  return rest.reduce((path, key) => (/^\d+$/.test(key) ? `${path}[${key}]` : `${path}.${key}`), first);
}

/**
 * The body of a refusal in the format that was asked in: fact sheet inference, section 7.3.
 *
 * What the edge refuses has one envelope everywhere. For the rest the run endpoints keep the shape of the
 * layer, and responses and messages have errors of their own. Chat completions and embeddings answer both
 * the envelope, which was seen, and the format's own `error`, without which its clients lose the text.
 *
 * @example
 * errorBody('messages', { layer: 'runtime', status: 404, code: 5007, message: 'No such model' })
 * // { type: 'error', error: { type: 'not_found_error', message: 'No such model' } }
 */
export function errorBody(format: ModelFormat, { layer, status, code, message, pointer }: Refused): object {
  if (layer === 'edge') {
    const source = pointer === undefined ? {} : { source: { pointer } };
    return { result: null, success: false, errors: [{ code, message, ...source }], messages: [] };
  }
  switch (format) {
    case 'run':
      return layer === 'gateway' ? gatewayError(status, code, message) : runtimeError(code, message);
    case 'responses':
      return responsesError(status, message, paramOf(pointer));
    case 'messages':
      return messagesError(status, message);
    case 'chat-completions':
    case 'embeddings': {
      const error = { message, type: chatErrorType(status), param: paramOf(pointer), code: String(code) };
      return { error, ...runtimeError(code, message) };
    }
  }
}
