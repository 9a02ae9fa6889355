import { expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import { zeroId } from '../object-id.ts';
import { ids, packs } from '../pack/testing/packs.ts';
import { databaseOf } from '../pack/testing/received.ts';
import { emptyPack } from '../pack/write-pack.ts';
import { receivePackRequest } from '../receive-pack/receive-pack-request.ts';
import { GitRepository } from '../repository/git-repository.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { packStream } from './pack-stream.ts';
import { wire } from './testing/three-editions.ts';

const [, second, third] = ids.commits;
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

/** Ids of what a clone is sent, and whether anything was walked through for it. */
async function clone(repository: GitRepository, wants: readonly string[]) {
  let walks = 0;
  const prepare = repository.sends.prepare.bind(repository.sends);
  repository.sends.prepare = (...args) => {
    walks++;
    return prepare(...args);
  };
  const sent = packStream(repository, {
    before: new Uint8Array(),
    send: { wants },
    band: undefined,
    features: new Set(['ofs-delta']),
    signal: undefined,
  });
  const pack = await new Response(sent as ReadableStream<Uint8Array<ArrayBuffer>>).bytes();
  repository.sends.prepare = prepare;
  return { ids: [...(await databaseOf([pack])).ids()].sort(), walks };
}

it('is all that was pushed, once each, and less when a branch is gone or was never wanted', async () => {
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

it('is found by a walk where the repository was there before', async () => {
  const storage = memoryStorage();
  await push(await GitRepository.open(storage, gitCodec), zeroId, second, main, packs.before());
  expect(await clone(await GitRepository.open(storage, gitCodec), [second])).toMatchObject({ walks: 1 });
});
