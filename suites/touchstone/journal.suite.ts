import type { JournalEntry } from '../../spec/services/touchstone/events.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';

/** The newest entries of the journal, as text and as values. */
async function journal(t: TestContext) {
  const { body, text } = await t.call('touchstone.journal.list', { query: { limit: '1000' } });
  return { entries: body, text };
}

/** A query that no other request has. */
const probe = (t: TestContext) => `probe=${encodeURIComponent(t.title())}`;

/** The journal of requests. */
export const journalSuite = defineSuite('touchstone/journal', [
  {
    title: 'lists requests newest first, with method, URL and status',
    requirements: ['TS-LOG-1', 'TS-LOG-2', 'TS-LOG-3', 'TS-LOG-4'],
    run: async (t) => {
      const mark = probe(t);
      const sent = [
        ['GET', `/zones/${t.zoneId}?${mark}&n=1`, 200],
        ['POST', `/zones/${t.zoneId}/token_validation/config?${mark}&n=2`, 400],
        ['GET', `/no-such-thing?${mark}&n=3`, 404],
        ['DELETE', `/zones/${t.zoneId}/token_validation/config?${mark}&n=4`, 405],
      ] as const;
      for (const [method, path, status] of sent) {
        equal((await t.send({ method, path })).status, status, `the status of ${method} ${path}`);
      }
      const { entries } = await journal(t);
      const own = entries.filter(({ url }) => url.includes(mark));
      const newestFirst = sent.toReversed();
      const column = (read: (entry: JournalEntry) => unknown) => own.map(read);
      await t.check('TS-LOG-1', () =>
        equal(
          column(({ url }) => url.slice(-3)),
          ['n=4', 'n=3', 'n=2', 'n=1'],
          'the order of the requests',
        ),
      );
      await t.check('TS-LOG-2', () =>
        equal(
          column(({ method }) => method),
          newestFirst.map(([method]) => method),
          'the methods',
        ),
      );
      await t.check('TS-LOG-3', () =>
        equal(
          column(({ url }) => url.slice(url.indexOf('/v4/') + 3)),
          newestFirst.map(([, path]) => path),
          'the URLs, below the base URL',
        ),
      );
      await t.check('TS-LOG-4', () =>
        equal(
          column(({ status }) => status),
          newestFirst.map(([, , status]) => status),
          'the statuses',
        ),
      );
    },
  },
  {
    title: 'filters by one plane',
    requirements: ['TS-LOG-6'],
    features: ['edge'],
    run: async (t) => {
      const mark = probe(t);
      await t.as('none').send({ method: 'GET', path: `/zones/${t.zoneId}?${mark}` });
      await t.edge({ path: `/?${mark}` });
      for (const plane of ['api', 'edge'] as const) {
        const { body } = await t.call('touchstone.journal.list', { query: { plane, limit: '1000' } });
        ok(
          body.every((entry) => entry.plane === plane),
          `entries of other planes than ${plane}`,
        );
        equal(
          body.filter(({ url }) => url.includes(mark)).map((entry) => entry.plane),
          [plane],
          `the probes of the plane ${plane}`,
        );
      }
    },
  },
  test('TS-LOG-7', 'filters by several properties at once', async (t) => {
    const mark = probe(t);
    const path = `/zones/${t.zoneId}`;
    const earlier = (await journal(t)).entries;
    equal((await t.send({ method: 'GET', path: `${path}?${mark}` })).status, 200, 'the status of the zone');
    const all = (await journal(t)).entries;
    const probed = all.find(({ url }) => url.includes(mark));
    ok(probed !== undefined, 'the probe is not in the journal');
    const { account_id: account = '', at = '' } = probed ?? {};
    // Other accounts have clocks of their own.
    const before = earlier.find(({ account_id }) => account_id === account)?.at;
    const fits: readonly Readonly<Record<string, string>>[] = [
      { operation: 'zones.zone.get' },
      { method: 'GET' },
      { path: '/zones/{zone_id}' },
      { path },
      { zone_id: t.zoneId },
      { account_id: account ?? '' },
      { basis: probed?.basis ?? '' },
      { status: '200' },
      { since: at },
    ];
    const others: readonly Readonly<Record<string, string>>[] = [
      { operation: 'zones.zone.list' },
      { method: 'PUT' },
      { path: '/zones' },
      { zone_id: 'f'.repeat(32) },
      { account_id: 'f'.repeat(32) },
      { basis: 'inferred' },
      { status: '404' },
      { since: '9999-12-31T00:00:00Z' },
    ];
    const found = async (query: Readonly<Record<string, string>>) => {
      const { body } = await t.call('touchstone.journal.list', { query: { ...query, limit: '1000' } });
      return body.some(({ url }) => url.includes(mark));
    };
    for (const query of fits) ok(await found(query), `the probe is not found by ${JSON.stringify(query)}`);
    for (const query of others) ok(!(await found(query)), `the probe is found by ${JSON.stringify(query)}`);
    ok(before === undefined || before <= at, 'the probe is older than earlier entries');
  }),
  {
    title: 'says why a request was refused, and which operation was probably meant',
    requirements: ['TS-LOG-8', 'TS-LOG-9'],
    run: async (t) => {
      const mark = probe(t);
      const config = `/zones/${t.zoneId}/token_validation/config`;
      const explanation = async () => {
        const { entries } = await journal(t);
        return entries.find(({ url }) => url.includes(mark))?.explanation.join('\n') ?? '';
      };
      await t.as('none').send({ method: 'GET', path: `${config}?${mark}` });
      const missing = await explanation();
      await t.check('TS-LOG-8', () => ok(missing.includes('Authorization'), `it says: ${missing}`));
      await t.send({ method: 'GET', path: `${config}s?${mark}` });
      const lost = await explanation();
      await t.check('TS-LOG-9', () =>
        ok(/ GET \S*\/token_validation\/config\?/.test(lost), `it says: ${lost}`),
      );
    },
  },
  {
    title: 'records what token configurations found in zone traffic',
    requirements: ['TS-LOG-10'],
    features: ['edge'],
    run: async (t) => {
      const mark = probe(t);
      await t.config({});
      await t.edge({ path: `/?${mark}` });
      const { body } = await t.call('touchstone.journal.list', { query: { plane: 'edge', limit: '1000' } });
      const lines = body.find(({ url }) => url.includes(mark))?.explanation ?? [];
      ok(
        lines.some((line) => line.startsWith('token configuration ')),
        `it has no entry on the configuration: ${lines.join(' / ')}`,
      );
    },
  },
  {
    title: 'shows no credential',
    requirements: ['TS-LOG-5'],
    features: ['edge'],
    run: async (t) => {
      const mark = probe(t);
      const secret = `secret-${crypto.randomUUID()}`;
      const headers = {
        authorization: `Bearer ${secret}`,
        'cf-aig-authorization': `Bearer ${secret}`,
        'cf-access-client-secret': secret,
        'x-goog-api-key': secret,
        'x-auth-key': secret,
        'x-auth-email': 'user@example.com',
        cookie: `session=${secret}`,
        'x-probe-token': secret,
      };
      const k = btoa(secret.repeat(2)).replaceAll('=', '');
      const keys = [{ kty: 'oct', kid: 'key-1', alg: 'HS256', k }];
      const tokenSources = ['http.request.headers["x-probe-token"][0]'];
      await t.config({ credentials: { keys }, token_sources: tokenSources });
      const { 'x-probe-token': _, ...known } = headers;
      const path = `/zones/${t.zoneId}?${mark}&access_token=${secret}`;
      await t.as('none').send({ method: 'GET', path, headers: known });
      await t.edge({ path: `/?${mark}&api_key=${secret}`, headers });
      // Refused requests are recorded too.
      for (const [path, body] of [
        [
          'browser-rendering/content',
          {
            cookies: [{ name: 'a', value: secret }],
            authenticate: { username: 'a', password: secret },
            setExtraHTTPHeaders: { 'X-Probe': secret },
          },
        ],
        [
          'ai-gateway/gateways/no-such-gateway/provider_configs',
          { alias: 'a', default_config: true, provider_slug: 'openai', secret },
        ],
        ['ai-gateway/gateways', { id: 'a b', otel: [{ url: 'a', headers: { 'X-Probe': secret } }] }],
      ] as const) {
        await t.send({
          method: 'POST',
          path: `/accounts/${t.accountId}/${path}?${mark}`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      }
      const { entries, text } = await journal(t);
      equal(entries.filter(({ url }) => url.includes(mark)).length, 5, 'the number of probes in the journal');
      ok(text.includes('key-1'), 'the creation is not in the journal');
      ok(!text.includes(secret), 'the journal shows the secret of a header');
      ok(!text.includes(k), 'the journal shows the secret of an HMAC key');
      const { body: info } = await t.call('touchstone.info.get', {});
      for (const member of [
        'api_token',
        'read_token',
        'gateway_token',
        'api_key',
        'auth_key_secret',
      ] as const) {
        ok(!text.includes(info[member]), `the journal shows ${member}`);
      }
    },
  },
]);
