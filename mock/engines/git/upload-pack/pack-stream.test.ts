import { concatBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import { parseFilter } from '../history/filter.ts';
import { hashObject, idAt, zeroId } from '../object-id.ts';
import { emptyPack } from '../pack/write-pack.ts';
import { receivePackRequest } from '../receive-pack/receive-pack-request.ts';
import { GitRepository } from '../repository/git-repository.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import {
  answerTo,
  fetching,
  parseAnswer,
  someRefs,
  threeEditions,
  toBody,
  wire,
} from '../testing/answers.ts';
import { buildPack, createDatabase, ids, packs } from '../testing/packs.ts';
import { packStream } from './pack-stream.ts';
import { uploadPack } from './upload-pack.ts';

const [, second, third] = ids.commits;

const decoder = new TextDecoder();

describe('the pack', () => {
  /** A repository that lost one of its trees. */
  const broken = async () => {
    const repository = await threeEditions();
    const { objects } = repository;
    const read = objects.read.bind(objects);
    objects.read = (id) => (id === ids.trees[0] ? undefined : read(id));
    return repository;
  };

  it('reports a missing object in the third side-band, once it is being sent', async () => {
    const answer = parseAnswer(await answerTo(2, fetching(`want ${third}`, 'done'), await broken()));
    expect(answer.error).toBe(`missing tree ${ids.trees[0]}\n`);
    expect(answer.lines).toEqual(['packfile\n']);
  });

  it('breaks off without a side-band for the error', async () => {
    const lines = [`want ${third} ofs-delta\n`, '0000', 'done\n'];
    await expect(answerTo(0, lines, await broken())).rejects.toThrow(`missing tree ${ids.trees[0]}`);
  });

  it('is made as it is read, and never whole in memory', async () => {
    let state = 1;
    const noise = new Uint8Array(8_388_608).map(
      () => (state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647),
    );
    const big = buildPack([{ kind: 3, data: noise }]);
    const blob = idAt(hashObject(gitCodec, 'blob', noise), 0);
    const repository = await threeEditions(someRefs, { more: [big] });
    let taken = 0;
    for (const pack of repository.objects.openPacks) {
      const slice = pack.slice.bind(pack);
      pack.slice = (offset, length) => {
        taken += length;
        return slice(offset, length);
      };
    }
    const body = toBody(wire(...fetching('ofs-delta', `want ${blob}`, 'done')));
    const answer = await uploadPack(repository, body, { version: 2 });
    if (!(answer instanceof ReadableStream)) throw new Error('a pack is a stream');
    const reader = answer.getReader();
    const pieces: Uint8Array[] = [];
    for (let place = 0; place < 3; place++) pieces.push((await reader.read()).value ?? new Uint8Array());
    expect(taken).toBeLessThan(2_000_000);
    for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
    expect(Buffer.compare(parseAnswer(concatBytes(...pieces)).pack, big)).toBe(0);
  });

  it('stops being made when its reader stops', async () => {
    const repository = await threeEditions();
    const body = toBody(wire(...fetching(`want ${third}`, 'done')));
    const answer = await uploadPack(repository, body, { version: 2 });
    if (!(answer instanceof ReadableStream)) throw new Error('a pack is a stream');
    let walks = 0;
    const prepare = repository.sends.prepare.bind(repository.sends);
    repository.sends.prepare = (...args) => {
      walks++;
      return prepare(...args);
    };
    const reader = answer.getReader();
    expect(decoder.decode((await reader.read()).value)).toBe('000dpackfile\n');
    await reader.cancel();
    expect(walks).toBeLessThanOrEqual(1);
    expect(await reader.closed).toBeUndefined();
  });

  it('stops when it is aborted', async () => {
    const stop = new AbortController();
    const body = toBody(wire(...fetching(`want ${third}`, 'done')));
    const answer = await uploadPack(await threeEditions(), body, { version: 2, signal: stop.signal });
    stop.abort(new Error('gone'));
    await expect(new Response(answer as ReadableStream<Uint8Array<ArrayBuffer>>).bytes()).rejects.toThrow(
      'gone',
    );
  });

  it('is the same for all concurrent requests, with one walk', async () => {
    const repository = await threeEditions();
    let reads = 0;
    const read = repository.objects.read.bind(repository.objects);
    repository.objects.read = (id) => {
      reads++;
      return read(id);
    };
    const lines = fetching(`want ${third}`, 'done');
    const one = await answerTo(2, lines, repository);
    const alone = reads;
    const many = await Promise.all(Array.from({ length: 8 }, () => answerTo(2, lines, repository)));
    for (const answer of many) expect(answer).toEqual(one);
    expect(reads).toBeLessThanOrEqual(alone * 2);
  });
});

const main = 'refs/heads/main';

async function push(repository: GitRepository, from: string, to: string, ref: string, pack: Uint8Array) {
  const head = wire(`${from} ${to} ${ref}\0 report-status`, '0000');
  const body = async function* () {
    yield head;
    yield pack;
  };
  const answer = await receivePackRequest(repository, body(), {});
  const text = await new Response(answer instanceof ReadableStream ? answer : Uint8Array.from(answer)).text();
  expect(text).toContain(`ok ${ref}`);
}

/** Ids of the objects that a clone is sent, and whether it needed a walk. */
async function clone(repository: GitRepository, wants: readonly string[], filter?: string) {
  let walks = 0;
  const prepare = repository.sends.prepare.bind(repository.sends);
  repository.sends.prepare = (...args) => {
    walks++;
    return prepare(...args);
  };
  const sent = packStream(repository, {
    before: new Uint8Array(),
    send: { wants, filter: filter === undefined ? undefined : parseFilter(filter) },
    band: undefined,
    features: new Set(['ofs-delta']),
    signal: undefined,
  });
  const pack = await new Response(sent as ReadableStream<Uint8Array<ArrayBuffer>>).bytes();
  repository.sends.prepare = prepare;
  return { ids: [...(await createDatabase([pack])).ids()].sort(), walks };
}

it('is everything pushed, once each, and less when a branch is deleted or not wanted', async () => {
  const repository = await GitRepository.open(memoryStorage(), gitCodec);
  const all = Object.values(ids).flat().sort();
  const untagged = all.filter((id) => id !== ids.tag);
  await push(repository, zeroId, second, main, packs.before());
  const before = await clone(repository, [second]);
  expect(before).toMatchObject({ walks: 0 });
  expect(before.ids).toHaveLength(8);

  await push(repository, second, third, main, packs.thin());
  expect(await clone(repository, [third])).toEqual({ ids: untagged, walks: 0 });
  expect(await clone(repository, [second])).toEqual({ ids: before.ids, walks: 1 });

  await push(repository, zeroId, ids.tag, 'refs/tags/v1', packs.ofsDeltas());
  expect((await clone(repository, [third, ids.tag])).ids).toEqual(all);
  expect(await clone(repository, [third])).toEqual({ ids: untagged, walks: 1 });

  await push(repository, third, second, main, emptyPack(gitCodec));
  expect(await clone(repository, [second])).toEqual({ ids: before.ids, walks: 1 });
});

it.each([
  ['blob:none', 0, 0],
  ['blob:limit=0', 0, 0],
  ['blob:limit=100', 3, 0],
  ['blob:limit=1k', 6, 0],
  ['combine:blob:none+blob:limit=1k', 0, 0],
  ['object:type=commit', 0, 1],
  ['tree:1', 0, 1],
])('with the filter %s it has %i files, after %i walks', async (filter, files, walks) => {
  const repository = await GitRepository.open(memoryStorage(), gitCodec);
  await push(repository, zeroId, third, main, packs.ofsDeltas());
  const wants = [third, ids.tag];
  const sent = await clone(repository, wants, filter);
  const walked = repository.sends.send({ wants, filter: parseFilter(filter) });
  expect(sent).toEqual({ ids: [...walked.ids()].sort(), walks });
  expect(walked.counts.blob).toBe(files);
});

it('has a tagged file, whatever the filter says', async () => {
  const repository = await GitRepository.open(memoryStorage(), gitCodec);
  await push(repository, zeroId, third, main, packs.ofsDeltas());
  await push(repository, zeroId, ids.texts[0], 'refs/tags/file', emptyPack(gitCodec));
  expect((await clone(repository, [third, ids.texts[0]], 'blob:none')).ids).toContain(ids.texts[0]);
});

it('needs a walk in a repository that existed before', async () => {
  const storage = memoryStorage();
  await push(await GitRepository.open(storage, gitCodec), zeroId, second, main, packs.before());
  expect(await clone(await GitRepository.open(storage, gitCodec), [second])).toMatchObject({ walks: 1 });
});
