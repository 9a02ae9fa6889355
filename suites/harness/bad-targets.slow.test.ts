import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { allSuites } from '../index.ts';
import { catalogue } from './catalogue.ts';
import { TargetError } from './errors.ts';
import { neededFeatures } from './needs.ts';
import { type RunOptions, runSuites } from './runner.ts';
import { selectTests } from './select.ts';
import { createTarget, type Target, targetFileSchema } from './target.ts';
import { answerAs } from './testing/serve-tiny.ts';
import { tinyToken, tinyZoneId } from './testing/tiny-platform.ts';
import { exitCode } from './verdict.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server on this machine; `onConnection` may end a connection before it reads anything. */
async function serve(answer: RequestListener, onConnection: (socket: Socket) => void = () => {}) {
  const server = createServer(answer);
  server.on('connection', onConnection);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // of a server that listens on a port
  return `http://127.0.0.1:${port}/client/v4`;
}

/** Runs all suites against a server, as the command does. */
function run(api: string, options: RunOptions = {}) {
  const target = createTarget(
    targetFileSchema.parse({
      api,
      zone_id: tinyZoneId,
      zone_name: 'tiny.localhost',
      account_id: tinyZoneId,
      api_token: tinyToken,
    }),
  );
  return runSuites(target, allSuites, { journal: null, ...options });
}

const json = (status: number, body: object) => (_: unknown, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const failure = (code: number, message: string) => ({
  result: null,
  success: false,
  errors: [{ code, message }],
  messages: [],
});

/** A target of every feature at one server. */
function withEverything(url: string): Target {
  const needed = selectTests(allSuites, catalogue).flatMap(({ test }) => [
    ...neededFeatures(test, catalogue),
  ]);
  return createTarget(
    targetFileSchema.parse({
      api: `${url}/client/v4`,
      edge: url,
      objects: `${url}/objects`,
      objects_open: `${url}/open`,
      interpreter: `${url}/interpreter`,
      worker: `${url}/worker`,
      zone_id: tinyZoneId,
      zone_name: 'tiny.localhost',
      account_id: tinyZoneId,
      ...Object.fromEntries(
        [
          'api_token',
          'read_token',
          'gateway_token',
          'email',
          'api_key',
          'auth_key_secret',
          'allowed_key',
        ].map((name) => [name, 'abcdef']),
      ),
      features: [...new Set(needed)].filter((feature) => feature !== 'git' && feature !== 'webhook'),
    }),
  );
}

describe('a run of all suites is never broken', { timeout: 240_000 }, () => {
  const bodies = ['{"success":true,"result":{}}', '{}', '[]', 'null', '""', '{"choices":null}'];
  const record = (id: string) =>
    JSON.stringify({ success: true, errors: [], messages: [], result: { id, name: id } });
  bodies.push(record('same'), record('\ud800'));
  const events = bodies.map((body) => `data: ${body}\n\n`).join('');
  const envelope = {
    success: true,
    errors: [],
    messages: [],
    result: { id: tinyZoneId, name: 'tiny.localhost' },
  };
  test.each([
    ...bodies.map((body) => [body, 'application/json', body] as const),
    ['a stream of all of these', 'text/event-stream', events],
  ] as const)('where every request gets %s', async (_, type, body) => {
    const url = 'http://odd.invalid';
    // It is an API as far as the first requests show.
    const isProbe = (path: string) => /^\/client\/v4\/(?:user\/tokens\/verify|zones\/\w+)$/.test(path);
    const result = await runSuites(withEverything(url), allSuites, {
      journal: null,
      exchanges: 'failures',
      limits: { events: 200, batch: 200, background: 200 },
      fetch: async (request) =>
        isProbe(new URL(request.url).pathname)
          ? Response.json(envelope)
          : new Response(body, { headers: { 'content-type': type } }),
      edgeFetch: async () => ({ status: 200, headers: [['content-type', type]], text: body }),
    });
    expect(
      result.tests.flatMap(({ id, status, reason }) => (status === 'error' ? [`${id}: ${reason}`] : [])),
    ).toEqual([]);
    expect([result.verdict, exitCode(result)]).toEqual(['not conformant', 1]);
    expect(result.counts.failed).toBeGreaterThan(100);
  });
});

describe('a run of all suites ends early with one reason', { timeout: 30_000 }, () => {
  test.each([
    ['200 {} to everything', json(200, {}), 'status 200, "{}"'],
    ['500 to everything', json(500, failure(1000, 'Internal Server Error')), 'status 500'],
    [
      'HTML',
      (_: unknown, response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello</p>');
      },
      'status 200, "<!doctype html><p>Hello</p>"',
    ],
  ] as const)('where a server answers %s: the verdict is not conformant', async (_, answer, seen) => {
    const { verdict, verdict_reason, counts } = await run(await serve(answer));
    expect(verdict).toBe('not conformant');
    expect(verdict_reason).toContain('does not answer like the API, so the base URL may be wrong');
    expect(verdict_reason).toContain(seen);
    expect(counts.failed).toBeGreaterThan(0);
    expect(counts.failed).toBeLessThan(6);
  });

  test.each([
    ['hangs', () => {}, /^No server answers at http.*: no answer within 0.5 s$/],
    [
      'closes every connection',
      (_: unknown, response: ServerResponse) => response.destroy(),
      /^No server answers at /,
    ],
    [
      'refuses the token',
      json(401, failure(10_000, 'Authentication error')),
      /refuses the API token: status 401/,
    ],
    [
      'rejects the format of the token',
      json(400, failure(6003, 'Invalid request headers')),
      /refuses the API token/,
    ],
    [
      'has the API at another path',
      json(404, failure(7003, 'Could not route')),
      /the base URL or an id is wrong: GET \/user\/tokens\/verify: 404, /,
    ],
    [
      'redirects',
      (_: unknown, response: ServerResponse) => {
        response.writeHead(301, { location: 'https://api.test/client/v4' }).end();
      },
      /redirects to https:\/\/api\.test\/client\/v4/,
    ],
  ] as const)('where a server %s: the run is broken', async (_, answer, expected) => {
    const running = run(await serve(answer), { limits: { request: 500 } });
    await expect(running).rejects.toThrow(TargetError);
    await expect(running).rejects.toThrow(expected);
    await expect(running).rejects.toThrow(/^[^\n]*$/);
  });

  test('where a server drops every third connection: the run is broken', async () => {
    let connections = 0;
    const api = await serve(answerAs(), (socket) => {
      if (++connections % 3 === 0) socket.destroy();
    });
    await expect(run(api)).rejects.toThrow(/is unreliable: \d+ of 52 requests got no answer/);
  });

  test('where a server hangs from the fortieth request on: the run stops early', async () => {
    let requests = 0;
    const answer = answerAs();
    const api = await serve((request, response) => {
      if (++requests <= 40) answer(request, response);
    });
    const { verdict, verdict_reason, counts, tests } = await run(api, {
      limits: { request: 1_000, probe: 500 },
    });
    expect([verdict, verdict_reason]).toEqual([
      'broken run',
      `No server answers at ${api}: no answer within 0.5 s`,
    ]);
    expect(counts.skipped).toBeGreaterThan(1_000);
    expect(tests.some(({ reason }) => reason?.startsWith('the run stopped early: No server answers'))).toBe(
      true,
    );
  });

  test('where one read in a run gets no answer: the run goes on', async () => {
    let requests = 0;
    const answer = answerAs();
    const api = await serve((request, response) => {
      // A request that is not repeated is an error of its test.
      if (request.method === 'GET' && ++requests === 10) response.destroy();
      else answer(request, response);
    });
    const { verdict_reason, tests } = await run(api, {
      select: { services: ['token-validation/configurations'] },
    });
    expect(requests).toBeGreaterThan(10);
    expect(verdict_reason).toMatch(/^\d+ tests? failed$/);
    expect(tests.filter(({ reason }) => reason?.startsWith('the run stopped early'))).toEqual([]);
  });
});
