import { type Certainty, weaker } from '../../../spec/certainty.ts';
import { markdownLimits } from '../../../spec/engine-limits.ts';
import { edgeLimits } from '../../../spec/limits.ts';
import { mayConvert } from '../../../spec/services/settings/known-settings.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import { boundedBody, OriginBodyError } from '../origin/origin-body.ts';
import type { Decisions } from '../rulesets/configuration-rules.ts';
import type { ZoneRequest } from '../zone-request.ts';
import { canDecode, decode, parseCodings } from './content-coding.ts';
import { convertedHeaders, type MediaType, parseMediaType, varyByAccept } from './converted-headers.ts';
import { type Negotiation, negotiate } from './negotiate.ts';

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/**
 * Converts HTML to Markdown as it arrives. It takes the decoded bytes of the page, its URL and the `charset` of its
 * `Content-Type`, and returns the bytes of the document. It cancels the page when it needs no more of it, and when it
 * is canceled itself.
 */
export type MarkdownStream = (
  html: ReadableStream<Uint8Array>,
  options: { readonly url?: string; readonly charset?: string },
) => ReadableStream<Uint8Array>;

export interface ConversionParts {
  readonly world: World;
  readonly markdown: MarkdownStream;
  /** Longest silence in milliseconds in the middle of a page. */
  readonly silenceMs: number;
}

/** Conversion of an origin's answer in a zone that converts. */
export interface Conversion extends Negotiation {
  /**
   * The answer for the client, and the certainty of the decision; `null` when the page is too large for Markdown and
   * the `Accept` doesn't allow HTML.
   *
   * @throws OriginTimeoutError and OriginBodyError for a page that ends before its Markdown begins.
   */
  answer(page: Response): Promise<{ readonly response: Response | null; readonly basis: Certainty }>;
}

/** Statuses whose body is neither a page nor a part of a page. */
const bodyless: ReadonlySet<number> = new Set([204, 205, 206]);

/**
 * The conversion of pages to Markdown: seed inference-and-conversion, Conversion response; Cloudflare docs, Markdown
 * for Agents. docs/decisions/0005-stances-of-the-conversion.md covers what both leave open.
 *
 * Returns `undefined` for a request that the conversion doesn't apply to.
 */
export function createConversion({ world, markdown, silenceMs }: ConversionParts) {
  const { stances } = world;
  const weighs = stances.get('markdown.accept-weights') === 'minded';
  const convertsHead = stances.get('markdown.head') === 'Markdown';
  const convertsErrors = stances.get('markdown.error-pages');
  const varied = stances.get('markdown.vary-of-html') ? variedByAccept : (page: Response) => page;

  return function conversionFor(
    zone: ZoneTenant,
    request: ZoneRequest,
    decisions: Decisions,
  ): Conversion | undefined {
    if (decisions['content_converter'] !== true || decisions['response_body_buffering'] === 'none') return;
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const plan = zone.zone.plan.legacy_id;
    if (!mayConvert({ plan, customHostnames: world.customHostnames.count(zone.id) })) return;
    const accept = request.header('accept') ?? null;
    const negotiation =
      request.method === 'GET' || convertsHead ? negotiate(accept, weighs) : negotiate(null);
    return { ...negotiation, answer: (page) => answer(page, request, negotiation) };
  };

  async function answer(page: Response, request: ZoneRequest, { markdown, basis, allows }: Negotiation) {
    const type = getType(page);
    if (!isPage(page)) return { response: page, basis: 'seed' as const };
    if (!markdown) return { response: varied(page), basis };
    const { status } = page;
    // The seed shows pages with 200; converting those of other statuses is inferred.
    const sure = status === 200 ? basis : 'inferred';
    const isKept = status < 200 || (status >= 300 && status < 400) || (status >= 400 && !convertsErrors);
    if (isKept || bodyless.has(status)) {
      return { response: varied(page), basis: sure };
    }
    const codings = parseCodings(page.headers.get('content-encoding'));
    if (!codings?.every(canDecode)) return { response: varied(page), basis: 'inferred' as const };
    if (codings.length === 0 && declaredBytes(page.headers) > markdownLimits.htmlBytes) {
      const allowed = allows(type.essence);
      if (!allowed) page.body?.cancel().catch(() => {});
      return { response: allowed ? varied(page) : null, basis: weaker('documented', sure) };
    }
    const body = await converted(page, request, type, codings);
    const { statusText } = page;
    const headers = convertedHeaders(page.headers);
    return { response: new Response(body, { status, statusText, headers }), basis: sure };
  }

  async function converted(
    page: Response,
    request: ZoneRequest,
    { charset }: MediaType,
    codings: NonNullable<ReturnType<typeof parseCodings>>,
  ): Promise<ReadableStream<Uint8Array>> {
    if (page.bodyUsed) throw new OriginBodyError('its body was already read');
    const body: Body = page.body ?? new ReadableStream({ start: (controller) => controller.close() });
    const html = await decode(boundedBody(body, { silenceMs, bytes: edgeLimits.codedBytes }), codings);
    const url = pageUrl(request);
    return begun(markdown(html, charset === undefined ? { url } : { url, charset }));
  }
}

const getType = ({ headers }: Response): MediaType => parseMediaType(headers.get('content-type') ?? '');

/** Whether an answer is HTML, the only type that is converted. */
export const isPage = (answer: Response): boolean => getType(answer).essence === 'text/html';

/** Caches must learn that the page has another form, whichever form was requested first. */
function variedByAccept(page: Response): Response {
  try {
    varyByAccept(page.headers);
    return page;
  } catch {
    // The headers of a `fetch` response are immutable.
    const headers = new Headers(page.headers);
    varyByAccept(headers);
    return new Response(page.body, { status: page.status, statusText: page.statusText, headers });
  }
}

/** The size that the origin declares; 0 without one. */
function declaredBytes(headers: Headers): number {
  const length = headers.get('content-length') ?? '';
  return /^\d+$/.test(length) ? Number(length) : 0;
}

/** The requested URL with its port, the base of the page's relative links. */
function pageUrl(request: ZoneRequest): string {
  return `${request.secure ? 'https' : 'http'}://${request.authority}${request.uri}`;
}

/**
 * Waits for the first bytes of a stream, so that a failure before them still becomes an error page. A later failure
 * truncates the answer.
 */
async function begun(stream: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const reader = stream.getReader();
  const first = await reader.read();
  let place = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        if (place === 1 || first.done) await nextTurn();
        const { done, value } = place++ === 0 ? first : await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/**
 * Bun adds a `Content-Length` to a stream that ends in the same turn, and no converted answer has one.
 */
const nextTurn = async (): Promise<void> => {
  if ('Bun' in globalThis) await new Promise((resolve) => setImmediate(resolve));
};
