// Long, because tests, refusal twins, clean-up and whole runs use the same small servers.
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { equal } from './assertions.ts';
import { sweep } from './clean-up.ts';
import type { TestContext } from './context.ts';
import { closedPort } from './odd-server.ts';
import { type RunResult, runResultSchema, type TestResult } from './results.ts';
import { type RunOptions, runSuites } from './runner.ts';
import type { Suite, Test } from './suite.ts';
import { createTarget, targetFileSchema } from './target.ts';
import {
  type TinyFaults,
  type TinyPlatform,
  tinyPlatform,
  tinyToken,
  tinyZoneId,
} from './testing/tiny-platform.ts';
import { serveWrong } from './testing/wrong-server.ts';
import { exitCode } from './verdict.ts';

const createSuite = (...tests: Test[]): Suite => ({ name: 'harness/probe', tests });

const probe = (run: Test['run'], rest: Partial<Test> = {}): Test => ({
  title: 'does what it should',
  requirements: ['TV-CFG-1'],
  run,
  ...rest,
});

const create = (t: TestContext, body: object) =>
  t.ask('token-validation.config.create', { params: { zone_id: t.zoneId }, body });

/** Whether a request creates something, unlike the first requests of a run. */
const creates = async (request: Request) =>
  request.method === 'POST' && (await request.clone().text()).startsWith('{"');

const refusesLongTitle = probe(
  async (t) => {
    const body = t.configBody({ title: t.title(50) });
    await t.refused({
      good: () => create(t, body),
      bad: () => create(t, { ...body, title: `${body.title}x` }),
      pointer: '/title',
      snapshot: () => t.snapshot('configuration'),
    });
  },
  { title: 'refuses a title of 51 characters', requirements: ['TV-CFG-14'] },
);

async function runAgainst(
  platform: TinyPlatform,
  tests: readonly Test[],
  options: RunOptions = {},
): Promise<RunResult> {
  const run = await runSuites(platform.target, [createSuite(...tests)], {
    fetch: platform.fetch,
    journal: null,
    ...options,
  });
  return runResultSchema.parse(run);
}

async function runOne(run: Test['run'], faults: TinyFaults = {}, rest: Partial<Test> = {}) {
  const platform = tinyPlatform(faults);
  const result = await runAgainst(platform, [probe(run, rest)]);
  const [only] = result.tests;
  if (!only) throw new Error('no test ran');
  return { ...only, run: result, platform };
}

const failed = ({ findings }: Pick<TestResult, 'findings'>) =>
  findings.filter(({ status }) => status === 'failed').map(({ requirement }) => requirement);

describe('a test', () => {
  test('passes all its requirements when it ends without a failure', async () => {
    const { status, findings, run } = await runOne((t) => t.config().then(() => {}));
    expect(status).toBe('passed');
    expect(findings).toContainEqual({
      requirement: 'TV-CFG-1',
      level: 'must',
      status: 'passed',
      message: null,
      evidence: null,
    });
    expect(run.verdict).toBe('conformant');
  });

  test('fails its unjudged requirements when an assertion fails', async () => {
    const result = await runOne(
      async (t) => {
        await t.check('TV-CFG-4', () => {});
        equal(1, 2, 'the number');
      },
      {},
      { requirements: ['TV-CFG-1', 'TV-CFG-4'] },
    );
    expect(result.status).toBe('failed');
    expect(failed(result)).toEqual(['TV-CFG-1']);
    expect(result.findings.find(({ status }) => status === 'failed')?.message).toBe(
      'the number is 1, expected 2',
    );
    expect(exitCode(result.run)).toBe(1);
  });

  test('fails for its own requirement although a refusal in between was correct', async () => {
    const result = await runOne(
      async (t) => {
        t.expectFailure(await create(t, {}));
        equal(1, 2, 'the number');
      },
      {},
      { requirements: ['V4-ENV-7'], judges: ['V4-ENV-8'] },
    );
    expect(failed(result)).toEqual(['V4-ENV-7']);
  });

  test("leaves open what it can't check, and goes on", async () => {
    const result = await runOne(
      async (t) => {
        await t.check('TV-CFG-4', () => t.call('rulesets.zone.list', { params: { zone_id: t.zoneId } }));
        await t.check('TV-CFG-5', () => {});
      },
      {},
      { requirements: ['TV-CFG-4', 'TV-CFG-5'] },
    );
    expect(result.status).toBe('skipped');
    expect(result.reason).toMatch(/^the target has no way to list the rulesets/);
    expect(result.run.requirements.map(({ id, status }) => [id, status])).toEqual([
      ['TV-CFG-4', 'skipped'],
      ['TV-CFG-5', 'passed'],
    ]);
    expect(result.run.verdict).toBe('partial');
  });

  test('fails if it found a fault before it was skipped', async () => {
    const result = await runOne(
      async (t) => {
        await t.check('TV-CFG-4', () => equal(1, 2, 'the number'));
        t.skip('there is no more to see');
      },
      {},
      { requirements: ['TV-CFG-4'] },
    );
    expect([result.status, failed(result)]).toEqual(['failed', ['TV-CFG-4']]);
  });

  test('goes on after a failed check', async () => {
    const seen: string[] = [];
    const result = await runOne(
      async (t) => {
        await t.check('TV-CFG-4', () => equal('a', 'b', 'title'));
        seen.push('after');
      },
      {},
      { requirements: ['TV-CFG-1', 'TV-CFG-4'] },
    );
    expect([seen, result.status, failed(result)]).toEqual([['after'], 'failed', ['TV-CFG-4']]);
  });

  test('breaks the run when its own code throws', async () => {
    const { status, reason, run } = await runOne(() => {
      throw new TypeError('not a function');
    });
    expect([status, run.verdict, exitCode(run)]).toEqual(['error', 'broken run', 2]);
    expect(reason).toContain('TypeError: not a function');
  });

  test('fails instead when it throws because an answer does not fit the contract', async () => {
    const result = await runOne(
      async (t) => {
        const { body } = await t.call('token-validation.config.create', {
          params: { zone_id: t.zoneId },
          body: t.configBody(),
        });
        body.result.title.toUpperCase();
      },
      { tamper: (body, { method }) => (method === 'POST' ? { ...body, result: null } : body) },
    );
    expect([result.status, result.failed_level]).toEqual(['failed', 'must']);
  });

  test.each([
    ['a page', 'failed', '<!doctype html><title>Shop</title>'],
    ['bytes', 'failed', '\u0000\u0001'],
    ['nothing', 'failed', ''],
    ['JSON without an envelope', 'passed', '{"id":"1"}'],
  ] as const)('of a request that must be accepted, and gets %s with 200, is %s', async (_, status, body) => {
    const platform = tinyPlatform();
    const fetch = async (request: Request) =>
      request.method === 'POST' ? new Response(body) : platform.fetch(request);
    const accepts = probe(async (t) => {
      const params = { zone_id: t.zoneId };
      t.expectSuccess(await t.ask('token-validation.config.create', { params, body: {} }), 'the creation');
    });
    const { tests } = await runAgainst({ ...platform, fetch }, [accepts]);
    const found = tests[0]?.findings.find(({ requirement }) => requirement === 'TV-CFG-1');
    expect(found?.status).toBe(status);
  });

  test('is skipped when the target lacks a feature, which leaves the verdict partial for a MUST', async () => {
    const { status, reason, run } = await runOne(() => {}, {}, { requirements: ['TV-SRC-13'] });
    expect([status, reason]).toEqual([
      'skipped',
      'the target does not claim edge: set `edge` (--edge) to the URL of its zone traffic',
    ]);
    expect([run.verdict, exitCode(run), exitCode(run, true)]).toEqual(['partial', 1, 0]);
  });

  test('leaves nothing conformant when it is the only one and skipped', async () => {
    const { status, run } = await runOne(() => {}, {}, { requirements: ['V4-AUTH-3'] });
    expect([status, run.verdict, run.services.map(({ verdict }) => verdict)]).toEqual([
      'skipped',
      'partial',
      ['absent'],
    ]);
  });

  test('can skip itself', async () => {
    const { status, reason } = await runOne((t) => t.skip('no account'));
    expect([status, reason]).toEqual(['skipped', 'no account']);
  });

  test('does not run when it is disabled', async () => {
    const { status, reason } = await runOne(
      () => {
        throw new Error('ran');
      },
      {},
      { disabled: 'waits for an answer' },
    );
    expect([status, reason]).toEqual(['disabled', 'waits for an answer']);
  });

  test('is a warning when it fails a SHOULD, which counts under strict', async () => {
    const warning = probe(() => equal(200, 201, 'the status'), { requirements: ['TV-CFG-27'] });
    const lax = await runAgainst(tinyPlatform(), [warning]);
    expect([lax.verdict, lax.counts.failed, lax.counts.warnings]).toEqual(['partial', 0, 1]);
    const strict = await runAgainst(tinyPlatform(), [warning], { strict: true });
    expect([strict.verdict, strict.counts.failed]).toEqual(['not conformant', 1]);
  });

  test('can limit the level of its findings', async () => {
    const { failed_level } = await runOne(() => equal(1, 2, 'x'), {}, { atMost: 'may' });
    expect(failed_level).toBe('may');
  });
});

test('a test that controls the clock without the feature breaks the run', async () => {
  const { status, reason } = await runOne((t) => t.clock.advance(1));
  expect([status, reason]).toEqual(['error', expect.stringContaining('must need the feature clock')]);
});

describe('a refusal twin', () => {
  const cases: readonly (readonly [string, TinyFaults, readonly string[]])[] = [
    ['passes when the faulty request is refused', {}, []],
    ['fails when the faulty request is accepted', { acceptsEverything: true }, ['TV-CFG-14']],
    ['fails when the refused request was stored', { storesRefused: true }, ['V4-ENV-9']],
    [
      'fails when the valid request is refused',
      {
        tamper: (_, { method }) =>
          method === 'POST'
            ? { success: false, errors: [{ code: 1000, message: 'No' }], messages: [], result: null }
            : _,
      },
      ['TV-CFG-14'],
    ],
    [
      'fails when the refusal says success true',
      {
        tamper: (body, { method }) =>
          method === 'POST' && body['success'] === false ? { ...body, success: true } : body,
      },
      ['V4-ENV-7'],
    ],
    [
      'fails when the refusal lists no error',
      { tamper: (body) => (body['success'] === false ? { ...body, errors: [] } : body) },
      ['V4-ENV-8', 'V4-ENV-19'],
    ],
    [
      'accepts a refusal with another pointer',
      {
        tamper: (body) =>
          body['success'] === false
            ? { ...body, errors: [{ code: 6011, message: 'No', source: { pointer: '/x' } }] }
            : body,
      },
      ['V4-ENV-19'],
    ],
  ];

  test.each(cases)('%s', async (_, faults, expected) => {
    const result = await runAgainst(tinyPlatform(faults), [refusesLongTitle]);
    const ids = result.tests.flatMap(failed);
    if (expected.length === 0) expect(ids).toEqual([]);
    else expect(ids).toEqual(expect.arrayContaining([...expected]));
  });

  test('keeps both exchanges, each with its step', async () => {
    const { tests } = await runAgainst(tinyPlatform(), [refusesLongTitle]);
    const steps = tests[0]?.exchanges.map(({ step, response }) => [step, response?.status]);
    expect(steps).toEqual([
      ['valid twin', 200],
      ['before', 200],
      ['faulty twin', 400],
      ['after', 200],
    ]);
  });
});

describe('clean-up', () => {
  test('removes everything a test created, including what was accepted by mistake', async () => {
    const platform = tinyPlatform({ acceptsEverything: true });
    const result = await runAgainst(platform, [refusesLongTitle]);
    expect([platform.configs.size, result.leaks]).toEqual([0, []]);
  });

  test('removes what a target stored although it refused the request', async () => {
    const platform = tinyPlatform({ storesRefused: true });
    await runAgainst(platform, [refusesLongTitle]);
    expect(platform.configs.size).toBe(0);
  });

  test("names what it can't remove", async () => {
    const { leaks, run } = await runOne((t) => t.config().then(() => {}), { keepsDeleted: true });
    expect(leaks).toHaveLength(1);
    expect(leaks[0]).toMatch(/^configuration [0-9a-f-]{36} \(made \d s ago\): status 500/);
    expect(run.leaks).toHaveLength(1);
  });

  test('leaves a journal for a sweep, which removes the rest', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-journal-'));
    const broken = tinyPlatform({ keepsDeleted: true });
    await runAgainst(broken, [probe((t) => t.config().then(() => {}))], { journal: folder });
    expect(readdirSync(folder)).toHaveLength(1);

    const healed: TinyPlatform = tinyPlatform();
    for (const [id, config] of broken.configs) healed.configs.set(id, config);
    const [swept] = await sweep(broken.target, { journal: folder, fetch: healed.fetch });
    expect([swept?.removed.length, swept?.leaks.length, healed.configs.size]).toEqual([1, 0, 0]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('leaves no journal when everything is removed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-journal-'));
    await runAgainst(tinyPlatform(), [probe((t) => t.config().then(() => {}))], { journal: folder });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('finds by its mark what was created although the answer never came', async () => {
    const platform = tinyPlatform();
    const lossy = async (request: Request) => {
      const lost = await creates(request);
      const response = await platform.fetch(request);
      if (lost) throw new TypeError('connection reset');
      return response;
    };
    const result = await runAgainst(platform, [probe((t) => t.config().then(() => {}))], { fetch: lossy });
    expect(result.tests[0]?.status).toBe('error');
    expect([platform.configs.size, result.leaks]).toEqual([0, []]);
  });
});

describe('a run', () => {
  const asks = probe(async (t) => {
    await t.config();
  });
  const targetAt = (url: string) =>
    createTarget(
      targetFileSchema.parse({
        api: `${url}/client/v4`,
        zone_id: tinyZoneId,
        zone_name: 'tiny.localhost',
        api_token: tinyToken,
      }),
    );

  const json = (status: number, body: string) => ({ status, type: 'application/json', body });
  test.each([
    ['200 {} to everything', json(200, '{}')],
    [
      '500 to everything',
      json(500, '{"success":false,"errors":[{"code":1000,"message":"x"}],"messages":[]}'),
    ],
    ['HTML', { status: 200, type: 'text/html', body: '<!doctype html><p>Hello</p>' }],
  ] as const)('is not conformant against a server that answers %s', async (_, answer) => {
    const server = await serveWrong(answer);
    try {
      const result = await runSuites(targetAt(server.url), [createSuite(asks, refusesLongTitle)], {
        journal: null,
      });
      expect([result.verdict, result.counts.failed]).toEqual(['not conformant', 2]);
    } finally {
      await server.close();
    }
  });

  test.each([
    ['hangs', 'hang', 'no answer within 0.2 s'],
    ['drops every connection', 'drop', 'No server answers'],
  ] as const)('reports in one line that a server %s', async (_, answer, expected) => {
    const server = await serveWrong(answer);
    try {
      const run = runSuites(targetAt(server.url), [createSuite(asks)], {
        journal: null,
        limits: { request: 200 },
      });
      await expect(run).rejects.toThrow(expected);
      await expect(run).rejects.toThrow(/^[^\n]*$/);
    } finally {
      await server.close();
    }
  });

  test('reports in one line that no server listens', async () => {
    const run = runSuites(targetAt(`http://127.0.0.1:${await closedPort()}`), [createSuite(asks)], {
      journal: null,
    });
    await expect(run).rejects.toThrow(
      /^No server answers at http:\/\/127\.0\.0\.1:\d+\/client\/v4: connection refused$/,
    );
  });

  test('skips a test that needs an operation which the target lacks and no seed names', async () => {
    const lists = probe((t) =>
      t.call('rulesets.zone.list', { params: { zone_id: t.zoneId } }).then(() => {}),
    );
    const { tests } = await runAgainst(tinyPlatform(), [lists]);
    expect([tests[0]?.status, tests[0]?.reason]).toEqual([
      'skipped',
      'the target has no way to list the rulesets without their rules (GET /zones/{zone_id}/rulesets)',
    ]);
  });

  test('starts no further test when it is interrupted, and removes what was created', async () => {
    const platform = tinyPlatform();
    const interrupted = new AbortController();
    const first = probe(async (t) => {
      await t.config();
      interrupted.abort();
    });
    const tests = [first, probe(() => {}, { title: 'comes later' })];
    const result = await runAgainst(platform, tests, { signal: interrupted.signal });
    expect(result.tests.map(({ status }) => status)).toEqual(['passed', 'skipped']);
    expect([result.verdict, result.verdict_reason, platform.configs.size]).toEqual([
      'broken run',
      'the run was interrupted',
      0,
    ]);
  });

  test('records a request that is not answered in time', async () => {
    const platform = tinyPlatform();
    const slow = async (request: Request) =>
      (await creates(request)) ? new Promise<Response>(() => {}) : platform.fetch(request);
    const result = await runAgainst(platform, [asks], { fetch: slow, limits: { request: 50 } });
    expect(result.tests[0]?.exchanges[0]?.error).toBe('no answer within 0.05 s');
    expect(result.tests[0]?.exchanges[0]?.response).toBeNull();
  });

  test("with several jobs gives each its own zone, and runs exclusive tests alone in the target's zone", async () => {
    const platform = tinyPlatform();
    const made: string[] = [];
    const fetch = async (request: Request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/zones')) return platform.fetch(request);
      const id = String(made.length).repeat(32);
      made.push(id);
      return Response.json({ result: { id }, success: true, errors: [], messages: [] });
    };
    let running = 0;
    const seen: [string, number][] = [];
    const watch: Test['run'] = async (t) => {
      running++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      seen.push([t.zoneId, running]);
      running--;
    };
    const tests = [
      probe(watch, { title: 'alone', exclusive: true }),
      probe(watch, { title: 'one' }),
      probe(watch, { title: 'two' }),
      probe(watch, { title: 'with the clock', features: ['clock'] }),
    ];
    const target = { ...platform.target, accountId: tinyZoneId, features: new Set(['clock']) };
    const result = await runSuites(target, [createSuite(...tests)], { fetch, journal: null, jobs: 2 });
    expect(result.tests.map(({ title }) => title)).toEqual(['alone', 'one', 'two', 'with the clock']);
    expect(
      seen
        .slice(0, 2)
        .map(([zone]) => zone)
        .sort(),
    ).toEqual(['0'.repeat(32), tinyZoneId].sort());
    expect(seen.slice(2)).toEqual([
      [tinyZoneId, 1],
      [tinyZoneId, 1],
    ]);
  });

  test('with several jobs runs tests of the account in parallel, in an account of their own', async () => {
    const platform = tinyPlatform();
    const tenant = {
      name: 'own',
      account_id: 'a'.repeat(32),
      zone_id: 'b'.repeat(32),
      zone_name: 'own.example.localhost',
      api_token: 'own-token',
    };
    const asked: string[] = [];
    const fetch = async (request: Request) => {
      const { pathname, search } = new URL(request.url);
      if (!/\/zones$|\/_touchstone\//.test(pathname)) return platform.fetch(request);
      asked.push(`${request.method} ${pathname}${search}`);
      if (pathname.endsWith('/tenants')) {
        return Response.json(request.method === 'POST' ? tenant : [], { status: 201 });
      }
      if (pathname.includes('/clock/')) {
        return Response.json({ now: '2030-01-01T00:00:00.000000Z', frozen: true });
      }
      const result = request.method === 'POST' ? { id: '0'.repeat(32) } : [];
      return Response.json({ result, success: true, errors: [], messages: [] });
    };
    const seen: Record<string, readonly [account: string, zone: string]> = {};
    let [running, most] = [0, 0];
    const watch: Test['run'] = async (t) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running--;
      seen[t.zoneId] = [t.accountId, t.zoneName];
    };
    const tests = [
      probe(watch, { title: 'one' }),
      probe(watch, { title: 'reaches its account', exclusive: 'account' }),
      probe(
        async (t) => {
          await watch(t);
          await t.clock.freeze();
        },
        { title: 'steers the clock', features: ['clock'] },
      ),
    ];
    const features = new Set(['admin', 'clock']);
    const target = { ...platform.target, accountId: tinyZoneId, features };
    const result = await runSuites(target, [createSuite(...tests)], { fetch, journal: null, jobs: 2 });
    expect(result.tests.map(({ status, reason }) => [status, reason])).toEqual([
      ['passed', null],
      ['passed', null],
      ['passed', null],
    ]);
    expect(seen[tenant.zone_id]).toEqual([tenant.account_id, tenant.zone_name]);
    expect(most).toBe(2);
    expect(asked).toContain(`POST /_touchstone/clock/freeze?account_id=${tenant.account_id}`);
    expect(asked).toContain(`POST /_touchstone/clock/release?account_id=${tenant.account_id}`);
    expect(asked).toContain(`DELETE /_touchstone/tenants/${tenant.account_id}`);
  });

  test("with many jobs limits the tests that use a gateway to the account's capacity", async () => {
    const platform = tinyPlatform();
    const gateways = new Set<string>();
    const answer = (result: unknown) => Response.json({ result, success: true, errors: [], messages: [] });
    let most = 0;
    const fetch = async (request: Request) => {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('/zones')) {
        return answer(request.method === 'POST' ? { id: '0'.repeat(32) } : []);
      }
      const [, id] = /\/ai-gateway\/gateways(?:\/([^/]+))?$/.exec(pathname) ?? [];
      if (!pathname.includes('/ai-gateway/gateways')) return platform.fetch(request);
      if (request.method === 'DELETE') return answer({ id: gateways.delete(id ?? '') && id });
      if (request.method !== 'POST') return answer([...gateways].map((one) => ({ id: one })));
      const made = (await request.json()) as { id: string }; // what the tests below send
      gateways.add(made.id);
      most = Math.max(most, gateways.size);
      return answer(made);
    };
    const makes = (t: TestContext) =>
      t.send({
        method: 'POST',
        path: `/accounts/${t.accountId}/ai-gateway/gateways`,
        body: JSON.stringify({ id: t.gatewayId() }),
      });
    const tests = Array.from({ length: 12 }, (_, at) =>
      probe(
        async (t) => {
          await makes(t);
          await new Promise((resolve) => setTimeout(resolve, 20));
        },
        { title: `test ${at}` },
      ),
    );
    const makesTwo = probe(async (t) => void (await Promise.all([makes(t), makes(t)])), {
      title: 'two at once',
    });
    const target = { ...platform.target, accountId: tinyZoneId };
    const suite = createSuite(...tests, makesTwo);
    const result = await runSuites(target, [suite], { fetch, journal: null, jobs: 12 });
    expect(result.tests.map(({ status }) => status)).toEqual(Array(13).fill('passed'));
    expect([8, 9]).toContain(most);
    expect(gateways.size).toBe(0);
  });

  test('breaks when a parallel test changes a setting of the whole target', async () => {
    const platform = tinyPlatform();
    const asked: string[] = [];
    const fetch = async (request: Request) => {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith('/_touchstone/')) return platform.fetch(request);
      asked.push(pathname);
      return Response.json({ enforced: 'none' });
    };
    const sets: Test['run'] = async (t) => {
      await t.call('touchstone.limits.set', { body: { enforced: 'none' } });
    };
    const of = async (rest: Partial<Test>) => {
      const tests = [probe(sets, { features: ['admin'], ...rest })];
      const target = { ...platform.target, features: new Set(['admin']) };
      const { tests: results } = await runSuites(target, [createSuite(...tests)], {
        fetch,
        journal: null,
      });
      return [results[0]?.status, results[0]?.reason];
    };
    expect(await of({ exclusive: 'account' })).toEqual([
      'error',
      expect.stringContaining('A test that calls touchstone.limits.set must be exclusive'),
    ]);
    expect(asked).toEqual([]);
    expect(await of({ exclusive: true })).toEqual(['passed', null]);
  });

  test('is broken when no test is selected', async () => {
    const result = await runAgainst(tinyPlatform(), []);
    expect([result.verdict, exitCode(result)]).toEqual(['broken run', 2]);
  });

  test('gives reporters the exchanges of passed tests, and keeps them in its result on request', async () => {
    const seen: number[] = [];
    const follow = {
      tested: ({ exchanges }: { exchanges: readonly unknown[] }) => void seen.push(exchanges.length),
    };
    const options = { exchanges: 'failures', reporters: [follow] } as const;
    const result = await runAgainst(tinyPlatform(), [asks], options);
    expect([seen, result.tests[0]?.exchanges]).toEqual([[1], []]);
    expect((await runAgainst(tinyPlatform(), [asks])).tests[0]?.exchanges).toHaveLength(1);
  });

  test('shows no secret of the target in its results', async () => {
    const { run } = await runOne((t) => t.config().then(() => {}));
    const text = JSON.stringify(run);
    expect(text).not.toContain(tinyToken);
    expect(text).toContain('<redacted>');
  });
});
