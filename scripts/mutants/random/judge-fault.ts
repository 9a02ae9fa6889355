import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestResult } from '../../../suites/harness/results.ts';
import { testId } from '../../../suites/harness/suite.ts';
import { type TimeLimits, timeLimits } from '../../../suites/harness/time-limits.ts';
import { MutantError } from '../../../suites/mutants/mutant.ts';
import { bundleServer, root } from '../build-server.ts';
import type { Bench } from '../judge-mutant.ts';
import { getTests, runTests } from '../run-tests.ts';
import type { MutatedServer } from '../serve-mutated.ts';
import type { Fault } from './find-faults.ts';
import type { Judge, Judgement } from './messages.ts';

/** Time limits in milliseconds: shorter than for a remote server, */
const short = { request: 5_000, remote: 20_000, probe: 2_000, browser: 20_000, background: 10_000 } as const;
/** except for a second attempt, which decides. */
const long = { ...timeLimits(), request: 40_000, probe: 20_000 };

/** The current fault, and the folder that identifies its code. */
let current: { readonly folder: string; readonly crashed: (error: unknown) => void } | undefined;

/** Handles an uncaught error: it counts if the current fault's code threw it. */
export function crashIn(error: unknown): void {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  if (current && stack.includes(current.folder)) current.crashed(error);
}

/** Serves the mock with a fault, and runs tests until one does not pass. */
export async function judgeFault(
  { fault, tests }: Judge,
  bench: Bench,
  alive: () => void,
): Promise<{ readonly judgement: Judgement; readonly tired: boolean }> {
  const folder = join(bench.folder, `fault-${crypto.randomUUID().slice(0, 8)}`);
  let server: MutatedServer | undefined;
  let judgement: Judgement;
  try {
    const built = await bundleServer('fault', new Map([[fault.file, faulty(fault)]]), folder);
    const ownPython = fault.file.startsWith('mock/engines/python/');
    server = await built.server.serveMutated({ ...bench.serving, ...(ownPython && { python: undefined }) });
    judgement = await askTests(server, tests, bench, { folder, alive });
  } catch (error) {
    if (error instanceof MutantError && error.code === 'fault-stale') throw error;
    judgement = { fate: 'broken', by: null, reason: getFirstLine(error), ran: 0 };
  } finally {
    await server?.close().catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
  return { judgement, tired: await isBusy() };
}

type Trouble = Omit<Judgement, 'ran'>;

/** Runs tests in order until one does not pass. That one must fail again alone, with longer limits. */
async function askTests(
  server: MutatedServer,
  tests: readonly string[],
  bench: Bench,
  { folder, alive }: { readonly folder: string; readonly alive: () => void },
): Promise<Judgement> {
  const known = new Map(getTests(bench.suites).map((one) => [testId(one.suite, one.test), one]));
  let crash: Trouble | undefined;
  let ran = 0;
  const firstTrouble = async (ids: readonly string[], limits: Partial<TimeLimits>) => {
    const end = new AbortController();
    let trouble: Trouble | undefined;
    const tested = (result: TestResult) => {
      alive();
      if (end.signal.aborted) return;
      ran += 1;
      if (result.status === 'passed') return;
      trouble = { fate: getFate(result), by: result.id, reason: getReason(result) };
      end.abort();
    };
    current = {
      folder,
      crashed(error) {
        crash = { fate: 'broken', by: null, reason: getFirstLine(error) };
        end.abort();
      },
    };
    const chosen = ids.flatMap((id) => known.get(id) ?? []);
    try {
      await runTests(server, chosen, bench.webhookCertificate, {
        limits,
        reporters: [{ tested }],
        signal: end.signal,
        exchanges: 'failures',
      });
    } catch (error) {
      // A target that can't be judged at all.
      trouble = { fate: 'broken', by: null, reason: getFirstLine(error) };
    }
    return crash ?? trouble;
  };
  for (let from = 0; from < tests.length; ) {
    const rest = tests.slice(from);
    const first = await firstTrouble(rest, short);
    if (!first) break;
    // On a busy machine a correct test may fail.
    const again = crash ?? (await firstTrouble(first.by === null ? rest : [first.by], long));
    if (again) return { ...again, ran };
    if (first.by === null) break;
    from = tests.indexOf(first.by) + 1;
  }
  return { fate: 'survived', by: null, reason: null, ran };
}

/** The text of the file with the fault. */
function faulty({ file, start, end, before, after }: Fault): string {
  const source = readFileSync(join(root, file), 'utf8');
  if (source.slice(start, end) !== before)
    throw new MutantError('fault-stale', `${file} was changed meanwhile`);
  return source.slice(0, start) + after + source.slice(end);
}

function getFate({ status }: TestResult): Judgement['fate'] {
  if (status === 'failed') return 'failed';
  return status === 'error' ? 'broken' : 'skipped';
}

const getReason = ({ findings, reason }: TestResult): string | null =>
  findings.find(({ status }) => status === 'failed')?.message?.split('\n')[0] ?? reason;

const getFirstLine = (error: unknown): string => String(error).split('\n')[0] ?? '';

/** Whether this process uses CPU time while idle. */
async function isBusy(): Promise<boolean> {
  await sleep(5);
  const before = process.cpuUsage();
  await sleep(30);
  const { user, system } = process.cpuUsage(before);
  return user + system > 20_000;
}
