import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { App } from '../../mock/app.ts';
import { createMock } from '../../mock/create-mock.ts';
import type { BrowserEngine } from '../../mock/engines/browser/index.ts';
import type { MockOptions } from '../../mock/options.ts';
import { inProcess } from '../../mock/peer.ts';
import { createApplications } from '../../mock/serve/applications.ts';
import { createFakeBrowser } from '../../mock/services/browser-rendering/testing/fake-browser.ts';
import { checkStances } from '../../spec/stances/check-stances.ts';
import { type Stance, type StanceId, type StanceValue, stanceList } from '../../spec/stances/index.ts';
import { createTarget, edgeThroughFetch, targetFileSchema } from '../../suites/index.ts';
import { askStances } from '../../suites/stances/ask-stances.ts';
import { stancesSchemaFile, stancesSchemaText } from '../record/stances-schema.ts';

const api = 'http://mock.localhost/client/v4';
const applications = { objects: 'http://objects.localhost', interpreter: 'http://interpreter.localhost' };

/** A page at every path, and none at one. */
const origin = (request: Request) =>
  new Response('<!doctype html><h1>Shop</h1>', {
    status: request.url.includes('nowhere') ? 404 : 200,
    headers: { 'content-type': 'text/html' },
  });

/** Reads pages as far as the questions go: how large the window is, and where links lead. */
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

/** Asks a mock in this process. */
function asked(options: MockOptions, only?: readonly string[]) {
  const mock = createMock({ origin, browser, ...options });
  mock.announce({ api, edge: 'http://mock.localhost', ...applications });
  const { objects, interpreter } = createApplications(mock);
  const planes: Readonly<Record<string, App['fetch']>> = {
    [applications.objects]: objects,
    [applications.interpreter]: interpreter,
  };
  const target = createTarget(targetFileSchema.parse({ ...mock.info(), features: ['disposable'] }));
  const edge = (request: Request, lines: readonly (readonly [string, string])[]) =>
    mock.edge(request, { ...inProcess, headerLines: lines.flat() });
  return askStances(target, {
    only,
    fetch: (request) => (planes[new URL(request.url).origin] ?? mock.fetch)(request),
    edgeFetch: edgeThroughFetch(edge),
    journal: null,
  });
}

/** Answers to a question that are not what the mock does by itself. */
function others({ values, mock }: Stance): readonly StanceValue[] {
  if (values instanceof z.ZodEnum) return values.options.filter((word) => word !== mock);
  if (values instanceof z.ZodLiteral)
    return [...values.values].filter((one) => one !== mock) as StanceValue[]; // numbers
  if (typeof mock === 'boolean') return [!mock];
  if (typeof mock !== 'number') return [];
  const isStatus = !values.safeParse(600).success;
  if (!isStatus) return [mock + 60];
  return [mock > 299 ? 418 : mock === 200 ? 201 : 200];
}

const cases = stanceList.flatMap(([id, stance]) =>
  stance.switch ? others(stance).map((value): [StanceId, StanceValue] => [id, value]) : [],
);

describe('conform stances', () => {
  it('finds a mock that was told nothing to do what the list says', async () => {
    for (const { id, stance, value, otherwise, reason } of await asked({})) {
      expect({ id, value, otherwise, reason }).toEqual({
        id,
        value: stance.mock,
        otherwise: null,
        reason: null,
      });
    }
  });

  it.each(cases)('finds that a mock does what it is told: %s %s', async (id, value) => {
    const stances = checkStances({ [id]: value });
    expect(await asked({ stances }, [id])).toMatchObject([{ id, value }]);
  });
});

describe('the published schema of files of stances', () => {
  const published = readFileSync(stancesSchemaFile, 'utf8');

  it('is made of the list (touchstone record schema writes it anew)', () => {
    expect(published).toBe(stancesSchemaText());
  });

  it.each([
    ['a mistyped name', { 'v4.unknown-zone.state': 404 }],
    ['another word', { 'token-validation.rule.place': 'frist' }],
    ['a question alone', { 'edge.blocked.body': 'JSON' }],
  ])('refuses %s, and takes what is right', (_, wrong) => {
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(published));
    expect(validate({ $schema: './stances.schema.json', 'v4.unknown-zone.status': 404 })).toBe(true);
    expect(validate(wrong)).toBe(false);
  });
});
