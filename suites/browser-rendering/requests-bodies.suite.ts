import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { askLinks, getContent, getLinks, html } from './rendering.ts';

const page = html('<h1>Shop</h1>');

/** A rendering has no side effect that a refusal could leave behind. */
const nothing = async () => null;

/** Sends a text as the body of a request. */
const post = (t: TestContext, body: string | undefined, type = 'application/json') =>
  t.send({
    method: 'POST',
    path: `/accounts/${t.accountId}/browser-rendering/content?cacheTTL=0`,
    headers: { 'content-type': type },
    ...(body !== undefined && { body }),
  });

const valid = JSON.stringify({ html: page });

const bodies: readonly Test<KnownRequirementId>[] = [
  {
    title: 'refuses a body that is not JSON',
    requirements: ['BR-ERR-2', 'BR-ERR-1'],
    features: ['browser'],
    run: (t) =>
      t.refused({
        shape: 'own',
        status: 400,
        good: () => post(t, valid),
        shared: true,
        bad: ['{', '{"html":', "{'html': 'x'}", '{"html":"x",}', '<h1>Shop</h1>', 'html=x'].map((body) => ({
          what: `with the body ${body}`,
          send: () => post(t, body),
        })),
        snapshot: nothing,
      }),
  },
  {
    title: 'refuses JSON that is not an object',
    requirements: ['BR-ERR-2', 'BR-ERR-1'],
    features: ['browser'],
    run: (t) =>
      t.refused({
        shape: 'own',
        status: 400,
        good: () => post(t, valid),
        shared: true,
        bad: ['null', '[]', '"html"', '42', 'true', `[${valid}]`].map((body) => ({
          what: `with the body ${body}`,
          send: () => post(t, body),
        })),
        snapshot: nothing,
      }),
  },
  {
    title: 'refuses a request without a body',
    requirements: ['BR-ERR-2'],
    features: ['browser'],
    run: (t) =>
      t.refused({
        shape: 'own',
        status: 400,
        good: () => post(t, valid),
        shared: true,
        bad: [
          { what: 'without one', send: () => post(t, undefined) },
          { what: 'with an empty one', send: () => post(t, '') },
          { what: 'with an empty object', send: () => post(t, '{}') },
        ],
        snapshot: nothing,
      }),
  },
  {
    title: 'refuses a body of another content type',
    requirements: ['BR-ERR-1'],
    atMost: 'may',
    features: ['browser'],
    run: (t) =>
      t.refused({
        shape: 'own',
        good: () => post(t, valid, 'application/json; charset=utf-8'),
        bad: ['text/html', 'application/xml'].map((type) => ({
          what: `of type ${type}`,
          send: () => post(t, valid, type),
        })),
        snapshot: nothing,
      }),
  },
];

const ignored: readonly Test<KnownRequirementId>[] = [
  {
    title: 'ignores unknown members at any depth',
    requirements: ['BR-REQ-38'],
    features: ['browser', 'pages'],
    run: async (t) => {
      const site = await t.site({ '/': html('<a href="/in">in</a>') });
      const links = await getLinks(t, {
        url: `${site.url}/`,
        colour: 'blue',
        nested: { a: [1] },
        viewport: { width: 300, height: 200, depth: 3 },
        gotoOptions: { waitUntil: 'load', patience: true },
        cookies: [{ name: 'a', value: '1', flavour: 'lemon' }],
      });
      equal(links, [`${new URL(site.url).origin}/in`], 'result');
      equal(site.received[0]?.cookies, { a: '1' }, 'the cookies');
    },
  },
  {
    title: 'ignores goToOptions, a spelling that only the prose uses',
    requirements: ['BR-REQ-38'],
    features: ['browser', 'pages'],
    run: async (t) => {
      const site = await t.site({ '/': { body: html('<a href="/in">in</a>'), delayMs: 600 } });
      await t.refused({
        shape: 'own',
        good: () => askLinks(t, { url: `${site.url}/`, goToOptions: { timeout: 1 } }),
        bad: () => askLinks(t, { url: `${site.url}/`, gotoOptions: { timeout: 1 } }),
        snapshot: nothing,
      });
    },
  },
  {
    title: 'accepts the other backend that the types name',
    requirements: ['BR-REQ-38'],
    atMost: 'may',
    features: ['browser'],
    run: async (t) => {
      ok(
        (await getContent(t, { html: page, browser: 'kitesurf' })).includes('Shop'),
        'the content of the page is missing',
      );
    },
  },
];

/** Valid and invalid bodies, and ignored members. */
export const requestsBodiesSuite = defineSuite('browser-rendering/requests-bodies', [...bodies, ...ignored]);
