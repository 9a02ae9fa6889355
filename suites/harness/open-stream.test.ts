import { expect, test } from 'vitest';
import type { TestContext } from './context.ts';
import { runTiny, tinyTest } from './testing/run-tiny.ts';
import { tinyPlatform } from './testing/tiny-platform.ts';

/** What a test reads from a stream of a target that sends these texts and then stays silent or ends. */
async function read(texts: readonly string[], ends = false) {
  const platform = tinyPlatform();
  const seen: unknown[] = [];
  const fetch = async (request: Request) => {
    if (!request.url.includes('/events/stream')) return platform.fetch(request);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
        if (ends) controller.close();
      },
      cancel: () => void seen.push('cancelled'),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const use = async (t: TestContext) => {
    const stream = await t.stream('touchstone.event.stream', { params: { zone_id: t.zoneId } });
    seen.push((await stream.next()).data, (await stream.next()).data);
    seen.push(await stream.ended());
  };
  const target = { ...platform.target, features: new Set(['events']) };
  const options = { fetch, limits: { request: 50 } };
  const { tests } = await runTiny([tinyTest(use, { features: ['events'] })], options, {
    ...platform,
    target,
  });
  return [...seen, tests[0]?.findings.find(({ status }) => status === 'failed')?.message].filter(Boolean);
}

const two = 'data: a\n\ndata: b\n\n';
test.each([
  ['gives its events one by one, and says that it ended', [two], true, ['a', 'b', true]],
  [
    'says that it did not end, and is cancelled with its test',
    [two, 'data: c\n\n'],
    false,
    ['a', 'b', 'cancelled'],
  ],
  [
    'fails its test when it ends before the next event',
    ['data: a\n\n'],
    true,
    [expect.stringMatching('ended')],
  ],
])('a stream %s', async (_, texts, ends, expected) => {
  expect(await read(texts, ends)).toEqual(expected);
});
