// Long: whole runs against small targets, which share their set-up.
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { equal, ok } from './assertions.ts';
import { sweep } from './clean-up.ts';
import type { TestContext } from './context.ts';
import { runSuites } from './runner.ts';
import type { Test } from './suite.ts';
import { createTarget, targetFileSchema } from './target.ts';
import { makeFolder } from './testing/make-folder.ts';
import { failedIn, runOne, runTiny, tinyTest } from './testing/run-tiny.ts';
import { type TinyFaults, tinyPlatform, tinyZoneId } from './testing/tiny-platform.ts';

const create = (t: TestContext, body: object) =>
  t.ask('token-validation.config.create', { params: { zone_id: t.zoneId }, body });
const makes: Test['run'] = (t) => t.config().then(() => {});
const later = () => new Promise<void>((resolve) => setTimeout(resolve, 20));
const wrong = () => equal(1, 2, 'the number');

const refusesLongTitle = tinyTest(
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

describe('a test', () => {
  const both = { requirements: ['TV-CFG-1', 'TV-CFG-4'] };
  const nullAfterPost: TinyFaults = {
    tamper: (body, { method }) => (method === 'POST' ? { ...body, result: null } : body),
  };

  const readers: readonly [string, (value: unknown) => unknown][] = [
    ['a member', (value) => Object(value).member.member],
    ['a list', (value) => [...Object(value)]],
    ['a time', (value) => new Date(String(value)).toISOString()],
    ['JSON', (value) => JSON.parse(String(value))],
    ['a path', () => decodeURIComponent('%')],
    ['Base64', () => atob('%')],
    ['an address', (value) => new URL(String(value))],
  ];

  test.each<[string, Test['run'], Partial<Test>, object, TinyFaults?]>([
    ['passes when nothing fails', makes, {}, { status: 'passed', verdict: 'conformant' }],
    [
      'fails its unjudged requirements when an assertion fails',
      async (t) => {
        await t.check('TV-CFG-4', () => {});
        wrong();
      },
      both,
      { status: 'failed', failed: ['TV-CFG-1'], verdict: 'not conformant' },
    ],
    [
      'fails for its own requirement although a refusal in between was correct',
      async (t) => {
        t.expectFailure(await create(t, {}));
        wrong();
      },
      { requirements: ['V4-ENV-7'], judges: ['V4-ENV-8'] },
      { failed: ['V4-ENV-7'] },
    ],
    [
      'goes on after a failed check',
      async (t) => {
        await t.check('TV-CFG-4', wrong);
        await t.check('TV-CFG-1', wrong);
      },
      both,
      { failed: ['TV-CFG-4', 'TV-CFG-1'] },
    ],
    [
      'leaves open what the target has no way for, and goes on',
      async (t) => {
        await t.check('TV-CFG-4', () => t.call('rulesets.zone.list', { params: { zone_id: t.zoneId } }));
        await t.check('TV-CFG-1', () => {});
      },
      both,
      {
        status: 'skipped',
        reason: expect.stringMatching(/^the target has no way to list the rulesets/),
        requirements: ['TV-CFG-1 passed', 'TV-CFG-4 skipped'],
        verdict: 'partial',
      },
    ],
    [
      'fails if it found a fault before it was skipped',
      async (t) => {
        await t.check('TV-CFG-4', wrong);
        t.skip('there is no more to see');
      },
      both,
      { status: 'failed', failed: ['TV-CFG-4'] },
    ],
    [
      'breaks the run when its own code throws',
      () => {
        throw new TypeError('not a function');
      },
      {},
      { status: 'error', reason: expect.stringContaining('not a function'), verdict: 'broken run' },
    ],
    [
      'fails instead when it throws because an answer does not fit the contract',
      async (t) => {
        const params = { zone_id: t.zoneId };
        const { body } = await t.call('token-validation.config.create', { params, body: t.configBody() });
        body.result.title.toUpperCase();
      },
      {},
      { status: 'failed', failed_level: 'must' },
      nullAfterPost,
    ],
    ...readers.map(([what, read]): [string, Test['run'], Partial<Test>, object] => [
      `fails when it reads ${what} from an answer that has none`,
      async (t) => {
        const { body } = await t.send({ method: 'GET', path: '/zones' });
        await t.check('TV-CFG-1', () => void read(body));
        read(body);
      },
      both,
      {
        status: 'failed',
        failed: both.requirements,
        findings: both.requirements.map(() => ({
          message: expect.stringMatching(/^an answer can't be read: \w+Error: ./),
        })),
        verdict: 'not conformant',
      },
    ]),
    [
      'breaks the run when it fails for another reason than the answer that it got',
      async (t) => {
        await t.send({ method: 'GET', path: '/zones' });
        throw new Error('no such file');
      },
      {},
      { status: 'error' },
    ],
    [
      'is skipped when the target lacks a feature',
      () => {},
      { requirements: ['TV-SRC-13'] },
      {
        status: 'skipped',
        reason: 'the target does not claim edge: set `edge` (--edge) to the URL of its zone traffic',
        verdict: 'partial',
      },
    ],
    ['can skip itself', (t) => t.skip('no account'), {}, { status: 'skipped', reason: 'no account' }],
    ['does not run when it is disabled', wrong, { disabled: 'not yet' }, { status: 'disabled', failed: [] }],
    ['can limit the level of its findings', wrong, { atMost: 'may' }, { failed_level: 'may' }],
    [
      'breaks the run when it controls the clock without the feature',
      (t) => t.clock.advance(1),
      {},
      { status: 'error', reason: expect.stringContaining('must need the feature clock') },
    ],
  ])('%s', async (_, run, rest, expected, faults) => {
    const result = await runOne(run, rest, tinyPlatform(faults));
    const requirements = result.run.requirements.map(({ id, status }) => `${id} ${status}`);
    const { verdict } = result.run;
    expect({ ...result, failed: failedIn(result), requirements, verdict }).toMatchObject(expected);
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
    const accepts: Test['run'] = async (t) => t.expectSuccess(await create(t, {}), 'the creation');
    const { findings } = await runOne(accepts, {}, { ...platform, fetch });
    expect(findings.find(({ requirement }) => requirement === 'TV-CFG-1')?.status).toBe(status);
  });
});

describe('a refusal twin', () => {
  const onRefusal = (change: object): TinyFaults => ({
    tamper: (body) => (body['success'] === false ? { ...body, ...change } : body),
  });
  const refused = { success: false, errors: [{ code: 1000, message: 'No' }], messages: [], result: null };

  test.each<[string, TinyFaults, readonly string[]]>([
    ['passes when the faulty request is refused', {}, []],
    ['fails when the faulty request is accepted', { acceptsEverything: true }, ['TV-CFG-14']],
    ['fails when the refused request was stored', { storesRefused: true }, ['V4-ENV-9']],
    [
      'fails when the valid request is refused',
      { tamper: (body, { method }) => (method === 'POST' ? refused : body) },
      ['TV-CFG-14'],
    ],
    ['fails when the refusal says success true', onRefusal({ success: true }), ['V4-ENV-7']],
    ['fails when the refusal lists no error', onRefusal({ errors: [] }), ['V4-ENV-8', 'V4-ENV-19']],
    [
      'judges another pointer by itself',
      onRefusal({ errors: [{ code: 6011, message: 'No', source: { pointer: '/x' } }] }),
      ['V4-ENV-19'],
    ],
  ])('%s, and leaves nothing behind', async (_, faults, expected) => {
    const platform = tinyPlatform(faults);
    const { tests, leaks } = await runTiny([refusesLongTitle], {}, platform);
    const failed = tests.flatMap(failedIn);
    expect(expected.length === 0 ? failed : expected.filter((id) => !failed.includes(id))).toEqual([]);
    expect([platform.configs.size, leaks]).toEqual([0, []]);
  });

  test.each([
    ['', 'body'],
    ['/token_sources/0', '/token_sources/0'],
  ])('names the place of the fault at %j when the status is another', async (pointer, named) => {
    const platform = tinyPlatform();
    const fetch = async (request: Request) =>
      (await request.clone().text()) === '{}'
        ? Response.json(refused, { status: 422 })
        : platform.fetch(request);
    const twin: Test['run'] = (t) =>
      t.refused({ good: () => create(t, t.configBody()), bad: () => create(t, {}), pointer });
    const { findings } = await runOne(twin, {}, { ...platform, fetch });
    const messages = findings.map(({ message }) => message);
    expect(messages).toContain(`a faulty ${named} gets status 422, expected 400`);
  });
});

describe('clean-up', () => {
  test("names what it can't remove, and leaves a journal for a sweep, which removes the rest", async () => {
    const folder = makeFolder();
    const broken = tinyPlatform({ keepsDeleted: true });
    const { tests, leaks } = await runTiny([tinyTest(makes)], { journal: folder }, broken);
    expect(tests[0]?.leaks[0]).toMatch(/^configuration [0-9a-f-]{36} \(made \d s ago\): status 500/);
    expect([leaks.length, readdirSync(folder).length]).toEqual([1, 1]);

    const healed = tinyPlatform();
    for (const [id, config] of broken.configs) healed.configs.set(id, config);
    const [swept] = await sweep(broken.target, { journal: folder, fetch: healed.fetch });
    expect([swept?.removed.length, swept?.leaks.length, healed.configs.size]).toEqual([1, 0, 0]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('finds by its mark what was created although the answer never came', async () => {
    const platform = tinyPlatform();
    const fetch = async (request: Request) => {
      // Unlike the first requests of a run.
      const lost = request.method === 'POST' && (await request.clone().text()).startsWith('{"');
      const response = await platform.fetch(request);
      if (lost) throw new TypeError('connection reset');
      return response;
    };
    const result = await runTiny([tinyTest(makes)], { fetch });
    expect([result.tests[0]?.status, platform.configs.size, result.leaks]).toEqual(['error', 0, []]);
  });
});

const answer = (result: unknown) => Response.json({ result, success: true, errors: [], messages: [] });

describe('a run', () => {
  test.each([
    ['the browser of the target', '/screenshot'],
    ['the zones of its jobs', '/zones'],
  ])('ends at once when it is interrupted while it waits for %s', async (_, path) => {
    const tiny = tinyPlatform();
    const platform = { ...tiny, target: { ...tiny.target, accountId: tinyZoneId } };
    const interrupted = new AbortController();
    let isGivenUp = false;
    const fetch = async (request: Request) => {
      // The first requests of a run send no JSON.
      const isWaiting = request.method === 'POST' && request.url.endsWith(path);
      if (!isWaiting || (await request.clone().text()) === '{') return platform.fetch(request);
      request.signal.addEventListener('abort', () => {
        isGivenUp = true;
      });
      setTimeout(() => interrupted.abort(), 10);
      return new Promise<Response>(() => {});
    };
    const tests = [tinyTest(() => {}, { features: ['browser'] }), tinyTest(() => {}, { title: 'another' })];
    const result = await runTiny(tests, { fetch, signal: interrupted.signal, jobs: 2 }, platform);
    const reasons = result.tests.map(({ reason }) => reason);
    expect([result.verdict_reason, isGivenUp]).toEqual(['the run was interrupted', true]);
    expect(reasons.at(-1)).toBe('the run stopped early: the run was interrupted');
  });

  test.each([
    ['that is selected, though its API is down', { api: 'http://down.invalid', api_token: 'x' }, true],
    ['that is its only address', {}, false],
  ])('gives a verdict on the application %s', async (_, file, isSelected) => {
    const objects = 'http://objects.invalid';
    const fetch = async ({ url }: Request) => {
      if (!url.startsWith(objects)) throw new TypeError('fetch failed');
      return new Response('stored');
    };
    const described = { ...file, objects, auth_key_secret: 'x', allowed_key: 'y' };
    const reads = tinyTest(async (t) => void (await t.application({ method: 'GET', url: `${objects}/x` })));
    const suites = [
      { name: 'object-storage/tiny', tests: [reads] },
      { name: 'zones/tiny', tests: [tinyTest(makes)] },
    ];
    const target = createTarget(targetFileSchema.parse(described));
    const select = isSelected ? { services: ['object-storage'] } : {};
    const { verdict, tests } = await runSuites(target, suites, { fetch, select, journal: null });
    const reason = 'the target names no API: set `api` to its base URL';
    expect([verdict, ...tests.map((one) => one.reason)]).toEqual([
      'conformant',
      null,
      ...(isSelected ? [] : [reason]),
    ]);
  });

  test('starts no further test when it is interrupted, and removes what was created', async () => {
    const platform = tinyPlatform();
    const interrupted = new AbortController();
    const first = tinyTest(async (t) => {
      await t.config();
      interrupted.abort();
    });
    const tests = [first, tinyTest(() => {}, { title: 'comes later' })];
    const result = await runTiny(tests, { signal: interrupted.signal }, platform);
    expect(result.tests.map(({ status }) => status)).toEqual(['passed', 'skipped']);
    expect([result.verdict_reason, platform.configs.size]).toEqual(['the run was interrupted', 0]);
  });

  test("with several jobs gives each its own zone, and runs exclusive tests alone in the target's zone", async () => {
    const platform = tinyPlatform();
    const fetch = async (request: Request) =>
      request.method === 'POST' && request.url.endsWith('/zones')
        ? answer({ id: '0'.repeat(32) })
        : platform.fetch(request);
    let running = 0;
    const seen: [string, number][] = [];
    const watch: Test['run'] = async (t) => {
      running++;
      await later();
      seen.push([t.zoneId, running--]);
    };
    const tests = [
      tinyTest(watch, { title: 'alone', exclusive: true }),
      tinyTest(watch, { title: 'one' }),
      tinyTest(watch, { title: 'two' }),
      tinyTest(watch, { title: 'with the clock', features: ['clock'] }),
    ];
    const target = { ...platform.target, accountId: tinyZoneId, features: new Set(['clock']) };
    const result = await runTiny(tests, { fetch, jobs: 2 }, { ...platform, target });
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

  test.each([null, {}, { id: 7 }, []])(
    'with several jobs says that the target makes no zones but %j',
    async (made) => {
      const platform = tinyPlatform();
      const fetch = async (request: Request) =>
        request.url.endsWith('/zones') ? answer(made) : platform.fetch(request);
      const tests = [tinyTest(() => {}), tinyTest(() => {}, { title: 'another' })];
      const target = { ...platform.target, accountId: tinyZoneId };
      const running = runTiny(tests, { fetch, jobs: 2 }, { ...platform, target });
      await expect(running).rejects.toThrow(/^--jobs needs zones, but the target makes none: /);
    },
  );

  test('with several jobs has a job less for each zone whose creation gets no answer', async () => {
    const platform = tinyPlatform();
    const dropped = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    let made = 0;
    const fetch = async (request: Request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/zones')) return platform.fetch(request);
      if (++made === 1) throw dropped;
      return answer({ id: '0'.repeat(32) });
    };
    const seen = new Set<string>();
    const one = (title: string) =>
      tinyTest(
        async (t) => {
          seen.add(t.zoneId);
          await later();
        },
        { title },
      );
    const target = { ...platform.target, accountId: tinyZoneId };
    const result = await runTiny(['a', 'b', 'c'].map(one), { fetch, jobs: 3 }, { ...platform, target });
    expect([result.tests.map(({ status }) => status), seen.size]).toEqual([Array(3).fill('passed'), 2]);
  });

  test.each([
    '/zones',
    '/accounts/1/ai-gateway/gateways',
    '/accounts/1/ai-gateway/custom-providers',
    '/accounts/1/artifacts/namespaces/2/repos',
  ])('with several jobs removes only its own after a lost answer of %s, and all at the end', async (path) => {
    const platform = tinyPlatform();
    const made = new Map<string, string>();
    const has = (wanted: RegExp) => [...made.keys()].some((name) => wanted.test(name));
    const fetch = async (request: Request) => {
      const [, list = '', id = ''] = /v4(\/[^?]+?)(?:\/(ts-[^/]+))?(?:\?|$)/.exec(request.url) ?? [];
      if (request.method === 'DELETE' && id !== '') return answer(made.delete(id));
      const names = [...made.keys()].filter((name) => made.get(name) === list);
      if (request.method === 'GET' && names.length > 0)
        return answer(names.map((name) => ({ id: name, name })));
      const [, name] = /"name":"([^"]+)"/.exec(await request.clone().text()) ?? [];
      if (name === undefined) return platform.fetch(request);
      made.set(name, list);
      if (/-job3-|lost$/.test(name)) throw new TypeError('connection reset');
      return answer({ id: name, name });
    };
    const make = async (t: TestContext, name: string) =>
      void (await t.send({ method: 'POST', path, body: JSON.stringify({ id: name, name }) }));
    const cleaned = Promise.withResolvers<void>();
    const runs: readonly Test['run'][] = [
      (t) => make(t, `${t.zoneLabel()}-lost`),
      async (t) => {
        await make(t, `${t.zoneLabel()}-used`);
        await cleaned.promise;
        ok(has(/-used$/) && has(/-job2-/), 'what is in use is there');
      },
      () => {
        cleaned.resolve();
        ok(!has(/-lost$/), 'what was lost is gone');
      },
    ];
    const tests = runs.map((run, at) => tinyTest(run, { title: `test ${at}` }));
    const target = { ...platform.target, accountId: '1' };
    const { tests: results, leaks } = await runTiny(tests, { fetch, jobs: 3 }, { ...platform, target });
    expect(results.map(({ status }) => status)).toEqual(['error', 'passed', 'passed']);
    expect([...made.keys(), ...leaks]).toEqual([]);
  });

  test('with several jobs runs tests of the account in an account of their own', async () => {
    const platform = tinyPlatform();
    const [account, zone] = ['a'.repeat(32), 'b'.repeat(32)];
    const tenant = {
      ...{ name: 'own', account_id: account, zone_id: zone },
      ...{ zone_name: 'own.example.localhost', api_token: 'own-token' },
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
      return answer(request.method === 'POST' ? { id: '0'.repeat(32) } : []);
    };
    const seen = new Map<string, string>();
    const tests = [
      tinyTest(() => later(), { title: 'one' }),
      tinyTest(
        async (t) => {
          seen.set(t.zoneId, t.accountId);
          await t.clock.freeze();
        },
        { title: 'steers the clock', features: ['clock'] },
      ),
    ];
    const target = { ...platform.target, accountId: tinyZoneId, features: new Set(['admin', 'clock']) };
    const result = await runTiny(tests, { fetch, jobs: 2 }, { ...platform, target });
    expect(result.tests.map(({ reason }) => reason)).toEqual([null, null]);
    expect([...seen]).toEqual([[zone, account]]);
    expect(asked).toEqual(
      expect.arrayContaining([
        `POST /_touchstone/clock/freeze?account_id=${account}`,
        `POST /_touchstone/clock/release?account_id=${account}`,
        `DELETE /_touchstone/tenants/${account}`,
      ]),
    );
  });

  test("with many jobs limits the tests that use a gateway to the account's capacity", async () => {
    const platform = tinyPlatform();
    const gateways = new Set<string>();
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
      most = Math.max(most, gateways.add(made.id).size);
      return answer(made);
    };
    const use: Test['run'] = async (t) => {
      const path = `/accounts/${t.accountId}/ai-gateway/gateways`;
      await t.send({ method: 'POST', path, body: JSON.stringify({ id: t.gatewayId() }) });
      await later();
    };
    const tests = Array.from({ length: 12 }, (_, at) => tinyTest(use, { title: `test ${at}` }));
    const target = { ...platform.target, accountId: tinyZoneId };
    const result = await runTiny(tests, { fetch, jobs: 12 }, { ...platform, target });
    expect(result.tests.map(({ status }) => status)).toEqual(Array(12).fill('passed'));
    expect([most, gateways.size]).toEqual([8, 0]);
  });
});
