import { GitError } from '../git-error.ts';
import { isObjectId, type ObjectId, zeroId } from '../object-id.ts';
import { PacketReader } from '../protocol/packet-reader.ts';
import { PacketWriter } from '../protocol/packet-writer.ts';
import { asRemoteError, type RemoteServer, textOf } from './discover.ts';
import { RemoteError } from './remote-error.ts';

/** The refs of another repository. */
export interface RemoteRefs {
  /** By their whole names, as the server says them; without `HEAD`. */
  readonly refs: ReadonlyMap<string, ObjectId>;
  /** What annotated tags stand for in the end. */
  readonly peeled: ReadonlyMap<string, ObjectId>;
  /** The ref that `HEAD` stands for, whether it is there or not; nothing where the server does not say. */
  readonly head: string | undefined;
}

/**
 * The refs of another repository whose names begin with one of some prefixes.
 *
 * @throws RemoteError
 * @example
 * const { refs } = await listRemoteRefs(await discover(http), ['refs/heads/', 'refs/tags/']);
 */
export async function listRemoteRefs(server: RemoteServer, prefixes: readonly string[]): Promise<RemoteRefs> {
  const list = server.version === 2 ? await askForRefs(server, prefixes) : advertisedRefs(server);
  const isAsked = ([name]: [string, ObjectId]) => prefixes.some((prefix) => name.startsWith(prefix));
  return { ...list, refs: new Map([...list.refs].filter(isAsked)) };
}

async function askForRefs(server: RemoteServer, prefixes: readonly string[]): Promise<RemoteRefs> {
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
      const [id = '', name = '', ...attributes] = textOf(packet).split(' ');
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
    // Of a repository that is empty; and the ends of one that is shallow.
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
      throw new RemoteError('damaged', 'the remote server names a ref that stands for nothing');
    if (name !== 'HEAD') this.refs.set(name, id);
  }

  addAttribute(name: string, attribute: string): void {
    const at = attribute.indexOf(':');
    const [key, value] = [attribute.slice(0, at), attribute.slice(at + 1)];
    if (key === 'symref-target' && name === 'HEAD') this.head = value;
    if (key === 'peeled' && isObjectId(value)) this.peeled.set(name, value);
  }
}
