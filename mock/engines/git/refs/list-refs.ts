import { GitError } from '../git-error.ts';
import type { ObjectId } from '../object-id.ts';
import { PacketWriter } from '../protocol/packets.ts';
import type { GitRepository, RepositoryRefs } from '../repository/git-repository.ts';

const flags: ReadonlySet<string> = new Set(['peel', 'symrefs', 'unborn']);

/** Maximum number of prefixes; a client that sends more gets all refs, as in Git. */
const mostPrefixes = 65_536;

/** Answers `ls-refs`: the refs that match the client's prefixes. */
export function listRefs({ at, graph }: GitRepository, lines: readonly string[]): Uint8Array {
  const asked = new Set<string>();
  const requested: string[] = [];
  for (const line of lines) {
    if (flags.has(line)) asked.add(line);
    else if (line.startsWith('ref-prefix ')) requested.push(line.slice('ref-prefix '.length));
    else throw new GitError('bad-packet', `unexpected line: '${line}'`);
  }
  const prefixes = new PrefixSet(requested.length < mostPrefixes ? requested : []);
  const [symrefs, peels] = [asked.has('symrefs'), asked.has('peel')];
  const writer = new PacketWriter();
  const symref = symrefs ? ` symref-target:${at.head}` : '';
  if (!at.refs.has(at.head) && symrefs && asked.has('unborn') && prefixes.match('HEAD'))
    writer.line(`unborn HEAD${symref}`);
  const peeled = (ref: ListedRef) => {
    const found = peels ? graph.peel(ref.id) : undefined;
    return found !== undefined && found.tags.length > 0 ? ` peeled:${found.id}` : '';
  };
  for (const ref of listedRefs(at)) {
    if (!prefixes.match(ref.name)) continue;
    writer.line(`${ref.id} ${ref.name}${ref.name === 'HEAD' ? symref : ''}${peeled(ref)}`);
  }
  return writer.mark('flush').bytes();
}

/** Allowed prefixes of names. Without any, all names match. */
export class PrefixSet {
  /** Sorted, none being a prefix of another. */
  readonly #prefixes: string[] = [];

  constructor(prefixes: Iterable<string>) {
    for (const prefix of [...new Set(prefixes)].sort()) {
      const last = this.#prefixes.at(-1);
      if (last === undefined || !prefix.startsWith(last)) this.#prefixes.push(prefix);
    }
  }

  match(name: string): boolean {
    const prefixes = this.#prefixes;
    if (prefixes.length === 0) return true;
    // Anything that sorts between a prefix and the name would begin with that prefix.
    let low = 0;
    let high = prefixes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((prefixes[middle] ?? '') <= name) low = middle + 1;
      else high = middle;
    }
    const nearest = prefixes[low - 1];
    return nearest !== undefined && name.startsWith(nearest);
  }
}

/** A ref in a listing. */
export interface ListedRef {
  readonly name: string;
  readonly id: ObjectId;
}

/** The refs in Git's order: `HEAD`, if its branch exists, then all others by the bytes of their names. */
export function* listedRefs({ refs, head }: RepositoryRefs): Generator<ListedRef, void> {
  const at = refs.get(head);
  if (at !== undefined) yield { name: 'HEAD', id: at };
  yield* sortedRefs(refs);
}

/** The refs without `HEAD`. */
export function* sortedRefs(refs: ReadonlyMap<string, ObjectId>): Generator<ListedRef, void> {
  for (const name of sortRefNames(refs.keys())) {
    const id = refs.get(name);
    if (id !== undefined) yield { name, id };
  }
}

const surrogate = /[\ud800-\udfff]/;

/**
 * Compares two names by their bytes, as Git sorts refs. Strings compare by 16-bit code units. That differs only for
 * supplementary characters, whose surrogates are lower than some code units while their bytes are higher.
 */
export function compareRefNames(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const unitA = a.charCodeAt(at);
    const unitB = b.charCodeAt(at);
    if (unitA !== unitB) return rank(unitA) - rank(unitB);
  }
  return a.length - b.length;
}

/** Sort key of a code unit: surrogates above all others. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** The names of refs in Git's order. */
export function sortRefNames(names: Iterable<string>): string[] {
  const sorted = [...names];
  // The native sort is many times faster, and almost always gives the same order.
  return sorted.some((name) => surrogate.test(name)) ? sorted.sort(compareRefNames) : sorted.sort();
}
