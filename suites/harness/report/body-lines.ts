/** A body as lines: JSON laid out, anything else as it is. */
export function bodyLines(body: string, mostCharacters: number): string[] {
  const laidOut = layOut(body);
  const cut = laidOut.length > mostCharacters;
  const lines = laidOut.slice(0, mostCharacters).split('\n').map(shorten);
  return cut
    ? [...lines, `... and ${laidOut.length - mostCharacters} characters more, see results.json`]
    : lines;
}

/** A line that is longer than anybody reads, without its end. */
const shorten = (line: string) =>
  line.length > 480 ? `${line.slice(0, 400)}... (${line.length} characters)` : line;

function layOut(body: string): string {
  if (!/^\s*[[{]/.test(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body; // no JSON, or cut off
  }
}

/**
 * The lines that another text does not have, by their numbers: what was changed in the faulty one of two twins.
 * It compares lines as a bag, which is exact where few lines change, and never slow.
 */
export function linesOfItsOwn(lines: readonly string[], others: readonly string[]): ReadonlySet<number> {
  const key = (line: string) => line.trim().replace(/,$/, '');
  const left = new Map<string, number>();
  for (const line of others) left.set(key(line), (left.get(key(line)) ?? 0) + 1);
  const own = new Set<number>();
  for (const [index, line] of lines.entries()) {
    const count = left.get(key(line)) ?? 0;
    if (count > 0) left.set(key(line), count - 1);
    else own.add(index);
  }
  return own;
}
