import type { Seed } from '../../../spec/seed-file/seed-schema.ts';
import { defaultScannedWords } from '../../../spec/services/ai-gateway/guardrails.ts';
import type { Buckets } from '../../bindings/buckets/buckets.ts';
import type { Faults } from '../../control/faults/faults.ts';
import type { OpenedDocuments } from '../../documents/open-documents.ts';
import type { Replies, ReplyRecord } from '../../engines/models/index.ts';
import { replySchema } from '../../engines/models/replies/reply.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { Clock } from '../../world/clock.ts';
import type { Credentials } from '../../world/credentials.ts';
import { worldDefaults } from '../../world/defaults.ts';
import type { Lazy } from '../../world/lazy.ts';
import type { World } from '../../world/world.ts';
import { BucketExport, exportAccount } from './export-account.ts';
import type { DocumentedExport } from './export-documented.ts';
import { filled, uniqueNames } from './export-zone.ts';

/** What an export reads. */
export interface ExportParts {
  readonly world: World;
  readonly credentials: Pick<Credentials, 'added'>;
  readonly replies: Pick<Replies, 'list'>;
  readonly faults: Pick<Faults, 'list'>;
  readonly buckets: Pick<Buckets, 'store' | 'names'>;
  /** OpenAPI documents that are served; undefined without any. */
  readonly documents: Lazy<OpenedDocuments> | undefined;
}

/** The contents of a mock, as far as a seed can express them. */
export interface ExportedSeed {
  readonly seed: Seed;
  /** What a seed can't express, one item per line. */
  readonly leftOut: readonly string[];
}

/**
 * Exports a mock as a seed: applied to a fresh mock, it recreates the current contents with the same ids.
 *
 * @example
 * const { seed, leftOut } = await exportSeed({ world, credentials, replies, faults, buckets, documents });
 */
export async function exportSeed({
  world,
  credentials,
  replies,
  faults,
  buckets,
  documents,
}: ExportParts): Promise<ExportedSeed> {
  const leftOut: string[] = [];
  const leaveOut = (what: string) => leftOut.push(what);
  const { clock, gatewayConditions } = world;
  const { words, fault: failing } = gatewayConditions;
  const own = world.accounts.get(worldDefaults.accountId);
  if (!world.zones.get(worldDefaults.zoneId)) {
    leaveOut(`that the zone ${worldDefaults.zoneName} is missing, which exists at every start`);
  }
  noteShift('the clock', clock, Date.now(), leaveOut);
  const accounts = uniqueNames(
    world.accounts.list().filter((account) => account !== own),
    ({ id, account }) => ({ id, name: account.name }),
    (from, to) => leaveOut(`the name ${JSON.stringify(from)} of an account, renamed to ${to}`),
  );
  const documented = await openDocumented(world, documents);
  const objects = new BucketExport(buckets);
  /** The contents of an account. Objects come first, as reading them is asynchronous; the rest is from one moment. */
  const getMembers = async (account: AccountTenant, leave: typeof leaveOut) => {
    const bucketSeeds = await objects.of(account.id, leave);
    return () =>
      filled({
        ...exportAccount(world, account, leave),
        buckets: bucketSeeds,
        documented: documented?.of(account.documented, account.id, leave),
      });
  };
  const ownMembers = own && (await getMembers(own, leaveOut));
  const others: { name: string; account: AccountTenant; members: () => object }[] = [];
  for (const [name, account] of accounts) {
    const members = await getMembers(account, (what) => leaveOut(`${what}, in the account ${name}`));
    others.push({ name, account, members });
  }
  const seed = filled<Seed>({
    ...(clock.frozen && { clock: { frozen_at: clock.timestamp() } }),
    signals: Object.fromEntries(world.signals),
    ...((words !== defaultScannedWords || failing !== null) && {
      guardrails: { words: words.map(({ ...word }) => word), failing },
    }),
    models: [...world.models],
    model_replies: replies.list().flatMap((record) => exportReply(record, leaveOut)),
    faults: faults.list().flatMap(({ fault, left }) => {
      if (left === 0) return [];
      return left === null ? fault : { ...fault, times: left };
    }),
    ...withDocumented(ownMembers?.(), documented?.of(world.documented, worldDefaults.accountId, leaveOut)),
    accounts: others.map(({ name, account, members }) => {
      const { id, clock: ofAccount } = account;
      const stands = ofAccount.frozen && !(clock.frozen && clock.now() === ofAccount.now());
      noteShift(`the clock of ${name}`, ofAccount, clock.now(), leaveOut);
      return {
        name,
        id,
        ...(stands && { clock: { frozen_at: ofAccount.timestamp() } }),
        ...members(),
      };
    }),
    tokens: credentials.added().map(({ accounts: of, zones, permissions, ...token }) => ({
      ...token,
      permissions: [...permissions],
      ...(of && { accounts: [...of] }),
      ...(zones && { zones: [...zones] }),
    })),
  });
  return { seed, leftOut };
}

/** Adds records of the world to those of the seeded account. */
const withDocumented = (members: Partial<Seed> = {}, more: Seed['documented'] = []): Partial<Seed> => ({
  ...members,
  documented: [...(members.documented ?? []), ...more],
});

/** Undefined if there are no records of documents. */
async function openDocumented(
  world: World,
  documents: ExportParts['documents'],
): Promise<DocumentedExport | undefined> {
  const shelves = [world.documented, ...world.accounts.list().map(({ documented }) => documented)];
  if (shelves.every(({ size }) => size === 0)) return undefined;
  const { openDocumentedExport } = await import('./export-documented.ts');
  return openDocumentedExport(world, await documents?.get(), shelves);
}

function exportReply({ id, reply, left }: ReplyRecord, leaveOut: (what: string) => void) {
  if (left === 0) return [];
  const data = replySchema.safeParse(reply);
  if (data.success) return [Number.isFinite(left) ? { ...data.data, times: left } : data.data];
  leaveOut(`the model reply ${reply.name ?? id}, which is defined in code`);
  return [];
}

/** A running clock with an offset can't be expressed: its time moves on. */
function noteShift(what: string, clock: Clock, time: number, leaveOut: (what: string) => void): void {
  const seconds = Math.round((clock.now() - time) / 1000);
  if (!clock.frozen && seconds !== 0) leaveOut(`that ${what} runs ${seconds} seconds ahead`);
}
