import type { TestContext } from '../../../harness/context.ts';
import { ConformanceFailure } from '../../../harness/errors.ts';
import type { TestRepository } from '../../../harness/repositories.ts';
import { ByteSource } from '../objects/byte-source.ts';
import { textOf } from '../objects/bytes.ts';
import { idsOfPack } from '../objects/stream-pack.ts';
import { command } from './fetch.ts';
import { largestPacket, lineOf } from './packets.ts';
import { post } from './post.ts';

/**
 * The ids of what a fetch of version 2 brings, for what is too large to be in memory.
 *
 * @throws ConformanceFailure when it brings no sound pack
 */
export async function fetchedIds(
  t: TestContext,
  repository: TestRepository,
  args: readonly string[],
): Promise<ReadonlySet<string>> {
  let ids: ReadonlySet<string> | undefined;
  const read = async (pieces: AsyncIterable<Uint8Array>) => {
    ids = await idsOfPack(packIn(new ByteSource(pieces)));
  };
  const reply = await post(t, repository, 'git-upload-pack', command('fetch', args), { version: 2, read });
  if (!ids) throw new ConformanceFailure(`A fetch was refused with status ${reply.status}`);
  return ids;
}

/** The pack of an answer, without the packets around it. */
async function* packIn(source: ByteSource): AsyncGenerator<Uint8Array> {
  const first = await nextPacket(source);
  if (!first || lineOf(first) !== 'packfile') {
    throw new ConformanceFailure(`A fetch got no pack, but ${first ? textOf(first) : 'a flush'}`);
  }
  for (let packet = await nextPacket(source); packet; packet = await nextPacket(source)) {
    const content = packet.subarray(1);
    if (packet[0] === 1) yield content;
    else if (packet[0] !== 2) throw new ConformanceFailure(`A fetch was refused: ${textOf(content)}`);
  }
  if (await source.some()) throw new ConformanceFailure('More follows the end of the answer');
}

/** What the next packet holds; undefined for a flush. */
async function nextPacket(source: ByteSource): Promise<Uint8Array | undefined> {
  const head = textOf(await source.take(4));
  if (head === '0000') return undefined;
  const size = /^[0-9a-f]{4}$/i.test(head) ? Number.parseInt(head, 16) : 0;
  if (size < 5 || size > largestPacket) {
    throw new ConformanceFailure(`No packet stands where one should, but ${JSON.stringify(head)}`);
  }
  return source.take(size - 4);
}
