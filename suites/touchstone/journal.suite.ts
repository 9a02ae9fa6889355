import type { JournalEntry } from '../../spec/services/touchstone/journal.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';

/** The newest entries of the journal, as text and as values. */
async function journal(t: TestContext) {
  const { body, text } = await t.call('touchstone.journal.list', { query: { limit: '1000' } });
  return { entries: body, text };
}

/** A query that no other request has. */
const probe = (t: TestContext) => `probe=${encodeURIComponent(t.title())}`;

/** The journal of requests. */
export const journalSuite = defineSuite({
  name: 'touchstone/journal',
  tests: [
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
      title: 'can be narrowed to one plane',
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
    {
      title: 'shows no credential',
      requirements: ['TS-LOG-5'],
      features: ['edge'],
      run: async (t) => {
        const mark = probe(t);
        const secret = `secret-${crypto.randomUUID()}`;
        const headers = {
          authorization: `Bearer ${secret}`,
          'x-auth-key': secret,
          'x-auth-email': 'user@example.com',
          cookie: `session=${secret}`,
        };
        const path = `/zones/${t.zoneId}?${mark}`;
        await t.as('none').send({ method: 'GET', path, headers });
        await t.edge({ path: `/?${mark}`, headers });
        const k = btoa(secret.repeat(2)).replaceAll('=', '');
        const keys = [{ kty: 'oct', kid: 'key-1', alg: 'HS256', k }];
        await t.config({ credentials: { keys } });
        const { entries, text } = await journal(t);
        equal(
          entries.filter(({ url }) => url.includes(mark)).length,
          2,
          'the number of probes in the journal',
        );
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
  ],
});
