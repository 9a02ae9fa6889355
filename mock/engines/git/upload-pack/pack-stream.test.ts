import { describe, expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import { hashObject } from '../pack/hash-object.ts';
import { idAt } from '../pack/id-bytes.ts';
import { buildPack } from '../pack/testing/build-pack.ts';
import { ids } from '../pack/testing/packs.ts';
import { answerTo, fetching, joined, takeApart } from './testing/answers.ts';
import { bodyOf, someRefs, threeEditions, wire } from './testing/three-editions.ts';
import { uploadPack } from './upload-pack.ts';

const [, , third] = ids.commits;
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

  it('says in the third side-band what is missing, once it is under way', async () => {
    const answer = takeApart(await answerTo(2, fetching(`want ${third}`, 'done'), await broken()));
    expect(answer.error).toBe(`missing tree ${ids.trees[0]}\n`);
    expect(answer.lines).toEqual(['packfile\n']);
  });

  it('breaks off where there is no side-band to say it in', async () => {
    const lines = [`want ${third} ofs-delta\n`, '0000', 'done\n'];
    await expect(answerTo(0, lines, await broken())).rejects.toThrow(`missing tree ${ids.trees[0]}`);
  });

  it('is made as far as it is read, and never whole in memory', async () => {
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
    const body = bodyOf(wire(...fetching('ofs-delta', `want ${blob}`, 'done')));
    const answer = await uploadPack(repository, body, { version: 2 });
    if (!(answer instanceof ReadableStream)) throw new Error('a pack is a stream');
    const reader = answer.getReader();
    const pieces: Uint8Array[] = [];
    for (let place = 0; place < 3; place++) pieces.push((await reader.read()).value ?? new Uint8Array());
    expect(taken).toBeLessThan(2_000_000);
    for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
    expect(Buffer.compare(takeApart(joined(pieces)).pack, big)).toBe(0);
  });

  it('is made no further when nobody reads it', async () => {
    const repository = await threeEditions();
    const body = bodyOf(wire(...fetching(`want ${third}`, 'done')));
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

  it('stops where it is told to', async () => {
    const stop = new AbortController();
    const body = bodyOf(wire(...fetching(`want ${third}`, 'done')));
    const answer = await uploadPack(await threeEditions(), body, { version: 2, signal: stop.signal });
    stop.abort(new Error('gone'));
    await expect(new Response(answer as ReadableStream<Uint8Array<ArrayBuffer>>).bytes()).rejects.toThrow(
      'gone',
    );
  });

  it('is the same for all who ask at once, and walked for once', async () => {
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
