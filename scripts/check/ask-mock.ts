import type { App } from '../../mock/api/app.ts';
import { createMock } from '../../mock/assembly/create-mock.ts';
import type { MockOptions } from '../../mock/assembly/options.ts';
import type { BrowserEngine } from '../../mock/engines/browser/index.ts';
import { inProcess } from '../../mock/exchange/peer.ts';
import { createApplications } from '../../mock/serve/applications.ts';
import { createFakeBrowser } from '../../mock/services/browser-rendering/testing/fake-browser.ts';
import { createTarget, edgeThroughFetch, targetFileSchema } from '../../suites/index.ts';
import { askStances } from '../../suites/stances/ask-stances.ts';

const api = 'http://mock.localhost/client/v4';
const applications = { objects: 'http://objects.localhost', interpreter: 'http://interpreter.localhost' };

/** A site with a page at every path except one. */
const origin = (request: Request) =>
  new Response('<!doctype html><h1>Shop</h1>', {
    status: request.url.includes('nowhere') ? 404 : 200,
    headers: { 'content-type': 'text/html' },
  });

/** Reads pages as far as the questions need: window size and link targets. */
const browser: BrowserEngine = {
  ...createFakeBrowser(),
  async visit({ source: { url, html = '' }, viewport }, work) {
    const page = createFakeBrowser();
    page.html = url === undefined ? html : await (await fetch(url)).text();
    page.links = [...page.html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => new URL(href, url).href);
    page.html = page.html.replace('id="size">', `id="size">${viewport?.width}x${viewport?.height}`);
    return page.visit({ source: url === undefined ? { html } : { url } }, work);
  },
};

/**
 * Finds the stances of a mock in this process.
 *
 * @param only names of questions, or their prefixes
 */
export function askMock(options: MockOptions, only?: readonly string[]) {
  const mock = createMock({ origin, browser, ...options });
  mock.announce({ api, edge: 'http://mock.localhost', ...applications });
  const { objects, interpreter } = createApplications(mock);
  const planes: Readonly<Record<string, App['fetch']>> = {
    [applications.objects]: objects,
    [applications.interpreter]: interpreter,
  };
  const target = createTarget(targetFileSchema.parse(mock.info()));
  const edge = (request: Request, lines: readonly (readonly [string, string])[]) =>
    mock.edge(request, { ...inProcess, headerLines: lines.flat() });
  return askStances(target, {
    only,
    fetch: (request) => (planes[new URL(request.url).origin] ?? mock.fetch)(request),
    edgeFetch: edgeThroughFetch(edge),
    journal: null,
  });
}
