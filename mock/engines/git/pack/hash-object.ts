import type { GitCodec } from '../git-codec.ts';
import type { ObjectType } from '../object-id.ts';

/** Names of the types by their numbers in packs. */
export const typeNames: readonly (ObjectType | undefined)[] = [
  undefined,
  'commit',
  'tree',
  'blob',
  'tag',
  undefined,
  undefined,
  undefined,
];

/** The id of an object, as its 20 bytes. */
export function hashObject(codec: GitCodec, type: ObjectType, data: Uint8Array): Uint8Array {
  const text = `${type} ${data.length}\0`;
  const head = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) head[at] = text.charCodeAt(at);
  return codec.sha1(head, data);
}
