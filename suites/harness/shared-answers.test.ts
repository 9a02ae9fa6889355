import { describe, expect, it, test } from 'vitest';
import type { SentRequest, WholeAnswer } from '../../spec/client.ts';
import type { Exchange, Recorder } from './exchange.ts';
import { type RunOptions, runSuites } from './runner.ts';
import { createRoom, createSharedAnswers } from './shared-answers.ts';
import type { Suite, Test } from './suite.ts';
import { createTarget, targetFileSchema } from './target.ts';
import { madeExchange } from './testing/made-results.ts';

/** A server that answers each request with its number, and the recorders of two tests. */
function world(answer: (asked: number) => WholeAnswer = (asked) => whole(`answer ${asked}`)) {
  let asked = 0;
  const shared = createSharedAnswers();
  const test = () => {
    const record: Exchange[] = [];
    const recorder: Recorder = {
      add(exchange) {
        const complete = { ...exchange, step: 'mine' };
        record.push(complete);
        return complete;
      },
    };
    const open = (kept: Recorder) => async () => {
      const made = answer(++asked);
      kept.add(madeExchange({ url: `http://a.invalid/${asked}` }));
      return made;
    };
    return { record, send: (request: SentRequest) => shared.send(request, open, recorder) };
  };
  return { one: test(), other: test(), asked: () => asked };
}

const whole = (text: string, status = 200): WholeAnswer => ({
  status,
  headers: new Headers(),
  bytes: new TextEncoder().encode(text),
});

const post = (body: string, headers: Record<string, string> = {}): SentRequest => ({
  method: 'POST',
  url: 'http://a.invalid/',
  body,
  headers,
});

describe('createSharedAnswers', () => {
  it('sends the request of two tests once, and records the exchange for both', async () => {
    const { one, other, asked } = world();
    const answers = await Promise.all([one.send(post('a')), other.send(post('a'))]);
    expect(answers.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(['answer 1', 'answer 1']);
    expect([asked(), one.record, other.record.length]).toEqual([1, other.record, 1]);
  });

  it('sends whatever differs', async () => {
    const { one, other, asked } = world();
    await one.send(post('a'));
    await other.send(post('b'));
    await other.send(post('a', { authorization: 'Bearer b' }));
    expect(asked()).toBe(3);
  });

  it.each<[string, (asked: number) => WholeAnswer]>([
    ['a refusal', (asked) => whole('', asked === 1 ? 500 : 200)],
    [
      'no answer at all',
      (asked) => {
        if (asked === 1) throw new TypeError('connection reset');
        return whole('');
      },
    ],
  ])('does not share %s', async (_, answer) => {
    const { one, other, asked } = world(answer);
    const first = one.send(post('a')).catch((error: Error) => error.message);
    const second = other.send(post('a'));
    await first;
    expect([(await second).status, asked()]).toEqual([200, 2]);
    expect((await one.send(post('a'))).status).toBe(200);
    expect(asked()).toBe(2);
  });
});

/** Requests places; reports who has one, in order. */
function visitors(places: number) {
  const room = createRoom(places);
  const inside: string[] = [];
  const leaving = new Map<string, () => void>();
  const asks = (name: string) =>
    void room.enter().then((leave) => {
      inside.push(name);
      leaving.set(name, leave);
    });
  const leaves = (name: string) => leaving.get(name)?.();
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return { inside, asks, leaves, settled };
}

test('admits as many as there are places, and the others one by one as places become free', async () => {
  const { inside, asks, leaves, settled } = visitors(2);
  for (const name of ['a', 'b', 'c', 'd']) asks(name);
  await settled();
  expect(inside).toEqual(['a', 'b']);
  leaves('b');
  await settled();
  expect(inside).toEqual(['a', 'b', 'c']);
  leaves('a');
  leaves('c');
  await settled();
  expect(inside).toEqual(['a', 'b', 'c', 'd']);
});

test('reuses a free place', async () => {
  const { inside, asks, leaves, settled } = visitors(1);
  asks('a');
  await settled();
  leaves('a');
  asks('b');
  asks('c');
  await settled();
  expect(inside).toEqual(['a', 'b']);
});

const zone_id = '023e105f4ecef8ad9ca31a8372d0c353';
const target = createTarget(
  targetFileSchema.parse({ api: 'http://a.invalid/v4', zone_id, zone_name: 'a.invalid', api_token: 'bench' }),
);

/** Two tests with the same request, and how often the server got it. */
async function run(status: number, options: RunOptions = {}) {
  let asked = 0;
  const fetch = async (request: Request) => {
    if (!request.url.endsWith('/thing')) return Response.json({ success: true, result: { id: zone_id } });
    asked++;
    return Response.json({ asked }, { status });
  };
  const test = (title: string): Test => ({
    title,
    requirements: ['V4-ENV-1'],
    run: async (t) => {
      await t.step('own', () => t.sharing(() => t.send({ method: 'GET', path: '/thing' })));
    },
  });
  const suite: Suite = { name: 'a/b', tests: [test('one'), test('other')] };
  const { tests, requests } = await runSuites(target, [suite], { fetch, journal: null, ...options });
  return { asked, sent: requests.sent, statuses: tests.map((one) => one.status), tests };
}

describe('what tests share', () => {
  it('is sent and counted once, and recorded for each test', async () => {
    const { asked, sent, statuses, tests } = await run(200);
    expect([asked, sent, statuses]).toEqual([1, 1, ['passed', 'passed']]);
    for (const { exchanges } of tests)
      expect(exchanges).toMatchObject([{ step: 'own', response: { body: '{"asked":1}' } }]);
  });

  it('is sent by each test when it fails', async () => {
    expect((await run(500)).asked).toBe(2);
  });
});
