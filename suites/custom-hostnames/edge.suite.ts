import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { addCustomRules } from '../rulesets/waf.ts';
import { createHostname, customerHost, deleteHostname, setMetadata } from './making.ts';

/** Whether a request for a host gets the same answer as one for the zone itself. */
async function reaches(t: TestContext, host: string): Promise<boolean> {
  const path = t.path('/page');
  const own = await t.edge({ path });
  const { status } = await t.edge({ host, path });
  return status === own.status;
}

/** Requests for custom hostnames. */
export const customHostnameEdgeSuite = defineSuite('custom-hostnames/edge', [
  {
    title: 'routes requests to the origin of its zone, until it is deleted',
    requirements: ['CH-EDGE-1', 'CH-EDGE-2'],
    run: async (t) => {
      const host = customerHost(t);
      ok(!(await reaches(t, host)), "an unknown host gets the zone's answer");
      const { id } = await createHostname(t, { hostname: host });
      await t.check('CH-EDGE-1', async () =>
        equal(await reaches(t, host), true, 'whether the origin answers'),
      );
      await deleteHostname(t, id);
      await t.check('CH-EDGE-2', async () =>
        equal(await reaches(t, host), false, 'whether the origin answers'),
      );
    },
  },
  test('CH-EDGE-3', 'routes requests below a wildcard to the origin of its zone', async (t) => {
    const parent = customerHost(t);
    await createHostname(t, { hostname: `*.${parent}` });
    equal(await reaches(t, `one.${parent}`), true, 'whether the origin answers a host below the wildcard');
    equal(await reaches(t, parent), false, 'whether the origin answers the parent of the wildcard');
  }),
  test('CH-META-3', 'lets rules read the metadata of the requested hostname', async (t) => {
    const path = t.path('/tagged');
    const { id, hostname } = await createHostname(t);
    await setMetadata(t, id, 'disabled');
    for (const host of [hostname, t.host()]) await t.learn({ host, path });
    await addCustomRules(t, {
      action: 'block',
      expression: `http.request.uri.path eq "${path}" and lookup_json_string(cf.hostname.metadata, 'content_converter') eq 'enabled'`,
    });
    await t.reachesOrigin({ host: hostname, path });
    await setMetadata(t, id, 'enabled');
    await t.blocked({ host: hostname, path });
    await t.reachesOrigin({ host: t.host(), path });
  }),
]);
