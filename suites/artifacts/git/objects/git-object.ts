import { createHash } from 'node:crypto';
import { fromHex, join, utf8 } from './bytes.ts';

export const objectTypes = ['commit', 'tree', 'blob', 'tag'] as const;
export type ObjectType = (typeof objectTypes)[number];

/** A Git object with its id. */
export interface GitObject {
  readonly id: string;
  readonly type: ObjectType;
  readonly data: Uint8Array<ArrayBuffer>;
}

export const sha1 = (...pieces: readonly (Uint8Array | string)[]): string => {
  const hash = createHash('sha1');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
};

export function gitObject(type: ObjectType, data: Uint8Array<ArrayBuffer>): GitObject {
  return { id: sha1(`${type} ${data.length}\0`, data), type, data };
}

export const blob = (content: Uint8Array<ArrayBuffer> | string): GitObject =>
  gitObject('blob', typeof content === 'string' ? utf8(content) : content);

/** One entry of a tree. */
export interface TreeEntry {
  readonly name: string;
  /** As written in trees: `100644`, `40000`. */
  readonly mode: string;
  readonly id: string;
}

/** A tree, with its entries sorted as Git requires. */
export function tree(entries: readonly TreeEntry[]): GitObject {
  const key = ({ name, mode }: TreeEntry) => utf8(mode === '40000' ? `${name}/` : name);
  const sorted = [...entries].sort((a, b) => compareBytes(key(a), key(b)));
  return gitObject('tree', treeData(sorted));
}

/** The bytes of a tree with its entries in the given order, valid or not. */
export const treeData = (entries: readonly TreeEntry[]): Uint8Array<ArrayBuffer> =>
  join(...entries.flatMap(({ name, mode, id }) => [`${mode} ${name}\0`, fromHex(id)]));

/** A person and a time. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly at: number;
  /** `+0000`. */
  readonly zone: string;
}

export const someone = (at: number): Signature => ({
  name: 'Ada Example',
  email: 'ada@example.com',
  at,
  zone: '+0000',
});

const signed = ({ name, email, at, zone }: Signature) => `${name} <${email}> ${at} ${zone}`;

/** The parts of a commit. */
export interface CommitParts {
  readonly tree: string;
  readonly parents?: readonly string[];
  readonly message?: string;
  readonly author?: Signature;
  readonly committer?: Signature;
}

/** The default time in seconds since 1970. */
export const someTime = 1_700_000_000;

export function commit(parts: CommitParts): GitObject {
  const author = parts.author ?? someone(someTime);
  const lines = [
    `tree ${parts.tree}`,
    ...(parts.parents ?? []).map((parent) => `parent ${parent}`),
    `author ${signed(author)}`,
    `committer ${signed(parts.committer ?? author)}`,
  ];
  return gitObject('commit', utf8(`${lines.join('\n')}\n\n${parts.message ?? 'A commit\n'}`));
}

/** An annotated tag of an object. */
export function tag(
  of: Pick<GitObject, 'id' | 'type'>,
  name: string,
  message = 'A tag\n',
  by = someone(someTime),
): GitObject {
  const lines = [`object ${of.id}`, `type ${of.type}`, `tag ${name}`, `tagger ${signed(by)}`];
  return gitObject('tag', utf8(`${lines.join('\n')}\n\n${message}`));
}

/** Compares by bytes. A prefix sorts first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const size = Math.min(a.length, b.length);
  for (let at = 0; at < size; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
