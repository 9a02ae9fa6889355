import { gitLimits } from '../../../../spec/engine-limits.ts';
import { GitError } from '../git-error.ts';
import type { SendRequest } from '../history/objects-to-send.ts';
import { Pace } from '../pace.ts';
import { PackSelection } from '../pack/pack-selection.ts';
import { type WrittenPack, writePack } from '../pack/write-pack.ts';
import { PacketWriter } from '../protocol/packets.ts';
import { narrowBandBytes, SideBandWriter } from '../protocol/side-band-writer.ts';
import type { GitRepository } from '../repository/git-repository.ts';

/** A pack to send. */
interface PackToSend {
  /** The bytes before it. */
  readonly before: Uint8Array;
  readonly send: SendRequest;
  /** The client's side-band; without one, the pack is sent as it is. */
  readonly band: 'wide' | 'narrow' | undefined;
  /** The client's features: `thin-pack`, `ofs-delta`, `no-progress`. */
  readonly features: ReadonlySet<string>;
  readonly signal: AbortSignal | undefined;
}

/** Parts of packets handed over at once. */
const BATCH = 8;

/** Size of the pieces of a pack: they fill packets, so no copy is needed. */
const PIECE_BYTES = gitLimits.bandBytes * BATCH;

/**
 * A pack that is made as the client reads it. An error is sent in the third side-band; without one the stream breaks,
 * as a client would see nothing else.
 */
export function packStream(repository: GitRepository, pack: PackToSend): ReadableStream<Uint8Array> {
  const stop = new AbortController();
  const signal = pack.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, pack.signal]);
  const batches =
    pack.band === undefined ? plain(repository, pack, signal) : banded(repository, pack, signal);
  const pace = new Pace();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      signal.throwIfAborted();
      if (pace.due()) await pace.rest();
      const { done, value } = await batches.next();
      if (done) return controller.close();
      for (const piece of value) controller.enqueue(piece);
    },
    async cancel(reason) {
      stop.abort(reason);
      await batches.return();
    },
  });
}

type Batches = AsyncGenerator<readonly Uint8Array[], void, undefined>;

async function* plain(repository: GitRepository, pack: PackToSend, signal: AbortSignal): Batches {
  yield [pack.before];
  const { objects } = repository;
  const { selection, isThere } = await select(repository, pack, signal);
  const ofsDelta = pack.features.has('ofs-delta');
  for (const piece of writePack(objects, selection, { codec: repository.codec, ofsDelta, isThere }))
    yield [piece];
}

async function* banded(repository: GitRepository, pack: PackToSend, signal: AbortSignal): Batches {
  const { features } = pack;
  let ready: Uint8Array[] = [pack.before];
  const band = new SideBandWriter(
    (packet) => ready.push(packet),
    pack.band === 'narrow' ? narrowBandBytes : undefined,
  );
  const take = () => {
    const taken = ready;
    ready = [];
    return taken;
  };
  const report = (text: string) => {
    if (!features.has('no-progress')) band.progress(text);
  };
  yield take();
  try {
    const { selection, isThere } = await select(repository, pack, signal);
    report(`Enumerating objects: ${selection.size}, done.\n`);
    const ofsDelta = features.has('ofs-delta');
    const { codec, objects } = repository;
    const pieces = writePack(objects, selection, { codec, ofsDelta, isThere, pieceBytes: PIECE_BYTES });
    let piece = pieces.next();
    for (; !piece.done; piece = pieces.next()) {
      band.data(piece.value);
      if (ready.length >= BATCH) yield take();
    }
    report(summary(piece.value));
    band.flush();
    ready.push(new PacketWriter().mark('flush').bytes());
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    band.error(`${error.message}\n`);
  }
  yield take();
}

async function select(repository: GitRepository, { send, features }: PackToSend, signal: AbortSignal) {
  const { sends, objects } = repository;
  if (isAll(repository, send))
    return { selection: PackSelection.ofAll(objects, send.filter?.blobLimit), isThere: undefined };
  const list = await sends.prepare(send, signal);
  signal.throwIfAborted();
  return {
    selection: PackSelection.of(objects, list),
    isThere: features.has('thin-pack') ? (id: string) => list.isAssumed(id) : undefined,
  };
}

/** Whether everything stored is sent, apart from filtered blobs, as far as is known without a walk. */
function isAll({ tops, graph }: GitRepository, send: SendRequest): boolean {
  const { wants, haves, cut, filter, includeTags } = send;
  if (haves?.length || [...(cut ?? [])].length > 0) return false;
  const named = [...wants, ...(includeTags ?? [])];
  if (!tops.areReachedFrom(named)) return false;
  if (filter === undefined) return true;
  // A blob that is wanted by id is sent whatever the filter says.
  const isPlain = filter.types === undefined && filter.treeDepth === undefined;
  return isPlain && named.every((id) => graph.peel(id)?.type === 'commit');
}

/** Git's last message. */
const summary = ({ total, deltas, reused, packReused }: WrittenPack) =>
  `Total ${total} (delta ${deltas}), reused ${reused} (delta ${deltas}), pack-reused ${packReused}\n`;
