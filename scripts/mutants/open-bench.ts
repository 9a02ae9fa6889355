import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createPython } from '../../mock/engines/python/index.ts';
import type { TestResult } from '../../suites/harness/results.ts';
import { type Suite, testId } from '../../suites/harness/suite.ts';
import { allSuites } from '../../suites/index.ts';
import type { Setting } from '../../suites/mutants/mutant.ts';
import { readCertificates, writeWebhookCertificate } from '../certificates.ts';
import { serveFixtureSite } from '../fixture-site.ts';
import { type BuiltServer, buildServer } from './build-server.ts';
import type { Bench } from './judge-mutant.ts';
import { runTests } from './run-tests.ts';
import type { MutatedServer } from './serve-mutated.ts';

/** Folder of the bundles: inside the project, so that packages are found, and ignored by Git. */
const bundles = join(import.meta.dirname, '..', '..', '.touchstone', 'mutants');

export interface OpenBench extends Bench {
  close(): Promise<void>;
}

/** The correct server, and the results of tests against it. */
interface RightServer {
  readonly server: MutatedServer;
  readonly known: Map<string, TestResult>;
}

export interface BenchOptions {
  /** Whether to run tests of other requirements for survivors. */
  readonly nearby: boolean;
  readonly suites?: readonly Suite[];
}

/**
 * Prepares the judging of mutants: the fixture site, a certificate for webhooks, and the correct server, which the
 * first test starts.
 */
export async function openBench({ nearby, suites = allSuites }: BenchOptions): Promise<OpenBench> {
  await mkdir(bundles, { recursive: true });
  const folder = await mkdtemp(join(bundles, 'run-'));
  const webhookCertificate = join(folder, 'webhook.pem');
  await writeWebhookCertificate(webhookCertificate);
  const site = await serveFixtureSite();
  // A program takes hundredths of a second, but Python a second to start.
  const python = createPython();
  const serving = { origin: site.url, ca: await readCertificates(webhookCertificate), python };
  const right = new Map<Setting | undefined, Promise<RightServer>>();
  const serveRight = async (setting: Setting | undefined): Promise<RightServer> => {
    const { serveMutated } = await buildServer(null, join(folder, `right-${setting ?? 'as-usual'}`));
    return { server: await serveMutated({ ...serving, setting }), known: new Map() };
  };
  let unpatched: Promise<BuiltServer> | undefined;
  return {
    suites,
    folder,
    unpatched() {
      unpatched ??= buildServer(null, join(folder, 'unpatched'));
      return unpatched;
    },
    serving,
    webhookCertificate,
    nearby,
    async clean(tests, setting) {
      const started = right.get(setting) ?? serveRight(setting);
      right.set(setting, started);
      const { server, known } = await started;
      const fresh = tests.filter(({ suite, test }) => !known.has(testId(suite, test)));
      for (const result of await runTests(server, fresh, webhookCertificate)) known.set(result.id, result);
      return tests.flatMap(({ suite, test }) => known.get(testId(suite, test)) ?? []);
    },
    async close() {
      for (const one of right.values()) await (await one).server.close();
      await python.close();
      await site.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
