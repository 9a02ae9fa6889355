import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { EdgeReply } from '../harness/edge.ts';
import type { NamedCase } from './cases.ts';

type Rule = (reply: EdgeReply, item: NamedCase) => void;

const absent =
  (name: string): Rule =>
  ({ headers }) =>
    equal(headers.get(name), null, `the header ${name}`);

/** What converted answers have in common: seed inference-and-conversion, Conversion response; fact sheet, section 3. */
export const headerRules: Readonly<Partial<Record<KnownRequirementId, Rule>>> = {
  'MD-HDR-5': ({ headers }) =>
    equal(headers.get('content-type'), 'text/markdown; charset=utf-8', 'the header content-type'),
  'MD-HDR-6': ({ headers }) => ok(names(headers.get('vary')).includes('accept'), varyIs(headers)),
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
      `the header transfer-encoding is ${value}, which frames nothing`,
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
  'MD-HDR-29': ({ headers }) => {
    const given = names(headers.get('vary'));
    ok(given.includes('*') || given.includes('accept'), varyIs(headers));
  },
  'MD-HDR-35': ({ headers }) => ok(names(headers.get('vary')).includes('accept'), varyIs(headers)),
};

/** The rules to which every converted answer is held, whatever its case is about. */
export const commonHeaders: readonly KnownRequirementId[] = ['MD-HDR-5', 'MD-HDR-6', 'MD-HDR-17'];

const names = (vary: string | null): string[] =>
  (vary ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');

const varyIs = (headers: Headers): string => `the header vary is ${headers.get('vary')}`;

/** Compares status and headers with what the case says of them. */
export function judgeHeaders({ status, headers }: EdgeReply, { expects, origin }: NamedCase): void {
  equal(status, expects.status ?? origin.status, 'the status');
  for (const [name, expected] of Object.entries(expects.headers)) {
    const what = `the header ${name}`;
    if (expected === null || typeof expected === 'string') equal(headers.get(name), expected, what);
    else if (name === 'set-cookie') equal(headers.getSetCookie(), expected, what);
    // Fields of one name may be joined on the way: RFC 9110, section 5.3.
    else equal(headers.get(name)?.split(/\s*,\s*/), expected.join(',').split(/\s*,\s*/), what);
  }
}
