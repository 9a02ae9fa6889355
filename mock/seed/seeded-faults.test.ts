import { describe, expect, it } from 'vitest';
import type { Seed } from '../../spec/seed-file/seed-schema.ts';
import { createMock } from '../create-mock.ts';
import { clientOf } from '../testing/test-client.ts';
import { parseSeed } from './parse-seed.ts';
import { SeedError } from './seed-problem.ts';

async function seeded(...seeds: readonly Seed[]) {
  const mock = createMock({ seeds });
  await mock.ready();
  const edge = async (host: string) => (await mock.edge(new Request(`http://${host}/`))).status;
  const list = async () => (await clientOf(mock).call('zones.zone.list', {})).status;
  return { mock, edge, list };
}

async function refusal(yaml: string): Promise<string> {
  const mock = createMock({ seeds: await parseSeed(yaml, { name: 's.yaml' }) });
  const error = await mock.ready().catch((thrown: unknown) => thrown);
  if (!(error instanceof SeedError)) throw new Error('the seed was taken');
  return error.message;
}

describe('faults of seeds', () => {
  it('strike once everything is in, the first of those that mean a request', async () => {
    const { list, mock } = await seeded({
      faults: [
        { operation: 'zones.zone.list', status: 503, times: 'once' },
        { operation: 'zones', status: 500 },
      ],
      zones: [{ name: 'shop.test' }],
    });
    expect([await list(), await list()]).toEqual([503, 500]);
    expect(mock.world.zones.byKey('shop.test')).toBeDefined();
    expect(mock.faults.list().map(({ used }) => used)).toEqual([1, 1]);
  });

  it('are about a zone and an account by name, and those of an account about it alone', async () => {
    const { edge } = await seeded({
      zones: [{ name: 'shop.test' }, { name: 'other.test' }],
      accounts: [
        { name: 'Acme', zones: [{ name: 'acme.test' }], faults: [{ operation: 'edge', status: 504 }] },
        { name: 'Umbrella', zones: [{ name: 'umbrella.test' }] },
      ],
      faults: [
        { operation: 'edge', match: { zone: 'shop.test' }, status: 503 },
        { operation: 'edge', match: { account: 'Umbrella' }, status: 502 },
      ],
    });
    const hosts = ['shop.test', 'other.test', 'acme.test', 'umbrella.test'];
    expect(await Promise.all(hosts.map(edge))).toEqual([503, 200, 504, 502]);
  });

  it('are there again after a reset, with the same chance and unused', async () => {
    const { mock, edge } = await seeded({
      faults: [
        { operation: 'edge', status: 503, times: 2, rate: 0.5 },
        { operation: 'edge', status: 500, rate: 0.1 },
      ],
    });
    const turns = async () => {
      const statuses: number[] = [];
      for (let turn = 0; turn < 20; turn++) statuses.push(await edge('example.localhost'));
      return statuses;
    };
    const first = await turns();
    mock.faults.add({ operation: '*', status: 418 });
    mock.reset();
    expect(mock.faults.list().map(({ id, used, left }) => [id, used, left])).toEqual([
      ['fault-2', 0, 2],
      ['fault-1', 0, null],
    ]);
    expect(await turns()).toEqual(first);
  });

  it.each([
    [
      'for nothing that goes wrong',
      'faults: [{ operation: edge }]',
      /faults\[0\]\.status: say what goes wrong/,
    ],
    [
      'for an operation that is none',
      'faults: [{ operation: zone.list, status: 500 }]',
      /faults\[0\]\.operation: .*zone/,
    ],
    [
      'for a failure that is none',
      'faults: [{ operation: edge, failure: zone-unknwn }]',
      /faults\[0\]\.failure: .*did you mean zone-unknown/,
    ],
    [
      'for a mistyped member',
      'faults: [{ operation: edge, stauts: 500 }]',
      /faults\[0\]\.stauts: is no member that is known; did you mean status\?/,
    ],
    [
      'for a zone that is not there',
      'faults: [{ operation: edge, status: 500, match: { zone: shop.test } }]',
      /^s\.yaml:1:\d+: faults\[0\]\.match\.zone: there is no zone shop\.test/,
    ],
    [
      'for another account than its own',
      'accounts: [{ name: Acme, faults: [{ operation: edge, status: 500, match: { account: Acme } }] }]',
      /accounts\[0\]\.faults\[0\]\.match\.account: is said by the account that the fault stands in/,
    ],
  ])('are refused %s', async (_, yaml, message) => {
    expect(await refusal(yaml)).toMatch(message);
  });
});

describe('the clock of an account of seeds', () => {
  it('stands by itself, dates what the account holds, and stands again after a reset', async () => {
    const { mock } = await seeded({
      accounts: [
        { name: 'Acme', clock: { frozen_at: '2030-01-01T00:00:00Z' }, zones: [{ name: 'acme.test' }] },
        { name: 'Umbrella' },
      ],
    });
    const account = (name: string) => mock.world.accounts.list().find((one) => one.account.name === name);
    const zone = () => mock.world.zones.byKey('acme.test')?.zone;
    for (let round = 0; round < 2; round++) {
      expect(account('Acme')?.clock.timestamp()).toBe('2030-01-01T00:00:00.000000Z');
      expect(account('Umbrella')?.clock.frozen).toBe(false);
      expect(mock.clock.frozen).toBe(false);
      expect(zone()?.created_on).toBe('2030-01-01T00:00:00.000000Z');
      account('Acme')?.clock.advance(60);
      account('Umbrella')?.clock.freeze(0);
      mock.reset();
    }
  });
});
