import type { TestContext } from '../../../harness/context.ts';
import { ConformanceFailure } from '../../../harness/errors.ts';
import type { TestRepository } from '../../../harness/repositories.ts';
import { getText, join } from '../objects/bytes.ts';
import { type Encoding, type ListedRef, post, type Version } from './discovery.ts';
import { delimiter, flush, getError, line, lines, PacketReader } from './packets.ts';

/** The contents of the three bands. */
export interface Bands {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly progress: string;
  /** The message of the third band; undefined if it had none. */
  readonly fatal: string | undefined;
  /** Number of packets of the first band, and bytes of the longest one, including its length. */
  readonly packets: number;
  readonly longest: number;
}

/**
 * Reads bands until a flush.
 *
 * @throws ConformanceFailure if a packet is not on a band, or if there is no flush
 */
export function readBands(reader: PacketReader): Bands {
  const data: Uint8Array[] = [];
  let progress = '';
  let fatal: string | undefined;
  let longest = 0;
  for (let next = reader.next(); next !== 'flush'; next = reader.next()) {
    if (typeof next !== 'object') {
      if (fatal !== undefined) break;
      throw new ConformanceFailure('The bands end without a flush');
    }
    longest = Math.max(longest, next.bytes.length + 4);
    const content = next.bytes.subarray(1);
    if (next.bytes[0] === 1) data.push(content);
    else if (next.bytes[0] === 2) progress += getText(content);
    else if (next.bytes[0] === 3) fatal = (fatal ?? '') + getText(content);
    else throw new ConformanceFailure(`A packet is not on a band: ${getText(next.bytes.subarray(0, 80))}`);
  }
  return { data: join(...data), progress, fatal, packets: data.length, longest };
}

/** The answer to one round of a fetch. */
export interface FetchAnswer {
  readonly status: number;
  /** Acknowledgments in order: `NAK`, `ACK <id> common`, `ready`. */
  readonly acknowledgments: readonly string[];
  readonly shallow: readonly string[];
  readonly unshallow: readonly string[];
  /** Undefined if none was sent. */
  readonly pack: Uint8Array | undefined;
  readonly progress: string;
  /** Bytes of the longest packet of the pack. */
  readonly longest: number;
  /** The reason of a refusal: its message, or its status; undefined if there was none. */
  readonly error: string | undefined;
  /** Headings of the sections of version 2, in order. */
  readonly sections: readonly string[];
}

type Gathered = { -readonly [Member in keyof FetchAnswer]: FetchAnswer[Member] } & {
  acknowledgments: string[];
  shallow: string[];
  unshallow: string[];
  sections: string[];
};

const nothing = (status: number): Gathered => ({
  status,
  acknowledgments: [],
  shallow: [],
  unshallow: [],
  pack: undefined,
  progress: '',
  longest: 0,
  error: undefined,
  sections: [],
});

/** Capabilities that a version 2 client sends with each command. */
const agent = ['agent=touchstone', 'object-format=sha1'];

/** A request of version 2. */
export const command = (name: string, args: readonly string[], capabilities: readonly string[] = agent) =>
  join(
    line(`command=${name}`),
    // Git omits the line feed here.
    ...capabilities.map((one) => join((one.length + 4).toString(16).padStart(4, '0'), one)),
    ...(args.length > 0 ? [delimiter, lines(args)] : []),
    flush,
  );

/** Sends one round of a version 2 fetch. */
export async function fetchV2(
  t: TestContext,
  repository: TestRepository,
  args: readonly string[],
  encoding: Encoding = 'plain',
): Promise<FetchAnswer> {
  const reply = await post(t, repository, 'git-upload-pack', command('fetch', args), {
    version: 2,
    encoding,
  });
  return readFetchV2(reply.status, reply.bytes);
}

export function readFetchV2(status: number, bytes: Uint8Array): FetchAnswer {
  const answer = nothing(status);
  if (status !== 200) return { ...answer, error: `status ${status}` };
  if (bytes.length === 0) return { ...answer, error: 'nothing was answered' };
  const reader = new PacketReader(bytes);
  for (let heading = reader.line(); heading !== undefined; heading = reader.line()) {
    answer.error = getError(heading);
    if (answer.error !== undefined) return answer;
    answer.sections.push(heading);
    if (heading === 'packfile') {
      take(answer, readBands(reader));
      break;
    }
    let ended = false;
    for (let next = reader.next(); ; next = reader.next()) {
      if (next === 'delimiter') break;
      if (next === 'flush') {
        ended = true;
        break;
      }
      if (typeof next !== 'object') return { ...answer, error: `the section ${heading} has no end` };
      const text = getText(next.bytes).replace(/\n$/, '');
      answer.error = getError(text);
      if (answer.error !== undefined) return answer;
      sort(answer, text);
    }
    if (ended) break;
  }
  if (reader.more) throw new ConformanceFailure('More follows the end of the answer');
  return answer;
}

function sort(answer: Gathered, text: string): void {
  if (text.startsWith('shallow ')) answer.shallow.push(text.slice(8));
  else if (text.startsWith('unshallow ')) answer.unshallow.push(text.slice(10));
  else answer.acknowledgments.push(text);
}

function take(answer: Gathered, bands: Bands): void {
  answer.progress = bands.progress;
  answer.longest = bands.longest;
  if (bands.fatal === undefined) answer.pack = bands.data;
  else answer.error = bands.fatal;
}

/** The contents of one round in version 0 or 1. */
export interface OldRound {
  readonly wants: readonly string[];
  readonly capabilities: readonly string[];
  /** Lines between the wants and the flush: `shallow`, `deepen`, `filter`. */
  readonly depth?: readonly string[];
  /** Groups of the client's commits, with a flush after each. */
  readonly haves?: readonly (readonly string[])[];
  /** Whether the client ends the negotiation. */
  readonly done?: boolean;
  readonly version?: Version;
  readonly encoding?: Encoding;
}

/** Sends one round of a fetch in version 0 or 1. */
export async function fetchV0(
  t: TestContext,
  repository: TestRepository,
  round: OldRound,
): Promise<FetchAnswer> {
  const { wants, capabilities, depth = [], haves = [], done = true, version = 0, encoding = 'plain' } = round;
  const wanted = wants.map((id, at) => (at === 0 ? [`want ${id}`, ...capabilities].join(' ') : `want ${id}`));
  const groups = haves.map((group, at) =>
    // The last group ends with `done` instead of a flush, if it is sent.
    join(lines(group.map((id) => `have ${id}`)), done && at === haves.length - 1 ? '' : flush),
  );
  const body = join(lines([...wanted, ...depth]), flush, ...groups, done ? line('done') : '');
  const reply = await post(t, repository, 'git-upload-pack', body, { version, encoding });
  return readFetchV0(reply.status, reply.bytes, {
    banded: capabilities.some((one) => one.startsWith('side-band')),
    deep: depth.some((one) => one.startsWith('deepen')),
  });
}

export function readFetchV0(
  status: number,
  bytes: Uint8Array,
  { banded, deep }: { readonly banded: boolean; readonly deep: boolean },
): FetchAnswer {
  const answer = nothing(status);
  if (status !== 200) return { ...answer, error: `status ${status}` };
  if (bytes.length === 0) return { ...answer, error: 'nothing was answered' };
  const reader = new PacketReader(bytes);
  if (deep) {
    for (let text = reader.line(); text !== undefined; text = reader.line()) {
      answer.error = getError(text);
      if (answer.error !== undefined) return answer;
      if (!/^(un)?shallow /.test(text)) throw new ConformanceFailure(`The shallow part has the line ${text}`);
      sort(answer, text);
    }
  }
  while (reader.more) {
    if (reader.packFollows) {
      answer.pack = reader.rest();
      return answer;
    }
    const next = reader.next();
    if (typeof next !== 'object')
      throw new ConformanceFailure('An empty packet is among the acknowledgments');
    const text = getText(next.bytes).replace(/\n$/, '');
    answer.error = getError(text);
    if (answer.error !== undefined) return answer;
    if (banded && (next.bytes[0] ?? 0) < 4) {
      // The first packet of a band belongs to what follows, so both are read together.
      const head = (next.bytes.length + 4).toString(16).padStart(4, '0');
      take(answer, readBands(new PacketReader(join(head, next.bytes, reader.rest()))));
      return answer;
    }
    answer.acknowledgments.push(text);
  }
  return answer;
}

/** A ref in a version 2 list. */
export interface LsRef extends ListedRef {
  readonly target?: string;
  readonly peeled?: string;
}

/** Lists refs in version 2; `unborn` is the id of a branch that does not exist. */
export async function lsRefs(
  t: TestContext,
  repository: TestRepository,
  args: readonly string[],
): Promise<readonly LsRef[]> {
  const reply = await post(t, repository, 'git-upload-pack', command('ls-refs', args), { version: 2 });
  if (reply.status !== 200) throw new ConformanceFailure(`A list of refs got status ${reply.status}`);
  const reader = new PacketReader(reply.bytes);
  const refs: LsRef[] = [];
  for (let next = reader.next(); next !== 'flush'; next = reader.next()) {
    if (typeof next !== 'object') throw new ConformanceFailure('The list of refs ends without a flush');
    const text = getText(next.bytes).replace(/\n$/, '');
    const listed = /^([0-9a-f]{40}|unborn) (\S+)((?: [a-z-]+:\S+)*)$/.exec(text);
    if (!listed) throw new ConformanceFailure(`The list of refs has the line ${JSON.stringify(text)}`);
    const [, id = '', name = '', rest = ''] = listed;
    const attributes = new Map(
      rest
        .split(' ')
        .filter(Boolean)
        .map((word) => split(word)),
    );
    const [target, peeled] = [attributes.get('symref-target'), attributes.get('peeled')];
    refs.push({ id, name, ...(target ? { target } : {}), ...(peeled ? { peeled } : {}) });
  }
  if (reader.more) throw new ConformanceFailure('More follows the list of refs');
  return refs;
}

const split = (word: string): [string, string] => [
  word.slice(0, word.indexOf(':')),
  word.slice(word.indexOf(':') + 1),
];
