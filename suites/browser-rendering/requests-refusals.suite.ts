import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';
import { html, type Members, refusalPage as page, type Refusal, refusalTest } from './rendering.ts';

const screenshot = 'browser-rendering.screenshot.create';

const cookie = { name: 'a', value: '1', url: 'https://example.com/' };

/**
 * Every member that tests here break, each at its limit if it has one. One rendering is the valid twin of all faulty
 * requests.
 */
const whole = {
  html: page,
  viewport: { width: 60, height: 40 },
  gotoOptions: { timeout: 60_000, waitUntil: ['load', 'networkidle2'] },
  actionTimeout: 300_000,
  waitForSelector: { selector: 'h1', visible: true, timeout: 120_000 },
  waitForTimeout: 0,
  rejectResourceTypes: ['image'],
  rejectRequestPattern: ['[ab]', '/(c)/'],
  cookies: [{ ...cookie, sameSite: 'Lax' }],
  authenticate: { username: 'user', password: '' },
  setExtraHTTPHeaders: { 'x-touchstone': 'yes' },
} as const satisfies Members;

const sources: readonly Refusal[] = [
  {
    title: 'refuses a screenshot with neither url nor html',
    requirements: ['BR-SHOT-6'],
    action: screenshot,
    bad: { 'without either': { html: undefined } },
  },
  {
    title: 'refuses a page with neither url nor html',
    requirements: ['BR-REQ-28'],
    bad: { 'without either': { html: undefined }, 'with empty HTML': { html: '' } },
  },
];

const bounds: readonly Refusal[] = [
  {
    title: 'refuses a negative viewport',
    requirements: ['BR-ERR-2'],
    atMost: 'may',
    bad: {
      'with a width below 0': { viewport: { width: -1, height: 40 } },
      'with a height below 0': { viewport: { width: 60, height: -1 } },
      'with a factor below 0': { viewport: { width: 60, height: 40, deviceScaleFactor: -1 } },
    },
  },
];

const choices: readonly Refusal[] = [
  {
    title: 'refuses unknown load events',
    requirements: ['BR-ERR-2'],
    good: whole,
    bad: {
      'with networkidle': { gotoOptions: { waitUntil: 'networkidle' } },
      'with one of them in a list': { gotoOptions: { waitUntil: ['load', 'idle'] } },
      'in capitals': { gotoOptions: { waitUntil: 'Load' } },
    },
  },
  {
    title: 'refuses a pattern that is not a regular expression',
    requirements: ['BR-REQ-40'],
    good: whole,
    bad: {
      'with an unclosed group': { rejectRequestPattern: ['(ab'] },
      'with an unclosed set': { rejectRequestPattern: ['/[ab/'] },
      'with nothing to repeat, among the allowed patterns': { allowRequestPattern: ['*ab'] },
    },
  },
  {
    title: 'refuses unknown values of a cookie',
    requirements: ['BR-ERR-2'],
    good: whole,
    bad: Object.fromEntries(
      [{ sameSite: 'lax' }, { sameSite: 'Always' }, { priority: 'Urgent' }, { sourceScheme: 'https' }].map(
        (member) => [`with ${JSON.stringify(member)}`, { cookies: [{ ...cookie, ...member }] }],
      ),
    ),
  },
  {
    title: 'refuses values other than true for visible and hidden of waitForSelector',
    requirements: ['BR-ERR-2'],
    atMost: 'may',
    good: whole,
    bad: {
      'with visible false': { waitForSelector: { selector: 'h1', visible: false } },
      'with hidden false': { waitForSelector: { selector: 'h1', hidden: false } },
    },
  },
  {
    title: 'refuses waitForSelector without a selector',
    requirements: ['BR-ERR-2'],
    good: whole,
    bad: {
      'without one': { waitForSelector: {} },
      'with an empty one': { waitForSelector: { selector: '' } },
    },
  },
  {
    title: 'refuses a header with an invalid name or value',
    requirements: ['BR-ERR-2'],
    atMost: 'may',
    good: whole,
    bad: {
      'with a space in its name': { setExtraHTTPHeaders: { 'x touchstone': 'yes' } },
      'with an empty name': { setExtraHTTPHeaders: { '': 'yes' } },
      'with a line break in its value': { setExtraHTTPHeaders: { 'x-touchstone': 'yes\r\nx-other: no' } },
      'with a numeric value': { setExtraHTTPHeaders: { 'x-touchstone': 1 } },
    },
  },
  {
    title: 'refuses an unknown backend',
    requirements: ['BR-ERR-2'],
    atMost: 'may',
    bad: { 'with chrome': { browser: 'chrome' } },
  },
];

/** Refusals of members that all actions have in common. */
export const requestsRefusalsSuite = defineSuite(
  'browser-rendering/requests-refusals',
  [...sources, ...bounds, ...choices].map(refusalTest),
);

const pageOfRequestsBodies = html('<h1>Shop</h1>');

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

const valid = JSON.stringify({ html: pageOfRequestsBodies });

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
