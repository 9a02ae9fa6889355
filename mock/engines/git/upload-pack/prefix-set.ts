/** What names may begin with. Without any, all names match. */
export class PrefixSet {
  /** In order, and none that begins with another. */
  readonly #prefixes: string[] = [];

  constructor(prefixes: Iterable<string>) {
    for (const prefix of [...new Set(prefixes)].sort()) {
      const last = this.#prefixes.at(-1);
      if (last === undefined || !prefix.startsWith(last)) this.#prefixes.push(prefix);
    }
  }

  match(name: string): boolean {
    const prefixes = this.#prefixes;
    if (prefixes.length === 0) return true;
    // Whatever stands in order between a prefix and the name would begin with that prefix.
    let low = 0;
    let high = prefixes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((prefixes[middle] ?? '') <= name) low = middle + 1;
      else high = middle;
    }
    const nearest = prefixes[low - 1];
    return nearest !== undefined && name.startsWith(nearest);
  }
}
