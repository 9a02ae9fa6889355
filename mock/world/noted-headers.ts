/**
 * Headers as they were when they were noted, which is all that is kept of them: those of a request hold on to several
 * times as much, and journals keep thousands.
 *
 * @example
 * const noted = new NotedHeaders(request.headers);
 * noted.get('accept');
 */
export class NotedHeaders implements Iterable<[name: string, value: string]> {
  /** Names, each before its value. */
  readonly #texts: readonly string[];

  constructor(headers: Headers) {
    const texts: string[] = [];
    headers.forEach((value, name) => {
      texts.push(name, value);
    });
    this.#texts = texts;
  }

  /** @param wanted the name in lower case */
  get(wanted: string): string | null {
    for (const [name, value] of this) if (name === wanted) return value;
    return null;
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    const texts = this.#texts;
    // There is a value for each name.
    for (let at = 0; at < texts.length; at += 2) yield [texts[at] as string, texts[at + 1] as string];
  }
}
