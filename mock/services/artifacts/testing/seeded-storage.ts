import { gitCodec } from '#git-codec';
import {
  hashObject,
  idAt,
  type ObjectId,
  type ObjectType,
  objectTypes,
  putId,
  zeroId,
} from '../../../engines/git/object-id.ts';
import type { RepositoryStorage } from '../../../engines/git/repository-storage.ts';
import { memoryStorage } from '../../../engines/git/storage/memory-storage.ts';
import { type BuiltEntry, buildPack, createDatabase } from '../../../engines/git/testing/packs.ts';

const encoder = new TextEncoder();
const join = (...pieces: readonly Uint8Array[]) => Uint8Array.from(pieces.flatMap((piece) => [...piece]));

/** Objects that a test creates, each with its id, for one pack. */
export class TestObjects {
  readonly #entries: BuiltEntry[] = [];

  blob(content: string | Uint8Array): ObjectId {
    return this.#add('blob', typeof content === 'string' ? encoder.encode(content) : content);
  }

  /** Entries as `mode name`, in Git's order. */
  tree(entries: Readonly<Record<string, ObjectId>>): ObjectId {
    const pieces = Object.entries(entries).map(([entry, id]) => {
      const bytes = new Uint8Array(20);
      putId(id, bytes, 0);
      return join(encoder.encode(`${entry}\0`), bytes);
    });
    return this.#add('tree', join(...pieces));
  }

  commit(tree: ObjectId, message: string, ...parents: readonly ObjectId[]): ObjectId {
    const lines = [
      `tree ${tree}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author Ann <ann@example.com> ${this.#entries.length + 1_700_000_000} +0100`,
      `committer Bob <bob@example.com> ${this.#entries.length + 1_700_000_500} +0000`,
    ];
    return this.#add('commit', encoder.encode(`${lines.join('\n')}\n\n${message}`));
  }

  tag(object: ObjectId, type: ObjectType, name: string): ObjectId {
    const text = `object ${object}\ntype ${type}\ntag ${name}\ntagger Ann <ann@example.com> 1700001000 +0000\n\n${name}\n`;
    return this.#add('tag', encoder.encode(text));
  }

  /** The body of a push with all objects that creates one ref. */
  push(ref: string, to: ObjectId): Uint8Array<ArrayBuffer> {
    const line = `${zeroId} ${to} ${ref}\0report-status`;
    const length = (line.length + 4).toString(16).padStart(4, '0');
    return join(encoder.encode(`${length}${line}0000`), buildPack(this.#entries));
  }

  /** A repository with all objects and these refs. */
  async storage(refs: Readonly<Record<string, ObjectId>>): Promise<RepositoryStorage> {
    const storage = memoryStorage();
    await createDatabase([buildPack(this.#entries)], storage);
    await storage.changeRefs(Object.entries(refs).map(([name, to]) => ({ name, from: undefined, to })));
    return storage;
  }

  #add(type: ObjectType, data: Uint8Array): ObjectId {
    this.#entries.push({ kind: objectTypes[type], data });
    return idAt(hashObject(gitCodec, type, data), 0);
  }
}
