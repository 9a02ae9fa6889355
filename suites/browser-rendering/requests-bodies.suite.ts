import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';
import { html } from './rendering.ts';

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

/** Valid and invalid bodies. */
export const requestsBodiesSuite = defineSuite('browser-rendering/requests-bodies', [
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
]);
