import type { ExplainedEntry } from '../../spec/services/touchstone/journal.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { bearer, guard } from '../token-validation/guard.ts';
import { newKey } from '../token-validation/signing-key.ts';
import { tenantFor } from './tenant-for.ts';

const send = (t: TestContext, url: string, headers: Readonly<Record<string, string>> = {}) =>
  t.call('touchstone.zone-request.send', { params: { zone_id: t.zoneId }, body: { url, headers } });

/** The outcomes of the steps with a title that begins like this. */
const outcomes = ({ steps }: ExplainedEntry, title: string) =>
  steps.filter((step) => step.title.startsWith(title)).map(({ outcome }) => outcome);

/** Requests that the server sends to a zone, with the steps of the zone. */
export const zoneRequestsSuite = defineSuite(
  { name: 'touchstone/zone-requests', features: ['admin', 'edge'] },
  [
    test('TS-SEND-1', 'answers with the answer of the zone and its journal entry', async (t) => {
      const path = t.path('/sent');
      const { body } = await send(t, path, { 'user-agent': 'sent' });
      const { entry } = body;
      equal([entry.plane, entry.zone_id, entry.status], ['edge', t.zoneId, body.status], 'the entry');
      ok(entry.url.endsWith(path), `the entry has the URL ${entry.url}`);
      equal(entry.request_headers['user-agent'], 'sent', 'the header of the request');
      equal(body.headers['touchstone-journal'], String(entry.id), 'the id of the entry');
    }),
    {
      title: 'shows step by step what the zone did with a token',
      requirements: ['TS-SEND-2', 'TS-SEND-3'],
      run: async (t) => {
        const key = await newKey();
        const { config, path, admits } = await guard(t, { keys: [key] });
        const { request } = await admits(bearer(await key.sign()));
        const url = `http://${request.host ?? ''}${path}`;
        const good = (await send(t, url, bearer(await key.sign()))).body;
        const own = `Token configuration ${JSON.stringify(config.title)} (${config.id})`;
        await t.check('TS-SEND-2', () => {
          equal(outcomes(good.entry, own), ['passed'], 'the step of the token configuration');
          ok(outcomes(good.entry, 'Token rule').includes('passed'), 'no token rule passed');
          equal(outcomes(good.entry, 'Answer'), ['passed'], 'the last step');
        });
        const past = Math.floor((await t.now()) / 1000) - 3600;
        const expired = bearer(await key.sign({ exp: past }));
        const bad = (await send(t, url, expired)).body;
        const step = bad.entry.steps.find(({ title }) => title === own);
        await t.check('TS-SEND-3', () => {
          equal(step?.outcome, 'failed', 'the step of the token configuration');
          const failures = step?.lines.filter(({ outcome }) => outcome === 'failed') ?? [];
          equal(failures.length, 1, 'the number of failed checks');
          ok(failures[0]?.text.startsWith('exp: ') === true, `the failed check is ${failures[0]?.text}`);
        });
      },
    },
    test('TS-LOG-25', 'finds the request of an event by its ray', async (t) => {
      await t.config();
      const { body } = await send(t, t.path('/event'), bearer('garbage'));
      await send(t, t.path('/other'), bearer('garbage'));
      const [ray = ''] = body.headers['cf-ray']?.split('-') ?? [];
      const params = { zone_id: t.zoneId };
      const events = (await t.call('touchstone.event.list', { params, query: { limit: '1000' } })).body;
      ok(
        events.some(({ rayName }) => rayName === ray),
        'no event has the ray of the answer',
      );
      const found = (await t.call('touchstone.journal.list', { query: { ray } })).body;
      equal(
        found.map(({ id }) => id),
        [body.entry.id],
        'the entries with the ray',
      );
    }),
    test('TS-SEND-4', 'refuses a host of another zone', async (t) => {
      const path = t.path('/sent');
      equal((await send(t, path)).body.entry.zone_id, t.zoneId, 'the zone of the valid request');
      const { zone_name } = await tenantFor(t);
      for (const host of [zone_name, 'elsewhere.invalid']) {
        const { status } = await t.ask('touchstone.zone-request.send', {
          params: { zone_id: t.zoneId },
          body: { url: `http://${host}${path}` },
        });
        equal(status, 400, `the status for ${host}`);
      }
    }),
  ],
);
