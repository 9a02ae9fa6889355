import { GitError } from '../git-error.ts';
import { isObjectId, type ObjectId } from '../object-id.ts';
import { PacketWriter } from '../protocol/packet-writer.ts';
import type { GitRepository } from '../repository/git-repository.ts';

/** Answers `object-info`: the sizes of objects, without sending them. Nothing is said of one that is not there. */
export function objectInfo({ objects }: GitRepository, lines: readonly string[]): Uint8Array {
  const ids: ObjectId[] = [];
  let sizes = false;
  for (const line of lines) {
    if (line === 'size') sizes = true;
    else if (line.startsWith('oid ')) ids.push(idOf(line.slice('oid '.length)));
    else throw new GitError('bad-packet', `object-info: unexpected line: '${line}'`);
  }
  const writer = new PacketWriter();
  // Git ends none of these with a line feed.
  if (sizes && ids.length > 0) writer.text('size');
  for (const id of ids) writer.text(sizes ? `${id} ${objects.sizeOf(id) ?? ''}` : id);
  return writer.mark('flush').bytes();
}

function idOf(text: string): ObjectId {
  if (isObjectId(text)) return text;
  throw new GitError('bad-packet', `object-info: protocol error, expected to get oid, not '${text}'`);
}
