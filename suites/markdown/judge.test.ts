import { describe, expect, test } from 'vitest';
import { pageOrigin, pathOfCase } from '../../spec/vectors/markdown.ts';
import type { EdgeReply } from '../harness/edge.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { type NamedCase, readBody, readCase, readGolden } from './cases.ts';
import { getJudgements } from './judge.ts';

const host = 'api.zone.test';

/** The answer of a right or a wrong platform to a case. */
function answer(item: NamedCase, spoil: Spoil = {}): EdgeReply {
  const { origin, expects, request, name } = item;
  const markdown = expects.body === 'markdown';
  const headers = new Headers(markdown ? [] : [['content-type', 'text/html; charset=utf-8']]);
  for (const [field, value] of Object.entries({ ...origin.headers, ...expects.headers })) {
    headers.delete(field);
    for (const each of value === null ? [] : [value].flat()) headers.append(field, each);
  }
  if (markdown) {
    for (const field of ['etag', 'last-modified', 'content-range']) headers.delete(field);
    headers.set('content-type', 'text/markdown; charset=utf-8');
    headers.append('vary', 'accept');
    if (!headers.has('content-signal')) {
      headers.set('content-signal', 'ai-train=yes, search=yes, ai-input=yes');
    }
  }
  const page = new TextDecoder().decode(readBody(item));
  const right = markdown ? (readGolden(item) ?? '').replaceAll(pageOrigin, `http://${host}:4801`) : page;
  spoil.headers?.(headers);
  return {
    status: spoil.status ?? expects.status ?? origin.status,
    headers,
    text: expects.body === 'none' ? '' : (spoil.text?.(right) ?? right),
    agent: 'test',
    request: { path: pathOfCase(name, item), headers: request.headers },
  };
}

interface Spoil {
  readonly status?: number;
  readonly headers?: (headers: Headers) => void;
  readonly text?: (text: string) => string;
}

/** The ids that an answer fails. */
function failed(item: NamedCase, reply: EdgeReply): string[] {
  return getJudgements(item).flatMap(({ id, judge }) => {
    try {
      judge(reply, host);
      return [];
    } catch (error) {
      if (error instanceof ConformanceFailure) return [id];
      throw error;
    }
  });
}

const without = (name: string): Spoil => ({ headers: (headers) => headers.delete(name) });
const put = (name: string, value: string): Spoil => ({ headers: (headers) => headers.set(name, value) });
const replace = (from: string | RegExp, to: string): Spoil => ({ text: (text) => text.replace(from, to) });

describe('getJudgements', () => {
  test.each([
    'request-accept-alone',
    'request-accept-html',
    'request-head',
    'headers-two-cookies',
    'meta-all',
    'meta-title-too-long',
    'jsonld-several',
    'jsonld-too-long',
    'construct-link-relative-forms',
    'limit-exact',
    'limit-above-chunked',
    'type-json',
  ])('finds no fault in the right answer to %s', (name) => {
    const item = readCase(name);
    expect(failed(item, answer(item))).toEqual([]);
  });

  const wrong: readonly (readonly [what: string, name: string, spoil: Spoil, ids: readonly string[]])[] = [
    ['another type', 'request-accept-alone', put('content-type', 'text/markdown'), ['MD-HDR-5', 'MD-HDR-36']],
    [
      'a longer type',
      'request-accept-alone',
      put('content-type', 'Text/Markdown; Charset="UTF-8"'),
      ['MD-HDR-36'],
    ],
    ['no Vary', 'request-accept-alone', without('vary'), ['MD-HDR-6']],
    ['no content signal', 'request-accept-alone', without('content-signal'), ['MD-HDR-17']],
    ['another status', 'status-not-found', { status: 203 }, ['MD-HDR-30']],
    [
      'HTML',
      'request-accept-alone',
      put('content-type', 'text/html'),
      [
        'MD-NEG-1',
        'MD-HDR-5',
        'MD-HDR-6',
        'MD-HDR-17',
        'MD-BODY-3',
        'MD-LD-2',
        'MD-NOTE-6',
        'MD-HDR-36',
        'MD-BODY-13',
        'MD-TEXT-1',
      ],
    ],
    ['other bullets', 'request-accept-alone', replace(/^- /gm, '* '), ['MD-TEXT-1']],
    [
      'a missing word',
      'request-accept-alone',
      replace('Tuesday', ''),
      ['MD-NEG-1', 'MD-BODY-13', 'MD-TEXT-1'],
    ],
    ['another link', 'request-accept-alone', replace('/week', '/day'), ['MD-BODY-13', 'MD-TEXT-1']],
    [
      'other levels',
      'construct-heading-levels',
      replace('###### ', '##### '),
      [...readCase('construct-heading-levels').requirements, 'MD-BODY-13', 'MD-TEXT-1'],
    ],
    [
      'another spelling',
      'construct-quote-content',
      replace(/^> - /gm, '> + '),
      ['MD-DIA-19', 'MD-DIA-35', 'MD-TEXT-1'],
    ],
    [
      'a header',
      'construct-strip-elements',
      { text: (text) => `tagline\n\n${text}` },
      ['MD-BODY-5', 'MD-BODY-13', 'MD-TEXT-1'],
    ],
    ['one cookie', 'headers-two-cookies', put('set-cookie', 'session=1; Path=/; HttpOnly'), ['MD-HDR-4']],
    ['another policy', 'headers-cors', put('access-control-allow-origin', '*'), ['MD-HDR-2', 'MD-HDR-21']],
    ['a lost Vary', 'headers-vary-kept', put('vary', 'accept, cookie'), ['MD-HDR-7']],
    ['Accept twice', 'headers-vary-has-accept', put('vary', 'Origin, accept, Accept'), ['MD-HDR-28']],
    ['a tag', 'headers-validators', put('etag', 'W/"abc"'), ['MD-HDR-12']],
    [
      'a trace of a script',
      'jsonld-none',
      { text: (text) => `${text}\nvar ld\n` },
      ['MD-LD-4', 'MD-BODY-8', 'MD-BODY-13', 'MD-TEXT-1'],
    ],
    ['a range', 'headers-content-range', put('content-range', 'bytes 0-9/10'), ['MD-HDR-10']],
    ['a wrong length', 'headers-length', put('content-length', '7'), ['MD-HDR-8', 'MD-HDR-27']],
    ['token counts', 'headers-tokens', put('x-markdown-tokens', '7'), ['MD-HDR-26']],
    ['an added signal', 'headers-content-signal-kept', put('content-signal', 'search=no'), ['MD-HDR-16']],
    ['no title', 'meta-all', replace(/^title:.*\n/m, ''), ['MD-META-1', 'MD-TEXT-1']],
    ['another image', 'meta-all', replace('tomato.png', 'potato.png'), ['MD-META-5', 'MD-TEXT-1']],
    ['a line before', 'meta-all', { text: (text) => `\n${text}` }, ['MD-META-15', 'MD-BODY-13', 'MD-TEXT-1']],
    ['no blank line', 'meta-all', replace('---\n\n', '---\n'), ['MD-META-15']],
    [
      'a number for a title',
      'meta-yaml-numbers',
      replace(/^title:.*$/m, 'title: 1984'),
      ['MD-META-17', 'MD-TEXT-1'],
    ],
    [
      'a value that is not YAML',
      'meta-at-sign',
      replace(/^title: .*$/m, 'title: @a'),
      ['MD-META-13', 'MD-TEXT-1'],
    ],
    [
      'scripts in another order',
      'jsonld-several',
      replace(/^(\{.*)\n(\{.*)\n/m, '$2\n$1\n'),
      ['MD-LD-3', 'MD-TEXT-1'],
    ],
    [
      'scripts on one line',
      'jsonld-several',
      replace(/^(\{.*)\n(\{.*)\n/m, '$1$2\n'),
      ['MD-LD-3', 'MD-TEXT-1'],
    ],
    ['an extra newline', 'jsonld-one', { text: (text) => `${text}\n` }, ['MD-LD-9']],
    [
      'no JSON-LD',
      'jsonld-one',
      { text: (text) => text.slice(0, text.indexOf('```')) },
      ['MD-LD-1', 'MD-LD-9', 'MD-TEXT-1'],
    ],
    [
      'another reason',
      'meta-title-too-long',
      replace('front matter omitted', 'title omitted'),
      ['MD-NOTE-1', 'MD-NOTE-3'],
    ],
    ['no notice', 'limit-above-chunked', replace(/<!--.*-->\n/, ''), ['MD-LIM-7', 'MD-NOTE-1', 'MD-NOTE-2']],
    [
      'text after the limit',
      'limit-above-chunked',
      { text: (text) => `${text}\nWords behind the limit.\n` },
      ['MD-LIM-3', 'MD-LIM-7', 'MD-NOTE-1', 'MD-NOTE-2', 'MD-BODY-13', 'MD-TEXT-1'],
    ],
    ['a changed page', 'type-json', replace('page', 'Page'), ['MD-LIM-1', 'MD-NEG-17']],
    [
      'Markdown for a browser',
      'request-accept-browser',
      put('content-type', 'text/markdown; charset=utf-8'),
      ['MD-NEG-3', 'MD-NEG-20'],
    ],
    [
      'a signal on HTML',
      'headers-content-signal-of-html',
      put('content-signal', 'search=yes'),
      ['MD-HDR-34'],
    ],
    ['a page that is too large', 'limit-above-declared', { status: 200 }, ['MD-LIM-5']],
    [
      'an unresolved link',
      'construct-link-relative-forms',
      replace(/https?:\/\/api\.zone\.test:4801\//, '/'),
      [...readCase('construct-link-relative-forms').requirements, 'MD-BODY-13', 'MD-TEXT-1'],
    ],
  ];

  test.each(wrong)('finds %s in an answer to %s', (_, name, spoil, ids) => {
    const item = readCase(name);
    expect(failed(item, answer(item, spoil))).toEqual(ids);
  });

  test('shows where the trees differ', () => {
    const item = readCase('request-accept-alone');
    const reply = answer(item, replace('Tuesday', 'Sunday'));
    const judgement = getJudgements(item).find(({ id }) => id === 'MD-BODY-13');
    expect(() => judgement?.judge(reply, host)).toThrow(/- +text "Tuesday"\n\+ +text "Sunday"/);
  });
});
