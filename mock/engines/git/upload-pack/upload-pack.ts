import type { ProtocolVersion } from '../advertise/capabilities.ts';
import { GitError } from '../git-error.ts';
import { PacketReader } from '../protocol/packet-reader.ts';
import { PacketWriter } from '../protocol/packet-writer.ts';
import type { GitRepository } from '../repository/git-repository.ts';
import { answerCommand } from './answer-command.ts';
import { answerFetch } from './answer-fetch.ts';
import type { UploadPackAnswer } from './upload-pack-answer.ts';

export interface UploadPackOptions {
  /** What the client says by `Git-Protocol`. */
  readonly version: ProtocolVersion;
  /** Stops what is under way. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Answers one `POST git-upload-pack`. What is wrong with the request is said in a packet `ERR`, and what goes wrong
 * once a pack is under way in the third side-band.
 *
 * @param body the request, not encoded any more
 * @example
 * new Response(await uploadPack(repository, body, { version: 2 }));
 */
export async function uploadPack(
  repository: GitRepository,
  body: AsyncIterable<Uint8Array>,
  { version, signal }: UploadPackOptions,
): Promise<UploadPackAnswer> {
  const reader = new PacketReader(body);
  try {
    // Git reads the first line of the body in both the same; only the header says what it means.
    return await (version === 2 ? answerCommand : answerFetch)(repository, reader, signal);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    await reader.cancel();
    return new PacketWriter().text(`ERR ${error.message}`).bytes();
  }
}
