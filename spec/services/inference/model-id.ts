/** A parsed model identifier: seed inference-and-conversion, Model identifiers. */
interface ModelId {
  /** `@cf/meta/llama-3.1-8b-instruct`, `openai/gpt-5` */
  readonly id: string;
  readonly author: string;
  readonly name: string;
  /** Whether the platform hosts it: the id begins with `@cf/`. */
  readonly hosted: boolean;
}

const hostedPattern = /^@cf\/([a-z0-9][\w.-]*)\/([A-Za-z0-9][\w.-]*)$/;
const thirdPartyPattern = /^([a-z0-9][\w.-]*)\/([A-Za-z0-9][\w.-]*)$/;

/** First segment of an id that the compatible formats of the gateway host accept and this API refuses. */
export const dynamicRouteAuthor = 'dynamic';

/**
 * Parses a model identifier.
 *
 * @returns undefined for a string that is not a model id
 *
 * @example
 * parseModelId('@cf/meta/llama-3.1-8b-instruct')?.author // 'meta'
 * parseModelId('openai/gpt-5')?.hosted // false
 * parseModelId('gpt-5') // undefined
 */
export function parseModelId(id: string): ModelId | undefined {
  const hosted = hostedPattern.exec(id);
  const match = hosted ?? thirdPartyPattern.exec(id);
  const [, author, name] = match ?? [];
  if (author === undefined || name === undefined) return undefined;
  return { id, author, name, hosted: hosted !== null };
}
