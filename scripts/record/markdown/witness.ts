// @ts-expect-error it comes without types; `gfm` is a plugin as `use` takes it
import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { type NamedCase, readGolden, readPage } from '../../../suites/markdown/cases.ts';
import { takeApart } from '../../../suites/markdown/document.ts';
import { decodePage } from './decode-page.ts';
import { missingWords, toWords } from './words.ts';

/**
 * What a page loses before it is converted: seed, Conversion response; Cloudflare docs, Markdown for Agents.
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

/** Elements of which only the words are asked for, so that no spelling of turndown's can hide them. */
const plain = {
  inline: { elements: ['a', 'em', 'i', 'strong', 'b', 'del', 's'], around: '' },
  apart: { elements: ['option', 'optgroup', 'summary'], around: ' ' },
} as const;

/**
 * Asks turndown for the words of a page: it parses and converts without a line of ours or of the library
 * that ours rests on.
 *
 * @returns the words that it keeps and the golden does not have in the same order
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
  return missingWords(toWords(takeApart(golden).body), toWords(kept));
}

/** What is wrong with the goldens in the eyes of the witness, a line each. */
export function witnessFaults(item: NamedCase, golden?: string): string[] {
  const missing = missedByGolden(item, golden);
  if (missing.length > 0 && item.witness === undefined) {
    return [
      `${item.name}: turndown keeps words that the golden has not: ${missing.slice(0, 20).join(' ')} (say why in "witness")`,
    ];
  }
  if (missing.length === 0 && item.witness !== undefined) {
    return [`${item.name}: turndown keeps the same words, so there is nothing for "witness" to explain`];
  }
  return [];
}
