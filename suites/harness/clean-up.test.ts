import { describe, expect, test } from 'vitest';
import type { Reply } from '../../spec/client.ts';
import type { LooseInput } from './caller.ts';
import { getAge, removeResources } from './clean-up.ts';
import type { PendingResource } from './journal-lines.ts';

const reply = (status: number): Reply => ({
  status,
  headers: new Headers(),
  text: '',
  bytes: new Uint8Array(),
  body: { success: status === 200, errors: [], messages: [], result: null },
});

/** Removes pending resources, newest first; returns the requests sent and the resources reported. */
async function remove(
  pending: readonly Omit<PendingResource, 'seq' | 'labels' | 'at'>[],
  getStatus: (id: string) => number,
) {
  const asked: string[] = [];
  const removed: string[] = [];
  const ask = async (_operation: string, { params = {} }: LooseInput = {}) => {
    const id = String(Object.values(params).at(-1));
    asked.push(id);
    return reply(getStatus(id));
  };
  const entries = pending.map((entry, index) => ({
    ...entry,
    seq: pending.length - index,
    labels: [],
    at: null,
  }));
  const leaks = await removeResources(ask, entries, 'run', (id) => removed.push(id));
  return { asked, removed, leaks: leaks.map(({ id }) => id) };
}

const all = [
  { kind: 'rule', scopeId: 'zone-a', ids: ['rule-a'] },
  { kind: 'configuration', scopeId: 'zone-b', ids: ['configuration-b'] },
  { kind: 'operation', scopeId: 'zone-a', ids: null },
  { kind: 'zone', scopeId: null, ids: ['zone-a'] },
  { kind: 'gateway', scopeId: 'account', ids: ['gateway'] },
];

describe('removeResources', () => {
  test('removes the contents of a zone by removing the zone', async () => {
    expect(await remove(all, () => 200)).toEqual({
      asked: ['zone-a', 'configuration-b', 'gateway'],
      removed: ['zone-a', 'configuration-b', 'gateway'],
      leaks: [],
    });
  });

  test('removes the contents of a tenant by removing the tenant, its zones too', async () => {
    const pending = [
      { kind: 'gateway', scopeId: 'tenant', ids: ['gateway-t'] },
      ...all,
      { kind: 'tenant', scopeId: null, ids: ['tenant'] },
    ];
    expect(await remove(pending, () => 200)).toEqual({
      asked: ['tenant', 'zone-a', 'configuration-b', 'gateway'],
      removed: ['tenant', 'zone-a', 'configuration-b', 'gateway'],
      leaks: [],
    });
  });

  test('removes the contents of a zone one by one where the zone stays', async () => {
    const found = await remove(
      all.filter(({ ids }) => ids !== null),
      (id) => (id === 'zone-a' ? 500 : 200),
    );
    expect(found).toEqual({
      asked: ['zone-a', 'rule-a', 'configuration-b', 'gateway'],
      removed: ['rule-a', 'configuration-b', 'gateway'],
      leaks: ['zone-a'],
    });
  });
});

const at = '2026-01-02T03:04:05Z';

test.each([
  [-5, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3_599, '59 min'],
  [7_300, '2 h'],
  [86_400, '1 d'],
  [400 * 86_400, '400 d'],
])('%d seconds are %s', (seconds, shown) => {
  expect(getAge(at, Date.parse(at) + seconds * 1000)).toBe(shown);
});
