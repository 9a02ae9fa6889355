import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Cloudflare, { UnprocessableEntityError } from 'cloudflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock } from '../../mock/index.ts';

/** The platform's own client against a mock on a real port with a real browser: every action that it has. */
const mock = createMock({ browser: { privateNetwork: 'loopback' } });
const account_id = mock.defaults.accountId;
const html =
  '<!doctype html><title>Shop</title><main><h1 id="top">Shop</h1><a href="https://example.com/a?b#c">A</a></main>';
const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
let url = '';
let rendering: Cloudflare['browserRendering'];

beforeAll(async () => {
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this kind.
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  const { api } = await mock.listen({ port: 0 });
  rendering = new Cloudflare({
    apiToken: mock.defaults.apiToken,
    apiKey: null,
    apiEmail: null,
    baseURL: api,
    maxRetries: 0,
  }).browserRendering;
  // Where no browser was used before, one is unpacked first.
  expect(await mock.browser.status()).toMatchObject({ found: true });
}, 60_000);

afterAll(async () => {
  await mock.close();
  site.closeAllConnections();
  await new Promise((closed) => site.close(closed));
});

describe('the official client', () => {
  it('takes a screenshot, as raw bytes', async () => {
    const viewport = { width: 320, height: 200 };
    const answer = await rendering.screenshot.create({ account_id, url, viewport, cacheTTL: 0 }).asResponse();
    expect(answer.headers.get('content-type')).toBe('image/png');
    const bytes = new DataView(await answer.arrayBuffer());
    expect([bytes.getUint32(16), bytes.getUint32(20)]).toEqual([320, 200]);
  });

  it('reads links', async () => {
    expect(await rendering.links.create({ account_id, url })).toEqual(['https://example.com/a?b#c']);
  });

  it('reads HTML', async () => {
    expect(await rendering.content.create({ account_id, html })).toContain('<h1 id="top">Shop</h1>');
  });

  it('reads Markdown', async () => {
    const markdown = await rendering.markdown.create({ account_id, url });
    expect(markdown).toContain('# Shop');
    expect(markdown).toContain('[A](https://example.com/a?b#c)');
  });

  it('prints a PDF', async () => {
    const answer = await rendering.pdf.create({ account_id, html, pdfOptions: { format: 'a4' } });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect((await answer.text()).slice(0, 5)).toBe('%PDF-');
  });

  it('takes a snapshot', async () => {
    const formats = ['screenshot', 'content', 'markdown', 'accessibilityTree'] as const;
    const taken = await rendering.snapshot.create({ account_id, html, formats: [...formats] });
    expect(Object.keys(taken).sort()).toEqual([...formats].sort());
    expect(taken.screenshot).toMatch(/^iVBORw0KGgo/);
    expect(taken.accessibilityTree?.role).toBe('RootWebArea');
  });

  it('scrapes elements', async () => {
    const elements = [{ selector: 'h1' }, { selector: '#nothing' }];
    const scraped = await rendering.scrape.create({ account_id, html, elements });
    expect(scraped).toMatchObject([
      { selector: 'h1', results: [{ text: 'Shop', attributes: [{ name: 'id', value: 'top' }] }] },
      { selector: '#nothing', results: [] },
    ]);
  });

  it('reads JSON that fits a schema', async () => {
    const json_schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    const response_format = { type: 'json_schema', json_schema };
    const read = await rendering.json.create({ account_id, html, response_format });
    expect(read).toEqual({ title: expect.any(String) });
  });

  it('reads the accessibility tree', async () => {
    const { accessibilityTree } = await rendering.accessibilityTree.create({ account_id, html });
    expect(accessibilityTree).toMatchObject({ role: 'RootWebArea', name: 'Shop' });
    const none = await rendering.accessibilityTree.create({ account_id, html, root: '#nothing' });
    expect(none).toEqual({ accessibilityTree: null });
  });

  it('tells of a page that can not be loaded', async () => {
    const failed = rendering.content.create({ account_id, url: 'http://no-such-name.invalid/' });
    await expect(failed).rejects.toThrow(UnprocessableEntityError);
    await expect(failed).rejects.toMatchObject({
      status: 422,
      errors: [{ code: 5006, message: 'Network connection closed.' }],
    });
  });
});
