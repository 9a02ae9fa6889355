import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getResponse, type HttpHandler } from 'msw';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentPages, getBlocks } from './docs/code-blocks.ts';

/** The handlers bundled for a page, as in a frontend. */
const root = join(import.meta.dirname, '..', '..');
const folder = await mkdtemp(join(root, 'node_modules', '.touchstone-bundle-'));
const entry = join(folder, 'entry.ts');
const bundle = join(folder, 'bundle.mjs');
/** Contents of the bundle: files, and remaining imports. */
let parts: readonly string[] = [];

beforeAll(async () => {
  const exported = { handlers: 'handlers.ts', worldDefaults: 'world/defaults.ts' };
  const lines = Object.entries(exported).map(
    ([name, path]) => `export { ${name} } from ${JSON.stringify(join(root, 'mock', path))};`,
  );
  await writeFile(entry, lines.join('\n'));
  const { outputs, metafile } = await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    // Modules that a page can't have remain as imports and are found; the mocking library is the page's own.
    external: ['node:*', 'msw'],
    metafile: true,
  });
  const [output] = outputs;
  if (output === undefined || outputs.length > 1) throw new Error('the bundle is not one file');
  await writeFile(bundle, await output.text());
  const inputs = Object.entries(metafile?.inputs ?? {});
  parts = [...new Set(inputs.flatMap(([file, { imports }]) => [file, ...imports.map(({ path }) => path)]))];
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

describe('the handlers in a bundle for a page', () => {
  it('contain no runtime module, and nothing that drives or unpacks a browser', () => {
    expect(parts.length).toBeGreaterThan(500);
    expect(parts).toContain('msw');
    expect(parts.filter((part) => part.endsWith('mock/engines/browser/without-browser.ts'))).toHaveLength(1);
    const strange = /^node:|puppeteer|sparticuz|tar-fs|engines\/browser\/local|native-codec|mock\/serve/;
    expect(parts.filter((part) => strange.test(part))).toEqual([]);
  });

  it('answer rendering requests as if there were no browser', async () => {
    const { handlers, worldDefaults }: Bundled = await import(pathToFileURL(bundle).href);
    const { accountId, apiToken } = worldDefaults;
    for (const action of ['screenshot', 'content', 'pdf', 'links']) {
      const request = new Request(
        `http://localhost/client/v4/accounts/${accountId}/browser-rendering/${action}`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
          body: JSON.stringify(action === 'links' ? { url: 'https://example.com/' } : { html: '<p>Hi</p>' }),
        },
      );
      const answer = await getResponse(handlers(), request);
      expect(answer?.status).toBe(503);
      expect(await answer?.json()).toMatchObject({
        success: false,
        errors: [{ message: 'No browser available. Please try again in a few minutes.' }],
      });
    }
  });

  it('serve Git', async () => {
    const { handlers, worldDefaults }: Bundled = await import(pathToFileURL(bundle).href);
    const { accountId, apiToken } = worldDefaults;
    const mock = handlers();
    const made = await getResponse(
      mock,
      new Request(`http://localhost/client/v4/accounts/${accountId}/artifacts/namespaces/default/repos`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'starter' }),
      }),
    );
    const { result } = (await made?.json()) ?? {};
    const refs = await getResponse(
      mock,
      new Request(`${result.remote}/info/refs?service=git-receive-pack`, {
        headers: { authorization: `Bearer ${result.token}` },
      }),
    );
    expect(await refs?.text()).toContain(`${'0'.repeat(40)} capabilities^{}\0`);
  });
});

describe('the lines of the guides that start a service worker', () => {
  const blocks = documentPages(root)
    .flatMap((page) => getBlocks(root, page))
    // A plugin of Nuxt asks its runtime configuration.
    .filter(({ text }) => text.includes('setupWorker(') && !text.includes('defineNuxtPlugin'));

  it.each(['development', 'production'])(
    'bring the mock into a bundle unless it is for production: %s',
    async (mode) => {
      expect(blocks.length).toBeGreaterThan(1);
      for (const { page, language, text } of blocks) {
        const file = join(folder, `worker.${language}`);
        await writeFile(file, text);
        const isOn = mode === 'development';
        const { outputs } = await Bun.build({
          entrypoints: [file],
          target: 'browser',
          packages: 'external',
          minify: { syntax: true },
          define: {
            'process.env.NODE_ENV': JSON.stringify(mode),
            'process.env.NEXT_PUBLIC_CLOUDFLARE_MOCK': isOn ? '"1"' : 'undefined',
          },
        });
        const code = (await Promise.all(outputs.map((output) => output.text()))).join('');
        expect([page, /import\(["'](?:touchstone|msw)/.test(code)]).toEqual([page, isOn]);
        expect([page, /from ["'](?:touchstone|msw)/.test(code)]).toEqual([page, false]);
      }
    },
  );
});

/** The exports of the entry. */
interface Bundled {
  readonly handlers: () => HttpHandler[];
  readonly worldDefaults: { readonly accountId: string; readonly apiToken: string };
}
