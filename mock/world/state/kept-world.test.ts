import { expect, it } from 'vitest';
import { Collection } from '../collection.ts';
import { World } from '../world.ts';
import { MemoryState } from './testing/memory-state.ts';

/** What identifies records, and what some kinds of collections need to convert one. */
const members = {
  ...{ id: 'probe', key: 'probe', path: 'probe', operation_id: 'probe' },
  ...{ status: 'ready', response: { status: 'completed' }, files: new Map(), references: [] },
  progress: () => ({ status: 'finished', responses: [], usage: {} }),
};

/** A record for every kind: whatever identifies it is `probe`. */
const probe = new Proxy<Readonly<Record<string, unknown>>>(members, {
  get: (target, name) => (name in target || name === 'toJSON' ? Reflect.get(target, name) : 'probe'),
});

/** Everything public that an object has, also by the getters of its class. */
function* getMembers(value: object): Generator<[name: string, member: unknown]> {
  yield* Object.entries(value);
  for (let type = Object.getPrototypeOf(value); type && type !== Object.prototype; ) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(type))) {
      if (get) yield [name, get.call(value)];
    }
    type = Object.getPrototypeOf(type);
  }
}

/** The collections that can be reached from an object, by their places. */
function findCollections(
  value: object,
  place = '',
  seen = new Set<object>(),
): Map<string, Collection<object>> {
  const found = new Map<string, Collection<object>>();
  for (const [name, member] of getMembers(value)) {
    if (typeof member !== 'object' || member === null || seen.has(member)) continue;
    seen.add(member);
    const at = `${place}/${name}`;
    if (member instanceof Collection) found.set(at, member);
    else for (const inner of findCollections(member, at, seen)) found.set(...inner);
  }
  return found;
}

/** The collections of a world, of its first account, and of its first zone. */
function getCollections(world: World): Map<string, Collection<object>> {
  const [account] = world.accounts.list();
  const [zone] = world.zones.list();
  const found = findCollections({ world, account, zone });
  // Their records are the tenants themselves, which the others prove to be kept.
  for (const tenants of ['/world/accounts', '/world/zones']) expect(found.delete(tenants)).toBe(true);
  return found;
}

it('every collection of a world outlives a restart', () => {
  const state = new MemoryState();
  const world = new World({ tenants: 'strict', seed: 1 });
  world.keepAt(state);
  world.keeper?.begin();
  const collections = getCollections(world);
  expect([...collections.keys()]).toEqual(
    expect.arrayContaining(['/zone/tokenRules', '/account/gateways', '/account/artifacts/tokens']),
  );
  for (const collection of collections.values()) collection.put(probe);
  world.keeper?.commit();
  const again = new World({ tenants: 'strict', seed: 1 });
  again.keepAt(state.restarted());
  const lost = [...getCollections(again)].filter(([, { size }]) => size !== 1);
  expect(lost.map(([place]) => place)).toEqual([]);
  expect(getCollections(again).size).toBe(collections.size);
});

it('finds a collection that is not kept', () => {
  class Zone {
    readonly forgotten = new Collection<{ readonly id: string }>({ id: ({ id }) => id });
    get shelf() {
      return { inner: this.forgotten };
    }
  }
  expect([...findCollections(new Zone()).keys()]).toEqual(['/forgotten']);
});
