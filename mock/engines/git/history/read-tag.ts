import { GitError } from '../git-error.ts';
import { type ObjectId, type ObjectType, objectTypes } from '../object-id.ts';
import { isLinkLine, latin1, startsWith } from './read-commit.ts';

/** What an annotated tag stands for. */
export interface TagTarget {
  readonly id: ObjectId;
  readonly type: ObjectType;
}

/**
 * Reads what an annotated tag stands for.
 *
 * @throws GitError `bad-object` when it does not begin as a tag does
 */
export function readTag(data: Uint8Array): TagTarget {
  if (!startsWith(data, 0, 'object ') || !isLinkLine(data, 7) || !startsWith(data, 48, 'type ')) {
    throw new GitError('bad-object', 'a tag does not begin with its object and the type of it');
  }
  const end = data.indexOf(0x0a, 53);
  const type = latin1(data.subarray(53, Math.min(end === -1 ? data.length : end, 64)));
  if (!isObjectType(type)) throw new GitError('bad-object', 'a tag names no type of object');
  return { id: latin1(data.subarray(7, 47)), type };
}

function isObjectType(text: string): text is ObjectType {
  return Object.hasOwn(objectTypes, text);
}
