import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok } from '../harness/assertions.ts';
import { succeeded, summary } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { redirectTo } from '../harness/page-sites.ts';
import { openPrivatePort, type PrivatePort, privateAddress } from '../harness/private-port.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { askLinks, getLinks, html } from './rendering.ts';

const features = ['browser', 'pages'] as const;

/** A port in a private network of this machine that pages must not reach, open until the test ends. */
async function outOfReach(t: TestContext): Promise<PrivatePort & { readonly host: string }> {
  const address = privateAddress();
  if (address === undefined) return t.skip('this machine has no address in a private network');
  const port = await openPrivatePort(address);
  t.after(() => port.close());
  return { ...port, host: `${address}:${port.port}` };
}

function refused(reply: Reply): void {
  ok(!succeeded(reply), `the page was rendered with status ${reply.status}`);
  ok(reply.status < 500, `the server failed: ${summary(reply)}`);
}

/** Ways for a page to send a request to a host. */
const ways: readonly (readonly [what: string, html: (host: string) => string])[] = [
  ['a picture', (host) => `<img src="http://${host}/" alt="">`],
  ['a frame', (host) => `<iframe src="http://${host}/"></iframe>`],
  ['a style sheet', (host) => `<link rel="stylesheet" href="http://${host}/">`],
  [
    'a request of a script',
    (host) => `<script>fetch('http://${host}/', { mode: 'no-cors' }).catch(() => {})</script>`,
  ],
  ['a WebSocket', (host) => `<script>new WebSocket('ws://${host}/')</script>`],
  [
    'a worker',
    (host) =>
      `<script>new Worker(URL.createObjectURL(new Blob(["fetch('http://${host}/', { mode: 'no-cors' })"])))</script>`,
  ],
  [
    'a form',
    (host) =>
      `<iframe name="f"></iframe><form id="o" target="f" action="http://${host}/"></form><script>o.submit()</script>`,
  ],
];

const resourceTests = ways.map(
  ([what, body]): Test<KnownRequirementId> => ({
    title: `blocks requests to private networks by ${what} of a page`,
    requirements: ['BR-NET-3'],
    features,
    run: async (t) => {
      const { host, connections } = await outOfReach(t);
      const site = await t.site({ '/': html(`${body(host)}<a href="/in">in</a>`) });
      const links = await getLinks(t, { url: `${site.url}/`, waitForTimeout: 500 });
      equal(links, [`${new URL(site.url).origin}/in`], 'result');
      equal(connections(), 0, 'the number of connections');
    },
  }),
);

/** Addresses of cloud metadata services. */
const metadata = [
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.170.2/v2/credentials',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/',
  'http://2852039166/',
  'http://metadata.google.internal/computeMetadata/v1/',
];

/** Networks that pages must not reach. */
export const networksSuite = defineSuite('browser-rendering/networks', [
  {
    title: 'refuses a page in a private network, without a visit',
    requirements: ['BR-NET-1'],
    features,
    run: async (t) => {
      const { host, connections } = await outOfReach(t);
      refused(await askLinks(t, { url: `http://${host}/` }));
      equal(connections(), 0, 'the number of connections');
      const site = await t.site({ '/': html('') });
      t.expectSuccess(await askLinks(t, { url: `${site.url}/` }), 'an allowed page');
    },
  },
  ...(
    [
      ['a redirect', (url: string) => redirectTo(url)],
      ['a script', (url: string) => html(`<script>location.href = '${url}'</script>`)],
      ['a refresh', (url: string) => html('', `<meta http-equiv="refresh" content="0; url=${url}">`)],
    ] as const
  ).map(
    ([what, answer]): Test<KnownRequirementId> => ({
      title: `does not follow a page into a private network by ${what}`,
      requirements: ['BR-NET-2'],
      features,
      run: async (t) => {
        const { host, connections } = await outOfReach(t);
        const site = await t.site({ '/': answer(`http://${host}/`) });
        const reply = await askLinks(t, { url: `${site.url}/`, waitForTimeout: 500 });
        if (what === 'a redirect') refused(reply);
        ok(reply.status < 500, `the server failed: ${summary(reply)}`);
        equal(connections(), 0, 'the number of connections');
      },
    }),
  ),
  ...resourceTests,
  ...metadata.map(
    (url): Test<KnownRequirementId> => ({
      title: `refuses ${url}`,
      requirements: ['BR-NET-4'],
      features: ['browser'],
      run: async (t) => {
        const reply = await askLinks(t, { url });
        refused(reply);
        equal(reply.status, 422, 'the status');
      },
    }),
  ),
]);
