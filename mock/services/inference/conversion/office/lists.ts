/** A list paragraph as in office files: a flat sequence, each with its level. */
export interface ListItem {
  readonly html: string;
  /** From 0. */
  readonly depth: number;
  readonly ordered: boolean;
}

/**
 * Turns flat items into nested HTML lists. An item may be at most one level below the item before it; a deeper one is
 * moved up.
 *
 * @example
 * listsHtml([{ html: 'a', depth: 0, ordered: false }, { html: 'b', depth: 1, ordered: false }])
 * // '<ul><li>a<ul><li>b</li></ul></li></ul>'
 */
export function listsHtml(items: readonly ListItem[]): string {
  const open: { depth: number; tag: string }[] = [];
  let html = '';
  for (const { html: text, depth, ordered } of items) {
    const tag = ordered ? 'ol' : 'ul';
    let last = open.at(-1);
    while (last && (last.depth > depth || (last.depth === depth && last.tag !== tag))) {
      html += `</li></${last.tag}>`;
      open.pop();
      last = open.at(-1);
    }
    if (last?.depth === depth) html += '</li>';
    else {
      html += `<${tag}>`;
      open.push({ depth, tag });
    }
    html += `<li>${text}`;
  }
  for (const { tag } of open.reverse()) html += `</li></${tag}>`;
  return html;
}
