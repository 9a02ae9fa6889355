import type { TestContext } from '../../../harness/context.ts';
import { ConformanceFailure } from '../../../harness/errors.ts';
import type { TestRepository } from '../../../harness/repositories.ts';
import { getText, join } from '../objects/bytes.ts';
import { type Encoding, post, type Version } from './discovery.ts';
import { readBands } from './fetch.ts';
import { flush, getError, line, lines, PacketReader, packet } from './packets.ts';

export const zeros = '0'.repeat(40);

/** What becomes of one ref: from `zeros` it is made, to `zeros` it is deleted. */
export interface Command {
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
}

export interface Push {
  readonly commands: readonly Command[];
  /** Bytes, or pieces of them; sent in chunks, these are not in memory at the same time. */
  readonly pack?: Uint8Array | Iterable<Uint8Array>;
  /** `report-status side-band-64k` where it is left out. */
  readonly capabilities?: readonly string[];
  /** Options; left out, the part that holds them is not there. */
  readonly options?: readonly string[];
  readonly shallow?: readonly string[];
  readonly encoding?: Encoding;
  readonly version?: Version;
}

/** What a server reported. */
export interface PushAnswer {
  readonly status: number;
  readonly bytes: Uint8Array;
  /** `ok`, or why the pack was not taken; undefined where nothing was reported. */
  readonly unpack: string | undefined;
  /** `ok` by the name of the ref, or why it was not changed. */
  readonly refs: Readonly<Record<string, string>>;
  /** Lines of version 2 after the ref that they belong to. */
  readonly details: Readonly<Record<string, readonly string[]>>;
  readonly progress: string;
  /** Packets of the first band that carried the report. */
  readonly packets: number;
  /** Why the whole push was refused: what the server said, or its status; undefined where it reported. */
  readonly error: string | undefined;
}

const usual = ['report-status', 'side-band-64k', 'agent=touchstone'];

/** The body of a push up to its pack. */
export function pushHead(push: Omit<Push, 'pack'>): Uint8Array<ArrayBuffer> {
  const { commands, capabilities = usual, options, shallow = [] } = push;
  const asked = commands.map(({ name, from = zeros, to = zeros }, at) => {
    const text = `${from} ${to} ${name}`;
    return at === 0 ? packet(`${text}\0 ${capabilities.join(' ')}`) : line(text);
  });
  const said = options === undefined ? '' : join(lines(options), flush);
  return join(lines(shallow.map((id) => `shallow ${id}`)), ...asked, flush, said);
}

/** Pushes, and gives what was reported. */
export async function push(t: TestContext, repository: TestRepository, wish: Push): Promise<PushAnswer> {
  const { capabilities = usual, pack = [], encoding = 'plain', version = 0 } = wish;
  const body = inTurn([pushHead(wish)], pack instanceof Uint8Array ? [pack] : pack);
  const reply = await post(t, repository, 'git-receive-pack', body, { encoding, version });
  return readReport(reply.status, reply.bytes, capabilities);
}

function* inTurn(...parts: readonly Iterable<Uint8Array>[]): Generator<Uint8Array> {
  for (const part of parts) yield* part;
}

export function readReport(
  status: number,
  bytes: Uint8Array,
  capabilities: readonly string[] = usual,
): PushAnswer {
  const answer = { status, bytes, unpack: undefined, refs: {}, details: {}, progress: '', packets: 0 };
  if (status !== 200) return { ...answer, error: `status ${status}: ${getText(bytes.subarray(0, 200))}` };
  if (bytes.length === 0) return { ...answer, error: 'nothing was answered' };
  const outer = new PacketReader(bytes);
  if (!capabilities.includes('side-band-64k')) return { ...answer, ...readLines(outer) };
  const first = getError(new PacketReader(bytes).line());
  if (first !== undefined) return { ...answer, error: first };
  const { data, progress, fatal, packets } = readBands(outer);
  if (outer.more) throw new ConformanceFailure('More follows the last flush of the report');
  if (fatal !== undefined) return { ...answer, progress, packets, error: fatal };
  if (data.length === 0) return { ...answer, progress, packets, error: undefined };
  return { ...answer, progress, packets, ...readLines(new PacketReader(data)) };
}

function readLines(reader: PacketReader) {
  const first = reader.line() ?? '';
  const error = getError(first);
  if (error !== undefined) return { unpack: undefined, refs: {}, details: {}, error };
  const unpack = /^unpack (.+)$/.exec(first)?.[1];
  if (unpack === undefined) throw new ConformanceFailure(`A report starts with ${JSON.stringify(first)}`);
  const refs: Record<string, string> = {};
  const details: Record<string, string[]> = {};
  let latest = '';
  for (let next = reader.next(); next !== 'flush'; next = reader.next()) {
    if (typeof next !== 'object') throw new ConformanceFailure('The report ends without a flush');
    const text = getText(next.bytes).replace(/\n$/, '');
    const refused = /^ng (\S+|.+?) (.+)$/.exec(text);
    if (text.startsWith('ok ')) {
      latest = text.slice(3);
      refs[latest] = 'ok';
    } else if (refused?.[1] !== undefined) refs[refused[1]] = refused[2] ?? '';
    else if (text.startsWith('option ')) details[latest] = [...(details[latest] ?? []), text.slice(7)];
    else throw new ConformanceFailure(`A report has the line ${JSON.stringify(text)}`);
  }
  if (reader.more) throw new ConformanceFailure('More follows the report');
  return { unpack, refs, details, error: undefined };
}

/**
 * Pushes what has to be accepted.
 *
 * @throws ConformanceFailure when any of it was not
 */
export async function accepted(t: TestContext, repository: TestRepository, wish: Push): Promise<PushAnswer> {
  const answer = await push(t, repository, wish);
  const refused = Object.entries(answer.refs).filter(([, said]) => said !== 'ok');
  const missing = wish.commands.filter(({ name }) => answer.refs[name] === undefined);
  if (answer.error !== undefined || answer.unpack !== 'ok' || refused.length > 0 || missing.length > 0) {
    throw new ConformanceFailure(`A push was refused: ${describe(answer)}`);
  }
  return answer;
}

/** Fails unless a push, or what it says of each of these refs, was refused. */
export function refused(answer: PushAnswer, what: string, names = Object.keys(answer.refs)): void {
  if (answer.error !== undefined) return;
  if (answer.unpack !== undefined && answer.unpack !== 'ok') return;
  const taken = names.filter((name) => answer.refs[name] === 'ok' || answer.refs[name] === undefined);
  if (names.length === 0 || taken.length > 0) {
    throw new ConformanceFailure(`A push ${what} was not refused: ${describe(answer)}`);
  }
}

export function describe({ error, unpack, refs }: PushAnswer): string {
  if (error !== undefined) return error;
  const said = Object.entries(refs).slice(0, 5);
  return [`unpack ${unpack}`, ...said.map(([name, what]) => `${name}: ${what}`)].join(', ');
}
