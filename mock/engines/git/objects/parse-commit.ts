import { GitError } from '../git-error.ts';
import type { ObjectId } from '../object-id.ts';
import { decodeText, HeaderReader } from './header-reader.ts';
import { type Person, parsePerson } from './parse-person.ts';

/** What a walk of the history wants to know of a commit. */
export interface CommitLinks {
  readonly tree: ObjectId;
  readonly parents: readonly ObjectId[];
  /** When it was committed, in seconds since 1970; zero where that can't be made out. */
  readonly time: number;
}

/** A commit. */
export interface Commit extends CommitLinks {
  readonly author: Person;
  readonly committer: Person;
  /** The signature, where there is one. */
  readonly signature: string | undefined;
  readonly message: string;
}

/**
 * What a commit names and when it was made, and nothing else: of many commits, this is all that is looked at.
 *
 * @throws GitError `bad-object` when it names no tree
 */
export function parseCommitLinks(data: Uint8Array): CommitLinks {
  const reader = new HeaderReader(data);
  const links = readLinks(reader);
  reader.value('author');
  return { ...links, time: timeOf(reader.value('committer')) };
}

/**
 * A commit, read as leniently as Git does: only its tree has to be there.
 *
 * @throws GitError `bad-object` when it names no tree
 */
export function parseCommit(data: Uint8Array): Commit {
  const reader = new HeaderReader(data);
  const links = readLinks(reader);
  const authorLine = reader.value('author');
  const committerLine = reader.value('committer');
  const others = new Map<string, string>();
  while (!reader.done) {
    const { key } = reader;
    const value = wanted.has(key) && !others.has(key) ? reader.text(key) : undefined;
    if (value === undefined) reader.skip();
    else others.set(key, value);
  }
  const decode = decoderOf(others.get('encoding'));
  const author = parsePerson(decode(authorLine));
  const committer = parsePerson(decode(committerLine));
  const message = decode(reader.body());
  return { ...links, time: committer.time, author, committer, signature: others.get('gpgsig'), message };
}

/** Lines behind the committer that are read. */
const wanted: ReadonlySet<string> = new Set(['encoding', 'gpgsig']);

/** Makes text of what is in the encoding that a commit names; one that nobody knows is taken for UTF-8. */
function decoderOf(encoding: string | undefined): (data: Uint8Array | undefined) => string {
  let decode = decodeText;
  if (encoding !== undefined) {
    try {
      const decoder = new TextDecoder(encoding);
      decode = (data) => decoder.decode(data);
    } catch {
      // The name is whatever the author's Git was set to.
    }
  }
  return (data) => (data === undefined ? '' : decode(data));
}

function readLinks(reader: HeaderReader): Pick<CommitLinks, 'tree' | 'parents'> {
  const tree = reader.id('tree');
  if (tree === undefined) throw new GitError('bad-object', 'bogus commit object: it names no tree');
  const parents: ObjectId[] = [];
  for (let parent = reader.id('parent'); parent !== undefined; parent = reader.id('parent')) {
    parents.push(parent);
  }
  if (reader.key === 'parent') throw new GitError('bad-object', 'bad parents in commit');
  return { tree, parents };
}

/** Seconds behind the last `>` of a line, without making text of the rest. */
function timeOf(line: Uint8Array | undefined): number {
  if (line === undefined) return 0;
  let at = line.lastIndexOf(0x3e) + 1;
  if (at === 0) return 0;
  while (line[at] === 0x20) at++;
  let time = 0;
  for (let digit = (line[at] ?? 0) - 0x30; digit >= 0 && digit <= 9; digit = (line[++at] ?? 0) - 0x30) {
    time = time * 10 + digit;
  }
  return Number.isSafeInteger(time) ? time : 0;
}
