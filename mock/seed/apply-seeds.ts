import { getOwnName } from '../../spec/rules-language.ts';
import type { FaultSeed } from '../../spec/seed-file/account-seed.ts';
import type { CheckedSeed } from '../../spec/seed-file/seed-schema.ts';
import type { CheckedFault } from '../control/faults/faults.ts';
import type { Reply } from '../engines/models/index.ts';
import { replySchema } from '../engines/models/replies/reply.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import { worldDefaults } from '../world/defaults.ts';
import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { applyAccount, applyToken, ensureAccount } from './apply-account.ts';
import { applyFault } from './apply-fault.ts';
import { checkSeed } from './check-seed.ts';
import type { SeedDocument } from './seed-document.ts';
import { SeedError, SeedFault } from './seed-problem.ts';
import { SeedCursor, type SeedParts, SeedScene } from './seed-scene.ts';
import { putObject, type SeededObject, type StoreOf } from './seeded-objects.ts';

/** What a reset restores in addition to the world. */
export interface AppliedSeeds {
  readonly objects: readonly SeededObject[];
  readonly replies: readonly Reply[];
  /** In order of precedence. */
  readonly faults: readonly CheckedFault[];
  /** Frozen times of account clocks, by account id. */
  readonly stoodAt: ReadonlyMap<string, number>;
}

/**
 * The members to apply: all of them, or only the controls (clocks, signals, guardrails, faults, models, replies), which
 * a server with `--state` does not keep.
 */
export type AppliedMembers = 'all' | 'controls';

/**
 * Applies seeds one after another through the operations of the mock, so that all rules of the platform hold.
 *
 * @throws SeedError with all problems; nothing outlives the mock then
 */
export async function applySeeds(
  parts: SeedParts,
  documents: readonly SeedDocument[],
  members: AppliedMembers = 'all',
): Promise<AppliedSeeds> {
  const scene = new SeedScene(parts);
  const checked = documents.map((document) => {
    const { seed = {}, problems = [] } = checkSeed(document.value);
    for (const { path, message } of problems) new SeedCursor(scene, document, path).note(message);
    return { seed, cursor: new SeedCursor(scene, document) };
  });
  // Only well-formed seeds can be applied.
  if (scene.problems.length === 0) {
    for (const { seed, cursor } of checked) await applySeed(cursor, seed, members === 'all');
  }
  if (scene.problems.length === 0) await putObjects(scene);
  if (scene.problems.length > 0) {
    for (const undo of scene.undo.reverse()) {
      await undo().catch((error: unknown) => {
        console.error('touchstone: could not undo part of a refused seed', error);
      });
    }
    throw new SeedError(scene.problems);
  }
  const { objects, replies, faults, stoodAt } = scene;
  return { objects: objects.map(({ object }) => object), replies, faults, stoodAt };
}

async function applySeed(cursor: SeedCursor, seed: CheckedSeed, isAll: boolean): Promise<void> {
  const { scene } = cursor;
  const { world } = scene.parts;
  const { clock, signals, guardrails, faults, tokens, accounts, models, model_replies, ...own } = seed;
  if (clock) await cursor.at('clock', 'frozen_at').put(() => world.clock.freeze(Date.parse(clock.frozen_at)));
  if (signals) {
    const replaced = new Set(Object.keys(signals).map(getOwnName));
    const kept = [...world.signals].filter(([name]) => !replaced.has(name));
    const body = { ...Object.fromEntries(kept), ...signals };
    await cursor.at('signals').put(() => scene.call('touchstone.signals.set', { body }));
  }
  if (guardrails) {
    await cursor.at('guardrails').put(() => scene.call('touchstone.guardrails.set', { body: guardrails }));
  }
  if (models)
    world.models = [...new Map([...world.models, ...models].map((model) => [model.id, model])).values()];
  await cursor.each('model_replies', model_replies, (reply) => {
    const [issue] = replySchema.safeParse(reply).error?.issues ?? [];
    if (issue)
      throw new SeedFault(
        issue.message,
        issue.path.map((part) => (typeof part === 'number' ? part : String(part))),
      );
    scene.replies.push(reply);
  });
  if (isAll) await applyAccount(cursor, ensureAccount(scene, { name: worldDefaults.accountName }), own);
  await cursor.each(
    'accounts',
    accounts,
    async ({ id, name, clock: own, faults: ofAccount, ...members }, at) => {
      scene.takeOnce(cursor.document, 'account', name);
      // Without the account, which may have been removed since, there is nothing to control.
      const account = isAll ? ensureAccount(scene, { id, name }) : getAccounts(world, name)[0];
      if (!account) return;
      if (own) await at.at('clock', 'frozen_at').put(() => freezeAccount(scene, account, own.frozen_at));
      if (isAll) await applyAccount(at, account, members);
      await at.each('faults', ofAccount, (fault) => {
        if (isAll || hasTarget(world, fault)) applyFault(scene, fault, account.id);
      });
    },
  );
  await cursor.each('faults', faults, (fault) => {
    if (isAll || hasTarget(world, fault)) applyFault(scene, fault);
  });
  if (isAll) await cursor.each('tokens', tokens, (token) => applyToken(scene, token));
}

const getAccounts = ({ accounts }: World, named: string) =>
  accounts.list().filter(({ id, account }) => id === named || account.name === named);

/** Whether the account and the zone of a fault, if it names them, still exist. */
function hasTarget(world: World, { match: { account, zone } = {} }: FaultSeed): boolean {
  const isZone = (tenant: ZoneTenant) => tenant.id === zone || tenant.zone.name === zone;
  return (
    (account === undefined || getAccounts(world, account).length > 0) &&
    (zone === undefined || world.zones.list().some(isZone))
  );
}

/** Freezes the account's clock first, so that its contents get that time. */
function freezeAccount({ stoodAt }: SeedScene, { id, clock }: AccountTenant, at: string): void {
  clock.freeze(Date.parse(at));
  stoodAt.set(id, clock.now());
}

/** Adds objects to empty buckets; a bucket with objects from an earlier run stays as it is. */
async function putObjects({ parts, objects, undo }: SeedScene): Promise<void> {
  const store: StoreOf = (...place) => parts.buckets.store(...place);
  const empty = new Map<string, boolean>();
  for (const { object, put } of objects) {
    const place = `${object.account}/${object.bucket}`;
    await put(async () => {
      const bucket = await store(object.account, object.bucket);
      const isEmpty = empty.get(place) ?? (await bucket.list({ limit: 1 })).records.length === 0;
      empty.set(place, isEmpty);
      if (!isEmpty) return;
      await putObject(store, object);
      undo.push(() => bucket.delete([object.key]));
    });
  }
}
