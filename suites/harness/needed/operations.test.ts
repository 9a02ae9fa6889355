import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../spec/client.ts';
import { SkipTest } from '../errors.ts';
import type { GivenOperation } from './members.ts';
import { createOperationTools, type NeededOperation } from './operations.ts';

const reply = (body: unknown): Reply => ({
  status: 200,
  headers: new Headers(),
  bytes: new Uint8Array(),
  text: '',
  body,
});

const known = (operation_id: string, host: string, endpoint: string, method = 'GET') => ({
  operation_id,
  host,
  endpoint,
  method,
});

interface Zone {
  readonly given?: readonly GivenOperation[] | null;
  readonly saves?: boolean;
  readonly shown?: readonly object[];
}

function zone({ given = null, saves = false, shown = [] }: Zone) {
  const learnt: NeededOperation[] = [];
  let asked = 0;
  let tried = 0;
  const inventories = new Map<string, Promise<readonly NeededOperation[]>>();
  const tools = () =>
    createOperationTools({
      given,
      inventories,
      zoneId: () => 'ours',
      learn: async (operation) => void learnt.push(operation),
      async ask(_, { query = {} } = {}) {
        asked++;
        return reply({ result: { operations: query['page'] === 1 ? shown : [] } });
      },
      creation: {
        host: (label = 'api') => `${label}.zone`,
        path: (path) => `/ts-run${path}`,
        async operation(overrides = {}) {
          tried++;
          if (!saves) throw new SkipTest('the target has no way to save an operation');
          return { operation_id: `made-${tried}`, ...overrides } as never; // the tools read nothing else
        },
      },
    });
  return { tools, learnt, counts: () => ({ asked, tried }) };
}

const getIds = (operations: readonly NeededOperation[]) => operations.map(({ operation_id }) => operation_id);

describe('operations that a test needs', () => {
  const inventory = [
    known('post', 'a.zone', '/login', 'POST'),
    known('a1', 'a.zone', '/orders/{var1}'),
    known('b1', 'b.zone', '/orders'),
    known('b2', 'b.zone', '/users'),
  ];

  it('are created where the target saves operations', async () => {
    const { tools, counts } = zone({ saves: true, shown: inventory });
    const [one, two] = await tools().operations({ path: '/login' }, { label: 'shop' });
    expect([one.host, one.path, two.host, two.path]).toEqual([
      'api.zone',
      '/ts-run/login',
      'shop.zone',
      '/ts-run/orders',
    ]);
    expect(counts()).toEqual({ asked: 0, tried: 2 });
  });

  it('come from the target file first', async () => {
    const { tools, learnt, counts } = zone({ given: inventory, saves: true });
    const found = await tools().operations({});
    expect(found).toEqual([{ ...inventory[1], path: '/orders/1' }]);
    expect(learnt).toEqual(found);
    expect(counts()).toEqual({ asked: 0, tried: 0 });
  });

  it('are completed by a preview where the file only has their ids', async () => {
    const { tools } = zone({ given: [{ operation_id: 'b1' }], shown: inventory });
    expect((await tools().operations({}))[0]).toEqual({ ...inventory[2], path: '/orders' });
  });

  it('come from a single preview where the target saves none', async () => {
    const { tools, counts } = zone({ shown: inventory });
    expect(getIds(await tools().operations({}))).toEqual(['a1']);
    expect(getIds(await tools().operations({}))).toEqual(['a1']);
    expect(counts()).toEqual({ asked: 2, tried: 1 });
  });

  it('share a host only if they share a label', async () => {
    const test = zone({ given: inventory }).tools();
    const all = await test.operations({ label: 'one' }, { label: 'one' }, { label: 'other' });
    expect(getIds(all)).toEqual(['b1', 'b2', 'a1']);
    const more = await test.operations({ label: 'other', method: 'any' });
    expect(getIds(more)).toEqual(['post']);
  });

  it('skip the test where there are too few', async () => {
    const { tools } = zone({ given: inventory });
    const asked = tools().operations({ label: 'one' }, { label: 'two' }, { label: 'three' });
    await expect(asked).rejects.toThrow(
      'the target has no way to save operations of a zone; give it as `operations` in the target file: the test needs 3 GET operations on 3 hosts',
    );
    await expect(asked).rejects.toThrow(SkipTest);
  });
});
