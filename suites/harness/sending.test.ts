import { describe, expect, test } from 'vitest';
import { suiteLimits } from '../../spec/engine-limits.ts';
import { edgeThroughFetch } from './edge.ts';
import { loadTarget } from './load-target.ts';
import { mintToken } from './needed/mint.ts';
import type { RunOptions } from './runner.ts';
import { describeSilence, fetchInTime, unreachable } from './sending.ts';
import type { Test } from './suite.ts';
import { runTiny, tinyTest } from './testing/run-tiny.ts';
import { tinyPlatform, tinyZoneId } from './testing/tiny-platform.ts';

/** Runs one test; `answer` takes the requests to configurations, and gives undefined for the answer of the platform. */
async function runOne(
  run: Test['run'],
  answer: (request: Request, times: number) => Response | Promise<Response> | undefined,
  options: RunOptions = {},
) {
  const platform = tinyPlatform();
  let times = 0;
  const fetch = async (request: Request) => {
    const text = await request.clone().text();
    const isOurs = /\/config|git\.example|\/ai\/run/.test(request.url) && !text.startsWith('{{');
    return (isOurs && text !== '{' && answer(request, ++times)) || platform.fetch(request);
  };
  const { tests } = await runTiny([tinyTest(run)], { ...options, fetch }, platform);
  return { result: tests[0], times };
}

const fail = (error: unknown): never => {
  throw error;
};
const caused = (cause: Error) => new TypeError('fetch failed', { cause });
const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

/** What each runtime throws for a connection that is closed before the end of an answer. */
const drops = [
  ['Node: closed', () => caused(coded('other side closed', 'UND_ERR_SOCKET'))],
  ['Node: reset', () => caused(coded('read ECONNRESET', 'ECONNRESET'))],
  ['Bun', () => coded('The socket connection was closed unexpectedly.', 'ECONNRESET')],
  [
    'Deno: closed',
    () => caused(new Error('client error (SendRequest): connection closed before message completed')),
  ],
  ['Deno: reset', () => caused(new Error('Connection reset by peer (os error 104)'))],
  ['Deno: body', () => new TypeError('error reading a body from connection')],
] as const;

const read: Test['run'] = async (t) => {
  const params = { zone_id: t.zoneId };
  await t.call('token-validation.config.list', { params, query: { page: '1' } });
};

/** An answer that begins, and whose connection is closed then. */
const cut = (error: Error) => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: {}\n\n')),
    pull: (controller) => controller.error(error),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};

test.each(
  drops.flatMap(([runtime, makeError]) => [
    [`before an answer: ${runtime}`, () => fail(makeError())] as const,
    [`within its body: ${runtime}`, () => cut(makeError())] as const,
  ]),
)('a request whose connection is dropped is sent once more if it is a GET, %s', async (_, drop) => {
  const once = await runOne(read, (_request, at) => (at === 1 ? drop() : undefined));
  expect([once.result?.status, once.times]).toEqual(['passed', 2]);
  const { result, times } = await runOne(read, drop);
  expect([result?.status, result?.findings, times]).toEqual(['error', [], 2]);
  expect(result?.reason).toMatch(/GET \/client\/v4\/zones\/.*; the machine or the network may have closed/);
  let posts = 0;
  const make: Test['run'] = (t) => t.config().then(() => {});
  const { result: made } = await runOne(make, ({ method }) =>
    method === 'POST' ? (posts++ === 0 ? drop() : fail(new Error('sent twice'))) : undefined,
  );
  expect([made?.status, made?.findings, posts]).toEqual(['error', [], 1]);
});

describe('a body that never ends', () => {
  const endless = () => {
    const state = { bytes: 0, ended: false };
    const stream = new ReadableStream({
      pull(controller) {
        state.bytes += 2 ** 20;
        controller.enqueue(new Uint8Array(2 ** 20).fill(32));
      },
      cancel() {
        state.ended = true;
      },
    });
    return { state, stream };
  };

  test.each([
    ['application/octet-stream', suiteLimits.answerBytes],
    ['application/json; charset=utf-8', suiteLimits.jsonBytes],
  ])('is read up to the limit, which the finding names: %s', async (type, most) => {
    const { state, stream } = endless();
    const asked: Request[] = [];
    const { result } = await runOne(read, (request) => {
      asked.push(request);
      return new Response(stream, { headers: { 'content-type': type } });
    });
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(result?.findings[0]?.message).toMatch(/^GET .*: the answer is longer than \d+ MiB, the most that/);
    expect(result?.findings[0]?.message).toContain(` ${most / 2 ** 20} MiB`);
    expect(state.ended).toBe(true);
    expect(state.bytes).toBeLessThan(most + 8 * 2 ** 20);
  });

  const posts = { method: 'POST', path: '/', host: 'a.test', headers: [], body: undefined };
  const { signal } = new AbortController();

  test.each<[string, number, (fetch: () => Promise<Response>) => Promise<unknown>]>([
    ['a zone in this process', 64, (fetch) => edgeThroughFetch(fetch)(posts, signal)],
    [
      '`mint`',
      64,
      (fetch) =>
        mintToken('http://mint.example/', wanted, { fetch, headersFor: () => ({}), timeout: 10_000 }),
    ],
    [
      'the description of a server',
      1,
      (fetch) => loadTarget({ flags: { api: 'http://far.invalid/v4' }, env: {}, cwd: '/nowhere', fetch }),
    ],
  ])('is read up to the limit from %s too', async (_, most, reads) => {
    const { state, stream } = endless();
    await expect(reads(async () => new Response(stream))).rejects.toThrow(`longer than ${most} MiB`);
    expect(state.ended).toBe(true);
    expect(state.bytes).toBeLessThan((most + 8) * 2 ** 20);
  });
});

const wanted = { account_id: 'a', namespace: 'b', repo: 'c', remote: 'd', scope: 'read' } as const;
const never = () => new Promise<never>(() => {});

const hint = '. For more information, pass `verbose: true` in the second argument to fetch()';
const parserError = (data: string) =>
  Object.assign(new Error('Response does not match the HTTP/1.1 protocol (Expected HTTP/)'), {
    name: 'HTTPParserError',
    data,
  });
const sentBy = (why: string) =>
  caused(new Error(`error sending request for x: client error (SendRequest): ${why}`));

test.each<[string, Error, string]>([
  ['no hint for programmers', new Error(`nothing came${hint}`), 'no answer: nothing came'],
  [
    'what came instead of HTTP, on Node',
    caused(parserError('SSH-2.0-x\r\n')),
    'an answer that is not HTTP: "SSH-2.0-x\\r\\n", Response does not match the HTTP/1.1 protocol (Expected HTTP/)',
  ],
  ...['Malformed_HTTP_Response', 'InvalidHTTPResponse', 'InvalidContentLength'].map(
    (code): [string, Error, string] => [
      `what is wrong with HTTP, on Bun: ${code}`,
      coded(`${code} fetching "http://x/"${hint}`, code),
      `an answer that is not HTTP: ${code} fetching "http://x/"`,
    ],
  ),
  ...['invalid HTTP version parsed', 'invalid content-length parsed'].map((why): [string, Error, string] => [
    `what is wrong with HTTP, on Deno: ${why}`,
    sentBy(why),
    `an answer that is not HTTP: error sending request for x: client error (SendRequest): ${why}`,
  ]),
])('the reason without an answer has %s', (_, cause, reason) => {
  expect(unreachable(cause, 1)).toBe(reason);
  expect(describeSilence('http://x/', reason)).toBe(
    reason.startsWith('an answer')
      ? `The server at http://x/ gives ${reason}`
      : `No server answers at http://x/: ${reason}`,
  );
});

describe('what takes longer than a limit, or is dropped, is an error of the run', () => {
  const silent = () =>
    new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
  const endless = () => {
    const pull = async (controller: ReadableStreamDefaultController) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      controller.enqueue(new TextEncoder().encode('data: a\n\n'));
    };
    return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'text/event-stream' } });
  };
  const remote: Test['run'] = async (t) => {
    await t.remote({ url: 'http://git.example/a' });
  };
  const run = { params: { account_id: tinyZoneId, model: '@cf/a' }, body: { prompt: 'a', stream: true } };
  const mint =
    (how: string): Test['run'] =>
    async () => {
      await mintToken(how, wanted, { fetch: never, headersFor: () => ({}), timeout: 20 });
    };

  test.each<[string, string, Test['run'], () => Response | Promise<Response>]>([
    ['an answer of the API', 'request', read, never],
    ['the rest of an answer', 'request', read, silent],
    ['a checked answer', 'request', (t) => t.check('TV-CFG-1', () => read(t)).then(() => {}), never],
    ['an answer of the edge', 'request', (t) => t.edge({ path: '/' }).then(() => {}), never],
    ['an answer of a remote', 'remote', remote, never],
    ['the rest of an answer of a remote', 'remote', remote, silent],
    ['a stream', 'request', (t) => t.stream('inference.run-model', run).then(() => {}), never],
    [
      'an event of a stream',
      'request',
      async (t) => {
        await (await t.stream('inference.run-model', run)).next();
      },
      silent,
    ],
    [
      'the end of a stream that goes on',
      'request',
      async (t) => {
        await (await t.stream('inference.run-model', run)).rest();
      },
      endless,
    ],
    ['a URL that mints', 'request', mint('http://mint.example/'), never],
    ['a command that mints', 'request', mint('sleep 5'), never],
  ])('%s', async (_, limit, test, answer) => {
    const limits = { request: 20, remote: 20 };
    const { result } = await runOne(test, answer, { limits, edgeFetch: never });
    expect([result?.status, result?.findings]).toEqual(['error', []]);
    expect(result?.reason).toMatch(
      new RegExp(` within 0\\.02 s: --limit ${limit}=MILLISECONDS allows more \\(`),
    );
  });

  test.each<[string, Test['run']]>([
    ['a remote', remote],
    [
      'an event of a stream',
      async (t) => {
        await (await t.stream('inference.run-model', run)).rest();
      },
    ],
    [
      '`mint`',
      async () => {
        const fetch = async () => cut(drops[0][1]());
        await mintToken('http://mint.example/', wanted, { fetch, headersFor: () => ({}), timeout: 10_000 });
      },
    ],
  ])('a connection that is dropped within the answer of %s', async (_, test) => {
    const { result } = await runOne(test, () => cut(drops[0][1]()));
    expect([result?.status, result?.findings]).toEqual(['error', []]);
    expect(result?.reason).toContain('; the machine or the network may have closed the connection');
  });

  test('a connection that is not open in time', async () => {
    const slow = caused(coded('Connect Timeout Error', 'UND_ERR_CONNECT_TIMEOUT'));
    const { result } = await runOne(read, () => fail(slow));
    expect([result?.status, result?.findings]).toEqual(['error', []]);
  });
});

test.each<[string, () => Response | Promise<Response>, RegExp]>([
  ['that does not come, whatever its signal says', never, /took too long/],
  ['whose body does not end', () => new Response(new ReadableStream()), /took too long/],
  ['that is long', () => new Response('a'.repeat(2 ** 20 + 1)), /longer than 1 MiB/],
])('an answer to a probe ends in time: one %s', async (_, answer, message) => {
  const asked = fetchInTime(async () => answer(), 20)(new Request('http://a.example/'));
  await expect(asked).rejects.toThrow(message);
});

describe('a kind of requests without a whole answer', () => {
  const run = { params: { account_id: tinyZoneId, model: '@cf/a' }, body: { prompt: 'a', stream: true } };
  const kinds: [[string, Test['run'], string], ...[string, Test['run'], string][]] = [
    ['an operation', (t) => t.ask('inference.run-model', run).then(() => {}), 'POST /accounts/*/ai/run/*'],
    ['a stream', (t) => t.stream('inference.run-model', run).then(() => {}), 'POST /accounts/*/ai/run/*'],
    ['the edge', (t) => t.edge({ path: '/' }).then(() => {}), 'a request to the edge'],
    ['a remote', (t) => t.remote({ url: 'http://git.example/a' }).then(() => {}), 'a request to git'],
  ];
  const long = () =>
    new Response('a'.repeat(suiteLimits.jsonBytes + 1), { headers: { 'content-type': 'application/json' } });
  const list: Test['run'] = (t) => t.list('token-validation.config.list').then(() => {});

  /** Runs tests at a target that answers like this, and its lists as it should. */
  async function runMany(
    runs: readonly Test['run'][],
    options: RunOptions = {},
    answer: (at: number) => Response | Promise<Response> = never,
  ) {
    const platform = tinyPlatform();
    let sent = 0;
    const edgeFetch = async () => {
      await answer(++sent);
      return { status: 200, headers: [], text: '' };
    };
    const fetch = async (request: Request) =>
      /git\.example|\/ai\/run\//.test(request.url) ? answer(++sent) : platform.fetch(request);
    const limits = { request: 20, remote: 20, ...options.limits };
    const tests = runs.map((one, at) => tinyTest(one, { title: `asks ${at}` }));
    const result = await runTiny(tests, { fetch, edgeFetch, limits }, platform);
    return { result, statuses: result.tests.map(({ status }) => status), sent: () => sent };
  }

  test.each(kinds)('is not sent a third time, and the rest of the run goes on: %s', async (_, ask, what) => {
    const { result, statuses, sent } = await runMany([ask, ask, ask, list, ask]);
    expect([statuses, sent()]).toEqual([['error', 'error', 'skipped', 'passed', 'skipped'], 2]);
    expect(result.tests[2]?.reason).toBe(`not sent: ${what} got no whole answer 2 times in a row`);
  });

  test.each(kinds)('is sent after one that was answered: %s', async (_, ask) => {
    const answer = (at: number) => (at === 2 ? Response.json({}) : never());
    const { statuses } = await runMany([ask, ask, ask, ask], {}, answer);
    expect([statuses[0], statuses[2], statuses[3]]).toEqual(['error', 'error', 'error']);
  });

  test('is not sent a third time where its answers are too long', async () => {
    const [[, ask]] = kinds;
    const { statuses } = await runMany([ask, ask, ask, list], { limits: { request: 5_000 } }, long);
    expect(statuses).toEqual(['failed', 'failed', 'skipped', 'passed']);
  });

  test('ends the run once all of them together took too long', async () => {
    const asks = kinds.map(([, ask]) => ask);
    const { result, statuses } = await runMany([...asks, list], { limits: { silence: 30 } });
    expect([statuses[0], statuses.at(-1), result.verdict]).toEqual(['error', 'skipped', 'broken run']);
    expect(result.verdict_reason).toMatch(
      /^Answers that did not come whole took 0.03 s, the last one to .*: --limit silence=MILLISECONDS allows more$/,
    );
  });
});
