import { gitCodec } from '#git-codec';
import type { RepositoryStorage } from '../../repository-storage.ts';
import { memoryStorage } from '../../storage/memory-storage.ts';
import { PackedDatabase } from '../packed-database.ts';
import { type ReceivePackOptions, receivePack } from '../receive-pack.ts';

/** Bytes in pieces of one size. */
export function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** A database of packs that were received one after another. */
export async function databaseOf(
  packs: readonly Uint8Array[],
  storage: RepositoryStorage = memoryStorage(),
  options: Partial<ReceivePackOptions> = {},
): Promise<PackedDatabase> {
  const database = new PackedDatabase(gitCodec);
  for (const bytes of packs) {
    const pack = await receivePack([bytes], { storage, codec: gitCodec, bases: database, ...options });
    database.add(await pack.incoming.keep(pack.name, pack.index));
  }
  return database;
}
