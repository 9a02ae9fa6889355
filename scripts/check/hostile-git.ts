import { deflateSync } from 'node:zlib';
import { gitCodec } from '#git-codec';
import { hashObject, idAt } from '../../mock/engines/git/object-id.ts';
import { type BuiltEntry, buildPack } from '../../mock/engines/git/testing/packs.ts';

/** Requests that no honest client sends. */
export const zero = '0'.repeat(40);

const capabilities = ' report-status side-band-64k object-format=sha1 agent=hostile';

export const toBytes = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A pkt-line with a correct length. */
export const packet = (text: string): Buffer => {
  const data = toBytes(text);
  return Buffer.concat([toBytes((data.length + 4).toString(16).padStart(4, '0')), data]);
};

/** A push of one ref, with a pack or any bytes in its place. */
export function pushBody(ref: string, to: string, pack: Uint8Array, from: string = zero): Buffer {
  return Buffer.concat([packet(`${from} ${to} ${ref}\0${capabilities}`), toBytes('0000'), pack]);
}

const types = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;

/** An undeltified object with its id. */
export function object(
  type: keyof typeof types,
  content: Uint8Array | string,
): { readonly id: string; readonly entry: BuiltEntry } {
  const data = typeof content === 'string' ? toBytes(content) : content;
  return { id: idAt(hashObject(gitCodec, type, data), 0), entry: { kind: types[type], data } };
}

/** An entry of a tree. */
export const treeEntry = (mode: string, name: string, id: string): Buffer =>
  Buffer.concat([toBytes(`${mode} ${name}\0`), Buffer.from(id, 'hex')]);

const person = 'Eve Example <eve@example.com> 1700000000 +0000';

export const getCommit = (tree: string) =>
  object('commit', `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\nHello\n`);

/** A push of a commit whose tree has one entry. */
export function pushOfTree(mode: string, name: string): Buffer {
  const blob = object('blob', 'hello\n');
  const tree = object('tree', treeEntry(mode, name, blob.id));
  const commit = getCommit(tree.id);
  return pushBody('refs/heads/new', commit.id, buildPack([commit.entry, tree.entry, blob.entry]));
}

/** A commit of nested trees that each contain the next one many times: few objects, but countless files. */
export function branchingTrees(
  depth: number,
  width: number,
): { readonly id: string; readonly pack: Uint8Array } {
  const blob = object('blob', 'hello\n');
  const entries = [blob.entry];
  let [mode, below] = ['100644', blob.id];
  for (let level = 0; level < depth; level++) {
    const names = Array.from({ length: width }, (_, at) => `f${String(at).padStart(3, '0')}`);
    const tree = object('tree', Buffer.concat(names.map((name) => treeEntry(mode, name, below))));
    entries.push(tree.entry);
    [mode, below] = ['40000', tree.id];
  }
  const commit = getCommit(below);
  return { id: commit.id, pack: buildPack([commit.entry, ...entries]) };
}

/** Deltas that each expand their base a hundredfold from a few bytes. */
export function growingDeltas(levels: number): Uint8Array {
  let size = 1_000;
  const entries: BuiltEntry[] = [{ kind: types.blob, data: new Uint8Array(size) }];
  for (let level = 0; level < levels; level++) {
    const copies = createCopies(size);
    const delta = [...sizeBytes(size), ...sizeBytes(size * 100), ...Array(100).fill(copies).flat()];
    entries.push({ kind: 6, data: Uint8Array.from(delta), base: level });
    size *= 100;
  }
  return buildPack(entries);
}

/** Files of zeros, each with another first byte. */
export function sparseFiles(count: number, size: number): BuiltEntry[] {
  const data = new Uint8Array(size);
  return Array.from({ length: count }, (_, at) => {
    data[0] = at;
    return { kind: types.blob, data: new Uint8Array(), size, deflated: deflateSync(data) };
  });
}

/** Deltas that each produce the same size from one base of a megabyte. */
export function deltasTo(size: number, count: number): BuiltEntry[] {
  let noise = 1;
  const next = () => {
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
    return noise >>> 24;
  };
  const base = object('blob', Uint8Array.from({ length: 1_048_576 }, next));
  const times = size / 1_048_576 - 1;
  const copies = Array.from({ length: times }, () => createCopies(1_048_576)).flat();
  const deltas = Array.from({ length: count }, (_, at) => {
    // A few literal bytes, and that many fewer of the base.
    const rest = [
      127,
      ...Array(127).fill(at + 1),
      0xff,
      ...littleEndian(0, 4),
      ...littleEndian(1_048_449, 3),
    ];
    const data = Uint8Array.from([...sizeBytes(1_048_576), ...sizeBytes(size), ...copies, ...rest]);
    return { kind: 7, data, base: base.id };
  });
  return [base.entry, ...deltas];
}

/** A tree of identical files, in 35 bytes each. */
export function longTree(count: number): BuiltEntry {
  const id = object('blob', 'hello\n').id;
  const names = Array.from({ length: count }, (_, at) => String(at).padStart(7, '0'));
  return object('tree', Buffer.concat(names.map((name) => treeEntry('100644', name, id)))).entry;
}

/** Copies the whole base, in as many instructions as necessary. */
function createCopies(size: number): number[] {
  const most = 0xffffff;
  const copies: number[] = [];
  for (let from = 0; from < size; from += most) {
    const length = Math.min(most, size - from);
    copies.push(0xff, ...littleEndian(from, 4), ...littleEndian(length, 3));
  }
  return copies;
}

const littleEndian = (value: number, count: number) =>
  Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** at) % 256);

function sizeBytes(value: number): number[] {
  const groups: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) groups.push((rest % 128) | 128);
  return [...groups, rest];
}
