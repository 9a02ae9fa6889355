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

/** Where bundles go: inside the project, so that they find their packages, and out of sight of Git. */
const bundles = join(import.meta.dirname, '..', '..', '.touchstone', 'mutants');

export interface OpenBench extends Bench {
  close(): Promise<void>;
}

/** A server without a fault, and what tests gave against it. */
interface RightServer {
  readonly server: MutatedServer;
  readonly known: Map<string, TestResult>;
}

export interface BenchOptions {
  /** Whether tests of other requirements are run for mutants that survive. */
  readonly nearby: boolean;
  readonly suites?: readonly Suite[];
}

/**
 * Sets up what mutants are judged with: the fixture site, a certificate for webhooks, and the server without a
 * fault, which is started by the first test that is run against it.
 */
export async function openBench({ nearby, suites = allSuites }: BenchOptions): Promise<OpenBench> {
  await mkdir(bundles, { recursive: true });
  const folder = await mkdtemp(join(bundles, 'run-'));
  const webhookCertificate = join(folder, 'webhook.pem');
  await writeWebhookCertificate(webhookCertificate);
  const site = await serveFixtureSite();
  // A program takes hundredths of a second, the start of what runs it one.
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
