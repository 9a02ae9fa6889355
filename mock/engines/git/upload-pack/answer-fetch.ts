import { offers } from '../capabilities.ts';
import { GitError } from '../git-error.ts';
import { Negotiation } from '../history/negotiation.ts';
import { type PacketReader, PacketWriter, packetText } from '../protocol/packets.ts';
import type { GitRepository } from '../repository/git-repository.ts';
import {
  assertObjectFormat,
  type FetchOptions,
  type FetchRequest,
  haveId,
  newFetchRequest,
  parseFetchLine,
  parseWant,
  planEnds,
  planTransfer,
  requestsDepth,
  type UploadPackAnswer,
  writeEnds,
} from './fetch-request.ts';
import { packStream } from './pack-stream.ts';

/**
 * Answers the fetch of versions 0 and 1 over HTTP: each request repeats all wants and all common haves, and ends with
 * the first flush after its haves.
 */
export async function answerFetch(
  repository: GitRepository,
  reader: PacketReader,
  options: FetchOptions,
): Promise<UploadPackAnswer> {
  const request = await readWants(reader, repository, options);
  const { features, wants } = request;
  const writer = new PacketWriter();
  if (wants.length === 0) return writer.bytes();
  const ends = planEnds(repository, request);
  // A client that requests a depth gets its shallow boundary in each round.
  if (requestsDepth(request)) {
    writeEnds((text) => writer.line(text), ends);
    writer.mark('flush');
  }
  const talk = new Talk(repository, request, writer);
  if ((await talk.read(reader)) === 'later') return writer.bytes();
  return packStream(repository, {
    before: writer.bytes(),
    send: planTransfer(repository, request, ends, talk.common),
    band: features.has('side-band-64k') ? 'wide' : features.has('side-band') ? 'narrow' : undefined,
    features,
    signal: options.signal,
  });
}

/** Reads the lines up to the first flush; an empty body wants nothing. */
async function readWants(
  reader: PacketReader,
  repository: GitRepository,
  options: FetchOptions,
): Promise<FetchRequest> {
  const request = newFetchRequest();
  for (let packet = await reader.next(); packet !== 'flush'; packet = await reader.next()) {
    if (packet === undefined) {
      if (request.wants.length === 0 && request.shallow.length === 0) return request;
      throw new GitError('bad-packet', 'the remote end hung up unexpectedly');
    }
    if (typeof packet === 'string') throw new GitError('bad-packet', 'unexpected delimiter packet');
    const line = packetText(packet);
    if (line.startsWith('want ')) {
      // The features first: an object of another format has a longer id.
      takeFeatures(request, line.slice(45), options);
      parseWant(request, line.slice(5, 45), line, repository);
    } else if (!parseFetchLine(request, line, repository, options)) {
      throw new GitError(
        'bad-packet',
        `git upload-pack: protocol error, expected to get object ID, not '${line}'`,
      );
    }
  }
  return request;
}

function takeFeatures({ features }: FetchRequest, text: string, { capabilities }: FetchOptions): void {
  for (const feature of text.split(' ')) {
    const [name = '', value] = feature.split('=', 2);
    if (name === 'object-format') assertObjectFormat(value ?? '');
    if (offers(capabilities.fetch, name)) features.add(name);
  }
}

/** The negotiation of client and server about common objects. */
class Talk {
  readonly #negotiation: Negotiation;
  readonly #features: ReadonlySet<string>;
  readonly #writer: PacketWriter;
  /** The last common have. */
  #last = '';
  #isReady = false;
  #metOther = false;

  constructor({ graph }: GitRepository, { wants, features }: FetchRequest, writer: PacketWriter) {
    this.#negotiation = new Negotiation(graph, wants);
    this.#features = features;
    this.#writer = writer;
  }

  get common() {
    return this.#negotiation.common;
  }

  /** Reads the rest of the body; returns whether the pack comes now or in a later request. */
  async read(reader: PacketReader): Promise<'now' | 'later'> {
    let isFirst = true;
    for (;;) {
      const packet = await reader.next();
      // A client that requests a depth may want only its shallow boundary.
      if (packet === undefined && isFirst) return 'later';
      if (packet === undefined) throw new GitError('bad-packet', 'the remote end hung up unexpectedly');
      isFirst = false;
      if (packet === 'flush') return this.#endRound();
      const line = typeof packet === 'string' ? packet : packetText(packet);
      if (line === 'done') return this.#end();
      if (!line.startsWith('have '))
        throw new GitError('bad-packet', `git upload-pack: expected SHA1 list, got '${line}'`);
      this.#take(haveId(line.slice(5)));
    }
  }

  #take(id: string): void {
    const { detailed, multi } = this.#modes();
    if (this.#negotiation.add(id)) {
      this.#last = id;
      if (detailed) this.#writer.line(`ACK ${id} common`);
      else if (multi) this.#writer.line(`ACK ${id} continue`);
      else if (this.common.length === 1) this.#writer.line(`ACK ${id}`);
      return;
    }
    this.#metOther = true;
    if (!multi || !this.#negotiation.isReady()) return;
    // The client can stop searching this branch: the have counts as common, though it does not exist here.
    this.#writer.line(`ACK ${id} ${detailed ? 'ready' : 'continue'}`);
    this.#isReady ||= detailed;
  }

  #endRound(): 'now' | 'later' {
    const { detailed, multi } = this.#modes();
    if (detailed && this.common.length > 0 && !this.#metOther && this.#negotiation.isReady()) {
      this.#isReady = true;
      this.#writer.line(`ACK ${this.#last} ready`);
    }
    if (multi || this.common.length === 0) this.#writer.line('NAK');
    if (!this.#isReady || !this.#features.has('no-done')) return 'later';
    this.#writer.line(`ACK ${this.#last}`);
    return 'now';
  }

  #end(): 'now' {
    if (this.common.length === 0) this.#writer.line('NAK');
    else if (this.#modes().multi) this.#writer.line(`ACK ${this.#last}`);
    return 'now';
  }

  #modes() {
    const detailed = this.#features.has('multi_ack_detailed');
    return { detailed, multi: detailed || this.#features.has('multi_ack') };
  }
}
