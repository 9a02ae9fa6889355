import { GitError } from '../git-error.ts';
import { isObjectId, type ObjectId, zeroId } from '../object-id.ts';
import { type Packet, PacketReader, PacketWriter, packetText } from '../protocol/packets.ts';
import { RemoteError, type RemoteHttp } from './remote-http.ts';

/** A Git server that answered: its capabilities, and for versions 0 and 1 its refs. */
export interface RemoteServer {
  readonly http: RemoteHttp;
  readonly version: 0 | 1 | 2;
  /** Capabilities with their values. A name may occur more than once, as `symref` does. */
  readonly capabilities: ReadonlyMap<string, readonly string[]>;
  /** Lines of refs of versions 0 and 1: `<id> <name>`. */
  readonly refLines: readonly string[];
}

const service = 'git-upload-pack';

const mediaType = `application/x-${service}-advertisement`;

/**
 * Requests the capabilities of a server, the first request of every client: gitprotocol-http.
 *
 * @throws RemoteError
 */
export async function discover(http: RemoteHttp): Promise<RemoteServer> {
  const response = await http.get('info/refs', `service=${service}`);
  const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== mediaType) {
    await response.body?.cancel();
    throw noRepository(`the answer is ${type ?? 'of no type'}`);
  }
  const reader = new PacketReader(http.pieces(response));
  try {
    const server = await readAdvertisement(http, reader);
    const format = server.capabilities.get('object-format')?.[0] ?? 'sha1';
    if (format !== 'sha1') throw noRepository(`its objects are named by ${format}`);
    return server;
  } catch (error) {
    throw error instanceof GitError ? asRemoteError(error) : error;
  } finally {
    await reader.cancel();
  }
}

async function readAdvertisement(http: RemoteHttp, reader: PacketReader): Promise<RemoteServer> {
  let first = await reader.next();
  if (first !== undefined && getText(first).startsWith('# service=')) {
    await reader.next();
    first = await reader.next();
  }
  const text = first === undefined ? '' : getText(first);
  if (text === 'version 2') {
    const lines = await linesUntilFlush(reader);
    return { http, version: 2, capabilities: readCapabilities(lines), refLines: [] };
  }
  const version = text === 'version 1' ? 1 : 0;
  const head = version === 1 ? await reader.next() : first;
  if (head === undefined) throw noRepository('the answer ends before the refs');
  const lines = head === 'flush' ? [] : [getText(head), ...(await linesUntilFlush(reader))];
  const [line = '', ...others] = lines;
  const nul = line.indexOf('\0');
  if (lines.length > 0 && nul === -1) throw noRepository('the answer names no capabilities');
  const capabilities = readCapabilities(line.slice(nul + 1).split(' '));
  return { http, version, capabilities, refLines: lines.length > 0 ? [line.slice(0, nul), ...others] : [] };
}

async function linesUntilFlush(reader: PacketReader): Promise<string[]> {
  const lines: string[] = [];
  for await (const packet of reader.untilFlush()) lines.push(getText(packet));
  return lines;
}

/**
 * The text of a data packet; nothing for a marker.
 *
 * @throws RemoteError `unavailable` for an error packet of the server
 */
export function getText(packet: Packet): string {
  if (typeof packet === 'string') return '';
  const text = packetText(packet);
  if (text.startsWith('ERR '))
    throw new RemoteError('unavailable', `the remote server refuses: ${text.slice(4)}`);
  return text;
}

function readCapabilities(words: readonly string[]): Map<string, readonly string[]> {
  const capabilities = new Map<string, string[]>();
  for (const word of words) {
    const at = word.indexOf('=');
    const name = at === -1 ? word : word.slice(0, at);
    const values = capabilities.get(name) ?? [];
    if (at !== -1) values.push(word.slice(at + 1));
    if (name !== '') capabilities.set(name, values);
  }
  return capabilities;
}

const noRepository = (why: string) =>
  new RemoteError('not-a-repository', `the URL does not point to a Git repository: ${why}`);

/** Converts an error in the received data to an error of the server. */
export function asRemoteError(error: GitError): RemoteError {
  const { failure: kind } = error;
  const failure = kind === 'too-large' ? kind : kind === 'bad-packet' ? 'unavailable' : 'damaged';
  return new RemoteError(failure, `the remote repository cannot be read: ${error.message}`, {
    cause: error,
  });
}

/** The refs of another repository. */
export interface RemoteRefs {
  /** By full name, as the server sends them; without `HEAD`. */
  readonly refs: ReadonlyMap<string, ObjectId>;
  /** The objects that annotated tags peel to. */
  readonly peeled: ReadonlyMap<string, ObjectId>;
  /** The ref that `HEAD` points to, whether it exists or not; nothing if the server does not name it. */
  readonly head: string | undefined;
}

/**
 * The refs of another repository that begin with one of some prefixes.
 *
 * @throws RemoteError
 * @example
 * const { refs } = await listRemoteRefs(await discover(http), ['refs/heads/', 'refs/tags/']);
 */
export async function listRemoteRefs(server: RemoteServer, prefixes: readonly string[]): Promise<RemoteRefs> {
  const list = server.version === 2 ? await requestRefs(server, prefixes) : advertisedRefs(server);
  const isRequested = ([name]: [string, ObjectId]) => prefixes.some((prefix) => name.startsWith(prefix));
  return { ...list, refs: new Map([...list.refs].filter(isRequested)) };
}

async function requestRefs(server: RemoteServer, prefixes: readonly string[]): Promise<RemoteRefs> {
  const request = new PacketWriter().line('command=ls-refs').line('agent=git/touchstone');
  if (server.capabilities.has('object-format')) request.line('object-format=sha1');
  request.mark('delim').line('peel').line('symrefs');
  if (server.capabilities.get('ls-refs')?.some((value) => value.split(' ').includes('unborn')))
    request.line('unborn');
  for (const prefix of ['HEAD', ...prefixes]) request.line(`ref-prefix ${prefix}`);
  const { http } = server;
  const response = await http.post('git-upload-pack', request.mark('flush').bytes().slice());
  const reader = new PacketReader(http.pieces(response));
  const found = new FoundRefs();
  try {
    for await (const packet of reader.untilFlush()) {
      const [id = '', name = '', ...attributes] = getText(packet).split(' ');
      for (const attribute of attributes) found.addAttribute(name, attribute);
      if (id !== 'unborn') found.add(id, name);
    }
  } catch (error) {
    throw error instanceof GitError ? asRemoteError(error) : error;
  } finally {
    await reader.cancel();
  }
  return found;
}

function advertisedRefs({ refLines, capabilities }: RemoteServer): RemoteRefs {
  const found = new FoundRefs();
  for (const value of capabilities.get('symref') ?? []) {
    const at = value.indexOf(':');
    found.addAttribute(value.slice(0, at), `symref-target:${value.slice(at + 1)}`);
  }
  for (const line of refLines) {
    const space = line.indexOf(' ');
    const [id, name] = [line.slice(0, space), line.slice(space + 1)];
    // For an empty repository; and the shallow commits of a shallow one.
    if (name === 'capabilities^{}' || id === 'shallow') continue;
    if (name.endsWith('^{}')) found.addAttribute(name.slice(0, -3), `peeled:${id}`);
    else found.add(id, name);
  }
  return found;
}

class FoundRefs implements RemoteRefs {
  readonly refs = new Map<string, ObjectId>();
  readonly peeled = new Map<string, ObjectId>();
  head: string | undefined;

  add(id: string, name: string): void {
    if (!isObjectId(id) || id === zeroId || name === '')
      throw new RemoteError('damaged', 'the remote server names a ref without a value');
    if (name !== 'HEAD') this.refs.set(name, id);
  }

  addAttribute(name: string, attribute: string): void {
    const at = attribute.indexOf(':');
    const [key, value] = [attribute.slice(0, at), attribute.slice(at + 1)];
    if (key === 'symref-target' && name === 'HEAD') this.head = value;
    if (key === 'peeled' && isObjectId(value)) this.peeled.set(name, value);
  }
}
