import { ModelError } from '../model-error.ts';

/** In place of the SDK in pages, whose bundlers would look for an optional package. */
export function createOpenAICompatible(): never {
  throw new ModelError('bad-input', 'An upstream for models works on Bun, Deno and Node, not in a web page.');
}
