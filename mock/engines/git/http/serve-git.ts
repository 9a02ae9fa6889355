import { gitLimits } from '../../../../spec/engine-limits.ts';
import { advertisement } from '../advertise/advertisement.ts';
import { allCapabilities } from '../capabilities.ts';
import { GitError } from '../git-error.ts';
import { type ReceivePackRequestOptions, receivePackRequest } from '../receive-pack/receive-pack-request.ts';
import type { GitRepository } from '../repository/git-repository.ts';
import { uploadPack } from '../upload-pack/upload-pack.ts';
import { type GitRoute, readProtocolVersion } from './git-route.ts';

/** Options for handling a request, beyond Git's protocol. */
export type ServeGitOptions = ReceivePackRequestOptions;

/** As git http-backend sends: the next request may get another response. */
const uncached = {
  expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
  pragma: 'no-cache',
  'cache-control': 'no-cache, max-age=0, must-revalidate',
} as const;

/**
 * Answers a Git client's request for a repository that it may use in this way. Errors are sent in Git's own protocol,
 * with status 200. A request that isn't Git gets status 415.
 *
 * @throws what the storage of the repository throws
 * @example
 * const route = readGitRoute(request.method, '/info/refs', new URL(request.url).searchParams);
 * if ('service' in route) return serveGit(request, route, repository);
 */
export async function serveGit(
  request: Request,
  route: GitRoute,
  repository: GitRepository,
  options: ServeGitOptions = {},
): Promise<Response> {
  const { service, step } = route;
  const { capabilities = allCapabilities } = options;
  const version = readProtocolVersion(request.headers.get('git-protocol'));
  if (step === 'advertise') {
    const body = advertisement(repository, { service, version, capabilities });
    return answer(request.method === 'HEAD' ? null : body, `application/x-${service}-advertisement`);
  }
  const expected = `application/x-${service}-request`;
  const type = request.headers.get('content-type') ?? '';
  if (type.split(';')[0]?.trim().toLowerCase() !== expected)
    return refusal(415, `Expected POST with Content-Type '${expected}', but received '${type}' instead.\n`);
  const encoding = request.headers.get('content-encoding');
  if (!isReadableEncoding(encoding))
    return refusal(415, `Content-Encoding '${encoding}' is not supported here; gzip and deflate are.\n`);
  const sent = readRequestBody(request);
  try {
    const body =
      service === 'git-upload-pack'
        ? await uploadPack(repository, sent, { version, signal: request.signal, capabilities })
        : await receivePackRequest(repository, sent, options);
    return answer(body, `application/x-${service}-result`);
  } catch (error) {
    if (!(error instanceof GitError) || error.failure !== 'bad-request') throw error;
    return refusal(400, `${error.message}\n`);
  }
}

function answer(body: Uint8Array | ReadableStream<Uint8Array> | null, type: string): Response {
  // The body types exclude shared memory, which is never used here.
  return new Response(body as BodyInit | null, { headers: { ...uncached, 'content-type': type } });
}

function refusal(status: number, text: string): Response {
  return new Response(text, { status, headers: { ...uncached, 'content-type': 'text/plain' } });
}

/** The current and the former name of gzip in Git. */
const encodings: Readonly<Record<string, CompressionFormat>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
};

/** Whether a body with this `Content-Encoding` can be read. */
function isReadableEncoding(encoding: string | null): boolean {
  return encoding === null || isIdentity(encoding) || encodings[encoding.trim().toLowerCase()] !== undefined;
}

const isIdentity = (encoding: string) => ['', 'identity'].includes(encoding.trim().toLowerCase());

/**
 * The body of a request piece by piece, decompressed. It inflates only what is read, so the reader sets the limit.
 *
 * @throws GitError `bad-packet` while reading, when the body ends early or is not compressed as claimed
 */
async function* readRequestBody(request: Request): AsyncGenerator<Uint8Array, void> {
  const { body } = request;
  if (body === null) return;
  const encoding = encodings[request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''];
  if (encoding === undefined) {
    yield* getPieces(body, () => hungUp);
    return;
  }
  // The stream types differ only in who owns the memory of their pieces, which doesn't matter here.
  const inflate = new DecompressionStream(encoding) as unknown as ReadableWritablePair<
    Uint8Array,
    Uint8Array
  >;
  // A stream that can't be inflated fails with a TypeError, unlike a lost connection.
  const pieces = getPieces(body.pipeThrough(inflate), (cause) =>
    cause instanceof TypeError ? 'request ended in the middle of the gzip stream' : hungUp,
  );
  const { requestBytes } = gitLimits;
  let inflated = 0;
  for await (const piece of pieces) {
    inflated += piece.length;
    if (inflated > requestBytes)
      throw new GitError('too-large', `compressed request makes more than ${requestBytes} bytes`);
    yield piece;
  }
}

const hungUp = 'the remote end hung up unexpectedly';

/** Reads a stream by its reader: not every browser supports async iteration. */
async function* getPieces(
  stream: ReadableStream<Uint8Array>,
  say: (cause: unknown) => string,
): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value.length > 0) yield value;
    }
  } catch (cause) {
    throw new GitError('bad-packet', say(cause), { cause });
  } finally {
    // A stream that was read to its end needs no cancel.
    await reader.cancel().catch(() => {});
  }
}
