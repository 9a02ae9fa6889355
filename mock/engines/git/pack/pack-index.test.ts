import { expect, test } from 'vitest';
import { gitCodec } from '#git-codec';
import { idAt } from '../object-id.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { ids, inPieces, packs } from '../testing/packs.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { PackIndex, writePackIndex } from './pack-index.ts';
import { PackTable } from './pack-scanner.ts';
import { receivePack } from './receive-pack.ts';

const indexOf = async (pack: Uint8Array) =>
  (await receivePack(inPieces(pack, 4096), { storage: memoryStorage(), codec: gitCodec })).index;

test.each([
  [ids.commits[2], 12, 152],
  [ids.tag, 152, 263],
  [ids.texts[2], 757, 850],
  [ids.texts[0], 890, 931],
  [ids.numbers[0], 942, 953],
])('finds the entry of %s from %d to %d', async (id, from, to) => {
  const index = new PackIndex(await indexOf(packs.ofsDeltas()));
  const entry = index.find(id);
  expect(index.idAt(entry)).toBe(id);
  expect(index.offsetAt(entry)).toBe(from);
  expect(index.entryAtOffset(from)).toBe(entry);
  expect(index.nextOffset(from, 953)).toBe(to);
  expect(index.crcAt(entry)).toBe(gitCodec.crc32(packs.ofsDeltas().subarray(from, to)));
  expect(index.entryAtOffset(from + 1)).toBe(-1);
});

test.each(['0'.repeat(40), 'f'.repeat(40), ids.tag.replace(/.$/, '7'), `c0${'0'.repeat(38)}`])(
  'does not find the unknown id %s',
  async (id) => {
    expect(new PackIndex(await indexOf(packs.ofsDeltas())).find(id)).toBe(-1);
  },
);

test('offsets beyond two and four gigabytes are kept', () => {
  const table = new PackTable();
  const offsets = [12, 0x7fffffff, 0x80000000, 0xffffffff, 0x1_0000_0000, 0x12_3456_7890];
  for (const offset of offsets) {
    const entry = table.add();
    table.offsets[entry] = offset;
    // Ids in another order than the offsets.
    table.ids.set(gitCodec.sha1(Uint8Array.of(entry)), entry * 20);
  }
  const index = new PackIndex(writePackIndex(table, new Uint8Array(20), gitCodec));
  for (const [at, offset] of offsets.entries()) {
    const entry = index.find(idAt(table.ids, at * 20));
    expect(index.offsetAt(entry)).toBe(offset);
    expect(index.entryAtOffset(offset)).toBe(entry);
    expect(index.nextOffset(offset, 1e12)).toBe(offsets[at + 1] ?? 1e12);
  }
});

test.each([
  ['is empty', (_: Uint8Array) => new Uint8Array()],
  ['is of another version', (index: Uint8Array) => index.with(7, 1)],
  ['has another magic', (index: Uint8Array) => index.with(0, 0)],
  ['is truncated', (index: Uint8Array) => index.subarray(0, -1)],
  ['claims more', (index: Uint8Array) => index.with(8 + 255 * 4, 1)],
  ['is not sorted', (index: Uint8Array) => index.with(8, 1)],
])('an index that %s is refused', async (_, spoil) => {
  const index = await indexOf(packs.ofsDeltas());
  expect(thrownBy(() => new PackIndex(spoil(index)))).toBe('bad-pack');
});
