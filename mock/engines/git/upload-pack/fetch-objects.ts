import { offers } from '../capabilities.ts';
import { GitError } from '../git-error.ts';
import { Negotiation } from '../history/negotiation.ts';
import type { ObjectId } from '../object-id.ts';
import { PacketWriter } from '../protocol/packets.ts';
import type { GitRepository } from '../repository/git-repository.ts';
import {
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

const flags: ReadonlySet<string> = new Set([
  'done',
  'thin-pack',
  'no-progress',
  'include-tag',
  'ofs-delta',
  'deepen-relative',
]);

/** Arguments that a client may send only if they are advertised. */
const advertised: ReadonlySet<string> = new Set(['sideband-all', 'wait-for-done']);

/** Answers `fetch` of version 2: the common objects or the pack, in sections. */
export function fetchObjects(
  repository: GitRepository,
  lines: readonly string[],
  options: FetchOptions,
): UploadPackAnswer {
  const request = readRequest(lines, repository, options);
  const { wants, haves, features } = request;
  const section = new SectionWriter(features.has('sideband-all'));
  if (wants.length === 0 && (features.has('done') || !(haves.length > 0 || features.has('wait-for-done'))))
    return new Uint8Array();

  let common: readonly ObjectId[] = haves;
  // A client without haves is sent the pack at once, whether it sends `done` or not.
  if (!features.has('done') && (haves.length > 0 || wants.length === 0)) {
    const negotiation = new Negotiation(repository.graph, wants);
    for (const id of haves) negotiation.add(id);
    ({ common } = negotiation);
    section.line('acknowledgments');
    if (common.length === 0) section.line('NAK');
    for (const id of common) section.line(`ACK ${id}`);
    const goesOn = wants.length === 0 || features.has('wait-for-done');
    if (goesOn || !negotiation.isReady()) return section.end();
    section.line('ready').delim();
  }

  const ends = planEnds(repository, request);
  if (requestsDepth(request) || request.shallow.length > 0 || repository.graph.isCut) {
    section.line('shallow-info');
    writeEnds((text) => section.line(text), ends);
    section.delim();
  }
  return packStream(repository, {
    before: section.line('packfile').bytes(),
    send: planTransfer(repository, request, ends, common),
    band: 'wide',
    features,
    signal: options.signal,
  });
}

function readRequest(
  lines: readonly string[],
  repository: GitRepository,
  options: FetchOptions,
): FetchRequest {
  const { commands } = options.capabilities;
  const request = newFetchRequest();
  for (const line of lines) {
    if (flags.has(line) || (advertised.has(line) && offers(commands, 'fetch', line)))
      request.features.add(line);
    else if (line.startsWith('have ')) request.haves.push(haveId(line.slice(5)));
    else if (line.startsWith('want ')) parseWant(request, line.slice(5), line, repository);
    else if (!parseFetchLine(request, line, repository, options))
      throw new GitError('bad-packet', `unexpected line: '${line}'`);
  }
  return request;
}

/** Writes sections; if the client requests it, all their lines go into side-band 1. */
class SectionWriter {
  readonly #writer = new PacketWriter();
  readonly #band: string;

  constructor(isBanded: boolean) {
    this.#band = isBanded ? '\u0001' : '';
  }

  line(text: string): this {
    this.#writer.line(this.#band + text);
    return this;
  }

  delim(): this {
    this.#writer.mark('delim');
    return this;
  }

  end(): Uint8Array {
    return this.#writer.mark('flush').bytes();
  }

  bytes(): Uint8Array {
    return this.#writer.bytes();
  }
}
