import { edgeLimits } from '../../spec/limits.ts';
import type { MatchedFault } from '../control/faults/faults.ts';
import { getRefusal, toWords } from '../control/faults/refusal.ts';
import { parseAccept, preferenceFor } from './markdown/negotiate.ts';
import { pageResponse } from './pages.ts';

/** A failure that the edge answers itself. */
export interface EdgeFailure {
  readonly status: 406 | 500 | 501 | 502 | 504;
  /** What happened, one sentence per line. */
  readonly lines: readonly string[];
}

/** Where and when it happened. */
export interface FailureContext {
  readonly accept: string | null;
  /** Host of the request. */
  readonly zone: string;
  readonly ray: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface Kind {
  readonly title: string;
  readonly error_name: string;
  readonly error_category: 'origin' | 'cloudflare' | 'client';
  readonly retryable: boolean;
  readonly owner_action_required: boolean;
  readonly advice: string;
}

const kinds: Readonly<Record<EdgeFailure['status'], Kind>> = {
  406: {
    title: 'Not acceptable',
    error_name: 'not_acceptable',
    error_category: 'client',
    retryable: false,
    owner_action_required: false,
    advice: 'Accept `text/html` too, and read the page as it is.',
  },
  500: {
    title: 'Internal error',
    error_name: 'internal_server_error',
    error_category: 'cloudflare',
    retryable: true,
    owner_action_required: false,
    advice: 'Wait and try again.',
  },
  501: {
    title: 'Not implemented',
    error_name: 'not_implemented',
    error_category: 'cloudflare',
    retryable: false,
    owner_action_required: false,
    advice: 'Do not try again: the answer stays the same.',
  },
  502: {
    title: 'Bad gateway',
    error_name: 'bad_gateway',
    error_category: 'origin',
    retryable: true,
    owner_action_required: true,
    advice: 'Wait and try again. If the error persists, the owner of the site has to check the origin.',
  },
  504: {
    title: 'Gateway timeout',
    error_name: 'gateway_timeout',
    error_category: 'origin',
    retryable: true,
    owner_action_required: true,
    advice: 'Wait and try again. If the error persists, the owner of the site has to check the origin.',
  },
};

/** Whether a status has an error page. */
export function hasErrorPage(status: number): status is EdgeFailure['status'] {
  return Object.hasOwn(kinds, status);
}

/** Forms of an error page, the default first. */
const forms = ['text/html', 'text/markdown', 'application/problem+json', 'application/json'] as const;

/**
 * The page for a failure, in the form that the client prefers: HTML, Markdown with frontmatter, or RFC 9457 JSON.
 * Cloudflare docs, Error responses: on all plans, whatever the settings.
 *
 * @example
 * errorPage({ status: 502, lines: ['The origin is away.'] }, { accept: 'text/markdown', zone, ray, now })
 */
export function errorPage({ status, lines }: EdgeFailure, context: FailureContext): Response {
  const { title, advice, ...kind } = kinds[status];
  const headers = {
    vary: 'accept',
    ...(kind.retryable ? { 'retry-after': String(edgeLimits.retryAfterSeconds) } : {}),
  };
  const form = chooseForm(context.accept);
  if (form === 'text/html') return pageResponse(status, title, lines, headers);

  const { error_name, error_category, retryable, owner_action_required } = kind;
  const members = {
    error_code: status,
    error_name,
    error_category,
    http_status: status,
    ray_id: context.ray,
    timestamp: new Date(context.now).toISOString(),
    zone: context.zone,
    cloudflare_error: true,
    retryable,
    ...(retryable ? { retry_after: edgeLimits.retryAfterSeconds } : {}),
    owner_action_required,
  };
  const text =
    form === 'text/markdown'
      ? getMarkdown(members, `Error ${status}: ${title}`, lines, advice)
      : JSON.stringify({
          type: 'about:blank',
          title,
          status,
          detail: lines.join(' '),
          instance: context.ray,
          ...members,
          what_you_should_do: advice,
        });
  const type = form === 'text/markdown' ? 'text/markdown; charset=utf-8' : form;
  return new Response(text, {
    status,
    headers: { ...headers, 'content-type': type, 'cache-control': 'private, no-store' },
  });
}

/** The form with the highest weight; of equal ones the first in the list; HTML without an `Accept`. */
function chooseForm(accept: string | null): (typeof forms)[number] {
  if (accept === null) return forms[0];
  const ranges = parseAccept(accept);
  let best: { form: (typeof forms)[number]; weight: number; place: number } | undefined;
  for (const form of forms) {
    const preference = preferenceFor(ranges, form);
    if (!preference || preference.weight === 0) continue;
    // `text/*` means Markdown (documented), although it also covers HTML.
    if (form === 'text/html' && ranges[preference.place]?.range === 'text/*') continue;
    const better = best && (preference.weight - best.weight || best.place - preference.place);
    if (better === undefined || better > 0) best = { form, ...preference };
  }
  return best?.form ?? forms[0];
}

/** Writes strings as JSON, which YAML reads unchanged. */
function getMarkdown(
  members: Readonly<Record<string, string | number | boolean>>,
  title: string,
  lines: readonly string[],
  advice: string,
): string {
  const fields = Object.entries(members).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [
    `---\n${fields.join('\n')}\n---`,
    `# ${title}`,
    '## What happened',
    ...lines.map((line) => line.replace(/([\\`*_[\]<>&#|~])/g, '\\$1')),
    '## What you should do',
    `${advice}\n`,
  ].join('\n\n');
}

/** The answer of a fault in place of a zone: the fault's own body, or the page of its status. */
export function faultPage(matched: MatchedFault, context: FailureContext): Response {
  const { status, body, headers } = getRefusal(matched);
  if (body)
    return new Response(body.text, { status, headers: { 'content-type': body.mediaType, ...headers } });
  const lines = [toWords(matched)];
  const page = hasErrorPage(status)
    ? errorPage({ status, lines }, context)
    : pageResponse(status, `Error ${status}`, lines);
  for (const name in headers) page.headers.set(name, headers[name] as string); // The name comes from there.
  return page;
}
