import { GitError } from '../git-error.ts';
import { type ObjectId, type ObjectType, objectTypes } from '../object-id.ts';
import { decodeText, HeaderReader } from './header-reader.ts';
import { type Person, parsePerson } from './parse-person.ts';

/** An annotated tag. */
export interface Tag {
  /** What is tagged; any object, another tag too. */
  readonly object: ObjectId;
  readonly type: ObjectType;
  readonly name: string;
  /** Who tagged; the oldest tags don't say. */
  readonly tagger: Person | undefined;
  /** The message, with the signature that may end it. */
  readonly message: string;
}

/**
 * An annotated tag, read as leniently as Git does.
 *
 * @throws GitError `bad-object` when it does not say what is tagged, of which type and under which name
 */
export function parseTag(data: Uint8Array): Tag {
  const reader = new HeaderReader(data);
  const object = reader.id('object');
  if (object === undefined) throw new GitError('bad-object', 'bogus tag object: it names no object');
  const type = reader.text('type') ?? '';
  if (!isObjectType(type)) throw new GitError('bad-object', `unknown tag type '${type}' in tag`);
  const name = reader.text('tag');
  if (name === undefined) throw new GitError('bad-object', 'bogus tag object: it has no name');
  const tagger = reader.text('tagger');
  while (!reader.done) reader.skip();
  return {
    object,
    type,
    name,
    tagger: tagger === undefined ? undefined : parsePerson(tagger),
    message: decodeText(reader.body()),
  };
}

/** Whether this is what an object may be. */
export function isObjectType(text: string): text is ObjectType {
  return Object.hasOwn(objectTypes, text);
}
