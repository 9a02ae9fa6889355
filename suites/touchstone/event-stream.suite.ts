import type { SecurityEvent } from '../../spec/services/touchstone/schemas.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';

/** Makes the zone notice values that are no tokens, and sends such requests. */
async function opened(t: TestContext) {
  await t.config();
  const params = { zone_id: t.zoneId };
  return {
    violate: (path: string) => t.edge({ path: t.path(path), headers: { authorization: 'garbage' } }),
    listen: (query = {}, headers = {}) => t.stream('touchstone.event.stream', { params, query }, headers),
    list: async (query: Readonly<Record<string, string>>) => {
      const reply = await t.ask('touchstone.event.list', { params, query: { limit: '1000', ...query } });
      return reply as typeof reply & { body: SecurityEvent[] }; // compared with the contract on its way here
    },
  };
}

const nothing = '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7';

/** Security events as they happen, and those that somebody asks for. */
export const eventStreamSuite = defineSuite({
  name: 'touchstone/event-stream',
  tests: [
    {
      title: 'lists the events of an action, a source, a rule and a user agent',
      requirements: ['TS-EVENT-4'],
      features: ['edge'],
      run: async (t) => {
        const { violate, list } = await opened(t);
        const { agent } = await violate('/a');
        const has = async (query: Readonly<Record<string, string>>) =>
          (await list(query)).body.some(({ userAgent }) => userAgent === agent);
        ok(await has({ action: 'log' }), 'the event is not listed by its action');
        ok(!(await has({ action: 'block' })), 'the event is listed by another action');
        ok(await has({ source: 'apiShieldTokenValidation' }), 'the event is not listed by its source');
        ok(!(await has({ source: 'firewallCustom' })), 'the event is listed by another source');
        ok(!(await has({ rule: nothing })), 'the event is listed by a rule that did not act');
        ok(await has({ agent }), 'the event is not listed by its user agent');
        const others = (await list({ agent: `${agent}-not` })).body;
        equal(others.length, 0, 'the number of events of a user agent that nobody has');
      },
    },
    {
      title: 'lists the events since a moment',
      requirements: ['TS-EVENT-5'],
      features: ['edge'],
      run: async (t) => {
        const { violate, list } = await opened(t);
        await violate('/a');
        const [newest] = (await list({})).body;
        const since = String(newest?.datetime);
        ok(
          (await list({ since })).body.some(({ id }) => id === newest?.id),
          'the event is not listed since its own moment',
        );
        const later = new Date(Date.parse(since) + 1000).toISOString();
        ok(
          (await list({ since: later })).body.every(({ id }) => id !== newest?.id),
          'the event is listed since a later moment',
        );
      },
    },
    {
      title: 'refuses filters by what does not exist',
      requirements: ['TS-EVENT-6'],
      run: async (t) => {
        const { list } = await opened(t);
        equal((await list({ action: 'log' })).status, 200, 'the status');
        for (const query of [{ action: 'nonsense' }, { source: 'nonsense' }, { since: 'yesterday' }]) {
          equal((await list(query)).status, 400, `the status for ${JSON.stringify(query)}`);
        }
      },
    },
    {
      title: 'sends events as they happen',
      requirements: ['TS-EVENT-7', 'TS-EVENT-8'],
      features: ['edge'],
      run: async (t) => {
        const { violate, listen } = await opened(t);
        const stream = await listen();
        equal(stream.headers.get('content-type'), 'text/event-stream', 'the content type');
        const agents = [(await violate('/a')).agent, (await violate('/b')).agent];
        for (const agent of agents) {
          const message = await stream.next();
          const event: SecurityEvent = JSON.parse(message.data);
          await t.check('TS-EVENT-8', () =>
            equal(
              { id: message.id, event: message.event },
              { id: event.id, event: 'security' },
              'the message',
            ),
          );
          equal(event.userAgent, agent, 'the request of the event');
        }
      },
    },
    {
      title: 'goes on behind the event that the client saw last',
      requirements: ['TS-EVENT-9'],
      features: ['edge'],
      run: async (t) => {
        const { violate, listen } = await opened(t);
        const first = await listen();
        await violate('/a');
        const { id } = await first.next();
        first.close();
        const { agent } = await violate('/b');
        const again = await listen({}, { 'last-event-id': id });
        equal(JSON.parse((await again.next()).data).userAgent, agent, 'the request of the next event');
      },
    },
    {
      title: 'sends the events of an action alone when asked to',
      requirements: ['TS-EVENT-10'],
      features: ['edge'],
      run: async (t) => {
        const { violate, listen } = await opened(t);
        const path = t.path('/blocked');
        const blocked = await listen({ action: 'block' });
        await violate('/a');
        await t.operation({ endpoint: path });
        const { id } = await t.config();
        await t.rule({ action: 'block', enabled: true, expression: `is_jwt_valid("${id}")` });
        const { agent } = await t.edge({ path, headers: { authorization: 'garbage' } });
        equal(JSON.parse((await blocked.next()).data).userAgent, agent, 'the request of the first event');
      },
    },
    {
      title: 'ends the stream when everything is reset',
      requirements: ['TS-RESET-6'],
      features: ['disposable'],
      exclusive: true,
      run: async (t) => {
        const { listen } = await opened(t);
        const stream = await listen();
        await t.call('touchstone.world.reset', {});
        ok(await stream.ended(), 'an event came, expected the end');
      },
    },
  ],
});
