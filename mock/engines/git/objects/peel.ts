import { GitError } from '../git-error.ts';
import type { ObjectDatabase } from '../object-database.ts';
import type { ObjectId, ObjectType } from '../object-id.ts';
import { parseTag } from './parse-tag.ts';

/** What stands at the end of a chain of tags. */
export interface Peeled {
  readonly id: ObjectId;
  readonly type: ObjectType;
}

/**
 * Follows a tag, and tags of tags, to what is tagged; whatever is no tag is that itself. The chain ends, as no object
 * can name one that names it.
 *
 * @throws GitError `missing-object` when an object of the chain is not there, `bad-object` when it is not what the tag
 *   says
 */
export function peel(objects: Pick<ObjectDatabase, 'read' | 'typeOf'>, id: ObjectId): Peeled {
  let at = id;
  let expected: ObjectType | undefined;
  for (;;) {
    const type = objects.typeOf(at);
    if (type === undefined) throw new GitError('missing-object', `missing object ${at}`);
    if (expected !== undefined && type !== expected) {
      throw new GitError('bad-object', `object ${at} is a ${type}, not a ${expected}`);
    }
    if (type !== 'tag') return { id: at, type };
    const object = objects.read(at);
    if (object === undefined) throw new GitError('missing-object', `missing object ${at}`);
    const tag = parseTag(object.data);
    at = tag.object;
    expected = tag.type;
  }
}
