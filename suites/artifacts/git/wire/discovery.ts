import { gzipSync } from 'node:zlib';
import type { TestContext } from '../../../harness/context.ts';
import { ConformanceFailure } from '../../../harness/errors.ts';
import type { RemoteReply } from '../../../harness/git-remote.ts';
import type { TestRepository } from '../../../harness/repositories.ts';
import { getText, join } from '../objects/bytes.ts';
import { getLine, PacketReader } from './packets.ts';

export type Service = 'git-upload-pack' | 'git-receive-pack';
export type Version = 0 | 1 | 2;

/** One line of a list of refs. */
export interface ListedRef {
  readonly id: string;
  readonly name: string;
}

/** The first answer of a server. */
export interface Discovery {
  readonly version: Version;
  /** In order, including those of `^{}`, without the line of zeros. */
  readonly refs: readonly ListedRef[];
  /** Values by capability; empty strings for those without a value. */
  readonly capabilities: ReadonlyMap<string, readonly string[]>;
  /** Whether the first line had zeros, and only capabilities. */
  readonly zeros: boolean;
  readonly shallow: readonly string[];
  /** Whether the name of the service came first. */
  readonly named: boolean;
}

/** The header for a version; empty for version 0. */
export const versionHeader = (version: Version): Readonly<Record<string, string>> =>
  version === 0 ? {} : { 'git-protocol': `version=${version}` };

/** Requests the discovery of a repository, and returns any answer. */
export function askDiscovery(
  t: TestContext,
  { remote, headers }: TestRepository,
  service: string,
  version: Version = 0,
): Promise<RemoteReply> {
  const url = `${remote}/info/refs?service=${service}`;
  return t.remote({ url, headers: { ...headers, ...versionHeader(version) } });
}

/**
 * Requests and parses the discovery of a repository.
 *
 * @throws ConformanceFailure if the answer is not a discovery
 */
export async function discover(
  t: TestContext,
  repository: TestRepository,
  service: Service,
  version: Version = 0,
): Promise<Discovery> {
  const reply = await askDiscovery(t, repository, service, version);
  if (reply.status !== 200) {
    const text = getText(reply.bytes.subarray(0, 200));
    throw new ConformanceFailure(`A discovery of ${service} got status ${reply.status}: ${text}`);
  }
  return readDiscovery(reply.bytes, service);
}

/** Parses a discovery, with or without the name of its service. */
export function readDiscovery(bytes: Uint8Array, service: Service): Discovery {
  const reader = new PacketReader(bytes);
  let first = reader.next();
  const named = typeof first === 'object' && getLine(first.bytes) === `# service=${service}`;
  if (named) {
    if (reader.next() !== 'flush') throw new ConformanceFailure('No flush follows the name of the service');
    first = reader.next();
  }
  let version: Version = 0;
  if (typeof first === 'object' && /^version [12]$/.test(getLine(first.bytes))) {
    version = getLine(first.bytes) === 'version 1' ? 1 : 2;
    first = reader.next();
  }
  const refs: ListedRef[] = [];
  const shallow: string[] = [];
  const words: string[] = [];
  let zeros = false;
  for (let next = first; next !== 'flush'; next = reader.next()) {
    if (typeof next !== 'object') throw new ConformanceFailure('The discovery ends without a flush');
    const text = getLine(next.bytes);
    if (version === 2) {
      words.push(text);
      continue;
    }
    if (text.startsWith('shallow ')) {
      shallow.push(text.slice(8));
      continue;
    }
    const [ref = '', capabilities] = text.split('\0');
    if (capabilities !== undefined) words.push(...capabilities.split(' ').filter(Boolean));
    const listed = /^([0-9a-f]{40}) (.+)$/.exec(ref);
    if (!listed) throw new ConformanceFailure(`A discovery has the line ${JSON.stringify(text)}`);
    const [, id = '', name = ''] = listed;
    if (name === 'capabilities^{}') zeros = /^0+$/.test(id);
    else refs.push({ id, name });
  }
  if (reader.more) throw new ConformanceFailure('More follows the end of the discovery');
  const capabilities = new Map<string, string[]>();
  for (const word of words) {
    const [name = '', ...value] = word.split('=');
    capabilities.set(name, [...(capabilities.get(name) ?? []), value.join('=')]);
  }
  return { version, refs, capabilities, zeros, shallow, named };
}

/** The refs of a repository by name, without `HEAD` and peeled tags. */
export async function getRefs(
  t: TestContext,
  repository: TestRepository,
): Promise<Readonly<Record<string, string>>> {
  const { refs } = await discover(t, repository, 'git-upload-pack');
  return Object.fromEntries(
    refs
      .filter(({ name }) => name.startsWith('refs/') && !name.endsWith('^{}'))
      .map(({ name, id }) => [name, id]),
  );
}

/** Skips the test if a server does not advertise a capability. */
export function needs(t: TestContext, discovery: Discovery, ...capabilities: readonly string[]): void {
  for (const one of capabilities) {
    const [name = '', feature] = one.split('=');
    const values = discovery.capabilities.get(name);
    const has = values?.some((value) => feature === undefined || value.split(' ').includes(feature));
    if (!has) t.skip(`the server does not advertise ${one}`);
  }
}

/** The encoding of a body. */
export type Encoding = 'plain' | 'gzip' | 'chunked';

export interface PostOptions {
  readonly version?: Version;
  readonly encoding?: Encoding;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a body to a service of a repository, as Git does. */
export function post(
  t: TestContext,
  { remote, headers }: TestRepository,
  service: Service,
  body: Uint8Array | Iterable<Uint8Array>,
  { version = 0, encoding = 'plain', headers: others = {} }: PostOptions = {},
): Promise<RemoteReply> {
  const pieces = body instanceof Uint8Array ? [body] : body;
  return t.remote({
    method: 'POST',
    url: `${remote}/${service}`,
    headers: {
      'content-type': `application/x-${service}-request`,
      accept: `application/x-${service}-result`,
      ...(encoding === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
      ...versionHeader(version),
      ...headers,
      ...others,
    },
    body:
      encoding === 'chunked'
        ? inChunks(pieces)
        : encoding === 'gzip'
          ? gzipSync(join(...pieces))
          : join(...pieces),
  });
}

async function* inChunks(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += chunk) yield piece.subarray(at, at + chunk);
  }
}

/** An odd size, so that chunks split packets anywhere. */
const chunk = 32_771;
