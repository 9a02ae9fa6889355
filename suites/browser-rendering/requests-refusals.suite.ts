import { defineSuite } from '../harness/suite.ts';
import { refusalPage as page, type Refusal, refusalTest } from './refusal-test.ts';
import type { Members } from './rendering.ts';

const screenshot = 'browser-rendering.screenshot.create';

const cookie = { name: 'a', value: '1', url: 'https://example.com/' };

/**
 * Every member that tests here break, each as far as it goes where it has bounds: one rendering is the valid twin of
 * all that have one of them wrong.
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

/** Bounds from both sides: what just fits, and what does not. */
const above = (
  member: string,
  most: number,
  put: (value: number) => Members,
): Pick<Refusal, 'good' | 'bad'> => ({
  good: whole,
  bad: {
    [`with a ${member} of ${most + 1}`]: put(most + 1),
    [`with a ${member} below 0`]: put(-1),
  },
});

const sources: readonly Refusal[] = [
  {
    title: 'refuses a screenshot with neither url nor html',
    requirements: ['BR-SHOT-6'],
    action: screenshot,
    bad: { 'without either': { html: undefined } },
  },
  {
    title: 'refuses a screenshot with both url and html',
    requirements: ['BR-SHOT-7'],
    action: screenshot,
    bad: { 'with both': { url: 'https://example.com/' } },
  },
  {
    title: 'refuses a viewport whose width or height is no integer',
    requirements: ['BR-SHOT-14'],
    action: screenshot,
    bad: {
      'with a width of 60.5': { viewport: { width: 60.5, height: 40 } },
      'with a height of 40.25': { viewport: { width: 60, height: 40.25 } },
      'with a width as text': { viewport: { width: '60', height: 40 } },
      'with a height as text': { viewport: { width: 60, height: '40' } },
    },
  },
  {
    title: 'refuses a page with neither url nor html',
    requirements: ['BR-REQ-28'],
    bad: { 'without either': { html: undefined }, 'with empty HTML': { html: '' } },
  },
  {
    title: 'refuses a page with both url and html',
    requirements: ['BR-REQ-33'],
    bad: { 'with both': { url: 'https://example.com/' } },
  },
];

const bounds: readonly Refusal[] = [
  {
    title: 'refuses a gotoOptions.timeout above a minute',
    requirements: ['BR-REQ-29'],
    ...above('timeout', 60_000, (timeout) => ({ gotoOptions: { timeout } })),
  },
  {
    title: 'refuses an actionTimeout above five minutes',
    requirements: ['BR-REQ-35'],
    ...above('timeout', 300_000, (actionTimeout) => ({ actionTimeout })),
  },
  {
    title: 'refuses a waitForSelector.timeout above two minutes',
    requirements: ['BR-REQ-36'],
    ...above('timeout', 120_000, (timeout) => ({ waitForSelector: { selector: 'h1', timeout } })),
  },
  {
    title: 'refuses a waitForTimeout above two minutes',
    requirements: ['BR-REQ-37'],
    good: whole,
    bad: {
      'with a time of 120001': { waitForTimeout: 120_001 },
      'with a time below 0': { waitForTimeout: -1 },
    },
  },
  {
    title: 'refuses a viewport without width or height',
    requirements: ['BR-REQ-30'],
    bad: {
      'without a width': { viewport: { height: 40 } },
      'without a height': { viewport: { width: 60 } },
      'without either': { viewport: {} },
    },
  },
  {
    title: 'refuses a viewport below nothing',
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
    title: 'refuses events of the load that nobody knows',
    requirements: ['BR-ERR-2'],
    good: whole,
    bad: {
      'with networkidle': { gotoOptions: { waitUntil: 'networkidle' } },
      'with one of them in a list': { gotoOptions: { waitUntil: ['load', 'idle'] } },
      'in capitals': { gotoOptions: { waitUntil: 'Load' } },
    },
  },
  {
    title: 'refuses a resource type that nobody knows',
    requirements: ['BR-REQ-41'],
    good: whole,
    bad: {
      'with picture among those rejected': { rejectResourceTypes: ['image', 'picture'] },
      'with Image among those rejected': { rejectResourceTypes: ['Image'] },
      'with css among those allowed': { allowResourceTypes: ['css'] },
      'with one that is no list': { rejectResourceTypes: 'image' },
    },
  },
  {
    title: 'refuses a pattern that is no regular expression',
    requirements: ['BR-REQ-40'],
    good: whole,
    bad: {
      'with a group that stays open': { rejectRequestPattern: ['(ab'] },
      'with a set that stays open': { rejectRequestPattern: ['/[ab/'] },
      'with nothing to repeat, among those allowed': { allowRequestPattern: ['*ab'] },
    },
  },
  {
    title: 'refuses a cookie without name or value',
    requirements: ['BR-REQ-42'],
    good: whole,
    bad: {
      'without a name': { cookies: [{ ...cookie, name: undefined }] },
      'without a value': { cookies: [{ ...cookie, value: undefined }] },
      'with a good one beside it': {
        cookies: [cookie, { name: 'b' }],
      },
    },
  },
  {
    title: 'refuses values of a cookie that nobody knows',
    requirements: ['BR-ERR-2'],
    good: whole,
    bad: Object.fromEntries(
      [{ sameSite: 'lax' }, { sameSite: 'Always' }, { priority: 'Urgent' }, { sourceScheme: 'https' }].map(
        (member) => [`with ${JSON.stringify(member)}`, { cookies: [{ ...cookie, ...member }] }],
      ),
    ),
  },
  {
    title: 'refuses credentials without username or password',
    requirements: ['BR-REQ-43'],
    good: whole,
    bad: {
      'without a password': { authenticate: { username: 'user' } },
      'without a username': { authenticate: { password: 'secret' } },
      'without either': { authenticate: {} },
    },
  },
  {
    title: 'refuses visible and hidden of waitForSelector with any other value than true',
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
    title: 'refuses a header whose name or value no header can have',
    requirements: ['BR-ERR-2'],
    atMost: 'may',
    good: whole,
    bad: {
      'with a space in its name': { setExtraHTTPHeaders: { 'x touchstone': 'yes' } },
      'with an empty name': { setExtraHTTPHeaders: { '': 'yes' } },
      'with a line break in its value': { setExtraHTTPHeaders: { 'x-touchstone': 'yes\r\nx-other: no' } },
      'with a value that is a number': { setExtraHTTPHeaders: { 'x-touchstone': 1 } },
    },
  },
  {
    title: 'refuses a backend that nobody knows',
    requirements: ['BR-ERR-2'],
    atMost: 'may',
    bad: { 'with chrome': { browser: 'chrome' } },
  },
];

/** What is refused of the members that all actions have. */
export const requestsRefusalsSuite = defineSuite({
  name: 'browser-rendering/requests-refusals',
  tests: [...sources, ...bounds, ...choices].map(refusalTest),
});
