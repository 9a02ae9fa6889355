import process from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gitCodec } from '#git-codec';
import { objectsToSend } from '../history/objects-to-send.ts';
import { readPackets } from '../protocol/packets.ts';
import { receivePackRequest } from '../receive-pack/receive-pack-request.ts';
import { refNameFault } from '../refs/ref-name.ts';
import { GitRepository } from '../repository/git-repository.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { uploadPack } from '../upload-pack/upload-pack.ts';
import { joined, mutate, mutations, type RecordedPost, recordedPosts } from './mutations.shared.ts';

/** `FUZZ_RUNS=100000` runs longer. */
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 300);
/** Time limit of one exchange of a few kilobytes. */
const PATIENCE_MS = 5_000;

const pushes = recordedPosts('git-receive-pack');
const fetches = recordedPosts('git-upload-pack');
const [first] = pushes;
if (first === undefined) throw new Error('no push was recorded');
const filling = first.request;

async function* body(data: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < data.length; at += 1_000) yield data.subarray(at, at + 1_000);
}

async function read(answer: Uint8Array | ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(answer as BodyInit).arrayBuffer());
}

const push = async (repository: GitRepository, data: Uint8Array) =>
  read(await receivePackRequest(repository, body(data)));
const fetched = async (repository: GitRepository, { version }: RecordedPost, data: Uint8Array) =>
  read(await uploadPack(repository, body(data), { version }));

/** Fails when a promise does not settle. */
async function inTime<T>(doing: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('it does not end')), PATIENCE_MS);
  try {
    return await Promise.race([doing, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function filled(): Promise<GitRepository> {
  const repository = await GitRepository.open(memoryStorage(), gitCodec);
  await push(repository, filling);
  return repository;
}

/** Every ref has a valid name, and everything it reaches exists and is readable. */
function expectWhole({ at, graph, objects }: GitRepository): void {
  for (const name of at.refs.keys()) expect(refNameFault(name)).toBeUndefined();
  for (const id of objectsToSend(graph, { wants: [...at.refs.values()] }).ids()) objects.read(id);
}

/** Packets in which bytes may change without invalidating a length, and the bytes after them. */
function split(data: Uint8Array): { readonly lines: Uint8Array[]; readonly rest: Uint8Array } {
  const text = String.fromCharCode(...data);
  const pack = text.indexOf('PACK');
  const end = pack === -1 ? data.length : pack;
  const lines = readPackets(data.subarray(0, end)).map((packet) =>
    typeof packet === 'string' ? new Uint8Array() : packet,
  );
  return { lines, rest: data.subarray(end) };
}

const encode = (text: string) => new TextEncoder().encode(text);
const toPacket = (line: Uint8Array) =>
  line.length === 0 ? encode('0000') : joined(encode((line.length + 4).toString(16).padStart(4, '0')), line);

/** A request with a change: anywhere, or within one of its lines, whose length stays right. */
const mutatedRequest = (posts: readonly RecordedPost[]) =>
  fc.tuple(fc.constantFrom(...posts), mutations, fc.option(fc.nat())).map(([post, changes, place]) => {
    if (place === null) return { post, data: mutate(post.request, changes) };
    const { lines, rest } = split(post.request);
    const chosen = place % lines.length;
    const changed = lines.map((line, at) => toPacket(at === chosen ? mutate(line, changes) : line));
    return { post, data: joined(...changed, rest) };
  });

test("Git's requests are answered in recorded order", async () => {
  const repository = await GitRepository.open(memoryStorage(), gitCodec);
  for (const { request } of pushes) {
    const text = new TextDecoder().decode(await push(repository, request));
    expect(text).toContain('unpack ok');
    expect(text).not.toContain('ng refs/');
  }
  expectWhole(repository);
  expect([...repository.at.refs.keys()].sort()).toEqual([
    'refs/heads/fork',
    'refs/heads/main',
    'refs/heads/side',
    'refs/tags/v2',
  ]);
  for (const post of fetches) {
    const text = new TextDecoder().decode(await fetched(repository, post, post.request));
    expect(text, post.name).not.toContain('ERR ');
    expect(text.length, post.name).toBeGreaterThan(0);
  }
});

test('mutated fetches are answered or refused, and end', async () => {
  const repository = await GitRepository.open(memoryStorage(), gitCodec);
  for (const { request } of pushes.slice(0, 2)) await push(repository, request);
  const refs = repository.at;
  await fc.assert(
    fc.asyncProperty(mutatedRequest(fetches), async ({ post, data }) => {
      await inTime(fetched(repository, post, data));
      expect(repository.at).toBe(refs);
    }),
    { numRuns: numRuns * 3 },
  );
});

test('mutated pushes change refs to complete objects, or change nothing, and end', async () => {
  await fc.assert(
    fc.asyncProperty(mutatedRequest(pushes), async ({ post, data }) => {
      const repository =
        post === first ? await GitRepository.open(memoryStorage(), gitCodec) : await filled();
      const before = repository.at;
      const text = new TextDecoder().decode(await inTime(push(repository, data)));
      expectWhole(repository);
      // A client that requests a report and gets a success has its refs.
      if (text.includes('ok refs/') && !text.includes('warning: ')) expect(repository.at).not.toBe(before);
    }),
    { numRuns },
  );
});

test('many mutated pushes into one repository leave it intact', async () => {
  const repository = await filled();
  await fc.assert(
    fc.asyncProperty(mutatedRequest(pushes), async ({ data }) => {
      await inTime(push(repository, data));
    }),
    { numRuns },
  );
  expectWhole(repository);
});
