/** A paragraph of a list, as office files write them: one after the other, each with its depth. */
export interface ListItem {
  readonly html: string;
  /** From 0. */
  readonly depth: number;
  readonly ordered: boolean;
}

/**
 * Items one after the other as nested lists of HTML. An item that stands deeper than one step below the item
 * before it goes one step below it.
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
