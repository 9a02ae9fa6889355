import type { TestContext } from '../../../harness/context.ts';
import { ConformanceFailure } from '../../../harness/errors.ts';
import type { TestRepository } from '../../../harness/repositories.ts';
import { getText, join } from '../objects/bytes.ts';
import { type Encoding, post, type Version } from './discovery.ts';
import { readBands } from './fetch.ts';
import { flush, getError, line, lines, PacketReader, packet } from './packets.ts';

export const zeros = '0'.repeat(40);

/** A change of one ref. From `zeros` it is created, to `zeros` it is deleted. */
export interface Command {
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
}

export interface Push {
  readonly commands: readonly Command[];
  /** Bytes, or pieces of them. Sent in chunks, the pieces are never all in memory. */
  readonly pack?: Uint8Array | Iterable<Uint8Array>;
  /** Defaults to `report-status side-band-64k`. */
  readonly capabilities?: readonly string[];
  /** Options. Without them, the body has no section for them. */
  readonly options?: readonly string[];
  readonly shallow?: readonly string[];
  readonly encoding?: Encoding;
  readonly version?: Version;
}

/** The report of a server. */
export interface PushAnswer {
  readonly status: number;
  readonly bytes: Uint8Array;
  /** `ok`, or the reason for refusing the pack; undefined without a report. */
  readonly unpack: string | undefined;
  /** `ok` or the reason of a refusal, by the name of the ref. */
  readonly refs: Readonly<Record<string, string>>;
  /** Lines of version 2 after the ref they belong to. */
  readonly details: Readonly<Record<string, readonly string[]>>;
  readonly progress: string;
  /** Packets of the first band with the report. */
  readonly packets: number;
  /** The reason for refusing the whole push: the server's message, or its status; undefined if it sent a report. */
  readonly error: string | undefined;
}

const usual = ['report-status', 'side-band-64k', 'agent=touchstone'];

/** The body of a push up to its pack. */
export function pushHead(push: Omit<Push, 'pack'>): Uint8Array<ArrayBuffer> {
  const { commands, capabilities = usual, options, shallow = [] } = push;
  const updates = commands.map(({ name, from = zeros, to = zeros }, at) => {
    const text = `${from} ${to} ${name}`;
    return at === 0 ? packet(`${text}\0 ${capabilities.join(' ')}`) : line(text);
  });
  const sentOptions = options === undefined ? '' : join(lines(options), flush);
  return join(lines(shallow.map((id) => `shallow ${id}`)), ...updates, flush, sentOptions);
}

/** Pushes, and returns the report. */
export async function push(t: TestContext, repository: TestRepository, content: Push): Promise<PushAnswer> {
  const { capabilities = usual, pack = [], encoding = 'plain', version = 0 } = content;
  const body = inTurn([pushHead(content)], pack instanceof Uint8Array ? [pack] : pack);
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
 * Pushes, and fails if the server refuses anything.
 *
 * @throws ConformanceFailure if the server refuses anything
 */
export async function accepted(
  t: TestContext,
  repository: TestRepository,
  content: Push,
): Promise<PushAnswer> {
  const answer = await push(t, repository, content);
  const refused = Object.entries(answer.refs).filter(([, report]) => report !== 'ok');
  const missing = content.commands.filter(({ name }) => answer.refs[name] === undefined);
  if (answer.error !== undefined || answer.unpack !== 'ok' || refused.length > 0 || missing.length > 0) {
    throw new ConformanceFailure(`A push was refused: ${describe(answer)}`);
  }
  return answer;
}

/** Fails unless the server refused the push, or each of these refs. */
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
  const reports = Object.entries(refs).slice(0, 5);
  return [`unpack ${unpack}`, ...reports.map(([name, report]) => `${name}: ${report}`)].join(', ');
}
