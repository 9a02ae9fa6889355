import { certainties } from '../../spec/certainty.ts';
import type { OperationId } from '../../spec/contract.ts';
import { equal, match, object, ok, oneOf } from '../harness/assertions.ts';
import type { LooseInput } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';

/** Operations of every service, and refusals among their answers. */
const asked = (t: TestContext): readonly (readonly [id: OperationId, input: LooseInput])[] => {
  const params = { zone_id: t.zoneId };
  return [
    ['user.token.verify', {}],
    ['zones.zone.get', { params }],
    ['api-gateway.operation.list', { params }],
    ['token-validation.config.list', { params }],
    ['token-validation.config.create', { params, body: {} }],
    ['token-validation.rule.preview', { params, body: {} }],
    ['touchstone.info.get', {}],
  ];
};

/** What the server says of itself. */
export const infoSuite = defineSuite({
  name: 'touchstone/info',
  tests: [
    {
      title: 'says where the planes stand, what the world holds, and its version',
      requirements: ['TS-INFO-1', 'TS-INFO-2'],
      run: async (t) => {
        const { body } = await t.call('touchstone.info.get', {});
        const info = object(body, 'the information');
        await t.check('TS-INFO-1', async () => {
          for (const plane of ['api', 'edge']) match(info[plane], /^https?:\/\//, plane);
          const zone = await t.call('zones.zone.get', { params: { zone_id: body.zone_id } });
          equal(zone.body.result.name, info['zone_name'], 'zone_name');
          equal(zone.body.result.account.id, info['account_id'], 'account_id');
          const headers = { authorization: `Bearer ${info['api_token']}` };
          const verified = await t.as('none').send({ method: 'GET', path: '/user/tokens/verify', headers });
          t.expectSuccess(verified, 'the verification of api_token');
        });
        await t.check('TS-INFO-2', () => match(info['version'], /^\d+\.\d+\.\d+/, 'version'));
      },
    },
    {
      title: 'says with each answer which operation it is of, and what it rests on',
      requirements: ['TS-INFO-3', 'TS-INFO-4'],
      run: async (t) => {
        const bases = new Set<string | null>();
        for (const [id, input] of asked(t)) {
          const { headers } = await t.ask(id, input);
          const basis = headers.get('touchstone-basis');
          bases.add(basis);
          await t.check('TS-INFO-3', () =>
            equal(headers.get('touchstone-operation'), id, 'touchstone-operation'),
          );
          await t.check('TS-INFO-4', () => oneOf(basis, certainties, `touchstone-basis of ${id}`));
        }
        await t.check('TS-INFO-4', () => ok(bases.size > 1, 'every answer rests on the same certainty'));
      },
    },
    {
      title: 'answers 404 where the admin interface has nothing',
      requirements: ['TS-INFO-5'],
      run: async (t) => {
        // The base URL is two segments deep, and the admin interface begins at the root.
        const get = (path: string) => t.send({ method: 'GET', path: `/../../_touchstone${path}` });
        equal((await get('/info')).status, 200, 'the status of /_touchstone/info');
        for (const path of ['/nothing', '/zones', '/info/more']) {
          equal((await get(path)).status, 404, `the status of /_touchstone${path}`);
        }
      },
    },
  ],
});
