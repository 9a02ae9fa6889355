import type { Page } from 'puppeteer-core';
import type { PageFacts } from '../browser-engine.ts';
import type { DocumentWatch } from './document-watch.ts';

/** Headers that carry credentials, or that say how a message was sent rather than what it is. */
const withheld = new Set([
  'authentication-info',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'cookie',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'set-cookie',
  'set-cookie2',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

/** What is known of the document on display. */
export async function factsOf(page: Page, documents: DocumentWatch): Promise<PageFacts> {
  const answers = documents.answers();
  const answer = answers.at(-1);
  const finalUrl = page.url();
  return {
    status: answer?.status ?? 200,
    // A document that goes away while it is worked on has no title any more, and the work may well be done.
    title: await page.title().catch(() => ''),
    headers: tellable(answer?.headers ?? {}),
    finalUrl,
    redirects: answers
      .slice(0, -1)
      .map(({ url, status, headers }) => ({ url, status, headers: tellable(headers) })),
  };
}

function tellable(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(lowered.filter(([name]) => !withheld.has(name)));
}
