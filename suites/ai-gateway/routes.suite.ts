import type { Reply } from '../../spec/client.ts';
import { array, equal, isObject, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { type Elements, elementsFor, ofGateway, type Route } from './configuring.ts';

const first = elementsFor('gpt-5');
const second = elementsFor('gpt-5-mini');

/** Path variables of an operation on a route. */
const ofRoute = (t: TestContext, { gateway_id, id }: Pick<Route, 'gateway_id' | 'id'>) => ({
  ...ofGateway(t, gateway_id),
  route_id: id,
});

async function createRoute(t: TestContext, gateway: string, name = 'cheap-first'): Promise<Route> {
  const reply = await t.call('ai-gateway.route.create', {
    params: ofGateway(t, gateway),
    body: { name, elements: first },
  });
  return reply.body.result;
}

const readRoute = async (t: TestContext, route: Route): Promise<Route> =>
  (await t.call('ai-gateway.route.get', { params: ofRoute(t, route) })).body.result;

const addVersion = (t: TestContext, route: Route, elements: Elements) =>
  t.call('ai-gateway.route.version.create', { params: ofRoute(t, route), body: { elements } });

/** Adds a version and returns its id. The list has the id; the answer may not. */
async function addedVersion(t: TestContext, route: Route, elements: Elements): Promise<string> {
  const before = await getVersions(t, route);
  await addVersion(t, route, elements);
  const added = (await getVersions(t, route)).filter(({ id }) => !before.some((one) => one.id === id));
  equal(added.length, 1, 'the number of added versions');
  return added[0]?.id ?? '';
}

/** `data` of an answer, which must have no `result`. */
function getData({ body }: Reply): Readonly<Record<string, unknown>> {
  ok(isObject(body) && !('result' in body), 'the answer has a result');
  return object(isObject(body) ? body['data'] : undefined, 'data');
}

async function getVersions(t: TestContext, route: Route): Promise<{ id: string; active: boolean }[]> {
  const reply = await t.call('ai-gateway.route.version.list', { params: ofRoute(t, route) });
  return array(getData(reply)['versions'], 'data.versions').map((item) => {
    const { version_id, active } = object(item, 'a version');
    return { id: String(version_id), active: String(active) === 'true' };
  });
}

const deploy = (t: TestContext, route: Route, version_id: string) =>
  t.call('ai-gateway.route.deployment.create', { params: ofRoute(t, route), body: { version_id } });

/** Dynamic routes. */
export const routesSuite = defineSuite('ai-gateway/routes', [
  test('GW-ROUTE-1', 'creates a route with its name and elements', async (t) => {
    const { id: gateway } = await t.gateway();
    const made = await createRoute(t, gateway);
    equal([made.name, made.gateway_id], ['cheap-first', gateway], 'name and gateway');
    equal(made.elements, first, 'elements');
    equal((await readRoute(t, made)).elements, first, 'the elements of the stored route');
  }),
  test('GW-ROUTE-2', 'lists routes under data, with the page', async (t) => {
    const { id: gateway } = await t.gateway();
    const made = [await createRoute(t, gateway, 'one'), await createRoute(t, gateway, 'two')];
    const pages = [1, 2].map(async (page) => {
      const query = { page: String(page), per_page: '1' };
      const reply = await t.call('ai-gateway.route.list', { params: ofGateway(t, gateway), query });
      const data = getData(reply);
      equal([data['page'], data['per_page']], [page, 1], 'page and per_page');
      const routes = array(data['routes'], 'data.routes');
      equal(routes.length, 1, 'the number of routes on the page');
      return String(object(routes[0], 'a route')['id']);
    });
    const ids = await Promise.all(pages);
    equal(ids.sort(), made.map(({ id }) => id).sort(), 'the routes of both pages');
  }),
  test('GW-ROUTE-3', 'renames a route and returns it under route', async (t) => {
    const { id: gateway } = await t.gateway();
    const made = await createRoute(t, gateway);
    const body = { name: 'cheap-last' };
    const reply = await t.call('ai-gateway.route.edit', { params: ofRoute(t, made), body });
    equal(reply.body.route.name, 'cheap-last', 'route.name');
    ok(!('result' in reply.body), 'the answer has a result');
    const read = await readRoute(t, made);
    equal([read.name, read.elements], ['cheap-last', first], 'name and elements');
  }),
  test(['GW-ROUTE-4', 'GW-ROUTE-5'], 'adds a version that becomes active once it is deployed', async (t) => {
    const { id: gateway } = await t.gateway();
    const made = await createRoute(t, gateway);
    const version = await addedVersion(t, made, second);
    const serving = async () =>
      (await getVersions(t, made)).filter(({ active }) => active).map(({ id }) => id);
    await t.check('GW-ROUTE-4', async () => {
      ok(!(await serving()).includes(version), 'the added version is active');
      const params = { ...ofRoute(t, made), version_id: version };
      const read = await t.call('ai-gateway.route.version.get', { params });
      equal(read.body.result.elements, second, 'the elements of the version');
    });
    await deploy(t, made, version);
    await t.check('GW-ROUTE-5', async () => {
      equal(await serving(), [version], 'the active versions');
      const read = await readRoute(t, made);
      equal(read.deployment.version_id, version, 'deployment.version_id');
      equal(read.elements, second, 'the elements of the route');
    });
  }),
  test('GW-ROUTE-6', 'lists versions and deployments under data', async (t) => {
    const { id: gateway } = await t.gateway();
    const made = await createRoute(t, gateway);
    const version = await addedVersion(t, made, second);
    await deploy(t, made, version);
    equal((await getVersions(t, made)).length, 2, 'the number of versions');
    const reply = await t.call('ai-gateway.route.deployment.list', { params: ofRoute(t, made) });
    const deployed = array(getData(reply)['deployments'], 'data.deployments').map(
      (item) => object(item, 'a deployment')['version_id'],
    );
    ok(deployed.includes(version), `the deployed versions are ${deployed}, expected ${version} too`);
  }),
  test('GW-ROUTE-7', 'deletes a route', async (t) => {
    const { id: gateway } = await t.gateway();
    const other = await createRoute(t, gateway, 'cheap-last');
    const made = await createRoute(t, gateway);
    const reply = await t.call('ai-gateway.route.delete', { params: ofRoute(t, made) });
    equal(reply.body.result.id, made.id, 'result.id');
    t.expectFailure(await t.ask('ai-gateway.route.get', { params: ofRoute(t, made) }), { status: 404 });
    const list = await t.call('ai-gateway.route.list', { params: ofGateway(t, gateway) });
    const left = array(getData(list)['routes'], 'data.routes').map((item) => object(item, 'a route')['id']);
    equal(left, [other.id], 'the ids of the remaining routes');
  }),
  test('GW-ROUTE-8', 'refuses a second route with the same name', async (t) => {
    const { id: gateway } = await t.gateway();
    const params = ofGateway(t, gateway);
    const create = (name: string) =>
      t.ask('ai-gateway.route.create', { params, body: { name, elements: first } });
    await t.refused({
      good: () => create('cheap-first'),
      bad: () => create('cheap-first'),
      snapshot: async () => getData(await t.call('ai-gateway.route.list', { params })),
    });
  }),
]);
