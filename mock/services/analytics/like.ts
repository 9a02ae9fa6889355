/**
 * Compiles a pattern of `_like`: `%` stands for any text, everything else for itself, and case counts. Each
 * part is taken where it first occurs, so a match is one pass over the value.
 *
 * @example
 * compileLike('/api/%.json')('/api/orders.json') // true
 */
export function compileLike(pattern: string): (value: string) => boolean {
  const [first = '', ...rest] = pattern.split('%');
  const last = rest.pop();
  if (last === undefined) return (value) => value === first;
  return (value) => {
    if (!value.startsWith(first)) return false;
    let position = first.length;
    for (const part of rest) {
      const found = value.indexOf(part, position);
      if (found === -1) return false;
      position = found + part.length;
    }
    return value.length - last.length >= position && value.endsWith(last);
  };
}
