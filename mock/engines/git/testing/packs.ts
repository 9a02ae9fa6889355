import { concatBytes } from '@noble/hashes/utils.js';
import { gitCodec } from '#git-codec';
import { hashObject, idAt, putId } from '../object-id.ts';
import { HEAD_BYTES, packHead, putDistance, putEntryHead } from '../pack/pack-format.ts';
import { PackedDatabase } from '../pack/packed-database.ts';
import { type ReceivePackOptions, receivePack } from '../pack/receive-pack.ts';
import type { RepositoryStorage } from '../repository-storage.ts';
import { memoryStorage } from '../storage/memory-storage.ts';

/** Bytes of a pack that Git 2.39 made, with a text in three editions. */
const toBytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

/** Ids of the packs' objects. */
export const ids = {
  commits: [
    '533b0e01b7b297ed3ba7f634feae7d32493706ab',
    '58e303244cae390ff106bce60fae3107ea1ef92f',
    '6fb5d4cde03e74a0bb9168b504a8681ce5ad6ac6',
  ],
  trees: [
    '440eecb46fe37cba9194c2bcb6332ee70bff5a85',
    '7f4e8e5747d34a6b250f974ca2961421c817439c',
    'd89c16e99476ccef202b67594dd86304535a0818',
  ],
  texts: [
    'd609e8c17e48cbc0e61d8ec765640d70634257c9',
    '586e0b8631ff0fe8e5adae1060257688df91c475',
    'b1831cf94038bff29c893c233ea86f405908c149',
  ],
  numbers: [
    'd00491fd7e5bb6fa28c517a0bb32b8b506539d4d',
    '0cfbf08886fca9a91cb753ec8734c84fcbe52c9f',
    '00750edc07d6415dcc07ae0351e9397b0222b7ba',
  ],
  tag: 'c0355c7666d55aafeef1fc0518aa83269afcd296',
} as const;

/** The text of an edition, counted from 1. */
export const getText = (edition: number) =>
  [
    `edition ${edition}`,
    ...Array.from({ length: 12 }, (_, line) => `line ${line + 1} of the text, said over and over`),
    '',
  ].join('\n');

/** Packs, as functions, since a test may corrupt its copy. */
export const packs = {
  /** Thirteen objects of three commits and a tag; blob deltas have their bases by offset. */
  ofsDeltas: () =>
    toBytes(
      'UEFDSwAAAAIAAAANkAx4nI2KSwoCMRAF9zlF7wXppPMFGXThQXqSDgacDyGCx3fEC/g2RRVvdBEoMWXtJSUbfM5SDZrZB5dsKdET' +
        'WkeOMeqodu6yDnBRCMlYm1koYa0a/ZzFYz1cYxDWUpOpil/jsXW4wYWv8uZlf8o5b8sEOuBvBKcv1FGXNob8dVb30kbbViD1AY0r' +
        'NeDCB3icJcpBCgIxDEbhfU6RvSAttpkOiOgJPEOS/g6KdQYporfXwbf5Nm+2G7yzXCzX5BVhhyFpMBujFMshaZESHVmrqAv1zwL2' +
        'ubVrp64Tv+LKhCefeK9HvLUtd2x/x4HjEP6NvFkhOj9AX+mPIWuQDHicjYxNCsIwEEb3OcXsBUlmppkGpOjCg0zSCRbsDyWCx7fi' +
        'Bfw2Dx6Pr+1mIJWtt05YRmKNGTtfk3BRTDEwhtIHYUrFbbrb0qAjyt58yJIxiY2UVWokrqZ2XCAnEh81O321x7rDDS56tbfO29PO' +
        'ZZ0HCOJ/Qzh94Q47T63ZX7G7j1Ob1gXQfQB4wTWskAl4nCspSk1VMDExSE1NTjIxS0s1Nk9OSrQ0tDRJNkpKTjIzNjZKTTU3SEpL' +
        'M020MOVKLC3JyC9ScFSwSXRIrUjMLchJ1UvOz7VTMDQ3gABDBW0QxQUUzc0sKUklSjGXa0pmSWZ+noIhFwAoWilIpQR4nDM0MDAz' +
        'MVHIK81NSi1iYCjlu8N+zTH2DPs65sCXltVMStt3GUJUlKRWlOjlpjBsbJb56WCx/9OcThtluxX5DpEcBz0BJUEYw6UEeJwzNDAw' +
        'MzFRyCvNTUotYuD5/aGj7c/KlTLbg9+0m5zwP/1UZ74hREVJakWJXm4KQ0Qed5vhf/4XT9euE0hQLeu4P/FIKQDWGB2YpQR4nDM0' +
        'MDAzMVHIK81NSi1iuMAy8W9d9LZfGkfFF+w22rGVLXiuryFERUlqRYlebgrDNc4XB+s8Th94Jtt3PDWFtyDZKfwkAKeYHFQyeJwz' +
        '5gIAAHIAPrEeeJxLTcksyczPUzDmysnMS1UwVMhPUyjJSFUoSa0o0VEoTsxMUcgvSy1SSMyDMCDKjIhTZkycMhPilJkSp8yMOGXm' +
        'xCmzIE6ZJXHKDA2IVEdkPBgSjggAM7eiie0BXXice8j8kFkgNSWzJDM/T8GIKyczL1XBcLIio9pGs9WMAJk9CYjtAYAFeJx7yPyQ' +
        'WSA1JbMkMz9PwZArJzMvVcFwsiKj2kaz1YwAmS0JhzJ4nDPiAgAAcAA9MnicM+QCAABuADzd0b7LUqGGtga7tet1TnXkRfZ79w==',
    ),
  /** The same objects, with bases by id. */
  refDeltas: () =>
    toBytes(
      'UEFDSwAAAAIAAAANkAx4nI2KSwoCMRAF9zlF7wXppPMFGXThQXqSDgacDyGCx3fEC/g2RRVvdBEoMWXtJSUbfM5SDZrZB5dsKdET' +
        'WkeOMeqodu6yDnBRCMlYm1koYa0a/ZzFYz1cYxDWUpOpil/jsXW4wYWv8uZlf8o5b8sEOuBvBKcv1FGXNob8dVb30kbbViD1AY0r' +
        'NeDCB3icJcpBCgIxDEbhfU6RvSAttpkOiOgJPEOS/g6KdQYporfXwbf5Nm+2G7yzXCzX5BVhhyFpMBujFMshaZESHVmrqAv1zwL2' +
        'ubVrp64Tv+LKhCefeK9HvLUtd2x/x4HjEP6NvFkhOj9AX+mPIWuQDHicjYxNCsIwEEb3OcXsBUlmppkGpOjCg0zSCRbsDyWCx7fi' +
        'Bfw2Dx6Pr+1mIJWtt05YRmKNGTtfk3BRTDEwhtIHYUrFbbrb0qAjyt58yJIxiY2UVWokrqZ2XCAnEh81O321x7rDDS56tbfO29PO' +
        'ZZ0HCOJ/Qzh94Q47T63ZX7G7j1Ob1gXQfQB4wTWskAl4nCspSk1VMDExSE1NTjIxS0s1Nk9OSrQ0tDRJNkpKTjIzNjZKTTU3SEpL' +
        'M020MOVKLC3JyC9ScFSwSXRIrUjMLchJ1UvOz7VTMDQ3gABDBW0QxQUUzc0sKUklSjGXa0pmSWZ+noIhFwAoWilIpQR4nDM0MDAz' +
        'MVHIK81NSi1iYCjlu8N+zTH2DPs65sCXltVMStt3GUJUlKRWlOjlpjBsbJb56WCx/9OcThtluxX5DpEcBz0BJUEYw6UEeJwzNDAw' +
        'MzFRyCvNTUotYuD5/aGj7c/KlTLbg9+0m5zwP/1UZ74hREVJakWJXm4KQ0Qed5vhf/4XT9euE0hQLeu4P/FIKQDWGB2YpQR4nDM0' +
        'MDAzMVHIK81NSi1iuMAy8W9d9LZfGkfFF+w22rGVLXiuryFERUlqRYlebgrDNc4XB+s8Th94Jtt3PDWFtyDZKfwkAKeYHFQyeJwz' +
        '5gIAAHIAPrEeeJxLTcksyczPUzDmysnMS1UwVMhPUyjJSFUoSa0o0VEoTsxMUcgvSy1SSMyDMCDKjIhTZkycMhPilJkSp8yMOGXm' +
        'xCmzIE6ZJXHKDA2IVEdkPBgSjggAM7eiif0BsYMc+UA4v/KciTwjPqhvQFkIwUl4nHvI/JBZIDUlsyQzP0/BiCsnMy9VwXCyIqPa' +
        'RrPVjACZPQmI/QGxgxz5QDi/8pyJPCM+qG9AWQjBSXice8j8kFkgNSWzJDM/T8GQKyczL1XBcLIio9pGs9WMAJktCYcyeJwz4gIA' +
        'AHAAPTJ4nDPkAgAAbgA8RDYXXHTjSO0awcYJVuqQe0HWn4U=',
    ),
  /** The first two commits. */
  before: () =>
    toBytes(
      'UEFDSwAAAAIAAAAIkAx4nI2MTQrCMBBG9znF7AVJZqaZBqTowoNM0gkW7A8lgse34gX8Ng8ej6/tZiCVrbdOWEZijRk7X5NwUUwx' +
        'MIbSB2FKxW2629KgI8refMiSMYmNlFVqJK6mdlwgJxIfNTt9tce6ww0uerW3ztvTzmWdBwjif0M4feEOO0+t2V+xu49Tm9YF0H0A' +
        'eME1rJAJeJwrKUpNVTAxMUhNTU4yMUtLNTZPTkq0NLQ0STZKSk4yMzY2Sk01N0hKSzNNtDDlSiwtycgvUnBUsEl0SK1IzC3ISdVL' +
        'zs+1UzA0N4AAQwVtEMUFFM3NLClJJUoxl2tKZklmfp6CIRcAKFopSKUEeJwzNDAwMzFRyCvNTUotYuD5/aGj7c/KlTLbg9+0m5zw' +
        'P/1UZ74hREVJakWJXm4KQ0Qed5vhf/4XT9euE0hQLeu4P/FIKQDWGB2YMnicM+ICAABwAD2xHnicS03JLMnMz1Mw4srJzEtVMFTI' +
        'T1MoyUhVKEmtKNFRKE7MTFHIL0stUkjMgzAgyoyIU2ZMnDIT4pSZEqfMjDhl5sQpsyBOmSVxygwNiFRHZDwYEo4IADHeooilBHic' +
        'MzQwMDMxUcgrzU1KLWK4wDLxb130tl8aR8UX7DbasZUteK6vIURFSWpFiV5uCsM1zhcH6zxOH3gm23c8NYW3INkp/CQAp5gcVDJ4' +
        'nDPkAgAAbgA87QGANXice8j8kFkgNSWzJDM/T8GQKyczL1XBcLIio9pGs9WMAJktCYc28+H7yoHmwvpssT1EpkaM4rMeHw==',
    ),
  /** The third commit's additions to the first two, with a delta against a blob of the second. */
  thin: () =>
    toBytes(
      'UEFDSwAAAAIAAAAEkAx4nI2KSwoCMRAF9zlF7wXppPMFGXThQXqSDgacDyGCx3fEC/g2RRVvdBEoMWXtJSUbfM5SDZrZB5dsKdET' +
        'WkeOMeqodu6yDnBRCMlYm1koYa0a/ZzFYz1cYxDWUpOpil/jsXW4wYWv8uZlf8o5b8sEOuBvBKcv1FGXNob8dVb30kbbViD1AY0r' +
        'NeClBHicMzQwMDMxUcgrzU1KLWJgKOW7w37NMfYM+zrmwJeW1UxK23cZQlSUpFaU6OWmMGxslvnpYLH/05xOG2W7FfkOkRwHPQEl' +
        'QRjDMnicM+YCAAByAD79AVhuC4Yx/w/o5a2uEGAldojfkcR1eJx7yPyQWSA1JbMkMz9PwZgrJzMvVcFwsiKj2kaz1YwAmU0JiR2x' +
        'di0xo00yHOZzcqk+Yy0tETic',
    ),
};

/** An entry of a pack that a test makes, valid or not. */
export interface BuiltEntry {
  readonly kind: number;
  readonly data: Uint8Array;
  /** The base's entry number, or its id. */
  readonly base?: number | string;
  /** The claimed size, if it is false. */
  readonly size?: number;
  /** Bytes in place of the zlib stream. */
  readonly deflated?: Uint8Array;
}

/** A pack with a valid checksum, whatever its entries are. */
export function buildPack(entries: readonly BuiltEntry[], count = entries.length): Uint8Array {
  const pieces: Uint8Array[] = [packHead(count)];
  const offsets: number[] = [];
  let size = 12;
  for (const entry of entries) {
    const head = new Uint8Array(HEAD_BYTES);
    let end = putEntryHead(entry.kind, entry.size ?? entry.data.length, head, 0);
    if (typeof entry.base === 'number') end = putDistance(size - (offsets[entry.base] ?? 0), head, end);
    if (typeof entry.base === 'string') {
      putId(entry.base, head, end);
      end += 20;
    }
    const deflated = entry.deflated ?? gitCodec.deflate(entry.data);
    offsets.push(size);
    size += end + deflated.length;
    pieces.push(head.subarray(0, end), deflated);
  }
  return concatBytes(...pieces, gitCodec.sha1(...pieces));
}

/** A delta that inserts one byte before its whole base; base and result below 16 KiB. */
export function prefixing(byte: number, baseSize: number): Uint8Array {
  const size = (value: number) => [(value & 127) | 128, value >> 7];
  return Uint8Array.from([
    ...size(baseSize),
    ...size(baseSize + 1),
    1,
    byte,
    0xb0,
    baseSize & 255,
    baseSize >> 8,
  ]);
}

export const blobId = (data: Uint8Array) => idAt(hashObject(gitCodec, 'blob', data), 0);

/** Bytes in pieces of one size. */
export function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** A database of packs, received one after another. */
export async function createDatabase(
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
