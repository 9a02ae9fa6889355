import { gitCodec } from '#git-codec';
import type { GitObject, ObjectDatabase, PackedEntry } from '../object-database.ts';
import type { ObjectId, ObjectType } from '../object-id.ts';

const encoder = new TextEncoder();

/** An entry of a tree: a file, a folder, an executable, or a submodule's commit. */
interface TreeEntry {
  readonly mode: '100644' | '100755' | '120000' | '40000' | '160000';
  readonly name: string;
  readonly id: ObjectId;
}

/** The content of a commit. Default: an empty tree, and the date 1,000,000,000. */
interface CommitRecipe {
  readonly tree?: ObjectId;
  readonly parents?: readonly ObjectId[];
  /** Seconds since 1970. */
  readonly date?: number;
  readonly message?: string;
}

/** Objects in memory, made from recipes. A recipe always has the same id, which is its id in Git. */
export class MemoryDatabase implements ObjectDatabase {
  readonly #objects = new Map<ObjectId, GitObject>();
  /** Number of reads of each object. */
  reads = 0;

  /** Adds an object; returns its id. */
  add(type: ObjectType, data: Uint8Array): ObjectId {
    const head = encoder.encode(`${type} ${data.length}\0`);
    const id = Array.from(gitCodec.sha1(head, data), (byte) => byte.toString(16).padStart(2, '0')).join('');
    this.#objects.set(id, { type, data });
    return id;
  }

  blob(text: string): ObjectId {
    return this.add('blob', encoder.encode(text));
  }

  /** Adds a tree; the entries must be in Git's order. */
  tree(entries: readonly TreeEntry[]): ObjectId {
    const pieces = entries.flatMap(({ mode, name, id }) => [
      ...encoder.encode(`${mode} ${name}\0`),
      ...(id.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16)),
    ]);
    return this.add('tree', Uint8Array.from(pieces));
  }

  /** Adds files and their folders, from paths to contents. */
  files(files: Readonly<Record<string, string>>): ObjectId {
    const folders = new Map<string, Record<string, string>>();
    const entries: TreeEntry[] = [];
    for (const [path, content] of Object.entries(files)) {
      const slash = path.indexOf('/');
      if (slash === -1) entries.push({ mode: '100644', name: path, id: this.blob(content) });
      else {
        const name = path.slice(0, slash);
        folders.set(name, { ...folders.get(name), [path.slice(slash + 1)]: content });
      }
    }
    for (const [name, below] of folders) entries.push({ mode: '40000', name, id: this.files(below) });
    const place = ({ mode, name }: TreeEntry) => (mode === '40000' ? `${name}/` : name);
    return this.tree(entries.sort((one, other) => (place(one) < place(other) ? -1 : 1)));
  }

  commit({ tree, parents = [], date = 1_000_000_000, message = 'one' }: CommitRecipe = {}): ObjectId {
    const person = `A U Thor <author@example.com> ${date} +0000`;
    const lines = [
      `tree ${tree ?? this.tree([])}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author ${person}`,
      `committer ${person}`,
    ];
    return this.add('commit', encoder.encode(`${lines.join('\n')}\n\n${message}\n`));
  }

  /** Adds a chain of commits, a second apart, each with a file of its number; the oldest first. */
  line(length: number, date = 1_000_000_000): readonly ObjectId[] {
    const commits: ObjectId[] = [];
    for (let index = 0; index < length; index += 1) {
      const parents = commits.slice(-1);
      const tree = this.files({ file: `${index}\n` });
      commits.push(this.commit({ tree, parents, date: date + index, message: `${index}` }));
    }
    return commits;
  }

  tag(name: string, target: ObjectId): ObjectId {
    const type = this.getType(target);
    const tagger = 'A U Thor <author@example.com> 1000000000 +0000';
    return this.add(
      'tag',
      encoder.encode(`object ${target}\ntype ${type}\ntag ${name}\ntagger ${tagger}\n\n${name}\n`),
    );
  }

  remove(id: ObjectId): void {
    this.#objects.delete(id);
  }

  has(id: ObjectId): boolean {
    return this.#objects.has(id);
  }

  getType(id: ObjectId): ObjectType | undefined {
    return this.#objects.get(id)?.type;
  }

  getSize(id: ObjectId): number | undefined {
    return this.#objects.get(id)?.data.length;
  }

  read(id: ObjectId): GitObject | undefined {
    this.reads += 1;
    return this.#objects.get(id);
  }

  entry(id: ObjectId): PackedEntry | undefined {
    const object = this.#objects.get(id);
    if (!object) return undefined;
    const { type, data } = object;
    return { type, size: data.length, base: undefined, deflated: gitCodec.deflate(data) };
  }

  ids(): Iterable<ObjectId> {
    return this.#objects.keys();
  }
}
