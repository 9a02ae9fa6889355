/** Pathological pages, each within the size limit of the conversion. */
import { markdownPage, pageSizes } from './markdown-pages.ts';

/** A page, and the size of its pieces in bytes. */
export interface HostilePage {
  readonly page: Uint8Array;
  readonly piece: number;
}

const texts: Readonly<Record<string, () => string>> = {
  ...nested('div', 'span', 'b', 'a', 'blockquote', 'ul li', 'table tr td', 'pre', 'unknown'),
  ...unclosed('p', 'b', 'li', 'a', 'td', 'pre', 'blockquote'),
  '100,000 rows of a table': () =>
    `<table>${'<tr><td>a</td><td>b|c</td><td>d</td></tr>'.repeat(100_000)}</table>`,
  '300,000 cells in a row': () => `<table><tr>${'<td>a</td>'.repeat(300_000)}</tr></table>`,
  '100,000 items of a list': () => `<ul>${'<li>a</li>'.repeat(100_000)}</ul>`,
  'an attribute of 5 MB': () => `<p title="${'x'.repeat(5_000_000)}">text</p>`,
  'an address of 5 MB': () => `<p><a href="/${'x'.repeat(5_000_000)}">text</a></p>`,
  'a million attributes of a tag': () => `<p ${'a=1 '.repeat(1_000_000)}>text</p>`,
  'a tag name of 5 MB': () => `<p>text</p><${'x'.repeat(5_000_000)}>`,
  'a comment that never ends': () => `<p>text</p><!--${'-x'.repeat(2_500_000)}`,
  'a script that never ends': () => `<p>text</p><script>${'</scrip'.repeat(700_000)}`,
  'a title that never ends': () => `<head><title>${'</titl'.repeat(800_000)}`,
  'a quoted value that never ends': () => `<p>text</p><a href="${'x>'.repeat(2_500_000)}`,
  'metadata, 200,000 times': () => '<meta name="title" content="x">'.repeat(200_000),
  ...repeated('<', '&', '\0', '[', '*', '`', '_', ' ', '\n', '</', '![', '1. '),
  'a million character references': () => '&amp;'.repeat(1_000_000),
  'a reference of 5 MB': () => `&#${'9'.repeat(5_000_000)};`,
  'a code block of backticks': () => `<pre><code>${'`'.repeat(5_000_000)}</code></pre>`,
  'words without any tag': () => 'word '.repeat(1_258_000),
  'one word of 6 MiB': () => 'x'.repeat(pageSizes['6 MiB']),
};

/** Pages in pieces of another size than the edge's. */
const inPieces: Readonly<Record<string, () => HostilePage>> = {
  'a page of 200 KB in pieces of one byte': () => ({
    page: markdownPage('docs', pageSizes['200 KB']),
    piece: 1,
  }),
  'an attribute of 5 MB in pieces of 1 KB': () => small(texts['an attribute of 5 MB']?.() ?? ''),
  'a comment of 5 MB in pieces of 1 KB': () => small(texts['a comment that never ends']?.() ?? ''),
  'one word of 6 MiB in pieces of 1 KB': () => small(texts['one word of 6 MiB']?.() ?? ''),
};

/** The names of all pages. */
export const hostileNames: readonly string[] = [...Object.keys(texts), ...Object.keys(inPieces)];

/**
 * Creates a page.
 *
 * @throws RangeError for an unknown name
 */
export function hostilePage(name: string): HostilePage {
  const made = inPieces[name]?.();
  if (made) return made;
  const text = texts[name]?.();
  if (text === undefined) throw new RangeError(`there is no hostile page ${name}`);
  return { page: new TextEncoder().encode(text), piece: 65_536 };
}

function small(text: string): HostilePage {
  return { page: new TextEncoder().encode(text), piece: 1_000 };
}

/** Nested elements, 20,000 deep; `ul li` alternates both. */
function nested(...elements: readonly string[]): Record<string, () => string> {
  return each(elements, (element) => {
    const tags = element.split(' ');
    const open = tags.map((tag) => `<${tag}>`).join('');
    const close = tags
      .map((tag) => `</${tag}>`)
      .reverse()
      .join('');
    return [
      `20,000 nested ${element}`,
      () => `${`${open}x`.repeat(20_000)}${close.repeat(20_000)}<p>end</p>`,
    ];
  });
}

function unclosed(...tags: readonly string[]): Record<string, () => string> {
  // `blockquote` is longer than the others, so fewer of them fit.
  const fit = (tag: string) => Math.min(1_000_000, Math.floor(6_000_000 / (tag.length + 3)));
  return each(tags, (tag) => [
    `${fit(tag).toLocaleString('en-US')} times \`<${tag}>\`, never closed`,
    () => `<${tag}>x`.repeat(fit(tag)),
  ]);
}

function repeated(...texts: readonly string[]): Record<string, () => string> {
  return each(texts, (text) => [
    `5 MB of ${JSON.stringify(text)}`,
    () => text.repeat(5_000_000 / text.length),
  ]);
}

function each(
  items: readonly string[],
  entry: (item: string) => [string, () => string],
): Record<string, () => string> {
  return Object.fromEntries(items.map(entry));
}
