/** A copy of a syntax tree without spans, for comparison of trees that stem from different sources. */
export function stripSpans(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(stripSpans);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([name]) => name !== 'span');
  return Object.fromEntries(entries.map(([name, value]) => [name, stripSpans(value)]));
}
