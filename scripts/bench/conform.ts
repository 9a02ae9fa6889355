import type { OperationId } from '../../spec/contract.ts';
import { contract } from '../../spec/contract.ts';
import type { TestContext } from '../../suites/harness/context.ts';
import { runSuites } from '../../suites/harness/runner.ts';
import type { Suite } from '../../suites/harness/suite.ts';
import { createTarget, targetFileSchema } from '../../suites/harness/target.ts';
import { measureRuns } from './conform-runs.ts';
import { interleave, ratio, type Take } from './measure.ts';
import { BenchError, type Processes } from './processes.ts';
import { figure, type Result } from './result.ts';
import { table } from './table.ts';

const rounds = 9;
/** Requests of one round. */
const requests = 2_000;
/** Milliseconds that a request may take longer through the harness. */
const promised = 1;

const api = 'http://bench.invalid/client/v4';
const zoneId = '023e105f4ecef8ad9ca31a8372d0c353';
const configs = `/zones/${zoneId}/token_validation/config`;
const example = contract['token-validation.config.create'].example;

/** One kind of request, as a test makes it and as nobody but `fetch` does. */
interface Asked {
  readonly title: string;
  readonly operation: OperationId;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** What each of them is answered with. */
  readonly answer: object;
}

const envelope = { success: true, errors: [], messages: [] };
const { credentials, ...shown } = example ?? {};
const config = {
  ...shown,
  id: crypto.randomUUID(),
  credentials: { keys: credentials?.keys },
  token_type: 'JWT',
  created_at: '2026-01-02T03:04:05Z',
  last_updated: '2026-01-02T03:04:05Z',
};

const asked: readonly Asked[] = [
  {
    title: 'A read',
    operation: 'token-validation.config.get',
    method: 'GET',
    path: `${configs}/${config.id}`,
    answer: { ...envelope, result: config },
  },
  {
    title: 'A list of 25',
    operation: 'token-validation.config.list',
    method: 'GET',
    path: configs,
    answer: {
      ...envelope,
      result: Array.from({ length: 25 }, () => config),
      result_info: { page: 1, per_page: 25, count: 25, total_count: 25, total_pages: 1 },
    },
  },
  {
    title: 'A creation and its removal',
    operation: 'token-validation.config.create',
    method: 'POST',
    path: configs,
    body: example,
    answer: { ...envelope, result: config },
  },
];

/** What the harness adds to a request, and how long whole runs take. */
export async function measureConform(processes: Processes): Promise<string> {
  // First, since Linux counts for a child what its parent had in memory when it started it, which is least now.
  const runs = await measureRuns(processes);
  const overheads: Result[] = [];
  for (const one of asked) overheads.push(await measureOverhead(one));
  return table([...overheads, ...runs]);
}

async function measureOverhead(one: Asked): Promise<Result> {
  console.error(`bench: conform, ${one.title.toLowerCase()}`);
  const text = JSON.stringify(one.answer);
  const reply = () => new Response(text, { headers: { 'content-type': 'application/json' } });
  const doFetch = async (request: Request) => {
    if (request.body !== null) await request.text();
    return reply();
  };
  const { harness, bare } = await interleave(
    { harness: throughHarness(one, doFetch), bare: byFetchAlone(one, doFetch) },
    rounds,
    2,
  );
  const more = harness.rounds.map((figure, round) => figure - (bare.rounds[round] ?? 0));
  const added = await interleave({ added: from(more), promised: () => promised }, rounds, 0);
  return {
    name: `${one.title}: what the harness adds`,
    ours: `${figure(added.added.median)} ms`,
    peer: `bare fetch: ${figure(bare.median)} ms; promised: ${promised} ms more`,
    ratio: ratio(added.added, added.promised),
    target: { atMost: 1 },
  };
}

/** Figures that were taken before, one after the other. */
function from(figures: readonly number[]): Take {
  let next = 0;
  return () => figures[next++] ?? Number.NaN;
}

/** Milliseconds of one request that a test makes, with all that is checked and kept of it. */
function throughHarness(
  { title, operation, path, body }: Asked,
  doFetch: (request: Request) => Promise<Response>,
): Take {
  const target = createTarget(
    targetFileSchema.parse({ api, zone_id: zoneId, zone_name: 'bench.invalid', api_token: 'bench' }),
  );
  const params = { zone_id: zoneId, config_id: path.split('/').at(-1) ?? '' };
  const run = async (t: TestContext) => {
    for (let sent = 0; sent < requests; sent++) await t.ask(operation, { params, body });
  };
  const suite: Suite = { name: 'bench/requests', tests: [{ title, requirements: ['V4-ENV-1'], run }] };
  return async () => {
    const started = performance.now();
    const result = await runSuites(target, [suite], { fetch: doFetch, journal: null });
    const [test] = result.tests;
    if (test?.status !== 'passed') {
      throw new BenchError('bench', `${title}: ${test?.reason ?? JSON.stringify(test?.findings.at(-1))}`);
    }
    return (performance.now() - started) / requests;
  };
}

/** Milliseconds of the same request by nothing but `fetch`; a creation is removed again, as the harness does. */
function byFetchAlone({ method, path, body }: Asked, doFetch: (request: Request) => Promise<Response>): Take {
  const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' };
  const send = async (request: Request) => (await doFetch(request)).json();
  return async () => {
    const started = performance.now();
    for (let sent = 0; sent < requests; sent++) {
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      await send(new Request(`${api}${path}`, init));
      if (method === 'POST')
        await send(new Request(`${api}${path}/${config.id}`, { method: 'DELETE', headers }));
    }
    return (performance.now() - started) / requests;
  };
}
