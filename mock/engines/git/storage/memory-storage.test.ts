import { expect, test } from 'vitest';
import { memoryStorage } from './memory-storage.ts';

const id = '6fb5d4cde03e74a0bb9168b504a8681ce5ad6ac6';
const bytes = Uint8Array.from([1, 2, 3]);

test('a repository that is new has a head and nothing else', async () => {
  expect(await memoryStorage('refs/heads/trunk').load()).toEqual({
    packs: [],
    refs: new Map(),
    head: 'refs/heads/trunk',
  });
});

test('a pack is seen once it is kept, and not when it is discarded', async () => {
  const storage = memoryStorage();
  const kept = storage.receive();
  const discarded = storage.receive();
  await kept.write(bytes);
  await discarded.write(bytes);
  await discarded.discard();
  expect((await storage.load()).packs).toEqual([]);
  const pack = await kept.keep(id, bytes);
  expect((await storage.load()).packs).toEqual([pack]);
  expect(pack.bytes.slice(1, 5)).toEqual(Uint8Array.from([2, 3]));
});

test('refs and the head are changed, and are gone with the repository', async () => {
  const storage = memoryStorage();
  await storage.changeRefs([{ name: 'refs/heads/a', from: undefined, to: id }]);
  await storage.changeRefs(
    [
      { name: 'refs/heads/a', from: id, to: undefined },
      { name: 'refs/heads/b', from: undefined, to: id },
    ],
    'refs/heads/b',
  );
  expect(await storage.load()).toMatchObject({ refs: new Map([['refs/heads/b', id]]), head: 'refs/heads/b' });
  await storage.destroy();
  expect((await storage.load()).refs.size).toBe(0);
});

test('a pack that is removed can still be read by who has it', async () => {
  const storage = memoryStorage();
  const incoming = storage.receive();
  await incoming.write(bytes);
  const pack = await incoming.keep(id, bytes);
  await storage.removePacks([id, 'a'.repeat(40)]);
  expect((await storage.load()).packs).toEqual([]);
  expect(pack.bytes.slice(0, 5)).toEqual(bytes);
});
