import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';
import { makeRule } from './requests.ts';

/** Blocks every request for an operation of `t.host()`, except for those excluded. */
const blockAll = (t: TestContext, ...excluded: string[]) =>
  makeRule(t, {
    action: 'block',
    enabled: true,
    expression: 'http.request.method eq "PUT"',
    selector: {
      include: [{ host: [t.host()] }],
      exclude: excluded.length > 0 ? [{ operation_ids: excluded }] : [],
    },
  });

/** Which operation a request is for. */
export const edgeOperationsSuite = defineSuite({
  name: 'token-validation/edge-operations',
  tests: [
    {
      title: 'matches a variable with exactly one non-empty segment',
      requirements: ['TV-SEL-24'],
      run: async (t) => {
        const endpoint = t.path('/orders/{id}/items/{item}');
        const others = [
          '/orders/1/items',
          '/orders/1/items/',
          '/orders//items/2',
          '/orders/1/2/items/3',
          '/orders/1/items/2/3',
        ];
        for (const path of others) await t.learn({ path: t.path(path) });
        await t.operation({ endpoint });
        await blockAll(t);
        for (const path of ['/orders/1/items/2', '/orders/a.b-c/items/%20', '/orders/{id}/items/{item}']) {
          await t.blocked({ path: t.path(path) });
        }
        for (const path of others) await t.reachesOrigin({ path: t.path(path) });
      },
    },
    {
      title: 'takes no notice of the query string',
      requirements: ['TV-SEL-25'],
      run: async (t) => {
        const path = t.path('/orders');
        await t.operation({ endpoint: path });
        await blockAll(t);
        for (const query of ['', '?', '?page=2', '?next=/other/path'])
          await t.blocked({ path: path + query });
      },
    },
    {
      title: 'matches by the method',
      requirements: ['TV-SEL-26'],
      run: async (t) => {
        const path = t.path('/orders');
        await t.learn({ path, method: 'POST' });
        await t.learn({ path, method: 'DELETE' });
        await t.operation({ method: 'GET', endpoint: path });
        await blockAll(t);
        await t.blocked({ path });
        await t.reachesOrigin({ path, method: 'POST' });
        await t.reachesOrigin({ path, method: 'DELETE' });
      },
    },
    {
      title: 'chooses the more literal of two operations that match',
      requirements: ['TV-SEL-27'],
      run: async (t) => {
        const [any, literal] = [t.path('/orders/{id}'), t.path('/orders/new')];
        const anyId = (await t.operation({ endpoint: any })).operation_id;
        const literalId = (await t.operation({ endpoint: literal })).operation_id;
        const first = await blockAll(t, literalId);
        await t.reachesOrigin({ path: literal });
        await t.blocked({ path: t.path('/orders/7') });
        await t.call('token-validation.rule.delete', { params: { zone_id: t.zoneId, rule_id: first.id } });
        await blockAll(t, anyId);
        await t.blocked({ path: literal });
        await t.reachesOrigin({ path: t.path('/orders/7') });
      },
    },
  ],
});
