import { GitError } from '../git-error.ts';
import type { ObjectType } from '../object-id.ts';
import { LineCheck } from './check-lines.ts';
import { treeFault } from './check-tree.ts';
import { isObjectType } from './read-objects.ts';

/**
 * Holds a received object to what `git fsck --strict` refuses. What Git itself only warns of is let through: odd
 * permissions, a tag's odd name, a tag without tagger. Whether what it names is there is another question.
 *
 * @throws GitError `bad-object` with Git's id of the fault and its words: `treeNotSorted: not properly sorted`
 */
export function checkObject(type: ObjectType, data: Uint8Array): void {
  const fault = faultOf(type, data);
  if (fault !== undefined) throw new GitError('bad-object', fault);
}

function faultOf(type: ObjectType, data: Uint8Array): string | undefined {
  switch (type) {
    case 'commit':
      return headerFault(data) ?? commitFault(data);
    case 'tag':
      return headerFault(data) ?? tagFault(data);
    case 'tree':
      return treeFault(data);
    case 'blob':
      return undefined;
  }
}

const lineFeed = 0x0a;

/** What is wrong with the lines before the body as such: they end in an empty one, or at least in a line feed. */
function headerFault(data: Uint8Array): string | undefined {
  for (let at = 0; at < data.length; at++) {
    if (data[at] === 0) return `nulInHeader: unterminated header: NUL at offset ${at}`;
    if (data[at] === lineFeed && data[at + 1] === lineFeed) return undefined;
  }
  return data.at(-1) === lineFeed ? undefined : 'unterminatedHeader: unterminated header';
}

const expected = (id: string, line: string) => `${id}: invalid format - expected '${line}' line`;
const badId = (id: string, line: string) => `${id}: invalid '${line}' line format - bad sha1`;

function commitFault(data: Uint8Array): string | undefined {
  const lines = new LineCheck(data);
  if (!lines.skip('tree')) return expected('missingTree', 'tree');
  if (!lines.skipId()) return badId('badTreeSha1', 'tree');
  while (lines.skip('parent')) if (!lines.skipId()) return badId('badParentSha1', 'parent');
  let authors = 0;
  for (; lines.skip('author'); authors++) {
    const fault = lines.identFault();
    if (fault) return fault;
  }
  if (authors === 0) return expected('missingAuthor', 'author');
  if (authors > 1) return "multipleAuthors: invalid format - multiple 'author' lines";
  if (!lines.skip('committer')) return expected('missingCommitter', 'committer');
  const fault = lines.identFault();
  if (fault) return fault;
  return data.includes(0) ? 'nulInCommit: NUL byte in the commit object body' : undefined;
}

function tagFault(data: Uint8Array): string | undefined {
  const lines = new LineCheck(data);
  if (!lines.skip('object')) return expected('missingObject', 'object');
  if (!lines.skipId()) return badId('badObjectSha1', 'object');
  if (!lines.skip('type')) return expected('missingTypeEntry', 'type');
  const type = lines.rest();
  if (type === undefined) return "missingType: invalid format - unexpected end after 'type' line";
  if (!isObjectType(type)) return "badType: invalid 'type' value";
  if (!lines.skip('tag')) return expected('missingTagEntry', 'tag');
  if (lines.rest() === undefined) return "missingTag: invalid format - unexpected end after 'tag' line";
  return lines.skip('tagger') ? lines.identFault() : undefined;
}
