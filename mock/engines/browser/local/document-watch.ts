import type { Frame, HTTPRequest, HTTPResponse, Page } from 'puppeteer-core';
import type { PageFacts } from '../browser-engine.ts';
import { getFrameId, getRequestId, getSession } from './driver-internals.ts';

/** A response to a request for a document. */
interface DocumentAnswer {
  readonly url: string;
  readonly status: number;
  /** By name, with the original values; repeated ones joined by a line feed. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Tracks requests and documents of a page's main frame, through redirects and scripts. */
export interface DocumentWatch {
  /** The address requested last; unset before the first one. */
  wanted(): string | undefined;
  /** The response of the displayed document, after redirects; empty for a given document. */
  answers(): DocumentAnswer[];
  /** The last status, with or without a document. */
  lastStatus(): number | undefined;
  /** Number of displayed documents; 0 before the first from the network. */
  shown(): number;
}

/** The same for a page with a given document that does not navigate. */
export const noDocuments: DocumentWatch = {
  wanted: () => undefined,
  answers: () => [],
  lastStatus: () => undefined,
  shown: () => 0,
};

/** Starts watching, for the lifetime of the page. */
export function watchDocuments(page: Page): DocumentWatch {
  const main = page.mainFrame();
  const responses: HTTPResponse[] = [];
  const rawHeaders = watchHeaders(page);
  let wanted: string | undefined;
  let shown: string | undefined;
  let count = 0;
  const isDocument = (request: HTTPRequest) => request.isNavigationRequest() && request.frame() === main;
  // The driver reports a redirect only once it knows the whole response, which can be too late.
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
      // The frame also gets responses that are downloads or empty, but no document of these arrives.
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
 * Keeps the original headers of responses: the driver joins repeated ones with commas. Redirects are responses to the
 * same request, oldest first.
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

/** Headers with credentials, or about the transfer of a message rather than its content. */
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

/** The state of the displayed document. */
export async function getFacts(page: Page, documents: DocumentWatch): Promise<PageFacts> {
  const answers = documents.answers();
  const answer = answers.at(-1);
  const finalUrl = page.url();
  return {
    status: answer?.status ?? 200,
    // A document that is replaced during the work has no title any more, though the work may have succeeded.
    title: await page.title().catch(() => ''),
    headers: withoutSecrets(answer?.headers ?? {}),
    finalUrl,
    redirects: answers
      .slice(0, -1)
      .map(({ url, status, headers }) => ({ url, status, headers: withoutSecrets(headers) })),
  };
}

function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(lowered.filter(([name]) => !withheld.has(name)));
}
