// Long: a table of exchanges, each with the bytes of its request and of its report.
import { expect, test } from 'vitest';
import { gitCodec } from '#git-codec';
import { GitRepository } from '../repository/git-repository.ts';
import type { RefChange, RepositoryStorage } from '../repository-storage.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { buildPack, ids, packs } from '../testing/packs.ts';
import {
  EndingBody,
  keepAlive,
  type ReceivePackRequestOptions,
  receivePackRequest,
} from './receive-pack-request.ts';

const zero = '0'.repeat(40);
const unknown = 'a'.repeat(40);
const main = 'refs/heads/main';
const [first, second, third] = ids.commits;
const empty = buildPack([]);
const text = new TextDecoder();
const encoder = new TextEncoder();

const packet = (line: string) => `${(encoder.encode(line).length + 4).toString(16).padStart(4, '0')}${line}`;

/** The beginning of a push: its commands, the first followed by the sender's capabilities. */
const head = (lines: readonly string[], capabilities: string) =>
  `${lines.map((line, at) => packet(at === 0 ? `${line}\0 ${capabilities}` : line)).join('')}0000`;

async function* body(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array, void> {
  for (const part of parts) yield typeof part === 'string' ? encoder.encode(part) : part;
}

async function* getPieces(answer: Uint8Array | ReadableStream<Uint8Array>) {
  if (answer instanceof Uint8Array) yield answer;
  else yield* answer;
}

/** The response to a push, as text. */
async function answerTo(
  repository: GitRepository,
  sent: AsyncIterable<Uint8Array>,
  options?: ReceivePackRequestOptions,
): Promise<string> {
  let answer = '';
  for await (const piece of getPieces(await receivePackRequest(repository, sent, options)))
    answer += text.decode(piece);
  return answer;
}

const push = (
  repository: GitRepository,
  lines: readonly string[],
  { capabilities = 'report-status', pack = empty }: { capabilities?: string; pack?: Uint8Array } = {},
) => answerTo(repository, body(head(lines, capabilities), pack));

/** The calls to a storage. */
interface Counts {
  received: number;
  kept: number;
  discarded: number;
  changed: number;
}

function counted(): { readonly storage: RepositoryStorage; readonly counts: Counts } {
  const storage = memoryStorage();
  const counts: Counts = { received: 0, kept: 0, discarded: 0, changed: 0 };
  return {
    counts,
    storage: {
      ...storage,
      receive() {
        counts.received++;
        const incoming = storage.receive();
        return {
          ...incoming,
          keep: (name, index) => {
            counts.kept++;
            return incoming.keep(name, index);
          },
          discard: () => {
            counts.discarded++;
            return incoming.discard();
          },
        };
      },
      changeRefs: (...args) => {
        counts.changed++;
        return storage.changeRefs(...args);
      },
    },
  };
}

const open = (storage: RepositoryStorage = memoryStorage()) => GitRepository.open(storage, gitCodec);

/** A repository of three commits, with its only branch at the last. */
async function filled(storage?: RepositoryStorage): Promise<GitRepository> {
  const repository = await open(storage);
  await push(repository, [`${zero} ${third} ${main}`], { pack: packs.ofsDeltas() });
  expect(Object.fromEntries(repository.at.refs)).toEqual({ [main]: third });
  return repository;
}

test('a push to an empty repository succeeds with a report', async () => {
  const repository = await open();
  const sent = body(
    `0074${zero} ${third} refs/heads/main\0 report-status`,
    `0062${zero} ${ids.tag} refs/tags/v1`,
    '0000',
    packs.ofsDeltas(),
  );
  const notified: RefChange[] = [];
  const answer = await answerTo(repository, sent, { pushed: (changes) => notified.push(...changes) });
  expect(answer).toBe('000eunpack ok\n0017ok refs/heads/main\n0014ok refs/tags/v1\n0000');
  expect(notified).toEqual([
    { name: main, from: undefined, to: third },
    { name: 'refs/tags/v1', from: undefined, to: ids.tag },
  ]);
  const { refs } = await repository.storage.load();
  expect(refs).toEqual(repository.at.refs);
  expect(repository.objects.getType(third)).toBe('commit');
});

test('the sender’s user gets the reason', async () => {
  const capabilities = 'report-status-v2 side-band-64k quiet object-format=sha1';
  expect(await push(await filled(), [`${first} ${second} ${main}`], { capabilities })).toBe(
    `0094\x02error: cannot lock ref 'refs/heads/main': is at ${third} but expected ${first}\n` +
      '0038\x01000eunpack ok\n0021ng refs/heads/main stale ref\n00000000',
  );
});

test.each([40, 64])(
  'a push in another object format is refused by its name, with ids of %i digits',
  async (digits) => {
    const command = `${'0'.repeat(digits)} ${'a'.repeat(digits)} ${main}`;
    expect(await push(await open(), [command], { capabilities: 'report-status object-format=sha256' })).toBe(
      packet('ERR mismatched object format: server sha1; client sha256'),
    );
  },
);

test.each([
  ['nothing', [], 'early EOF'],
  ['garbage', [encoder.encode('garbage instead of a pack')], 'pack signature mismatch'],
  ['half of a pack', [packs.ofsDeltas().subarray(0, 700)], 'early EOF'],
  ['a pack and more', [packs.ofsDeltas(), encoder.encode('more')], 'pack has junk at the end'],
  ['a pack with a wrong checksum', [packs.ofsDeltas().fill(0, -3)], 'pack is corrupted (SHA1 mismatch)'],
])('a push with %s instead of a pack leaves nothing behind', async (_, pieces, fault) => {
  const { storage, counts } = counted();
  const repository = await open(storage);
  const answer = await answerTo(
    repository,
    body(head([`${zero} ${third} ${main}`], 'report-status'), ...pieces),
  );
  expect(answer).toBe(`${packet(`unpack ${fault}\n`)}0026ng refs/heads/main unpacker error\n0000`);
  expect(counts).toEqual({ received: 1, kept: 0, discarded: 1, changed: 0 });
});

test('an object larger than the caller allows is refused', async () => {
  const pack = buildPack([{ kind: 3, data: new Uint8Array(1_001) }]);
  const sent = () => body(head([`${zero} ${third} ${main}`], 'report-status'), pack);
  expect(await answerTo(await open(), sent(), { limits: { objectBytes: 1_000 } })).toContain(
    'unpack object of 1001 bytes; at most 1000 are allowed\n',
  );
  expect(await answerTo(await open(), sent(), { limits: { objectBytes: 1_001 } })).toContain('unpack ok\n');
});

test('a pack is not kept when all commands fail, or all its objects exist', async () => {
  const { storage, counts } = counted();
  const repository = await filled(storage);
  expect(counts).toEqual({ received: 1, kept: 1, discarded: 0, changed: 1 });
  await push(repository, [`${first} ${second} ${main}`], { pack: packs.ofsDeltas() });
  await push(repository, [`${third} ${second} ${main}`], { pack: packs.refDeltas() });
  expect(counts).toEqual({ received: 3, kept: 1, discarded: 2, changed: 2 });
});

test('of a pack with a hole, the complete part is kept', async () => {
  const { storage, counts } = counted();
  const repository = await open(storage);
  const blob = { kind: 3, data: encoder.encode('alone\n') };
  const hole = encoder.encode(`tree ${unknown}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nhole\n`);
  const pack = buildPack([blob, { kind: 1, data: hole }]);
  const getId = (type: string, data: Uint8Array) =>
    Buffer.from(gitCodec.sha1(encoder.encode(`${type} ${data.length}\0`), data)).toString('hex');
  const commit = getId('commit', hole);
  const answer = await push(
    repository,
    [`${zero} ${commit} ${main}`, `${zero} ${getId('blob', blob.data)} refs/tags/b`],
    {
      pack,
    },
  );
  expect(answer).toBe(
    '000eunpack ok\n0031ng refs/heads/main missing necessary objects\n0013ok refs/tags/b\n0000',
  );
  expect(repository.objects.has(commit)).toBe(false);
  expect([...repository.objects.ids()]).toEqual([getId('blob', blob.data)]);
  expect(counts).toEqual({ received: 2, kept: 1, discarded: 1, changed: 1 });
});

test('a shallow push that would make the repository shallow is refused', async () => {
  const repository = await open();
  const parent = encoder.encode(
    `tree ${ids.trees[0]}\nparent ${unknown}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nend\n`,
  );
  await push(repository, [`${zero} ${third} ${main}`], { pack: packs.ofsDeltas() });
  const commit = Buffer.from(gitCodec.sha1(encoder.encode(`commit ${parent.length}\0`), parent)).toString(
    'hex',
  );
  const pack = buildPack([{ kind: 1, data: parent }]);
  const sent = body(
    packet(`shallow ${commit}`),
    head([`${zero} ${commit} refs/heads/end`], 'report-status'),
    pack,
  );
  expect(await answerTo(repository, sent)).toBe(
    '000eunpack ok\n0031ng refs/heads/end shallow update not allowed\n0000',
  );
  expect(repository.objects.has(commit)).toBe(false);
});

test('an error of the storage is thrown, and nothing changes', async () => {
  const storage = memoryStorage();
  let fails = true;
  const repository = await open({
    ...storage,
    changeRefs: (...args) =>
      fails ? Promise.reject(new Error('no space left')) : storage.changeRefs(...args),
  });
  const create = () => push(repository, [`${zero} ${third} ${main}`], { pack: packs.ofsDeltas() });
  await expect(create()).rejects.toThrow('no space left');
  expect(repository.at.refs.size).toBe(0);
  fails = false;
  expect(await create()).toBe('000eunpack ok\n0017ok refs/heads/main\n0000');
});

const bytes = (text: string) => new TextEncoder().encode(text);
const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));
const over = Promise.resolve();

test('an early response is returned as it is', async () => {
  expect(await keepAlive(after(5, bytes('done')), over, 1_000)).toEqual(bytes('done'));
});

test('a late response begins with keep-alive packets', async () => {
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  const answer = await keepAlive(promise, over, 10);
  const pieces = (answer as ReadableStream<Uint8Array>).getReader(); // it is late
  for (let at = 0; at < 3; at++) expect((await pieces.read()).value).toEqual(bytes('0005\x02'));
  resolve(bytes('done'));
  let last: Uint8Array | undefined;
  for (let next = await pieces.read(); !next.done; next = await pieces.read()) last = next.value;
  expect(last).toEqual(bytes('done'));
});

test('no keep-alive is sent while the request is still arriving', async () => {
  const never = new Promise<void>(() => {});
  expect(await keepAlive(after(60, bytes('done')), never, 5)).toEqual(bytes('done'));
});

test('an early error is thrown, and a late one ends the response', async () => {
  const fail = async (ms: number) => {
    await after(ms, undefined);
    throw new Error('no space left');
  };
  await expect(keepAlive(fail(1), over, 1_000)).rejects.toThrow('no space left');
  const { promise, reject } = Promise.withResolvers<Uint8Array>();
  const answer = await keepAlive(promise, over, 10);
  reject(new Error('no space left'));
  await expect(new Response(answer as ReadableStream<Uint8Array<ArrayBuffer>>).text()).rejects.toThrow();
});

test('a body has ended once it is read completely, or its reader stops', async () => {
  async function* pieces() {
    yield bytes('one');
    yield bytes('two');
  }
  const read = new EndingBody(pieces());
  const readPieces: Uint8Array[] = [];
  for await (const piece of read) readPieces.push(piece);
  await read.ended;
  expect(readPieces).toEqual([bytes('one'), bytes('two')]);
  const left = new EndingBody(pieces());
  for await (const _ of left) break;
  await left.ended;
});
