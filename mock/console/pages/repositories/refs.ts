/** The branches and tags of a repository, by their short names. */
export interface Refs {
  readonly branches: readonly string[];
  readonly tags: readonly string[];
}

/**
 * Reads what a server of Git advertises at `info/refs`: gitprotocol-http, gitprotocol-pack.
 *
 * @throws Error for bytes in another format
 */
export function parseRefs(bytes: Uint8Array): Refs {
  const names = [...getLines(bytes)]
    .map((line) => /^[0-9a-f]{40,64} ([^\0]+)/.exec(line)?.[1]?.trimEnd() ?? '')
    .filter((name) => !name.endsWith('^{}'));
  const below = (prefix: string) =>
    names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  return { branches: below('refs/heads/'), tags: below('refs/tags/') };
}

/** The texts of pkt-lines; those without text are left out. */
function* getLines(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; ) {
    const digits = decoder.decode(bytes.subarray(at, at + 4));
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw new Error('The server did not answer as Git does.');
    const length = Number.parseInt(digits, 16);
    if (length > 4) yield decoder.decode(bytes.subarray(at + 4, at + length));
    at += Math.max(length, 4);
  }
}
