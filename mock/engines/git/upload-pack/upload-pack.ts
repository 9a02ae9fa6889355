import { allCapabilities, offers } from '../capabilities.ts';
import { GitError } from '../git-error.ts';
import type { ProtocolVersion } from '../http/git-route.ts';
import { isObjectId, type ObjectId } from '../object-id.ts';
import { PacketReader, PacketWriter, packetText } from '../protocol/packets.ts';
import { listRefs } from '../refs/list-refs.ts';
import type { GitRepository } from '../repository/git-repository.ts';
import { answerFetch } from './answer-fetch.ts';
import { fetchObjects } from './fetch-objects.ts';
import { assertObjectFormat, type FetchOptions, type UploadPackAnswer } from './fetch-request.ts';

interface UploadPackOptions extends Partial<FetchOptions> {
  /** The client's `Git-Protocol`. */
  readonly version: ProtocolVersion;
}

/**
 * Answers one `POST git-upload-pack`. An error in the request is sent in an `ERR` packet; a later error, once the pack
 * is being sent, in the third side-band.
 *
 * @param body the request, decompressed
 * @example
 * new Response(await uploadPack(repository, body, { version: 2 }));
 */
export async function uploadPack(
  repository: GitRepository,
  body: AsyncIterable<Uint8Array>,
  { version, signal, capabilities = allCapabilities }: UploadPackOptions,
): Promise<UploadPackAnswer> {
  const reader = new PacketReader(body);
  try {
    // Git reads the first line of the body alike in both; only the header decides its meaning.
    const answer = version === 2 ? answerCommand : answerFetch;
    return await answer(repository, reader, { capabilities, signal });
  } catch (error) {
    if (!(error instanceof GitError) || error.failure === 'bad-request') throw error;
    await reader.cancel();
    return new PacketWriter().text(`ERR ${error.message}`).bytes();
  }
}

/** A request of version 2. */
interface Command {
  readonly name: string;
  readonly arguments: readonly string[];
}

/** Answers the request of version 2: a command, or an empty body. */
async function answerCommand(
  repository: GitRepository,
  reader: PacketReader,
  options: FetchOptions,
): Promise<UploadPackAnswer> {
  const command = await readCommand(reader);
  if (command === undefined) return new Uint8Array();
  switch (offers(options.capabilities.commands, command.name) ? command.name : undefined) {
    case 'ls-refs':
      return listRefs(repository, command.arguments);
    case 'fetch':
      return fetchObjects(repository, command.arguments, options);
    case 'object-info':
      return objectInfo(repository, command.arguments);
    default:
      throw new GitError('not-supported', `invalid command '${command.name}'`);
  }
}

/**
 * Reads a whole command before it answers, as gitprotocol-v2 requires.
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
    // Other information about the client has no effect here.
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

/** Answers `object-info`: the sizes of objects, without sending them. Leaves out missing objects. */
function objectInfo({ objects }: GitRepository, lines: readonly string[]): Uint8Array {
  const ids: ObjectId[] = [];
  let sizes = false;
  for (const line of lines) {
    if (line === 'size') sizes = true;
    else if (line.startsWith('oid ')) ids.push(getId(line.slice('oid '.length)));
    else throw new GitError('bad-packet', `object-info: unexpected line: '${line}'`);
  }
  const writer = new PacketWriter();
  // Git ends none of these with a line feed.
  if (sizes && ids.length > 0) writer.text('size');
  for (const id of ids) writer.text(sizes ? `${id} ${objects.getSize(id) ?? ''}` : id);
  return writer.mark('flush').bytes();
}

function getId(text: string): ObjectId {
  if (isObjectId(text)) return text;
  throw new GitError('bad-packet', `object-info: protocol error, expected to get oid, not '${text}'`);
}
