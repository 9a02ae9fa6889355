// @ts-expect-error it comes without types; `gfm` is a plugin as `use` takes it
import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { type NamedCase, readGolden, readPage } from '../../../suites/markdown/cases.ts';
import { splitDocument } from '../../../suites/markdown/document.ts';
import { decodePage } from './decode-page.ts';
import { missingWords, toWords } from './words.ts';

/**
 * The elements that conversion removes from a page: seed, Conversion response; Cloudflare docs, Markdown for Agents.
 */
const stripped = [
  'title',
  'header',
  'footer',
  'nav',
  'script',
  'style',
  'noscript',
  'iframe',
  'template',
] as const;

/** Elements reduced to their words, so that turndown's formatting can't hide them. */
const plain = {
  inline: { elements: ['a', 'em', 'i', 'strong', 'b', 'del', 's'], around: '' },
  apart: { elements: ['option', 'optgroup', 'summary'], around: ' ' },
} as const;

/**
 * Converts a page with turndown, which shares no code with our converter or its library.
 *
 * @returns the words that turndown keeps and the golden lacks in this order
 */
export function missedByGolden(
  item: NamedCase,
  golden = readGolden(item, { filled: false }) ?? '',
): string[] {
  const type = [item.origin.headers['content-type'] ?? ''].flat().join();
  const [html = ''] = decodePage(readPage(item), type).split('{{here}}');
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  service.use(gfm);
  for (const [name, { elements, around }] of Object.entries(plain)) {
    service.addRule(name, {
      filter: [...elements],
      replacement: (content) => `${around}${content}${around}`,
    });
  }
  const kept = service.remove([...stripped]).turndown(html);
  return missingWords(toWords(splitDocument(golden).body), toWords(kept));
}

/** Compares the goldens with turndown, one line per problem. */
export function witnessFaults(item: NamedCase, golden?: string): string[] {
  const missing = missedByGolden(item, golden);
  if (missing.length > 0 && item.witness === undefined) {
    return [
      `${item.name}: turndown keeps words that the golden lacks: ${missing.slice(0, 20).join(' ')} (explain why in "witness")`,
    ];
  }
  if (missing.length === 0 && item.witness !== undefined) {
    return [`${item.name}: turndown keeps the same words, so "witness" has nothing to explain`];
  }
  return [];
}
