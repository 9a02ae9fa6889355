import type { BodyInput, Contract } from '../../spec/contract.ts';
import { type FaultRecipe, recipe } from '../v4/faults.ts';
import { type ActionId, inAccount } from './rendering.ts';

const html = '<!doctype html><title>Shop</title><main><h1>Shop</h1></main>';

/** Every member that all actions have in common, with values that don't change the page. */
const common = {
  actionTimeout: 20_000,
  addScriptTag: [{ content: 'document.body.dataset.script = "there"', type: 'text/javascript', id: 'added' }],
  addStyleTag: [{ content: 'h1 { color: green }' }],
  allowRequestPattern: ['.*'],
  rejectRequestPattern: ['/\\.gif$/i'],
  allowResourceTypes: ['document' as const, 'image' as const],
  rejectResourceTypes: ['media' as const],
  authenticate: { username: 'user', password: 'secret' },
  bestAttempt: true,
  cookies: [
    {
      name: 'session',
      value: '1',
      url: 'https://example.com/',
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax' as const,
    },
  ],
  emulateMediaType: 'screen',
  gotoOptions: { timeout: 20_000, waitUntil: 'load' as const },
  setExtraHTTPHeaders: { 'x-touchstone': 'yes' },
  setJavaScriptEnabled: true,
  userAgent: 'touchstone',
  viewport: {
    width: 320,
    height: 200,
    deviceScaleFactor: 1,
    isMobile: false,
    isLandscape: false,
    hasTouch: false,
  },
  waitForSelector: { selector: 'h1', visible: true as const, timeout: 20_000 },
  waitForTimeout: 1,
};

/** A rendering has no side effect that a refusal could leave behind. */
const nothing = async () => null;

/** An action's recipe tests its own members. The screenshot's recipe tests those of all actions. */
const rendered = <Id extends ActionId>(operation: Id, shape: BodyInput<Contract[Id]>): FaultRecipe =>
  recipe(operation, {
    shape,
    shared: true,
    features: ['browser'],
    requirement: 'BR-ERR-1',
    getLevel: () => 'may',
    prepare: async (t) => ({ params: inAccount(t), body: shape, snapshot: nothing }),
  });

/** How to test the limits that the seed sets for a screenshot, with only the members it names. */
export const screenshotBoundRecipe = rendered('browser-rendering.screenshot.create', {
  html,
  viewport: { width: 320, height: 200 },
});

/** How to send faulty bodies to the actions. Beyond the seed's own faults, refusals are only known from types. */
export const renderingRecipes: readonly FaultRecipe[] = [
  rendered('browser-rendering.screenshot.create', {
    html,
    ...common,
    scrollPage: true,
    selector: 'h1',
    screenshotOptions: {
      type: 'jpeg',
      quality: 50,
      encoding: 'binary',
      clip: { x: 0, y: 0, width: 20, height: 10, scale: 1 },
      fullPage: false,
      omitBackground: false,
      captureBeyondViewport: true,
      fromSurface: true,
      optimizeForSpeed: false,
    },
  }),
  recipe('browser-rendering.links.create', {
    shape: { url: 'https://example.com/', visibleLinksOnly: true, excludeExternalLinks: true },
    shared: true,
    features: ['browser', 'pages'],
    requirement: 'BR-ERR-1',
    getLevel: () => 'may',
    prepare: async (t) => {
      const { url } = await t.sharedSite('faults', { '/': html });
      const body = { url: `${url}/`, visibleLinksOnly: true, excludeExternalLinks: true };
      return { params: inAccount(t), body, snapshot: nothing };
    },
  }),
  rendered('browser-rendering.content.create', { html }),
  rendered('browser-rendering.markdown.create', { html }),
  rendered('browser-rendering.pdf.create', {
    html,
    pdfOptions: {
      scale: 1,
      displayHeaderFooter: true,
      headerTemplate: '<p></p>',
      footerTemplate: '<p></p>',
      printBackground: true,
      landscape: true,
      pageRanges: '1',
      format: 'a4',
      width: '10cm',
      height: 400,
      preferCSSPageSize: false,
      margin: { top: '1cm', left: 20 },
      omitBackground: false,
      tagged: true,
      outline: false,
      timeout: 20_000,
    },
  }),
  rendered('browser-rendering.snapshot.create', {
    html,
    formats: ['content', 'markdown'],
    screenshotOptions: { type: 'png' },
  }),
  rendered('browser-rendering.scrape.create', { html, elements: [{ selector: 'h1' }] }),
  rendered('browser-rendering.json.create', {
    html,
    prompt: 'What is sold here?',
    response_format: {
      type: 'json_schema',
      json_schema: { type: 'object', properties: { title: { type: 'string' } } },
    },
    custom_ai: [{ model: 'workers-ai/@cf/meta/llama-3.3-70b-instruct-fp8-fast', authorization: 'none' }],
  }),
  rendered('browser-rendering.accessibility-tree.create', { html, root: 'main', interestingOnly: true }),
];
