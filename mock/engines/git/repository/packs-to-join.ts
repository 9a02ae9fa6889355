import { gitLimits } from '../../../../spec/git-limits.ts';
import type { StoredPack } from '../repository-storage.ts';

/**
 * Which packs to put into one, in the order they are given: none as long as they are few, else the smaller half, and of
 * the greater ones those that are less than twice as large as all that are joined already. So each object is copied
 * only as often as the repository doubles.
 */
export function packsToJoin<Pack extends Pick<StoredPack, 'bytes'>>(packs: readonly Pack[]): readonly Pack[] {
  if (packs.length <= gitLimits.packs) return [];
  const joined = new Set<Pack>();
  let bytes = 0;
  for (const pack of [...packs].sort((a, b) => a.bytes.size - b.bytes.size)) {
    if (joined.size >= packs.length / 2 && pack.bytes.size >= bytes * 2) break;
    joined.add(pack);
    bytes += pack.bytes.size;
  }
  return packs.filter((pack) => joined.has(pack));
}
