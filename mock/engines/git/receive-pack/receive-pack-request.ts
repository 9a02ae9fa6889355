import { allCapabilities, type GitCapabilities } from '../capabilities.ts';
import { GitError } from '../git-error.ts';
import { LinkCheck } from '../history/link-check.ts';
import { idAt } from '../object-id.ts';
import { checkObject } from '../objects/check-object.ts';
import { type PackLimits, packLimits } from '../pack/pack-format.ts';
import { type ReceivedPack, type ReceivePackOptions, receivePack } from '../pack/receive-pack.ts';
import { PacketReader } from '../protocol/packets.ts';
import type { GitRepository } from '../repository/git-repository.ts';
import type { RefChange } from '../repository-storage.ts';
import { type CheckedPack, checkLinks } from './check-links.ts';
import { judgeCommands } from './judge-commands.ts';
import {
  formatFailure,
  formatReport,
  keepAlivePacket,
  type PushReport,
  PushRequest,
} from './push-request.ts';

export interface ReceivePackRequestOptions {
  /** Overrides of the default limits. */
  readonly limits?: Partial<PackLimits> | undefined;
  /** The server's capabilities. Default: all. */
  readonly capabilities?: GitCapabilities | undefined;
  /** Called with the changed refs, once they are kept and before the response. */
  readonly pushed?: ((changes: readonly RefChange[]) => void) | undefined;
  /** Whether the repository was deleted since the request began: a push then changes nothing, and says so. */
  readonly isGone?: (() => boolean) | undefined;
}

/**
 * Answers one `POST git-receive-pack`. Receives and checks the pack concurrently with other requests. Then, with the
 * repository locked, it compares the old values of the refs, keeps the pack and changes the refs. A refused or aborted
 * push leaves nothing behind.
 *
 * @param body the request, decompressed
 * @returns the report, or nothing after a mere flush, which Git sends before a push of unknown length
 * @throws errors of the storage
 * @example
 * new Response(await receivePackRequest(repository, body));
 */
export async function receivePackRequest(
  repository: GitRepository,
  body: AsyncIterable<Uint8Array>,
  options: ReceivePackRequestOptions = {},
): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  const limits = { ...packLimits, ...options.limits };
  const sent = new EndingBody(body);
  const reader = new PacketReader(sent);
  const push = new PushRequest((options.capabilities ?? allCapabilities).push);
  try {
    await push.read(reader);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    // Further errors in the rest add nothing.
    await drain(reader, limits.packBytes).catch(() => {});
    return formatFailure(push, error.message);
  }
  if (push.commands.length === 0) return new Uint8Array();
  const work = run(repository, push, reader, limits, options).then((report) => formatReport(push, report));
  return push.hasCapability('side-band-64k') ? keepAlive(work, sent.ended) : work;
}

/** Receives and settles a push. A repository that was deleted meanwhile is what its report names, whatever failed. */
async function run(
  repository: GitRepository,
  push: PushRequest,
  reader: PacketReader,
  limits: PackLimits,
  options: ReceivePackRequestOptions,
): Promise<PushReport> {
  const { isGone = () => false } = options;
  try {
    const report = await receive(repository, push, reader, limits, options);
    return report.fault !== undefined && isGone() ? failedReport(push, deleted) : report;
  } catch (error) {
    if (!isGone()) throw error;
    return failedReport(push, deleted);
  }
}

const deleted = 'the repository was deleted during the push';

async function receive(
  repository: GitRepository,
  push: PushRequest,
  reader: PacketReader,
  limits: PackLimits,
  options: ReceivePackRequestOptions,
): Promise<PushReport> {
  const links = new LinkCheck();
  const receiveOptions: ReceivePackOptions = {
    storage: repository.storage,
    codec: repository.codec,
    bases: repository.objects,
    limits,
    inspect(type, data, id) {
      try {
        checkObject(type, data);
        links.see(type, data, id);
      } catch (error) {
        if (!(error instanceof GitError)) throw error;
        throw new GitError(error.failure, `object ${idAt(id, 0)}: ${error.message}`, { cause: error });
      }
    },
  };
  let pack: ReceivedPack | undefined;
  try {
    if (push.bringsPack) pack = await receivePack(reader.rest(), receiveOptions);
    await drain(reader, limits.packBytes);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    // Further errors in the rest add nothing.
    await drain(reader, limits.packBytes).catch(() => {});
    return failedReport(push, error.message);
  }
  let checked: CheckedPack;
  try {
    checked = await checkLinks(push, pack, links, repository.objects, receiveOptions);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return failedReport(push, error.message);
  }
  const report = await repository.exclusively(() => settle(repository, push, checked, links, options));
  // If it fails, the repository is only slower, and the next push tries again.
  repository.tidy().catch(() => {});
  return report;
}

/** Keeps the objects of the commands that succeed, and runs these commands. */
async function settle(
  repository: GitRepository,
  push: PushRequest,
  { pack, links: known, refused }: CheckedPack,
  links: LinkCheck,
  { pushed, isGone }: ReceivePackRequestOptions,
): Promise<PushReport> {
  if (isGone?.()) {
    await pack?.incoming.discard();
    return failedReport(push, deleted);
  }
  const judgement = judgeCommands(repository.at, push.commands, {
    isAtomic: push.hasCapability('atomic'),
    getType: (id) => links.getType(id) ?? repository.objects.getType(id),
    refused,
  });
  const { changes } = judgement;
  try {
    if (pack !== undefined && changes.some(({ to }) => to !== undefined)) await repository.keep(pack, known);
    else await pack?.incoming.discard();
  } catch (error) {
    await pack?.incoming.discard();
    throw error;
  }
  const real = changes.filter(({ from, to }) => from !== to);
  if (real.length > 0) await repository.changeRefs(real);
  if (changes.length > 0) pushed?.(changes);
  return { fault: undefined, ...judgement };
}

/** Git's report for a pack that can't be accepted. */
function failedReport({ commands }: PushRequest, fault: string): PushReport {
  return { fault, refused: new Map(commands.map((one) => [one, 'unpacker error'])), messages: [] };
}

/**
 * Reads the rest of a request, since a sender doesn't read a response before it has sent everything. Stops at the
 * limit.
 */
async function drain(reader: PacketReader, most: number): Promise<void> {
  let drained = 0;
  for await (const piece of reader.rest()) {
    drained += piece.length;
    if (drained > most) break;
  }
  await reader.cancel();
}

/** Milliseconds without output after which Git sends a keep-alive. */
const SILENCE_MS = 5_000;

/** A body that reports when it has ended. */
export class EndingBody implements AsyncIterable<Uint8Array> {
  /** Resolves once the body is read to its end, or its reader stops. */
  readonly ended: Promise<void>;
  readonly #body: AsyncIterable<Uint8Array>;
  readonly #end: () => void;

  constructor(body: AsyncIterable<Uint8Array>) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#body = body;
    this.#end = resolve;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    try {
      yield* this.#body;
    } finally {
      this.#end();
    }
  }
}

/**
 * A slow response. If the request has been sent and nothing was sent back for a while, it begins with empty packets of
 * the second side-band. So no proxy treats the connection as dead.
 *
 * @param sent resolves when the whole request has arrived
 */
export async function keepAlive(
  work: Promise<Uint8Array>,
  sent: Promise<void>,
  silence: number = SILENCE_MS,
): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  const early = await Promise.race([work, sent.then(() => within(work, silence))]);
  if (early !== undefined) return early;
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(keepAlivePacket());
    },
    async pull(controller) {
      const answer = await within(work, silence);
      controller.enqueue(answer ?? keepAlivePacket());
      if (answer !== undefined) controller.close();
    },
  });
}

/** The result of the work, or nothing if it takes longer. */
async function within(work: Promise<Uint8Array>, ms: number): Promise<Uint8Array | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
