import { expect, test } from 'vitest';
import type { TestContext } from './context.ts';
import { runTiny, tinyTest } from './testing/run-tiny.ts';
import { tinyPlatform, tinyToken } from './testing/tiny-platform.ts';

/** Runs a test with a stream of a target that sends these texts and then stays silent or ends. */
async function run(use: (t: TestContext) => Promise<void>, texts: readonly string[], ends = false) {
  const platform = tinyPlatform();
  const seen = { cancelled: false };
  const fetch = async (request: Request) => {
    if (!request.url.includes('/events/stream')) return platform.fetch(request);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
        if (ends) controller.close();
      },
      cancel() {
        seen.cancelled = true;
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const target = { ...platform.target, features: new Set(['events']) };
  const test = tinyTest(use, { features: ['events'] });
  const { tests } = await runTiny([test], { fetch, limits: { request: 50 } }, { ...platform, target });
  return { reason: tests[0]?.findings[0]?.message ?? tests[0]?.reason, exchanges: tests[0]?.exchanges, seen };
}
const open = (t: TestContext) =>
  t.stream('touchstone.event.stream', { params: { zone_id: t.zoneId }, query: { action: 'log' } });

test('a stream gives its events one by one, is cancelled when it is closed, and recorded without secrets', async () => {
  const events: unknown[] = [];
  const use = async (t: TestContext) => {
    const stream = await open(t);
    events.push(await stream.next(), await stream.next());
    const end = stream.ended();
    stream.close();
    events.push(await end);
  };
  const { seen, exchanges } = await run(use, ['id: 8\ndata: a\n\ndata: b\n\n']);
  const event = { event: 'message', id: '8' };
  expect(events).toEqual([{ ...event, data: 'a' }, { ...event, data: 'b' }, true]);
  expect(seen.cancelled).toBe(true);
  expect(exchanges).toMatchObject([{ response: { status: 200, body: '(a stream)' } }]);
  expect(JSON.stringify(exchanges)).not.toContain(tinyToken);
});

test.each([
  ['ends', true, [], true],
  ['has another event', false, ['data: a\n\n'], false],
] as const)('a stream that %s says whether it ended', async (_, ends, texts, expected) => {
  let ended: boolean | undefined;
  const use = async (t: TestContext) => {
    ended = await (await open(t)).ended();
  };
  await run(use, texts, ends);
  expect(ended).toBe(expected);
});

test.each([
  ['ends', true, /ended/],
  ['is silent', false, /within 0\.05 s/],
])('a stream that %s before the next event fails its test', async (_, ends, message) => {
  const use = async (t: TestContext) => void (await (await open(t)).next());
  expect((await run(use, [], ends)).reason).toMatch(message);
});
