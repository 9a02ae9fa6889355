import type { Frame, HTTPRequest, HTTPResponse, Page } from 'puppeteer-core';
import type { PageFacts } from '../browser-engine.ts';
import { getFrameId, getRequestId, getSession } from './driver-internals.ts';

/** An answer to a request for a document. */
interface DocumentAnswer {
  readonly url: string;
  readonly status: number;
  /** By their names as they were sent; repeated ones joined by a line feed. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Follows what the main frame of a page asks for and shows, wherever redirects and scripts lead it. */
export interface DocumentWatch {
  /** The address that was asked for last; nothing before the first one. */
  wanted(): string | undefined;
  /** What the document on display came with, after the redirects that led there; empty for one that was given. */
  answers(): DocumentAnswer[];
  /** The status that came last, whether or not with a document. */
  lastStatus(): number | undefined;
  /** How many documents have been shown; none before the first that came over the network. */
  shown(): number;
}

/** What there is to follow of a page that is given its document and goes nowhere. */
export const noDocuments: DocumentWatch = {
  wanted: () => undefined,
  answers: () => [],
  lastStatus: () => undefined,
  shown: () => 0,
};

/** Watches from now on, for as long as the page lives. */
export function watchDocuments(page: Page): DocumentWatch {
  const main = page.mainFrame();
  const responses: HTTPResponse[] = [];
  const rawHeaders = watchHeaders(page);
  let wanted: string | undefined;
  let shown: string | undefined;
  let count = 0;
  const isDocument = (request: HTTPRequest) => request.isNavigationRequest() && request.frame() === main;
  // The driver keeps a redirect to itself until it knows all of the answer that led there, and that can be too late.
  getSession(page).on('Network.requestWillBeSent', ({ requestId, loaderId, frameId, request }) => {
    if (requestId === loaderId && frameId === getFrameId(main)) wanted = request.url;
  });
  page.on('response', (response) => {
    if (isDocument(response.request())) responses.push(response);
  });
  page.on('framenavigated', (frame: Frame) => {
    if (frame !== main) return;
    shown = withoutFragment(frame.url());
    count++;
  });
  return {
    wanted: () => wanted,
    answers() {
      // Downloads and empty answers are answers to the frame too, but of documents that never came.
      const last = responses.findLast((response) => withoutFragment(response.url()) === shown);
      if (last === undefined) return [];
      const led = last
        .request()
        .redirectChain()
        .flatMap((request) => request.response() ?? []);
      const raw = rawHeaders(last.request());
      return [...led, last].map((response, step) => ({
        url: response.url(),
        status: response.status(),
        headers: raw[step] ?? response.headers(),
      }));
    },
    lastStatus: () => responses.at(-1)?.status(),
    shown: () => count,
  };
}

/**
 * Keeps the headers of answers as they were sent: the driver joins repeated ones with commas. Redirects are answers
 * to the same request, oldest first.
 */
function watchHeaders(page: Page): (request: HTTPRequest) => Record<string, string>[] {
  const byRequest = new Map<string, Record<string, string>[]>();
  getSession(page).on('Network.responseReceivedExtraInfo', ({ requestId, headers }) => {
    const answers = byRequest.get(requestId) ?? [];
    byRequest.set(requestId, answers);
    answers.push(headers);
  });
  return (request) => byRequest.get(getRequestId(request)) ?? [];
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

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
export async function getFacts(page: Page, documents: DocumentWatch): Promise<PageFacts> {
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
