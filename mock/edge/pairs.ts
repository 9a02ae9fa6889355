/**
 * The pairs of a query or form, in order and undecoded: fields show them as sent.
 *
 * @example
 * splitPairs('a=1&b&a=2') // [['a', '1'], ['b', ''], ['a', '2']]
 */
export function splitPairs(text: string): [string, string][] {
  if (text === '') return [];
  return text.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
  });
}

/** Pairs by name, with the values of a repeated name in their order. */
export function groupPairs<T>(pairs: Iterable<readonly [string, T]>): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [name, value] of pairs) {
    const values = groups.get(name);
    if (values) values.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}
