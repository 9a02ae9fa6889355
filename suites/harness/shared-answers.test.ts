import { expect, it } from 'vitest';
import { createRoom } from './shared-answers.ts';
import type { Test } from './suite.ts';
import { runTiny, tinyTest } from './testing/run-tiny.ts';
import { tinyPlatform } from './testing/tiny-platform.ts';

/** Runs tests that send one request each; how the server answers the n-th. */
async function run(bodies: readonly string[], answer: (asked: number) => Response, jobs = 1) {
  const platform = tinyPlatform();
  let asked = 0;
  const fetch = async (request: Request) =>
    request.url.endsWith('/thing') ? answer(++asked) : platform.fetch(request);
  const sends =
    (body: string): Test['run'] =>
    async (t) => {
      const request = { method: 'POST', path: '/thing', body };
      await t.step('own', () => t.sharing(() => t.send(request)));
    };
  const all = bodies.map((body, at) => tinyTest(sends(body), { title: `${at}` }));
  const { tests, requests } = await runTiny(all, { fetch, jobs }, platform);
  return {
    asked,
    sent: requests.sent,
    seen: tests.map(({ exchanges }) => exchanges.map((one) => [one.step, one.response?.body])),
  };
}

it('sends the request of two tests once, and records the exchange for both', async () => {
  const seen = [['own', '1']];
  const found = await run(['{"a":1}', '{"a":1}'], (asked) => new Response(`${asked}`));
  expect(found).toEqual({ asked: 1, sent: 1, seen: [seen, seen] });
});

it('sends whatever differs', async () => {
  expect((await run(['{"a":1}', '{"a":2}'], () => new Response('ok'))).asked).toBe(2);
});

it('shares nothing once the action is over', async () => {
  const platform = tinyPlatform();
  let asked = 0;
  const fetch = async (request: Request) =>
    request.url.endsWith('/thing') ? new Response(`${++asked}`) : platform.fetch(request);
  const sends: Test['run'] = async (t) => {
    const send = () => t.send({ method: 'GET', path: '/thing' });
    await t.sharing(send);
    await send();
  };
  await runTiny([tinyTest(sends)], { fetch }, platform);
  expect(asked).toBe(2);
});

it.each<[string, () => Response]>([
  ['a refusal', () => new Response('', { status: 500 })],
  [
    'no answer at all',
    () => {
      throw new TypeError('connection reset');
    },
  ],
])('does not share %s, and shares the success after it', async (_, first) => {
  const body = '{"a":1}';
  const found = await run([body, body, body], (asked) => (asked === 1 ? first() : new Response('ok')));
  expect(found.asked).toBe(2);
});

it('a room admits as many as there are places, and the others one by one as places become free', async () => {
  const room = createRoom(2);
  const inside: string[] = [];
  const leaving = new Map<string, () => void>();
  const asks = (name: string) =>
    void room.enter().then((leave) => {
      inside.push(name);
      leaving.set(name, leave);
    });
  const left = async (...names: string[]) => {
    for (const name of names) leaving.get(name)?.();
    await new Promise((resolve) => setTimeout(resolve));
    return inside.join('');
  };
  for (const name of 'abcd') asks(name);
  expect(await left()).toBe('ab');
  expect(await left('b')).toBe('abc');
  expect(await left('a', 'c', 'd')).toBe('abcd');
  asks('e');
  expect(await left()).toBe('abcde');
});
