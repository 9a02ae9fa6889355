/**
 * Whether a pattern matches a model: its id, or an id with `*` for any run of characters. The time is at most
 * proportional to the product of the lengths, for any pattern.
 *
 * @example
 * modelMatches('@cf/*', '@cf/meta/llama-3.1-8b-instruct') // true
 * modelMatches('openai/gpt-5', 'openai/gpt-5-mini') // false
 */
export function modelMatches(pattern: string, id: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === id;
  if (!id.startsWith(first)) return false;
  let position = first.length;
  for (const literal of rest) {
    const found = id.indexOf(literal, position);
    if (found === -1) return false;
    position = found + literal.length;
  }
  return id.length - last.length >= position && id.endsWith(last);
}
