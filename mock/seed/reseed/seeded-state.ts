import type { AccountTenant } from '../../world/account-tenant.ts';
import type { Credentials, TokenOption } from '../../world/credentials.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import type { AppliedSeeds } from '../apply-seeds.ts';
import { documentedShelf, getShelves, hostnameShelf, type Shelf } from './shelves.ts';

/** A record with what a seed calls it. */
export interface SeededRecord {
  readonly key: string;
  readonly id: string;
  readonly record: object;
}

/** An account or a zone as seeds made it. */
export interface SeededTenant<T extends object = object> {
  readonly id: string;
  /** The resource of a zone; of an account, its settings. */
  readonly record: T;
  /** Name of the account of a zone. */
  readonly owner: string | undefined;
  readonly shelves: ReadonlyMap<string, readonly SeededRecord[]>;
}

/** The settings of an account that a seed can set. */
export interface AccountSettings {
  readonly credits: number;
  readonly plan: AccountTenant['billing']['plan'];
  /** The time of its frozen clock. */
  readonly frozenAt?: number | undefined;
}

/** Everything that seeds have made in a world. Records never change, so this is a set of references. */
export interface SeededState {
  /** By name. */
  readonly accounts: ReadonlyMap<string, SeededTenant<AccountSettings>>;
  /** By name. */
  readonly zones: ReadonlyMap<string, SeededTenant<ZoneTenant['zone']>>;
  /** What belongs to no account. */
  readonly common: SeededTenant;
  readonly tokens: readonly TokenOption[];
  readonly values: Pick<World, 'signals' | 'models'> & {
    readonly words: World['gatewayConditions']['words'];
    /** The time of the frozen clock. */
    readonly stoodAt: number | undefined;
  };
  readonly applied: AppliedSeeds;
}

/** Captures what seeds have made in a world that has nothing else. */
export function getSeededState(
  world: World,
  credentials: Pick<Credentials, 'added'>,
  applied: AppliedSeeds,
): SeededState {
  const { signals, models, clock, gatewayConditions } = world;
  const names = new Map(world.accounts.list().map(({ id, account }) => [id, account.name]));
  return {
    accounts: new Map(
      world.accounts.list().map((tenant) => [
        tenant.account.name,
        {
          id: tenant.id,
          record: { ...getBilling(tenant), frozenAt: applied.stoodAt.get(tenant.id) },
          owner: undefined,
          shelves: getRecords(getShelves(tenant)),
        },
      ]),
    ),
    zones: new Map(
      world.zones.list().map((tenant) => [
        tenant.zone.name,
        {
          id: tenant.id,
          record: tenant.zone,
          owner: names.get(tenant.zone.account.id),
          shelves: getRecords(getZoneShelves(world, tenant)),
        },
      ]),
    ),
    common: {
      id: '',
      record: {},
      owner: undefined,
      shelves: getRecords([documentedShelf(world.documented)]),
    },
    tokens: credentials.added(),
    values: {
      signals,
      models,
      words: gatewayConditions.words,
      stoodAt: clock.frozen ? clock.now() : undefined,
    },
    applied,
  };
}

/** The shelves of a zone, with those that all zones share. */
export const getZoneShelves = (world: World, tenant: ZoneTenant): Shelf[] => [
  ...getShelves(tenant),
  hostnameShelf(world, tenant.id),
];

/** The settings of billing of an account. */
export const getBilling = ({ billing: { credits, plan } }: AccountTenant) => ({ credits, plan });

function getRecords(shelves: readonly Shelf[]): SeededTenant['shelves'] {
  return new Map(
    shelves.flatMap((shelf) => {
      const records = withKeys(shelf, shelf.list());
      return records.length === 0 ? [] : [[shelf.name, records] as const];
    }),
  );
}

/** Records with their keys; of several with the same one, each further one gets a number. */
function withKeys({ key: getKey, id }: Shelf, records: readonly object[]): SeededRecord[] {
  const counts = new Map<string, number>();
  return records.map((record) => {
    const key = getKey(record);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { key: count === 1 ? key : `${key} #${count}`, id: id(record), record };
  });
}
