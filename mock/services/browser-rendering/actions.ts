import type { endpoints } from '../../../spec/services/browser-rendering/endpoints.ts';
import { browserRenderingLimits } from '../../../spec/services/browser-rendering/limits.ts';
import type { SnapshotRequest } from '../../../spec/services/browser-rendering/schemas/answers.ts';
import type { Meta } from '../../../spec/services/browser-rendering/schemas/page.ts';
import type { Handler } from '../../api/call.ts';
import type { LoadedPage, PageFacts } from '../../engines/browser/index.ts';
import { toMarkdown } from '../../engines/markdown/index.ts';
import type { ModelBackend } from '../../engines/models/backend.ts';
import { toBase64 } from '../../engines/models/base64.ts';
import { jsonFile } from './kept-files.ts';
import { readWithModels } from './read-with-models.ts';
import type { Renderer } from './renderer.ts';

type Action<Id extends keyof typeof endpoints> = Handler<(typeof endpoints)[Id]>;

const operationContent = 'browser-rendering.content.create';

/** Returns the HTML of a page after its scripts ran: Cloudflare docs, Browser Run Quick Actions. */
export function createContentHandler({ render }: Renderer): Action<typeof operationContent> {
  return (call) =>
    render(call, {
      operation: operationContent,
      work: (page) => page.content(),
      write: ({ value, page }) => jsonFile(operationContent, value, toMeta(page)),
    });
}

const operationScreenshot = 'browser-rendering.screenshot.create';

/** Takes a screenshot of a page or of one of its elements: Cloudflare docs, Browser Run /screenshot. */
export function createScreenshotHandler({ render }: Renderer): Action<typeof operationScreenshot> {
  return (call) => {
    const { selector, scrollPage, screenshotOptions = {} } = call.body;
    const { encoding = 'binary', ...options } = screenshotOptions;
    const inBase64 = encoding === 'base64';
    return render(call, {
      operation: operationScreenshot,
      visit: { scroll: scrollPage },
      work: (page) => page.screenshot({ ...options, selector }),
      write: ({ value }) =>
        inBase64
          ? { mediaType: 'text/plain', content: toBase64(value) }
          : { mediaType: `image/${options.type ?? 'png'}`, content: value },
      // Neither its body nor its type is documented.
      ...(inBase64 && { basis: 'inferred' }),
    });
  };
}

const operationPdf = 'browser-rendering.pdf.create';
const { pdfMs } = browserRenderingLimits;

/** Prints a page: Cloudflare docs, Browser Run Quick Actions. */
export function createPdfHandler({ render }: Renderer): Action<typeof operationPdf> {
  return (call) => {
    const options = call.body.pdfOptions ?? {};
    const { timeout = pdfMs.default } = options;
    return render(call, {
      operation: operationPdf,
      work: (page) => page.pdf({ ...options, timeout: timeout === 0 ? pdfMs.max : timeout }),
      write: ({ value }) => ({ mediaType: 'application/pdf', content: value }),
    });
  };
}

const operationSnapshot = 'browser-rendering.snapshot.create';

/** Returns a page in several formats from a single visit: Cloudflare docs, Browser Run Quick Actions. */
export function createSnapshotHandler({ render }: Renderer): Action<typeof operationSnapshot> {
  return (call) => {
    const formats = new Set(call.body.formats ?? (['content', 'screenshot'] as const));
    return render(call, {
      operation: operationSnapshot,
      work: (page) => take(page, formats, call.body),
      write: ({ value, page }) => {
        const { html, picture, tree } = value;
        return jsonFile(
          operationSnapshot,
          {
            ...(formats.has('content') && { content: html }),
            ...(picture && { screenshot: toBase64(picture) }),
            ...(formats.has('markdown') && { markdown: pageMarkdown(html, page) }),
            ...(tree !== undefined && { accessibilityTree: tree }),
          },
          toMeta(page),
        );
      },
    });
  };
}

async function take(
  page: LoadedPage,
  formats: ReadonlySet<string>,
  { screenshotOptions }: Pick<SnapshotRequest, 'screenshotOptions'>,
) {
  const html = formats.has('content') || formats.has('markdown') ? await page.content() : '';
  const tree = formats.has('accessibilityTree') ? await page.accessibilityTree() : undefined;
  // Last, because a full-page screenshot may briefly resize the page.
  const picture = formats.has('screenshot') ? await page.screenshot(screenshotOptions) : undefined;
  return { html, tree, picture };
}

const operationScrape = 'browser-rendering.scrape.create';

/** Returns the elements that match each selector: Cloudflare docs, Browser Run Quick Actions. */
export function createScrapeHandler({ render }: Renderer): Action<typeof operationScrape> {
  return (call) => {
    const selectors = call.body.elements.map(({ selector }) => selector);
    return render(call, {
      operation: operationScrape,
      work: (page) => page.scrape(selectors),
      write: ({ value, page }) => {
        const found = selectors.map((selector, index) => ({
          selector,
          results: (value[index] ?? []).map((one) => ({ ...one, attributes: [...one.attributes] })),
        }));
        return jsonFile(operationScrape, found, toMeta(page));
      },
    });
  };
}

const operationJson = 'browser-rendering.json.create';

/** Lets models read a page after it is closed: Cloudflare docs, Browser Run Quick Actions. */
export function createJsonHandler({ render }: Renderer, backend: ModelBackend): Action<typeof operationJson> {
  return (call) =>
    render(call, {
      operation: operationJson,
      work: (page) => page.content(),
      write: async ({ value, page }) => {
        const read = await readWithModels(backend, {
          request: call.body,
          page: pageMarkdown(value, page),
          signal: call.request.signal,
        });
        return jsonFile(operationJson, read, toMeta(page));
      },
    });
}

const operationLinks = 'browser-rendering.links.create';

/**
 * Lists the targets of links: seed, Links request; Cloudflare docs, Browser Run /links. The answer has no `meta`.
 */
export function createLinksHandler({ render }: Renderer): Action<typeof operationLinks> {
  return (call) => {
    const { visibleLinksOnly, excludeExternalLinks = false } = call.body;
    const { stances } = call.world;
    const getHost = hostsBy[stances.get('browser-rendering.links.other-port')];
    return render(call, {
      operation: operationLinks,
      work: (page) => page.links({ visibleOnly: visibleLinksOnly }),
      write({ value: found, page }) {
        const value = stances.get('browser-rendering.links.repeated') ? found : [...new Set(found)];
        const isOutside = (link: string) => isExternal(link, page.finalUrl, getHost);
        return jsonFile(
          operationLinks,
          excludeExternalLinks ? value.filter((link) => !isOutside(link)) : value,
        );
      },
    });
  };
}

/**
 * Whether a link leads to another domain than that of its page. Domains are compared as hostnames, so a subdomain is
 * another one, and ports and schemes do not count; a URL without a host is not external (inferred).
 */
function isExternal(link: string, page: string, getHost: (url: string) => string): boolean {
  const host = getHost(link);
  return host !== '' && host !== getHost(page);
}

/** The host of a URL without its port. */
const hostsBy = {
  internal: (url: string) => URL.parse(url)?.hostname ?? '',
  external: (url: string) => URL.parse(url)?.host ?? '',
} as const;

const operationMarkdown = 'browser-rendering.markdown.create';

/** Returns a page as Markdown: Cloudflare docs, Browser Run Quick Actions. */
export function createMarkdownHandler({ render }: Renderer): Action<typeof operationMarkdown> {
  return (call) =>
    render(call, {
      operation: operationMarkdown,
      work: (page) => page.content(),
      write: ({ value, page }) => jsonFile(operationMarkdown, pageMarkdown(value, page), toMeta(page)),
    });
}

const operationTree = 'browser-rendering.accessibility-tree.create';

/** Returns the accessibility tree: Cloudflare docs, Browser Run Quick Actions. */
export function createAccessibilityTreeHandler({ render }: Renderer): Action<typeof operationTree> {
  return (call) => {
    // A request with a root gets the whole tree below it.
    const { root, interestingOnly = root === undefined } = call.body;
    return render(call, {
      operation: operationTree,
      work: (page) => page.accessibilityTree({ root, interestingOnly }),
      write: ({ value, page }) => jsonFile(operationTree, { accessibilityTree: value }, toMeta(page)),
    });
  };
}

/** The Markdown of a page, in the dialect of the edge; relative links resolve as on the page. */
export function pageMarkdown(html: string, { finalUrl }: PageFacts): string {
  return toMarkdown(html, /^https?:/i.test(finalUrl) ? { url: finalUrl } : {});
}

/**
 * Headers with credentials or about the transfer, which `meta` omits: Cloudflare Workers types.
 */
const leftOut: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'cookie',
  'keep-alive',
  'proxy-authenticate',
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

/** The metadata of a page in an answer: Cloudflare Workers types. */
export function toMeta({ status, title, headers, finalUrl, redirects }: PageFacts): Meta {
  const redirectChain = redirects.map((one) => ({ ...one, headers: metaHeaders(one.headers) }));
  return {
    status,
    title,
    headers: metaHeaders(headers),
    finalUrl,
    ...(redirectChain.length > 0 && { redirectChain }),
  };
}

const metaHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !leftOut.has(name)));
