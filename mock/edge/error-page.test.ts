import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { edgeLimits } from '../../spec/limits.ts';
import { type EdgeFailure, errorPage } from './error-page.ts';
import { page, pageResponse } from './pages.ts';

const context = { zone: 'shop.example.localhost', ray: '12e4567890123456', now: Date.UTC(2030, 0, 1) };
const failure: EdgeFailure = { status: 502, lines: ['The origin of a*b* is away.', '<no> answer'] };
const pageFor = (accept: string | null, what = failure) => errorPage(what, { accept, ...context });

const members = {
  error_code: 502,
  error_name: 'bad_gateway',
  error_category: 'origin',
  http_status: 502,
  ray_id: '12e4567890123456',
  timestamp: '2030-01-01T00:00:00.000Z',
  zone: 'shop.example.localhost',
  cloudflare_error: true,
  retryable: true,
  retry_after: edgeLimits.retryAfterSeconds,
  owner_action_required: true,
};

describe('errorPage', () => {
  it.each([
    [null, 'text/html; charset=UTF-8'],
    ['', 'text/html; charset=UTF-8'],
    ['*/*', 'text/html; charset=UTF-8'],
    ['text/html, text/markdown', 'text/html; charset=UTF-8'],
    ['text/markdown', 'text/markdown; charset=utf-8'],
    ['text/markdown, text/html;q=0.9', 'text/markdown; charset=utf-8'],
    ['text/html;q=0.1, text/markdown;q=0.2', 'text/markdown; charset=utf-8'],
    ['text/markdown, */*', 'text/markdown; charset=utf-8'],
    ['application/json', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['application/*', 'application/problem+json'],
    ['text/markdown;q=0, application/json;q=0.1', 'application/json'],
  ])('for %j is %s', (accept, type) => {
    const { headers, status } = pageFor(accept);
    expect([status, headers.get('content-type')]).toEqual([502, type]);
    expect(headers.get('vary')).toBe('accept');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('retry-after')).toBe(String(edgeLimits.retryAfterSeconds));
  });

  it('is Markdown with frontmatter and two sections', async () => {
    const text = await pageFor('text/markdown').text();
    const [, frontmatter = '', body] = text.split('---\n');
    expect(parse(frontmatter)).toEqual(members);
    expect(body).toBe(`
# Error 502: Bad gateway

## What happened

The origin of a\\*b\\* is away.

\\<no\\> answer

## What you should do

Wait and try again. If the error persists, the owner of the site has to check the origin.
`);
  });

  it('is JSON with the members of RFC 9457 and those of the frontmatter', async () => {
    expect(await pageFor('application/problem+json').json()).toEqual({
      type: 'about:blank',
      title: 'Bad gateway',
      status: 502,
      detail: 'The origin of a*b* is away. <no> answer',
      instance: context.ray,
      ...members,
      what_you_should_do:
        'Wait and try again. If the error persists, the owner of the site has to check the origin.',
    });
  });

  it('names no retry time for a permanent failure', async () => {
    const answer = pageFor('text/markdown', { status: 406, lines: ['Too large.'] });
    expect(answer.headers.has('retry-after')).toBe(false);
    const [, frontmatter = ''] = (await answer.text()).split('---\n');
    expect(parse(frontmatter)).toMatchObject({ retryable: false, error_category: 'client' });
    expect(parse(frontmatter)).not.toHaveProperty('retry_after');
  });
});

describe('pages of the edge', () => {
  it('escape their texts', () => {
    expect(page('"a"', [`<a href="x" title='y'>&</a>`])).toContain(
      '<p>&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;</p>\n</main>',
    );
    expect(page('<script>', ['</p><script>'])).not.toContain('<script>');
  });

  it('are HTML that is not cached, with the given status and headers', async () => {
    const response = pageResponse(418, 'Title', ['One', 'Two'], { 'x-own': '1' });
    expect(response.status).toBe(418);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/html; charset=UTF-8',
      'cache-control': 'private, no-store',
      'x-own': '1',
    });
    const text = await response.text();
    expect(text).toContain('<title>Title</title>');
    expect(text).toContain('<p>One</p><p>Two</p>');
  });
});
