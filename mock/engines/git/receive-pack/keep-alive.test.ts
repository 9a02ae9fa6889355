import { expect, test } from 'vitest';
import { EndingBody, keepAlive } from './receive-pack-request.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));
const over = Promise.resolve();

test('an answer that is there in time is given as it is', async () => {
  expect(await keepAlive(after(5, bytes('done')), over, 1_000)).toEqual(bytes('done'));
});

test('an answer that takes longer begins with signs of life', async () => {
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  const answer = await keepAlive(promise, over, 10);
  const pieces = (answer as ReadableStream<Uint8Array>).getReader(); // it is late
  for (let at = 0; at < 3; at++) expect((await pieces.read()).value).toEqual(bytes('0005\x02'));
  resolve(bytes('done'));
  let last: Uint8Array | undefined;
  for (let next = await pieces.read(); !next.done; next = await pieces.read()) last = next.value;
  expect(last).toEqual(bytes('done'));
});

test('nothing is said as long as the request is still sent', async () => {
  const never = new Promise<void>(() => {});
  expect(await keepAlive(after(60, bytes('done')), never, 5)).toEqual(bytes('done'));
});

test('what fails in time is thrown, and later ends the answer', async () => {
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

test('a body is at its end when it was read, or is not wanted any more', async () => {
  async function* pieces() {
    yield bytes('one');
    yield bytes('two');
  }
  const read = new EndingBody(pieces());
  const got: Uint8Array[] = [];
  for await (const piece of read) got.push(piece);
  await read.ended;
  expect(got).toEqual([bytes('one'), bytes('two')]);
  const left = new EndingBody(pieces());
  for await (const _ of left) break;
  await left.ended;
});
