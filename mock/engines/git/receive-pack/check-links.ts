import { findHoles, type MissingObject, newObjects } from '../history/connectivity.ts';
import type { LinkCheck } from '../history/link-check.ts';
import type { ObjectDatabase } from '../object-database.ts';
import { PackIndex } from '../pack/pack-index.ts';
import type { PackedDatabase } from '../pack/packed-database.ts';
import { type ReceivedPack, type ReceivePackOptions, receivePack } from '../pack/receive-pack.ts';
import { writePack } from '../pack/write-pack.ts';
import type { PushCommand, PushRequest } from './push-request.ts';

/** The part of a pack to keep, and the commands whose objects are incomplete. */
export interface CheckedPack {
  /** Unset if no object of it is needed. */
  readonly pack: ReceivedPack | undefined;
  /** Links of all its objects, if known. */
  readonly links?: LinkCheck;
  readonly refused: ReadonlyMap<PushCommand, string>;
}

/**
 * Refuses the commands whose objects link to a missing one. Kept objects must have no hole that a later push could fall
 * into. So from a pack with a hole, only what the other commands need is kept, in a pack of its own.
 *
 * @param links of the pack, recorded while it arrived
 */
export async function checkLinks(
  push: PushRequest,
  pack: ReceivedPack | undefined,
  links: LinkCheck,
  before: PackedDatabase,
  options: ReceivePackOptions,
): Promise<CheckedPack> {
  try {
    const isThere = ({ to }: PushCommand) =>
      to === undefined || links.getType(to) !== undefined || before.has(to);
    if (!push.commands.every(isThere) || !links.isComplete(before))
      return await withoutHoles(push, pack, before, options);
    if (pack === undefined || bringsSomething(pack, before)) return { pack, links, refused: new Map() };
  } catch (error) {
    await pack?.incoming.discard();
    throw error;
  }
  await pack.incoming.discard();
  return { pack: undefined, refused: new Map() };
}

async function withoutHoles(
  push: PushRequest,
  pack: ReceivedPack | undefined,
  before: PackedDatabase,
  options: ReceivePackOptions,
): Promise<CheckedPack> {
  const database = pack === undefined ? before : before.with({ ...pack, bytes: pack.incoming.bytes });
  const isNew = (id: string) => pack !== undefined && !before.has(id);
  const values = push.commands.flatMap(({ to }) => to ?? []);
  const holes = findHoles(database, new Set(values), isNew);
  const refused = new Map<PushCommand, string>();
  for (const command of push.commands) {
    const hole = command.to === undefined ? undefined : holes.get(command.to);
    if (hole !== undefined) refused.set(command, getFault(hole, push));
  }
  const isFailing = push.hasCapability('atomic') && refused.size > 0;
  const wanted = isFailing ? [] : push.commands.filter((command) => !refused.has(command));
  const needed = newObjects(
    database,
    wanted.flatMap(({ to }) => to ?? []),
    isNew,
  );
  if (needed.size === 0) {
    await pack?.incoming.discard();
    return { pack: undefined, refused };
  }
  // These were inspected when they arrived.
  const { inspect: _, ...rest } = options;
  const pieces = writePack(database, needed, { codec: options.codec, ofsDelta: true });
  const smaller = await receivePack(pieces, rest);
  await pack?.incoming.discard();
  return { pack: smaller, refused };
}

function getFault({ type, from }: MissingObject, { shallow }: PushRequest): string {
  const isEnd = type === 'commit' && from !== undefined && shallow.has(from);
  return isEnd ? 'shallow update not allowed' : 'missing necessary objects';
}

/** Whether a pack has an object that did not exist before. */
function bringsSomething(pack: ReceivedPack, before: ObjectDatabase): boolean {
  const index = new PackIndex(pack.index);
  for (let entry = 0; entry < index.count; entry++) if (!before.has(index.idAt(entry))) return true;
  return false;
}
