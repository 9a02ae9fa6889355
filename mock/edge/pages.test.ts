import { describe, expect, it } from 'vitest';
import { escapeHtml, page, pageResponse } from './pages.ts';

describe('pages of the edge', () => {
  it('hold texts that can not break out of them', () => {
    expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
    );
    expect(page('<script>', ['</p><script>'])).not.toContain('<script>');
  });

  it('are HTML that nobody stores, with the status and headers that are given', async () => {
    const response = pageResponse(418, 'Title', ['One', 'Two'], { 'x-own': '1' });
    expect(response.status).toBe(418);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/html; charset=UTF-8',
      'cache-control': 'private, no-store',
      'x-own': '1',
    });
    const text = await response.text();
    expect(text).toContain('<title>Title</title>');
    expect(text).toContain('<p>One</p>\n<p>Two</p>');
  });
});
