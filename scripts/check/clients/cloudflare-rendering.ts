import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Cloudflare from 'cloudflare';
import { type ClientScenario, shopPage as html, type Platform, sizeOfPng } from './scenario.ts';

const getRendering = ({ api, token }: Platform) =>
  new Cloudflare({ apiToken: token, apiKey: null, apiEmail: null, baseURL: api, maxRetries: 0 })
    .browserRendering;

const viewport = { width: 320, height: 200 };

/** The rendering methods of the npm package `cloudflare`. */
export const cloudflareRenderingScenario: ClientScenario = {
  client: 'cloudflare rendering',
  steps: {
    // Its types return an object for a picture: only the raw answer has the bytes.
    screenshot: async (platform) => {
      const { accountId: account_id } = platform;
      const answer = await getRendering(platform)
        .screenshot.create({ account_id, html, viewport })
        .asResponse();
      assert.equal(answer.headers.get('content-type'), 'image/png');
      assert.match(answer.headers.get('x-browser-ms-used') ?? '', /^[1-9]\d*$/);
      assert.deepEqual(sizeOfPng(new Uint8Array(await answer.arrayBuffer())), viewport);
    },
    'screenshot of an element': async (platform) => {
      const { accountId: account_id } = platform;
      const answer = await getRendering(platform)
        .screenshot.create({
          account_id,
          html: `${html}<div id="box" style="width:40px;height:30px">`,
          selector: '#box',
          screenshotOptions: { omitBackground: true },
        })
        .asResponse();
      const size = sizeOfPng(new Uint8Array(await answer.arrayBuffer()));
      assert.deepEqual(size, { width: 40, height: 30 });
    },
    pdf: async (platform) => {
      const { accountId: account_id } = platform;
      const create = getRendering(platform).pdf.create({ account_id, html, pdfOptions: { format: 'a4' } });
      const answer = await create.asResponse();
      assert.equal(answer.headers.get('content-type'), 'application/pdf');
      assert.match(await answer.text(), /^%PDF-/);
    },
    links: async (platform) => {
      const { accountId: account_id } = platform;
      await withPage(async (url) => {
        const { links } = getRendering(platform);
        assert.deepEqual(await links.create({ account_id, url }), ['https://shop.example/all?a=1#b']);
        assert.deepEqual(await links.create({ account_id, url, excludeExternalLinks: true }), []);
      });
    },
    content: async (platform) => {
      const { accountId: account_id } = platform;
      const content = await getRendering(platform).content.create({ account_id, html });
      assert.match(content, /<h1 id="top" data-seen="yes">Lamps<\/h1>/);
    },
    markdown: async (platform) => {
      const { accountId: account_id } = platform;
      const markdown = await getRendering(platform).markdown.create({ account_id, html });
      assert.match(markdown, /# Lamps/);
      assert.match(markdown, /\[All lamps\]\(https:\/\/shop\.example\/all\?a=1#b\)/);
    },
    scrape: async (platform) => {
      const { accountId: account_id } = platform;
      const elements = [{ selector: 'h1' }, { selector: '.none' }];
      const scraped = await getRendering(platform).scrape.create({ account_id, html, elements });
      assert.deepEqual(
        scraped.map(({ selector }) => selector),
        ['h1', '.none'],
      );
      // Its types return one result per element, but there can be any number.
      const results: unknown = scraped[0]?.results;
      assert.ok(Array.isArray(results));
      assert.equal(results[0]?.text, 'Lamps');
    },
    snapshot: async (platform) => {
      const { accountId: account_id } = platform;
      const taken = await getRendering(platform).snapshot.create({ account_id, html, viewport });
      assert.match(taken.content ?? '', /<title>Lamps<\/title>/);
      const picture = Uint8Array.from(Buffer.from(taken.screenshot ?? '', 'base64'));
      assert.deepEqual(sizeOfPng(picture), viewport);
    },
    json: async (platform) => {
      const { accountId: account_id } = platform;
      const json_schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
      const response_format = { type: 'json_schema', json_schema };
      const read = await getRendering(platform).json.create({ account_id, html, response_format });
      assert.equal(typeof read['title'], 'string');
    },
    'a missing page': async (platform) => {
      const { accountId: account_id } = platform;
      const failed = getRendering(platform).content.create({
        account_id,
        url: 'http://no-such-name.invalid/',
      });
      await assert.rejects(
        failed,
        (error) => error instanceof Cloudflare.UnprocessableEntityError && error.errors[0]?.code === 5006,
      );
    },
  },
};

/** Serves the page on this machine, which pages of `serve` may reach. */
async function withPage(use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    // A server that listens on a port has an address of this kind.
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
