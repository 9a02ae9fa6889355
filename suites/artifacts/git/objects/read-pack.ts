import { inflateSync } from 'node:zlib';
import { ConformanceFailure } from '../../../harness/errors.ts';
import { getText, toHex } from './bytes.ts';
import { type GitObject, gitObject, type ObjectType, sha1, type TreeEntry } from './git-object.ts';

/** The contents of a pack. */
export interface ReadPack {
  readonly objects: ReadonlyMap<string, GitObject>;
  /** Number of objects according to its header. */
  readonly count: number;
  readonly offsetDeltas: number;
  /** Bases outside the pack. */
  readonly outside: ReadonlySet<string>;
}

const types: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };

/**
 * Parses and validates a pack.
 *
 * @param known objects outside the pack that its deltas may have as bases
 * @throws ConformanceFailure if the pack is invalid
 */
export function readPack(pack: Uint8Array, known: ReadonlyMap<string, GitObject> = new Map()): ReadPack {
  if (pack.length < 32 || getText(pack.subarray(0, 4)) !== 'PACK') {
    throw new ConformanceFailure(
      `No pack was sent, but ${pack.length} bytes: ${getText(pack.subarray(0, 80))}`,
    );
  }
  const view = new DataView(pack.buffer, pack.byteOffset, pack.length);
  const count = view.getUint32(8);
  if (view.getUint32(4) !== 2) throw new ConformanceFailure(`The pack has version ${view.getUint32(4)}`);
  const end = pack.length - 20;
  const byPlace = new Map<number, GitObject>();
  const objects = new Map<string, GitObject>();
  const outside = new Set<string>();
  const later: { place: number; base: string; delta: Uint8Array }[] = [];
  let offsetDeltas = 0;
  let at = 12;
  const add = (place: number, object: GitObject) => {
    if (objects.has(object.id)) throw new ConformanceFailure(`The pack has ${object.id} twice`);
    byPlace.set(place, object);
    objects.set(object.id, object);
  };
  for (let number = 0; number < count; number++) {
    const place = at;
    let byte = pack[at++] ?? 0;
    const type = (byte >> 4) & 7;
    let size = byte & 15;
    for (let factor = 16; byte & 0x80; factor *= 128) {
      byte = pack[at++] ?? 0;
      size += (byte & 0x7f) * factor;
    }
    let base: string | number | undefined;
    if (type === 6) {
      byte = pack[at++] ?? 0;
      let distance = byte & 0x7f;
      while (byte & 0x80) {
        byte = pack[at++] ?? 0;
        distance = (distance + 1) * 128 + (byte & 0x7f);
      }
      base = place - distance;
      offsetDeltas += 1;
    } else if (type === 7) {
      base = toHex(pack.subarray(at, at + 20));
      at += 20;
    }
    if (at >= end) throw new ConformanceFailure(`The pack ends after ${number} of ${count} objects`);
    const { data, read } = inflateAt(pack, at, end, size);
    at += read;
    if (data.length !== size)
      throw new ConformanceFailure(`Object ${number} has ${data.length} bytes, not ${size}`);
    if (base === undefined) add(place, gitObject(getType(type), data));
    else if (typeof base === 'number') {
      const found = byPlace.get(base);
      if (found) add(place, applied(found, data));
      else later.push({ place, base: `@${base}`, delta: data });
    } else later.push({ place, base, delta: data });
  }
  if (at !== end) throw new ConformanceFailure(`The pack has ${end - at} bytes after its objects`);
  const find = (base: string) =>
    base.startsWith('@') ? byPlace.get(Number(base.slice(1))) : (objects.get(base) ?? known.get(base));
  for (let before = -1; later.length > 0 && before !== later.length; ) {
    before = later.length;
    for (const one of later.splice(0)) {
      const found = find(one.base);
      if (!found) later.push(one);
      else {
        if (!one.base.startsWith('@') && !objects.has(one.base)) outside.add(one.base);
        add(one.place, applied(found, one.delta));
      }
    }
  }
  const [lost] = later;
  if (lost) throw new ConformanceFailure(`The pack has a delta of ${lost.base}, which is missing`);
  const body = pack.subarray(0, end);
  if (sha1(body) !== toHex(pack.subarray(end)))
    throw new ConformanceFailure('The checksum of the pack is wrong');
  return { objects, count, offsetDeltas, outside };
}

function getType(type: number): ObjectType {
  const found = types[type];
  if (!found) throw new ConformanceFailure(`The pack has an object of type ${type}`);
  return found;
}

/** The largest size to expect when inflating an object. */
const mostInflated = 67_108_864;

/** The inflated data at an offset, and the compressed length. */
function inflateAt(
  pack: Uint8Array,
  at: number,
  end: number,
  claimed: number,
): { data: Uint8Array<ArrayBuffer>; read: number } {
  // One chunk holds everything, unless the claim is wrong.
  const chunkSize = 64 + Math.min(claimed, mostInflated);
  // Inflate ignores bytes after the object, but passing all of a large pack each time is slow.
  for (let size = 4_096 + Math.ceil(claimed * 1.001); ; size *= 8) {
    const piece = pack.subarray(at, Math.min(end, at + size));
    try {
      // The types of `inflateSync` lack `info`, although every runtime has it.
      const result = inflateSync(piece, { info: true, chunkSize } as object) as unknown as {
        buffer: Uint8Array<ArrayBuffer>;
        engine: { bytesWritten: number };
      };
      const { buffer, byteOffset, length } = result.buffer;
      return { data: new Uint8Array(buffer, byteOffset, length), read: result.engine.bytesWritten };
    } catch (cause) {
      if (at + size < end) continue;
      throw new ConformanceFailure("The pack has an object that can't be inflated", { cause });
    }
  }
}

function applied(base: GitObject, delta: Uint8Array): GitObject {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = delta[at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (!(byte & 0x80)) return value;
    }
  };
  if (number() !== base.data.length) throw new ConformanceFailure(`A delta of ${base.id} names another size`);
  const result = new Uint8Array(number());
  let to = 0;
  while (at < delta.length) {
    const code = delta[at++] ?? 0;
    let piece: Uint8Array;
    if (code & 0x80) {
      const read = (bits: number) => {
        let value = 0;
        for (let bit = 0; bit < bits; bit++) value += masked(bits === 4 ? bit : bit + 4) * 256 ** bit;
        return value;
      };
      const masked = (bit: number) => (code & (1 << bit) ? (delta[at++] ?? 0) : 0);
      const from = read(4);
      const size = read(3) || 0x10000;
      piece = base.data.subarray(from, from + size);
    } else {
      piece = delta.subarray(at, at + code);
      at += code;
    }
    if (piece.length === 0 || to + piece.length > result.length) {
      throw new ConformanceFailure(`A delta of ${base.id} does not fit`);
    }
    result.set(piece, to);
    to += piece.length;
  }
  if (to !== result.length) throw new ConformanceFailure(`A delta of ${base.id} is too short`);
  return gitObject(base.type, result);
}

/** The entries of a tree, in order. */
export function getEntries({ data, id }: GitObject): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < data.length; ) {
    const end = data.indexOf(0, at);
    if (end < 0 || end + 21 > data.length) throw new ConformanceFailure(`The tree ${id} ends too early`);
    const [mode = '', ...name] = getText(data.subarray(at, end)).split(' ');
    entries.push({ mode, name: name.join(' '), id: toHex(data.subarray(end + 1, end + 21)) });
    at = end + 21;
  }
  return entries;
}

/** All values of a header in a commit or a tag. */
export function getHeaders({ data }: GitObject, name: string): string[] {
  const head = getText(data).split('\n\n')[0] ?? '';
  return head
    .split('\n')
    .flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []));
}

export const getParents = (commit: GitObject): string[] => getHeaders(commit, 'parent');

/** Ids that an object requires. The commit of a submodule may be missing. */
export function namedBy(object: GitObject, shallow: ReadonlySet<string> = new Set()): string[] {
  if (object.type === 'tree') {
    return getEntries(object).flatMap(({ mode, id }) => (mode === '160000' ? [] : [id]));
  }
  if (object.type === 'tag') return getHeaders(object, 'object');
  if (object.type === 'commit') {
    return [...getHeaders(object, 'tree'), ...(shallow.has(object.id) ? [] : getParents(object))];
  }
  return [];
}

/** Everything that some objects reach, including themselves: existing ids, and missing ones. */
export function reach(
  objects: ReadonlyMap<string, GitObject>,
  from: readonly string[],
  shallow: ReadonlySet<string> = new Set(),
): { readonly reached: ReadonlySet<string>; readonly missing: ReadonlySet<string> } {
  const reached = new Set<string>();
  const missing = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || missing.has(id)) continue;
    const object = objects.get(id);
    if (!object) {
      missing.add(id);
      continue;
    }
    reached.add(id);
    waiting.push(...namedBy(object, shallow));
  }
  return { reached, missing };
}
