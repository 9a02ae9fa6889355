import { gitCodec } from '#git-codec';
import { ids, packs } from '../../pack/testing/packs.ts';
import { databaseOf } from '../../pack/testing/received.ts';
import { GitRepository } from '../../repository/git-repository.ts';
import { memoryStorage } from '../../storage/memory-storage.ts';

/** What the refs of most tests are: three commits, and a tag of the last. */
export const someRefs: Readonly<Record<string, string>> = {
  'refs/heads/main': ids.commits[2],
  'refs/heads/old': ids.commits[0],
  'refs/tags/v1': ids.tag,
};

/** A repository of the three editions of a text, with any refs, and whatever other packs are added. */
export async function threeEditions(
  refs: Readonly<Record<string, string>> = someRefs,
  { head = 'refs/heads/main', more = [] }: { head?: string; more?: readonly Uint8Array[] } = {},
): Promise<GitRepository> {
  const storage = memoryStorage(head);
  await databaseOf([packs.ofsDeltas(), ...more], storage);
  await storage.changeRefs(Object.entries(refs).map(([name, to]) => ({ name, from: undefined, to })));
  return GitRepository.open(storage, gitCodec);
}

/** Packets of lines of text; `0000`, `0001` and `0002` stand for the marks. */
export function wire(...lines: readonly string[]): Uint8Array {
  const packets = lines.map((line) => {
    if (/^000[012]$/.test(line)) return line;
    const length = new TextEncoder().encode(line).length + 4;
    return length.toString(16).padStart(4, '0') + line;
  });
  return new TextEncoder().encode(packets.join(''));
}

/** A body that comes in pieces of a few bytes. */
export async function* bodyOf(bytes: Uint8Array, size = 11): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
