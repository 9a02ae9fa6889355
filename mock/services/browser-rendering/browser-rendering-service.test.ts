import { beforeEach, describe, expect, it } from 'vitest';
import type { CallInput } from '../../../spec/client.ts';
import { createMock } from '../../create-mock.ts';
import { BrowserError } from '../../engines/browser/index.ts';
import { clientOf } from '../../testing/test-client.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { createFakeBrowser, fakePdf, fakePicture } from './testing/fake-browser.ts';

const params = { account_id: worldDefaults.accountId };
const url = 'https://shop.test/';
const html = '<h1>Shop</h1>';
type ScreenshotBody = CallInput<'browser-rendering.screenshot.create'>['body'];

let fake = createFakeBrowser();
let mock = createMock({ browser: fake });
let client = clientOf(mock);

beforeEach(() => {
  fake = createFakeBrowser();
  mock = createMock({ browser: fake });
  client = clientOf(mock);
});

/** Sends a body as it is. */
const send = (action: string, body: unknown, query = '') =>
  client.send({
    method: 'POST',
    path: `/accounts/${params.account_id}/browser-rendering/${action}${query}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const screenshot = (body: ScreenshotBody) =>
  client.call('browser-rendering.screenshot.create', { params, body });

describe('a screenshot', () => {
  it('is the image itself, with the browser time', async () => {
    const reply = await screenshot({ url });
    expect(reply.status).toBe(200);
    expect(reply.bytes).toEqual(fakePicture);
    expect(reply.headers.get('content-type')).toBe('image/png');
    expect(reply.headers.get('x-browser-ms-used')).toBe('120');
  });

  it.each(['png', 'jpeg', 'webp'] as const)('has the content type of %s', async (type) => {
    const { headers } = await screenshot({ url, screenshotOptions: { type } });
    expect(headers.get('content-type')).toBe(`image/${type}`);
  });

  it('is Base64 as text where that is asked for, which is a guess', async () => {
    const { text, headers } = await screenshot({ html, screenshotOptions: { encoding: 'base64' } });
    expect(text).toBe('iVBORw==');
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(headers.get('touchstone-basis')).toBe('inferred');
  });

  it('hands its options to the engine', async () => {
    const clip = { x: 1, y: 2, width: 3, height: 4 };
    await screenshot({ html, selector: 'h1', scrollPage: true, screenshotOptions: { clip, type: 'webp' } });
    expect(fake.asked).toEqual([['screenshot', { clip, type: 'webp', selector: 'h1' }]]);
    expect(fake.visits[0]?.scroll).toBe(true);
  });
});

describe('links', () => {
  beforeEach(() => {
    fake.links = [
      'https://shop.test/a',
      'http://shop.test:8080/b',
      'https://www.shop.test/c',
      'https://other.test/d',
      'mailto:me@other.test',
      'not a url',
    ];
  });

  it('are answered with success and result alone', async () => {
    const reply = await client.call('browser-rendering.links.create', { params, body: { url } });
    expect(reply.body).toEqual({ success: true, result: fake.links });
  });

  it('to other hosts are left out where that is asked for', async () => {
    const body = { url, excludeExternalLinks: true, visibleLinksOnly: true };
    const reply = await client.call('browser-rendering.links.create', { params, body });
    const internal = ['https://shop.test/a', 'http://shop.test:8080/b', 'mailto:me@other.test', 'not a url'];
    expect(reply.body.result).toEqual(internal);
    expect(fake.asked).toEqual([['links', { visibleOnly: true }]]);
  });

  it('are external to the page that was found', async () => {
    fake.page = { finalUrl: 'https://other.test/' };
    const body = { url, excludeExternalLinks: true };
    const { result } = (await client.call('browser-rendering.links.create', { params, body })).body;
    expect(result).toContain('https://other.test/d');
    expect(result).not.toContain('https://shop.test/a');
  });
});

describe('the siblings', () => {
  it('give HTML with what is told of the page', async () => {
    fake.page = {
      status: 404,
      title: 'Gone',
      headers: { 'content-type': 'text/html', 'set-cookie': 'a=1', 'transfer-encoding': 'chunked' },
      finalUrl: 'https://shop.test/b',
      redirects: [{ url, status: 302, headers: { location: '/b', 'set-cookie': 'b=2' } }],
    };
    const { body } = await client.call('browser-rendering.content.create', { params, body: { url } });
    expect(body).toEqual({
      success: true,
      result: fake.html,
      meta: {
        status: 404,
        title: 'Gone',
        headers: { 'content-type': 'text/html' },
        finalUrl: 'https://shop.test/b',
        redirectChain: [{ url, status: 302, headers: { location: '/b' } }],
      },
    });
  });

  it('tell of no redirects where there were none', async () => {
    const { body } = await client.call('browser-rendering.content.create', { params, body: { html } });
    expect(body.meta).toEqual({ status: 200, title: 'Shop', headers: {}, finalUrl: 'about:blank' });
  });

  it('give Markdown whose links lead where they lead on the page', async () => {
    const { body } = await client.call('browser-rendering.markdown.create', { params, body: { url } });
    expect(body.result).toContain('# Shop');
    expect(body.result).toContain('[A](https://shop.test/a)');
    expect(body.meta?.title).toBe('Shop');
  });

  it('give a PDF', async () => {
    const reply = await client.call('browser-rendering.pdf.create', {
      params,
      body: { html, pdfOptions: { format: 'a4', timeout: 0 } },
    });
    expect(reply.bytes).toEqual(fakePdf);
    expect(reply.headers.get('content-type')).toBe('application/pdf');
    expect(fake.asked).toEqual([['pdf', { format: 'a4', timeout: 300_000 }]]);
  });

  it.each([
    [undefined, ['content', 'screenshot']],
    [
      ['markdown', 'accessibilityTree'],
      ['markdown', 'accessibilityTree'],
    ],
    [
      ['screenshot', 'markdown', 'screenshot'],
      ['screenshot', 'markdown'],
    ],
  ] as const)('give a snapshot of %s', async (formats, members) => {
    const body = { html, ...(formats && { formats: [...formats] }) };
    const reply = await client.call('browser-rendering.snapshot.create', { params, body });
    expect(Object.keys(reply.body.result).sort()).toEqual([...members].sort());
    if (members.some((one) => one === 'screenshot')) expect(reply.body.result.screenshot).toBe('iVBORw==');
    expect(fake.visits).toHaveLength(1);
  });

  it('give what each selector finds', async () => {
    const elements = [{ selector: 'h1' }, { selector: 'a' }];
    const reply = await client.call('browser-rendering.scrape.create', { params, body: { html, elements } });
    expect(reply.body.result.map(({ selector, results }) => [selector, results[0]?.text])).toEqual([
      ['h1', 'h1'],
      ['a', 'a'],
    ]);
    expect(reply.body.result[0]?.results[0]).toMatchObject({
      top: 3,
      attributes: [{ name: 'id', value: 'x' }],
    });
  });

  it.each([
    [{}, { root: undefined, interestingOnly: true }],
    [{ root: 'main' }, { root: 'main', interestingOnly: false }],
    [
      { root: 'main', interestingOnly: true },
      { root: 'main', interestingOnly: true },
    ],
  ])('give the tree that %j asks for', async (more, options) => {
    const reply = await client.call('browser-rendering.accessibility-tree.create', {
      params,
      body: { html, ...more },
    });
    expect(reply.body.result).toEqual({ accessibilityTree: { role: 'RootWebArea', name: 'Shop' } });
    expect(fake.asked).toEqual([['accessibilityTree', options]]);
  });
});

describe('every action', () => {
  const actions = [
    ['screenshot', {}],
    ['links', {}],
    ['content', {}],
    ['markdown', {}],
    ['pdf', {}],
    ['snapshot', {}],
    ['scrape', { elements: [{ selector: 'h1' }] }],
    ['json', { prompt: 'What is sold?' }],
    ['accessibilityTree', {}],
  ] as const;

  it.each(actions)('is served below both prefixes: %s', async (action, more) => {
    const body = JSON.stringify({ url, ...more });
    const headers = { 'content-type': 'application/json' };
    const replies = [];
    for (const prefix of ['browser-rendering', 'browser-run']) {
      const path = `/accounts/${params.account_id}/${prefix}/${action}?cacheTTL=0`;
      replies.push(await client.send({ method: 'POST', path, headers, body }));
    }
    const [first, second] = replies;
    expect(first?.status).toBe(200);
    expect(second?.bytes).toEqual(first?.bytes);
    expect(second?.headers.get('touchstone-operation')).toBe(first?.headers.get('touchstone-operation'));
  });

  it.each(actions)('hands a failure of the browser on: %s', async (action, more) => {
    fake.failure = Object.assign(
      new BrowserError('timeout', 'Navigation timeout of 30000 ms exceeded', { stage: 'navigation' }),
      { browserMs: 30_011.2 },
    );
    const reply = await send(action, { url, ...more });
    expect(reply.status).toBe(422);
    expect(reply.body).toEqual({
      success: false,
      errors: [
        {
          code: 6002,
          message:
            'A timeout was reached. Check gotoOptions/waitForSelector/waitForTimeout/actionTimeout options.',
          detail: 'Navigation timeout of 30000 ms exceeded',
        },
      ],
    });
    expect(reply.headers.get('x-browser-ms-used')).toBe('30012');
  });

  it('ends its visit when nobody waits for it any more', async () => {
    const given = new AbortController();
    const request = new Request(
      `http://localhost/client/v4/accounts/${params.account_id}/browser-rendering/content`,
      {
        method: 'POST',
        signal: given.signal,
        headers: { authorization: `Bearer ${mock.defaults.apiToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ html }),
      },
    );
    await mock.fetch(request);
    expect(fake.visits[0]?.signal?.aborted).toBe(false);
    given.abort();
    expect(fake.visits[0]?.signal?.aborted).toBe(true);
  });
});

describe('a mock', () => {
  it('without a browser answers 503', async () => {
    client = clientOf(createMock({ browser: false }));
    const reply = await send('screenshot', { html });
    expect(reply.status).toBe(503);
    expect(reply.body).toMatchObject({
      errors: [{ message: 'No browser available. Please try again in a few minutes.' }],
    });
  });

  it('answers 500 where its browser fails unexpectedly', async () => {
    fake.failure = new Error('a fault of ours');
    const reply = await quietly(() => send('screenshot', { html }));
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({ success: false, errors: [{ code: 2000, message: 'Internal Error' }] });
  });

  it('leaves a browser that it was given to whoever made it', async () => {
    await mock.quit();
    expect(fake.closed).toBe(0);
    expect(mock.browser).toBe(fake);
  });
});

/** Keeps what is logged of an unexpected failure out of the output of the tests. */
async function quietly<T>(act: () => Promise<T>): Promise<T> {
  const { error } = console;
  console.error = () => {};
  try {
    return await act();
  } finally {
    console.error = error;
  }
}
