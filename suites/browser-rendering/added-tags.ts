import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import type { SiteAnswers } from '../harness/page-sites.ts';
import type { Test } from '../harness/suite.ts';
import { getContent, getLinks, html, type Members } from './rendering.ts';
import { getHeader, sayingScript, valuesIn } from './saying.ts';

const features = ['browser', 'pages'] as const;

/** A page to which a request adds scripts and styles, and what it then reports. */
interface Added {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly page?: string;
  readonly files?: SiteAnswers;
  readonly request: (url: string) => Members;
  readonly says: Readonly<Record<string, string>>;
}

const say = sayingScript;
const colour = 'getComputedStyle(document.body).color';
const green = 'rgb(0, 128, 0)';
const blue = 'rgb(0, 0, 255)';

/** Adds a wait for the script that reports the text colour once a style applies. */
const sayColour = (request: Members): Members => ({
  ...request,
  waitForSelector: { selector: 'a.coloured' },
});
const colourPage = html(
  `<script>const look = () => {
    if (getComputedStyle(document.body).color !== 'rgb(0, 0, 0)') { ${say({ colour })} document.querySelector('a').className = 'coloured'; }
    else setTimeout(look, 20); }; look();</script>`,
);

/** Scripts of one request. A test of its own checks the effect of each. */
const addedScripts = (url: string): Members => ({
  addScriptTag: [
    {
      content: say({
        own: 'own',
        last: 'document.getElementById("last").textContent',
        state: 'document.readyState !== "loading"',
      }),
    },
    { url: `${url}/added.js` },
    { content: 'var order = ["first"]' },
    { url: `${url}/slow.js` },
    { content: 'order.push("last")' },
    { content: say({ order: 'order.join()' }) },
    { content: 'void 0', id: 'mine', type: 'text/javascript' },
    {
      content: say({
        type: 'document.getElementById("mine")?.type',
        tag: 'document.getElementById("mine")?.tagName',
      }),
    },
    { content: say({ data: '1' }), type: 'application/json', id: 'data' },
    { content: say({ there: 'document.getElementById("data") !== null' }) },
  ],
});

const scriptedSite: SiteAnswers = {
  '/': html('<h1>Shop</h1><script>var own = 7;</script><p id="last">end</p>'),
  '/added.js': say({ loaded: '40 + 2' }),
  '/slow.js': { body: 'order.push("loaded")', delayMs: 300 },
};

/** The expected reports of these scripts. Undefined must not be reported. */
const addedTogether: readonly {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly says: Readonly<Record<string, string | undefined>>;
}[] = [
  {
    title: 'runs an inline script in the page after it has loaded',
    requirements: ['BR-REQ-49', 'BR-REQ-45'],
    says: { own: '7', last: 'end', state: 'true' },
  },
  {
    title: 'loads a script from its URL and runs it',
    requirements: ['BR-REQ-3'],
    says: { loaded: '42' },
  },
  {
    title: 'runs several external and inline scripts in order',
    requirements: ['BR-REQ-3', 'BR-REQ-49'],
    says: { order: 'first,loaded,last' },
  },
  {
    title: 'sets the id and the type of an added script',
    requirements: ['BR-REQ-4'],
    says: { type: 'text/javascript', tag: 'SCRIPT' },
  },
  {
    title: 'does not run an added script with the type of data',
    requirements: ['BR-REQ-4'],
    says: { there: 'true', data: undefined },
  },
];

const addedTogetherTests = addedTogether.map(
  ({ title, requirements, says }): Test<KnownRequirementId> => ({
    title,
    requirements,
    features,
    run: async (t) => {
      const { url } = await t.sharedSite('scripted', scriptedSite);
      const values = valuesIn(await t.sharing(() => getLinks(t, { url: `${url}/`, ...addedScripts(url) })));
      for (const [name, value] of Object.entries(says))
        equal(values[name], value, `the page's value of ${name}`);
    },
  }),
);

const added: readonly Added[] = [
  {
    title: 'runs an added module as a module',
    requirements: ['BR-REQ-4'],
    files: { '/added.js': 'export const value = import.meta.url.endsWith("/added.js");' },
    request: (url) => ({
      addScriptTag: [
        {
          content: `import { value } from '${url}/added.js'; ${say({ module: 'value', own: 'this === undefined' })}`,
          type: 'module',
        },
      ],
      waitForSelector: { selector: 'a', timeout: 5000 },
    }),
    says: { module: 'true', own: 'true' },
  },
  {
    title: 'applies an inline style to the page',
    requirements: ['BR-REQ-50', 'BR-REQ-45'],
    page: colourPage,
    request: () => sayColour({ addStyleTag: [{ content: 'body { color: green }' }] }),
    says: { colour: green },
  },
  {
    title: 'applies a style sheet from a URL',
    requirements: ['BR-REQ-51'],
    page: colourPage,
    files: { '/added.css': 'body { color: blue }' },
    request: (url) => sayColour({ addStyleTag: [{ url: `${url}/added.css` }] }),
    says: { colour: blue },
  },
];

const addedTests = added.map(
  ({ title, requirements, page = html(''), files = {}, request, says }): Test<KnownRequirementId> => ({
    title,
    requirements,
    features,
    run: async (t) => {
      const site = await t.site({ ...files, '/': page });
      const links = await getLinks(t, { url: `${site.url}/`, ...request(site.url) });
      equal(valuesIn(links), says, "the page's values");
    },
  }),
);

const addedToHtml: readonly Test<KnownRequirementId>[] = [
  {
    title: 'applies later styles over earlier ones, including those of the page',
    requirements: ['BR-REQ-50', 'BR-REQ-45'],
    features: ['browser'],
    run: async (t) => {
      const page = html('<p>Shop</p>', '<style>body { color: red }</style>');
      const content = await getContent(t, {
        html: page,
        addStyleTag: [{ content: 'body { color: blue }' }, { content: 'body { color: green }' }],
        waitForSelector: { selector: 'p' },
      });
      const places = ['red', 'blue', 'green'].map((name) => content.indexOf(`body { color: ${name} }`));
      ok(!places.includes(-1), `a style is missing from ${content}`);
      equal(
        [...places].sort((a, b) => a - b),
        places,
        'the positions of the styles',
      );
    },
  },
  {
    title: 'runs an inline script in submitted HTML',
    requirements: ['BR-REQ-49'],
    features: ['browser'],
    run: async (t) => {
      const content = await getContent(t, {
        html: html('<p>Shop</p>'),
        addScriptTag: [{ content: 'document.querySelector("p").textContent += " " + (6 * 7)' }],
      });
      match(content, /<p>Shop 42<\/p>/, 'the content');
    },
  },
  {
    title: 'requests an added script with the headers of the request',
    requirements: ['BR-REQ-3', 'BR-REQ-19'],
    features,
    run: async (t) => {
      const site = await t.site({ '/': html(''), '/added.js': '' });
      await getLinks(t, {
        url: `${site.url}/`,
        setExtraHTTPHeaders: { 'x-touchstone': 'yes' },
        addScriptTag: [{ url: `${site.url}/added.js` }],
      });
      equal(getHeader(site, '/added.js', 'x-touchstone'), 'yes', 'the header x-touchstone');
    },
  },
];

/** Scripts and styles that a request adds to a page. */
export const addedTagTests: readonly Test<KnownRequirementId>[] = [
  ...addedTogetherTests,
  ...addedTests,
  ...addedToHtml,
];
