import { gzipSync } from 'node:zlib';
import type { TestContext } from '../../../harness/context.ts';
import type { RemoteReply, RemoteRequest } from '../../../harness/git-remote.ts';
import type { TestRepository } from '../../../harness/repositories.ts';
import { join } from '../objects/bytes.ts';
import { type Service, type Version, versionHeader } from './discovery.ts';

/** How a body travels. */
export type Encoding = 'plain' | 'gzip' | 'chunked';

export interface PostOptions {
  readonly version?: Version;
  readonly encoding?: Encoding;
  readonly headers?: Readonly<Record<string, string>>;
  readonly read?: RemoteRequest['read'];
}

/** Sends a body to a service of a repository, as Git does. */
export function post(
  t: TestContext,
  { remote, headers }: TestRepository,
  service: Service,
  body: Uint8Array | Iterable<Uint8Array>,
  { version = 0, encoding = 'plain', headers: others = {}, read }: PostOptions = {},
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
    ...(read ? { read } : {}),
  });
}

async function* inChunks(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += chunk) yield piece.subarray(at, at + chunk);
  }
}

/** An odd number, so that packets are cut anywhere. */
const chunk = 32_771;
