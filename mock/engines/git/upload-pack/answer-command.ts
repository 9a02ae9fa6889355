import { GitError } from '../git-error.ts';
import { packetText } from '../protocol/packet.ts';
import type { PacketReader } from '../protocol/packet-reader.ts';
import type { GitRepository } from '../repository/git-repository.ts';
import { fetchObjects } from './fetch-objects.ts';
import { listRefs } from './list-refs.ts';
import { assertObjectFormat } from './object-format.ts';
import { objectInfo } from './object-info.ts';
import type { UploadPackAnswer } from './upload-pack-answer.ts';

/** A request of version 2. */
interface Command {
  readonly name: string;
  readonly arguments: readonly string[];
}

/** Answers the request of version 2: a command, or nothing at all. */
export async function answerCommand(
  repository: GitRepository,
  reader: PacketReader,
  signal?: AbortSignal,
): Promise<UploadPackAnswer> {
  const command = await readCommand(reader);
  if (command === undefined) return new Uint8Array();
  switch (command.name) {
    case 'ls-refs':
      return listRefs(repository, command.arguments);
    case 'fetch':
      return fetchObjects(repository, command.arguments, signal);
    case 'object-info':
      return objectInfo(repository, command.arguments);
    default:
      throw new GitError('not-supported', `invalid command '${command.name}'`);
  }
}

/**
 * Reads all of a command before anything is answered, as gitprotocol-v2 asks for.
 *
 * @returns nothing where the body is empty, or only a flush
 */
async function readCommand(reader: PacketReader): Promise<Command | undefined> {
  let name: string | undefined;
  let isEmpty = true;
  for (;;) {
    const packet = await reader.next();
    if (packet === undefined) {
      if (isEmpty) return undefined;
      throw new GitError('bad-packet', 'the remote end hung up unexpectedly');
    }
    if (packet === 'flush') {
      if (isEmpty) return undefined;
      return { name: must(name), arguments: [] };
    }
    if (packet === 'delim') return { name: must(name), arguments: await readArguments(reader) };
    if (packet === 'response-end') throw new GitError('bad-packet', 'unexpected response end packet');
    isEmpty = false;
    const line = packetText(packet);
    if (line.startsWith('command=')) {
      if (name !== undefined)
        throw new GitError(
          'bad-packet',
          `command '${line.slice(8)}' requested after already requesting command '${name}'`,
        );
      name = line.slice(8);
    } else if (line.startsWith('object-format=')) assertObjectFormat(line.slice('object-format='.length));
    // Whatever else the client says of itself changes nothing here.
  }
}

async function readArguments(reader: PacketReader): Promise<string[]> {
  const lines: string[] = [];
  for await (const packet of reader.untilFlush()) {
    if (typeof packet === 'string') throw new GitError('bad-packet', 'expected flush after arguments');
    lines.push(packetText(packet));
  }
  return lines;
}

function must(name: string | undefined): string {
  if (name === undefined) throw new GitError('bad-packet', 'no command requested');
  return name;
}
