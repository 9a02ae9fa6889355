import { concatBytes } from '@noble/hashes/utils.js';
import type { GitCodec } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import { hashObject, idAt, type ObjectId, type ObjectType, objectTypes, putId } from '../object-id.ts';
import { checkObject } from '../objects/check-object.ts';
import { HEAD_BYTES, packHead, putEntryHead } from '../pack/pack-format.ts';
import { receivePack } from '../pack/receive-pack.ts';
import type { RepositoryStorage } from '../repository-storage.ts';

/** A file of a commit. */
interface CommittedFile {
  /** `src/index.ts`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable?: boolean | undefined;
}

/** The first commit of a branch. */
export interface FirstCommit {
  readonly codec: GitCodec;
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly files: readonly CommittedFile[];
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  /** Commit date, in seconds since 1970. */
  readonly seconds: number;
}

/**
 * Writes a root commit into an empty repository, and makes it the tip of a branch.
 *
 * @returns its id
 * @throws GitError `bad-object` for paths that no tree can have, or an author that no commit can have
 * @example
 * await writeFirstCommit(memoryStorage(), { codec, branch: 'main', files, message: 'Begin', author, seconds: 0 });
 */
export async function writeFirstCommit(storage: RepositoryStorage, commit: FirstCommit): Promise<ObjectId> {
  const { codec, author, seconds, message, branch } = commit;
  const pack = new NewPack(codec);
  const tree = addFolder(pack, getFolder(commit.files));
  const person = `${author.name} <${author.email}> ${seconds} +0000`;
  const text = `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\n${message.replace(/\n*$/, '\n')}`;
  const id = pack.add('commit', encoder.encode(text));
  const received = await receivePack(pack.pieces(), { storage, codec, inspect: checkObject });
  await received.incoming.keep(received.name, received.index);
  await storage.changeRefs([{ name: `refs/heads/${branch}`, from: undefined, to: id }]);
  return id;
}

const encoder = new TextEncoder();

type Folder = Map<string, Folder | CommittedFile>;

/** @throws GitError for an invalid path, or one that is both a file and a folder */
function getFolder(files: readonly CommittedFile[]): Folder {
  const root: Folder = new Map();
  for (const file of files) {
    const parts = file.path.split('/');
    const name = parts.pop() ?? '';
    let folder = root;
    for (const part of parts) {
      const known = folder.get(part) ?? new Map();
      if (part === '' || !(known instanceof Map)) throw badPath(file.path);
      folder.set(part, known);
      folder = known;
    }
    if (name === '' || folder.has(name)) throw badPath(file.path);
    folder.set(name, file);
  }
  return root;
}

const badPath = (path: string) =>
  new GitError('bad-object', `${path} is not a valid file path, or is also a folder of another file`);

function addFolder(pack: NewPack, folder: Folder): ObjectId {
  const entries = [...folder].map(([name, entry]) => {
    if (entry instanceof Map)
      return { name, sortedAs: `${name}/`, mode: '40000', id: addFolder(pack, entry) };
    const mode = entry.executable ? '100755' : '100644';
    return { name, sortedAs: name, mode, id: pack.add('blob', entry.bytes) };
  });
  const sorted = entries
    .map((entry) => ({ ...entry, order: encoder.encode(entry.sortedAs) }))
    .sort((a, b) => compareBytes(a.order, b.order));
  return pack.add(
    'tree',
    concatBytes(
      ...sorted.flatMap(({ mode, name, id }) => {
        const bytes = new Uint8Array(20);
        putId(id, bytes, 0);
        return [encoder.encode(`${mode} ${name}\0`), bytes];
      }),
    ),
  );
}

/** Objects to put into one pack. */
class NewPack {
  readonly #codec: GitCodec;
  readonly #entries = new Map<ObjectId, Uint8Array>();

  constructor(codec: GitCodec) {
    this.#codec = codec;
  }

  add(type: ObjectType, data: Uint8Array): ObjectId {
    const id = idAt(hashObject(this.#codec, type, data), 0);
    if (!this.#entries.has(id)) {
      const head = new Uint8Array(HEAD_BYTES);
      const end = putEntryHead(objectTypes[type], data.length, head, 0);
      this.#entries.set(id, concatBytes(head.subarray(0, end), this.#codec.deflate(data)));
    }
    return id;
  }

  pieces(): Uint8Array[] {
    const pieces = [packHead(this.#entries.size), ...this.#entries.values()];
    return [...pieces, this.#codec.sha1(...pieces)];
  }
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
