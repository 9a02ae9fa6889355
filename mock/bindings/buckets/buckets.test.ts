import { describe, expect, it } from 'vitest';
import { memoryStorage, type ObjectStore } from '../../engines/objects/index.ts';
import { World } from '../../world/world.ts';
import { type BucketHost, createBuckets } from './buckets.ts';

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];

function start(host?: BucketHost) {
  const world = new World({ tenants: 'strict', seed: 1 });
  for (const id of [first, second]) world.addAccount(id, id);
  const buckets = createBuckets(world, host);
  const put = async (account: string, key: string) => putInto(await buckets.store(account, 'files'), key);
  const keys = async (account: string, bucket = 'files') => {
    const { records } = await (await buckets.store(account, bucket)).list();
    return records.map(({ key }) => key);
  };
  return { world, buckets, put, keys };
}

async function putInto(store: ObjectStore, key: string): Promise<void> {
  const bytes = new TextEncoder().encode(`bytes of ${key}`);
  await store.put(key, bytes, { headers: {}, custom: {}, storageClass: 'Standard' });
}

describe('buckets', () => {
  it('return with a snapshot any number of times, and newer ones as well', async () => {
    const { world, buckets, put, keys } = start();
    await put(first, 'kept');
    const restore = world.snapshot();
    for (const round of ['one', 'two']) {
      await put(first, round);
      await (await buckets.store(first, 'files')).delete(['kept']);
      await putInto(await buckets.store(first, 'other'), round);
      restore();
      expect(await keys(first)).toEqual(['kept']);
      expect(await keys(first, 'other')).toEqual([]);
    }
    const found = await (await buckets.store(first, 'files')).get('kept');
    expect(await new Response(found?.body ?? null).text()).toBe('bytes of kept');
  });

  it('of one account are restored alone when only that account is', async () => {
    const { world, put, keys } = start();
    const account = world.account(first);
    if (!account) throw new Error('the account exists');
    const restore = world.getSnapshot(account);
    await put(first, 'a');
    await put(second, 'b');
    restore();
    expect([await keys(first), await keys(second)]).toEqual([[], ['b']]);
  });

  it('are empty after a reset, and are removed with their account', async () => {
    const { world, put, keys } = start();
    await put(first, 'a');
    const account = world.account(first);
    if (account) world.removeAccount(account);
    expect(await keys(first)).toEqual([]);
    await put(first, 'a');
    world.reset();
    expect(await keys(first)).toEqual([]);
  });

  it('refuse writes that began before a snapshot was restored', async () => {
    const { world, buckets } = start();
    const store = await buckets.store(first, 'files');
    await putInto(store, 'a');
    world.snapshot()();
    await expect(putInto(store, 'b')).rejects.toThrow('emptied meanwhile');
  });

  it('stay as they are in other storage', async () => {
    const { copy: _, ...elsewhere } = memoryStorage();
    const { world, put, keys } = start({ storageFor: () => elsewhere, clear: async () => {} });
    const restore = world.snapshot();
    await put(first, 'a');
    restore();
    expect(await keys(first)).toEqual(['a']);
  });

  it.each([
    ['in other storage are removed with their account too', () => {}, []],
    ['stay while a snapshot may restore them', (world: World) => void world.snapshot(), ['a']],
  ])('%s', async (_, prepare, expected) => {
    const stores = new Map<string, ReturnType<typeof memoryStorage>>();
    const { world, put, keys } = start({
      storageFor(account) {
        const { copy: __, ...elsewhere } = stores.get(account) ?? memoryStorage();
        stores.set(account, elsewhere);
        return elsewhere;
      },
      remove: async (account) => void stores.delete(account),
      clear: async () => stores.clear(),
    });
    await put(first, 'a');
    await put(second, 'b');
    prepare(world);
    const account = world.account(first);
    if (account) world.removeAccount(account);
    expect([await keys(first), await keys(second)]).toEqual([expected, ['b']]);
  });
});
