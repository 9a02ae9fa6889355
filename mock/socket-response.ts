/** What a response is made of beside its body: headers by their lower-case names. */
interface ResponseParts {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param operation whose answers have mostly the same headers; null where there is none */
type SocketResponse = (body: BodyInit | null, parts: ResponseParts, operation: string | null) => Response;

/**
 * Makes responses that go to a socket. Bun copies the `Headers` that one is made with at once, which takes a fraction of
 * reading a dozen of them from a record: so the answers of an operation are made with the same, of which those are set
 * that differ from the answer before.
 *
 * @example
 * const socketResponse = createSocketResponses();
 * socketResponse('{}', { status: 200, headers: { 'content-type': 'application/json' } }, 'zones.zone.get');
 */
export function createSocketResponses(): SocketResponse {
  if (!('Bun' in globalThis)) return (body, parts) => new Response(body, parts);
  const lasts = new Map<string, LastHeaders>();

  return (body, parts, operation) => {
    if (operation === null) return new Response(body, parts);
    const { status, headers } = parts;
    let last = lasts.get(operation);
    if (!last?.follow(headers)) {
      last = new LastHeaders(headers);
      lasts.set(operation, last);
    }
    return new Response(body, { status, headers: last.headers });
  };
}

/** The headers of the last answer of an operation. */
class LastHeaders {
  readonly headers: Headers;
  readonly #names: readonly string[];
  #record: ResponseParts['headers'];

  constructor(record: ResponseParts['headers']) {
    this.headers = new Headers(record);
    this.#names = Object.keys(record);
    this.#record = record;
  }

  /** Sets those of the next answer; or does not, and is of no use any more, where it has others. */
  follow(record: ResponseParts['headers']): boolean {
    const before = this.#record;
    // Where one of them is refused, some of the others are set already: then all of the next are.
    this.#record = {};
    let index = 0;
    for (const name in record) {
      if (name !== this.#names[index++]) return false;
      const value = record[name] as string; // The name comes from there.
      if (value !== before[name]) this.headers.set(name, value);
    }
    this.#record = record;
    return index === this.#names.length;
  }
}
