import type { AccountTenant } from '../../world/account-tenant.ts';
import type { Credentials } from '../../world/credentials.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import { idsIn, isSameRecord, matchIds, renameIds, renameTenant } from './rename-ids.ts';
import {
  type AccountSettings,
  getBilling,
  getZoneShelves,
  type SeededRecord,
  type SeededState,
  type SeededTenant,
} from './seeded-state.ts';
import { documentedShelf, getShelves, type Shelf } from './shelves.ts';

/** What a merge changes. */
export interface MergeParts {
  readonly world: World;
  readonly credentials: Pick<Credentials, 'add' | 'remove'>;
}

/**
 * Gives the records of a new state the ids of those in an earlier one that seeds call the same.
 *
 * @param given the new seeds, whose own ids stay
 */
export function withEarlierIds(before: SeededState, next: SeededState, given: unknown): SeededState {
  const ids = matchIds(before, next, idsIn(given));
  const rename = <T extends object>(tenants: ReadonlyMap<string, SeededTenant<T>>) =>
    new Map([...tenants].map(([name, tenant]) => [name, renameTenant(tenant, ids)]));
  const { accounts, zones, common, tokens, values, applied } = next;
  return {
    accounts: rename(accounts),
    zones: rename(zones),
    common: renameTenant(common, ids),
    tokens: renameIds(tokens, ids),
    values,
    applied: {
      objects: applied.objects.map((object) => ({ ...object, account: renameIds(object.account, ids) })),
      replies: applied.replies,
      faults: renameIds(applied.faults, ids),
      stoodAt: new Map([...applied.stoodAt].map(([id, at]) => [renameIds(id, ids), at])),
    },
  };
}

/**
 * Changes a running world from what earlier seeds made to what new ones make. New and changed records are put, those
 * that are gone are removed. Everything else stays: what a user made, and what a user changed or removed where the seeds
 * say the same as before.
 *
 * @param given all seeds
 * @returns the number of records that changed
 */
export function mergeSeeded(
  { world, credentials }: MergeParts,
  before: SeededState,
  next: SeededState,
  given: unknown,
): number {
  const known = new Set([...idsIn(given), ...recordIds(before), ...recordIds(next)]);
  const isSame = (one: unknown, other: unknown) => isSameRecord(one, other, known);
  let changed = 0;

  for (const [name, tenant] of before.zones) {
    const zone = isSameTenant(tenant, next.zones.get(name)) ? undefined : world.zones.get(tenant.id);
    if (!zone) continue;
    world.removeZone(zone.id);
    zone.dismiss();
    changed++;
  }
  for (const [name, tenant] of before.accounts) {
    const account = isSameTenant(tenant, next.accounts.get(name)) ? undefined : world.accounts.get(tenant.id);
    if (!account) continue;
    world.removeAccount(account);
    changed++;
  }
  for (const [name, wanted] of next.accounts) {
    const earlier = before.accounts.get(name);
    const known = isSameTenant(earlier, wanted) ? earlier : undefined;
    const account = findAccount(world, name, wanted, known);
    if (!account) continue;
    const tenant = underId(wanted, account.id);
    const settings = known?.record ?? getBilling(account);
    if (!known || !isSame(settings, tenant.record)) {
      applySettings(account, settings, tenant.record);
      changed++;
    }
    for (const shelf of getShelves(account)) changed += mergeShelf(shelf, known, tenant, isSame);
  }
  for (const [name, wanted] of next.zones) {
    const earlier = before.zones.get(name);
    const known = isSameTenant(earlier, wanted) ? earlier : undefined;
    const zone = findZone(world, name, wanted, known);
    if (!zone) continue;
    const tenant = underId(wanted, zone.id);
    if (!known || !isSame(known.record, tenant.record)) {
      zone.zone = tenant.record;
      changed++;
    }
    for (const shelf of getZoneShelves(world, zone)) changed += mergeShelf(shelf, known, tenant, isSame);
  }
  changed += mergeShelf(documentedShelf(world.documented), before.common, next.common, isSame);
  return changed + mergeTokens(credentials, before, next, isSame) + mergeValues(world, before, next);
}

type IsSame = (one: unknown, other: unknown) => boolean;

/** All ids of accounts, zones and records. */
function recordIds({ accounts, zones, common }: SeededState): string[] {
  return [...accounts.values(), ...zones.values(), common].flatMap(({ id, shelves }) => [
    id,
    ...[...shelves.values()].flat().map((record) => record.id),
  ]);
}

/** A tenant with another id, or in another account, is another one. */
const isSameTenant = (one: SeededTenant | undefined, other: SeededTenant | undefined) =>
  one?.id === other?.id && one?.owner === other?.owner;

/** A tenant that a user has already made, with another id, is extended. */
const underId = <T extends object>(tenant: SeededTenant<T>, id: string): SeededTenant<T> =>
  tenant.id === id ? tenant : renameTenant(tenant, new Map([[tenant.id, id]]));

/** The account of a seed, which may be new; undefined if a user removed it. */
function findAccount(
  world: World,
  name: string,
  { id }: SeededTenant,
  earlier: SeededTenant | undefined,
): AccountTenant | undefined {
  if (earlier) return world.accounts.get(id);
  return world.accounts.list().find(({ account }) => account.name === name) ?? world.addAccount(id, name);
}

function applySettings(
  { billing, clock }: AccountTenant,
  before: AccountSettings,
  { credits, plan, frozenAt }: AccountSettings,
): void {
  if (credits !== before.credits || plan !== before.plan) billing.set({ credits, plan }, clock.now());
  if (frozenAt === before.frozenAt) return;
  if (frozenAt === undefined) clock.release();
  else clock.freeze(frozenAt);
}

/** The zone of a seed, which may be new; undefined if a user removed it. */
function findZone(
  world: World,
  name: string,
  { id, owner }: SeededTenant,
  earlier: SeededTenant | undefined,
): ZoneTenant | undefined {
  if (earlier) return world.zones.get(id);
  const account = world.accounts.list().find((one) => one.account.name === owner);
  return world.zones.byKey(name) ?? (account && world.addZone({ id, name, accountId: account.id }));
}

function mergeShelf(
  shelf: Shelf,
  before: SeededTenant | undefined,
  next: SeededTenant,
  isSame: IsSame,
): number {
  const old = before?.shelves.get(shelf.name) ?? [];
  const wanted = next.shelves.get(shelf.name) ?? [];
  const oldById = new Map(old.map((one) => [one.id, one]));
  const wantedIds = new Set(wanted.map(({ id }) => id));
  const there = new Map(shelf.list().map((record) => [shelf.id(record), record]));
  let changed = 0;
  for (const { id } of old) {
    const record = wantedIds.has(id) ? undefined : there.get(id);
    if (!record) continue;
    shelf.remove(record);
    changed++;
  }
  for (const { id, key, record } of wanted) {
    const earlier = oldById.get(id);
    if (earlier && isSame(earlier.record, record)) continue;
    // A user may have made the same meanwhile.
    const twin = shelf.unique ? shelf.list().find((one) => shelf.key(one) === key) : undefined;
    if (twin && shelf.id(twin) !== id) shelf.remove(twin);
    shelf.put(record);
    changed++;
  }
  const isSorted = isSameOrder(old, wanted) || !sortShelf(shelf, wanted);
  return changed === 0 && !isSorted ? 1 : changed;
}

const isSameOrder = (old: readonly SeededRecord[], wanted: readonly SeededRecord[]) =>
  old.length === wanted.length && old.every(({ id }, index) => wanted[index]?.id === id);

/** Puts the records of the seeds into their order, before those of users. @returns whether the order changed */
function sortShelf(shelf: Shelf, wanted: readonly SeededRecord[]): boolean {
  const records = shelf.list();
  const ranks = new Map(wanted.map(({ id }, index) => [id, index]));
  const rank = (record: object) => ranks.get(shelf.id(record)) ?? ranks.size;
  const sorted = records.toSorted((one, other) => rank(one) - rank(other));
  if (sorted.every((record, index) => record === records[index])) return false;
  shelf.replaceAll(sorted);
  return true;
}

function mergeTokens(
  credentials: MergeParts['credentials'],
  before: SeededState,
  next: SeededState,
  isSame: IsSame,
): number {
  const old = new Map(before.tokens.map((token) => [token.value, token]));
  const wanted = new Map(next.tokens.map((token) => [token.value, token]));
  const gone = [...old.keys()].filter((value) => !wanted.has(value));
  const changed = [...wanted.values()].filter((token) => !isSame(old.get(token.value), token));
  for (const value of gone) credentials.remove(value);
  for (const token of changed) credentials.add(token);
  return gone.length + changed.length;
}

/** Values of the whole world, each as one: those of a user stay until the seeds change them. */
function mergeValues(world: World, { values: old }: SeededState, { values }: SeededState): number {
  const text = (value: unknown) => JSON.stringify(value instanceof Map ? [...value] : value);
  const differs = (name: keyof SeededState['values']) => text(old[name]) !== text(values[name]);
  let changed = 0;
  if (differs('signals')) {
    world.signals = values.signals;
    changed++;
  }
  if (differs('models')) {
    world.models = values.models;
    changed++;
  }
  if (differs('words')) {
    world.gatewayConditions.words = values.words;
    changed++;
  }
  if (differs('stoodAt')) {
    if (values.stoodAt === undefined) world.clock.release();
    else world.clock.freeze(values.stoodAt);
    changed++;
  }
  return changed;
}
