import { gitLimits } from '../../../../spec/engine-limits.ts';
import { GitError } from '../git-error.ts';
import { infiniteDepth } from '../history/shallow.ts';
import { isObjectId, type ObjectId } from '../object-id.ts';
import { type Packet, PacketReader, PacketWriter, packetText } from '../protocol/packets.ts';
import { RemoteError } from './remote-http.ts';
import { asRemoteError, getText, type RemoteServer } from './remote-server.ts';

/** What a clone requests from another server. */
interface PackRequest {
  readonly wants: readonly ObjectId[];
  /** Commits on each path from a want; all of them if not set. */
  readonly depth?: number | undefined;
}

/** A pack that is being received. */
interface FetchedPack {
  /** Commits whose parents are not sent. */
  readonly shallow: readonly ObjectId[];
  /** The pack, with nothing after it. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

const path = 'git-upload-pack';
const decoder = new TextDecoder();

/**
 * Requests some objects and everything they need, for a client that has nothing.
 *
 * @throws RemoteError; reading the pieces also throws it
 */
export async function fetchPack(server: RemoteServer, request: PackRequest): Promise<FetchedPack> {
  const { http } = server;
  const depth = (request.depth ?? infiniteDepth) < infiniteDepth ? request.depth : undefined;
  if (depth !== undefined) assertShallow(server);
  const body = server.version === 2 ? getCommand(server, request, depth) : getWants(server, request, depth);
  const response = await http.post(path, body);
  // The receiver of the pack limits its length.
  const reader = new PacketReader(http.pieces(response), Number.MAX_SAFE_INTEGER);
  try {
    if (server.version === 2) return { shallow: await readSections(reader), pieces: readBands(reader) };
    const shallow = [...advertisedShallow(server), ...(await readAnswer(reader, depth !== undefined))];
    return { shallow, pieces: getBand(server) === undefined ? reader.rest() : readBands(reader) };
  } catch (error) {
    await reader.cancel();
    throw error instanceof GitError ? asRemoteError(error) : error;
  }
}

function assertShallow({ version, capabilities }: RemoteServer): void {
  const features = version === 2 ? (capabilities.get('fetch')?.[0] ?? '').split(' ') : capabilities.keys();
  if (![...features].includes('shallow'))
    throw new RemoteError('unavailable', 'the remote server does not support shallow clients');
}

/** The command `fetch` of version 2: gitprotocol-v2. */
function getCommand({ capabilities }: RemoteServer, { wants }: PackRequest, depth: number | undefined) {
  const writer = new PacketWriter().line('command=fetch').line('agent=git/touchstone');
  if (capabilities.has('object-format')) writer.line('object-format=sha1');
  writer.mark('delim').line('ofs-delta').line('no-progress');
  if (depth !== undefined) writer.line(`deepen ${depth}`);
  for (const want of new Set(wants)) writer.line(`want ${want}`);
  return writer.line('done').mark('flush').bytes().slice();
}

/** The request of versions 0 and 1: gitprotocol-pack. */
function getWants(server: RemoteServer, { wants }: PackRequest, depth: number | undefined) {
  const has = (name: string) => server.capabilities.has(name);
  const usable = ['ofs-delta', 'no-progress', ...(depth === undefined ? [] : ['shallow'])].filter(has);
  const band = getBand(server);
  const words = [...(band === undefined ? [] : [band]), ...usable];
  if (has('object-format')) words.push('object-format=sha1');
  if (has('agent')) words.push('agent=git/touchstone');
  const writer = new PacketWriter();
  let behind = ` ${words.join(' ')}`;
  for (const want of new Set(wants)) {
    writer.line(`want ${want}${behind}`);
    behind = '';
  }
  if (depth !== undefined) writer.line(`deepen ${depth}`);
  return writer.mark('flush').line('done').bytes().slice();
}

const getBand = ({ capabilities }: RemoteServer) =>
  ['side-band-64k', 'side-band'].find((name) => capabilities.has(name));

/** Reads up to the first packet of the pack. */
async function readSections(reader: PacketReader): Promise<ObjectId[]> {
  const shallow: ObjectId[] = [];
  for (let packet = await reader.next(); packet !== undefined; packet = await reader.next()) {
    const text = getText(packet);
    if (text === 'packfile') return shallow;
    if (packet === 'flush') break;
    addShallow(shallow, text);
  }
  throw new RemoteError('unavailable', 'the remote server sends no pack');
}

/** Reads the lines before the pack: the shallow commits, and that there are no common commits. */
async function readAnswer(reader: PacketReader, isShallow: boolean): Promise<ObjectId[]> {
  const shallow: ObjectId[] = [];
  if (isShallow) for await (const packet of reader.untilFlush()) addShallow(shallow, getText(packet));
  const packet = await reader.next();
  if (packet === undefined || getText(packet) !== 'NAK')
    throw new RemoteError('unavailable', 'the remote server sends no pack');
  return shallow;
}

/** The shallow commits of a repository that is shallow itself; the older versions send them first. */
function advertisedShallow({ refLines }: RemoteServer): ObjectId[] {
  const shallow: ObjectId[] = [];
  for (const line of refLines) addShallow(shallow, line);
  return shallow;
}

function addShallow(shallow: ObjectId[], text: string): void {
  if (!text.startsWith('shallow ')) return;
  const id = text.slice('shallow '.length);
  if (!isObjectId(id)) throw new RemoteError('damaged', 'the remote server sends an invalid shallow commit');
  if (shallow.length === gitLimits.packObjects)
    throw new RemoteError('too-large', 'the remote server names too many shallow commits');
  shallow.push(id);
}

async function* readBands(reader: PacketReader): AsyncGenerator<Uint8Array, void> {
  try {
    for (;;) {
      const packet = await reader.next();
      if (packet === 'flush') return;
      const piece = bandData(packet);
      if (piece !== undefined) yield piece;
    }
  } catch (error) {
    throw error instanceof GitError ? asRemoteError(error) : error;
  } finally {
    await reader.cancel();
  }
}

/** The bytes of the pack in a packet; nothing for messages to the user. */
function bandData(packet: Packet | undefined): Uint8Array | undefined {
  if (packet === undefined)
    throw new RemoteError('unavailable', 'the remote server ended before its pack did');
  if (typeof packet === 'string') throw new RemoteError('damaged', `the remote server sends a ${packet}`);
  if (packet[0] === 1) return packet.subarray(1);
  if (packet[0] === 2) return undefined;
  const text = packet[0] === 3 ? decoder.decode(packet.subarray(1)).trim() : packetText(packet);
  throw new RemoteError('unavailable', `the remote server breaks off: ${text}`);
}
