import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { allOperations } from './preview.ts';

type Id = KnownRequirementId;

/** Operations that differ in host, method, endpoint and state. */
async function scene(t: TestContext) {
  const [inside, outside] = [t.host('inside'), t.host('outside')];
  const [orders, login] = [t.path('/orders'), t.path('/login')];
  const save = async (host: string, method: 'GET' | 'POST', endpoint: string) =>
    (await t.operation({ host, method, endpoint })).operation_id;
  const a = await save(inside, 'GET', orders);
  const b = await save(inside, 'POST', login);
  const c = await save(outside, 'GET', orders);
  const d = await save(outside, 'POST', orders);
  const selector = { include: [{ host: [inside] }], exclude: [{ operation_ids: [b] }] };
  return { a, b, c, d, inside, outside, orders, login, selector };
}

type Scene = Awaited<ReturnType<typeof scene>>;

/** Filters of a preview: the query, and the shown ones of the four operations. */
const filters: readonly {
  readonly id: Id;
  readonly what: string;
  readonly query: (scene: Scene) => Readonly<Record<string, string>>;
  readonly shown: (scene: Scene) => readonly string[];
}[] = [
  { id: 'TV-PREV-26', what: 'state included', query: () => ({ state: 'included' }), shown: ({ a }) => [a] },
  { id: 'TV-PREV-26', what: 'state excluded', query: () => ({ state: 'excluded' }), shown: ({ b }) => [b] },
  {
    id: 'TV-PREV-26',
    what: 'state ignored',
    query: () => ({ state: 'ignored' }),
    shown: ({ c, d }) => [c, d],
  },
  {
    id: 'TV-PREV-27',
    what: 'host',
    query: ({ inside }) => ({ host: inside }),
    shown: ({ a, b }) => [a, b],
  },
  {
    id: 'TV-PREV-28',
    what: 'hostname',
    query: ({ outside }) => ({ hostname: outside }),
    shown: ({ c, d }) => [c, d],
  },
  { id: 'TV-PREV-29', what: 'method GET', query: () => ({ method: 'GET' }), shown: ({ a, c }) => [a, c] },
  { id: 'TV-PREV-29', what: 'method POST', query: () => ({ method: 'POST' }), shown: ({ b, d }) => [b, d] },
  {
    id: 'TV-PREV-30',
    what: 'endpoint',
    query: ({ orders }) => ({ endpoint: orders }),
    shown: ({ a, c, d }) => [a, c, d],
  },
  {
    id: 'TV-PREV-30',
    what: 'another endpoint',
    query: ({ login }) => ({ endpoint: login }),
    shown: ({ b }) => [b],
  },
];

/** Filters in the query of a preview. */
export const previewFiltersSuite = defineSuite(
  'token-validation/preview-filters',
  filters.map(({ id, what, query, shown }) =>
    test(id, `filters by ${what}`, async (t) => {
      const made = await scene(t);
      const own: readonly unknown[] = [made.a, made.b, made.c, made.d];
      const all = await allOperations(t, made.selector);
      ok(
        own.every((one) => all.some(({ operation_id }) => operation_id === one)),
        'an operation is missing',
      );
      const filtered = await allOperations(t, made.selector, query(made));
      const ids = filtered.map(({ operation_id }) => operation_id).filter((one) => own.includes(one));
      // The filter may show other operations too, but only these of the four.
      equal(ids.toSorted(), shown(made).toSorted(), 'the operations that are shown');
    }),
  ),
);
