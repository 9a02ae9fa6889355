import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import type { EdgeReply } from '../harness/edge.ts';
import type { NamedCase } from './cases.ts';

type Rule = (reply: EdgeReply, item: NamedCase) => void;

const absent =
  (name: string): Rule =>
  ({ headers }) =>
    equal(headers.get(name), null, `the header ${name}`);

/**
 * Requirements for all converted answers: seed inference-and-conversion, Conversion response; Cloudflare docs, Markdown
 * for Agents.
 */
export const headerRules: Readonly<Partial<Record<KnownRequirementId, Rule>>> = {
  'MD-HDR-5': ({ headers }) =>
    match(
      headers.get('content-type'),
      /^text\/markdown\s*;(?:.*;)?\s*charset="?utf-8"?\s*(?:;|$)/i,
      'the header content-type',
    ),
  'MD-HDR-6': variesOnAccept,
  'MD-HDR-7': ({ headers }, { origin }) => {
    const given = names([origin.headers['vary'] ?? []].flat().join(','));
    for (const name of given) ok(names(headers.get('vary')).includes(name), varyIs(headers));
  },
  'MD-HDR-8': ({ headers, text }) => {
    const length = headers.get('content-length');
    const actual = new TextEncoder().encode(text).length;
    ok(
      length === null || Number(length) === actual,
      `the header content-length is ${length}, the body has ${actual} bytes`,
    );
  },
  'MD-HDR-9': absent('content-encoding'),
  'MD-HDR-10': absent('content-range'),
  'MD-HDR-11': ({ headers }) => {
    const value = headers.get('transfer-encoding');
    ok(
      value === null || value === 'chunked',
      `the header transfer-encoding is ${value}, which is not a valid framing`,
    );
  },
  'MD-HDR-12': absent('etag'),
  'MD-HDR-13': absent('last-modified'),
  'MD-HDR-17': ({ headers }, { origin }) => {
    if (origin.headers['content-signal'] !== undefined) return;
    const expected = 'ai-train=yes, search=yes, ai-input=yes';
    equal(headers.get('content-signal'), expected, 'the header content-signal');
  },
  'MD-HDR-26': ({ headers }) => {
    for (const name of ['x-markdown-tokens', 'x-original-tokens']) {
      equal(headers.get(name), null, `the header ${name}`);
    }
  },
  'MD-HDR-27': absent('content-length'),
  'MD-HDR-28': ({ headers }) => {
    const times = names(headers.get('vary')).filter((name) => name === 'accept').length;
    equal(times, 1, 'how often the header vary names Accept');
  },
  'MD-HDR-29': variesOnAccept,
  'MD-HDR-35': variesOnAccept,
  'MD-HDR-36': ({ headers }) =>
    equal(headers.get('content-type'), 'text/markdown; charset=utf-8', 'the header content-type'),
};

/** A `*` covers everything else that an answer varies on: RFC 9110, section 12.5.5. */
function variesOnAccept({ headers }: EdgeReply): void {
  const given = names(headers.get('vary'));
  ok(given.includes('*') || given.includes('accept'), varyIs(headers));
}

const names = (vary: string | null): string[] =>
  (vary ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');

const varyIs = (headers: Headers): string => `the header vary is ${headers.get('vary')}`;

/** Compares status and headers with those of the case. */
export function judgeHeaders(reply: EdgeReply, item: NamedCase): void {
  equal(reply.status, item.expects.status ?? item.origin.status, 'the status');
  keptHeaders(reply, item);
}

/** Compares the headers with those of the case; the edge may add cookies of its own. */
export function keptHeaders({ headers }: EdgeReply, { expects }: NamedCase): void {
  for (const [name, expected] of Object.entries(expects.headers)) {
    const what = `the header ${name}`;
    if (expected === null || typeof expected === 'string') equal(headers.get(name), expected, what);
    else if (name === 'set-cookie') {
      const given = headers.getSetCookie();
      for (const cookie of expected) ok(given.includes(cookie), `no set-cookie is ${cookie}: ${given}`);
    }
    // Fields of one name may be joined on the way: RFC 9110, section 5.3.
    else equal(headers.get(name)?.split(/\s*,\s*/), expected.join(',').split(/\s*,\s*/), what);
  }
}
