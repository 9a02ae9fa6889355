import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';

/** Events of a zone as they are listed. */
async function eventsOf(t: TestContext, zone_id: string) {
  const { body } = await t.call('touchstone.event.list', { params: { zone_id }, query: { limit: '1000' } });
  return body;
}

/** Sends a request that leaves an event: a value that is no token, where a configuration looks for one. */
const violate = (t: TestContext) => t.edge({ path: t.path('/event'), headers: { authorization: 'garbage' } });

/** The list of security events. */
export const securityEventsSuite = defineSuite({
  name: 'touchstone/events',
  tests: [
    {
      title: 'lists events newest first, with the time at which they happened',
      requirements: ['TS-EVENT-1', 'TS-EVENT-2'],
      features: ['edge'],
      run: async (t) => {
        await t.config();
        const before = await t.now();
        const agents = [(await violate(t)).agent, (await violate(t)).agent, (await violate(t)).agent];
        const after = await t.now();
        const own = (await eventsOf(t, t.zoneId)).filter(({ userAgent }) => agents.includes(userAgent));
        await t.check('TS-EVENT-1', () =>
          equal(
            own.map(({ userAgent }) => userAgent),
            agents.toReversed(),
            'the order of the events',
          ),
        );
        await t.check('TS-EVENT-2', () => {
          for (const { datetime } of own) {
            const at = Date.parse(datetime);
            ok(
              at >= before && at <= after,
              `an event of ${new Date(before).toISOString()} is dated ${datetime}`,
            );
          }
        });
      },
    },
    {
      title: 'keeps the events of zones apart',
      requirements: ['TS-EVENT-3'],
      features: ['edge'],
      run: async (t) => {
        const other = await t.zone();
        await t.config();
        const params = { zone_id: other.id };
        await t.call('token-validation.config.create', { params, body: t.configBody() });
        const here = await violate(t);
        const there = await t.edge({ path: '/', host: other.name, headers: { authorization: 'garbage' } });
        const agents = async (zoneId: string) =>
          (await eventsOf(t, zoneId)).map(({ userAgent }) => userAgent);
        equal(await agents(other.id), [there.agent], 'the requests with events in the other zone');
        const own = await agents(t.zoneId);
        ok(own.includes(here.agent), 'the event of this zone is not listed');
        ok(!own.includes(there.agent), 'the event of the other zone is listed here');
      },
    },
  ],
});
