import { createMock } from '../../mock/assembly/create-mock.ts';
import { inProcess } from '../../mock/exchange/peer.ts';
import type { Feature } from '../../spec/requirement.ts';
import { infoSchema } from '../../spec/services/touchstone/schemas.ts';
import { catalogue } from '../../suites/harness/catalogue.ts';
import { neededFeatures } from '../../suites/harness/needs.ts';
import type { RunResult } from '../../suites/harness/results.ts';
import { mergeResults } from '../../suites/harness/saved-results.ts';
import { type SelectedTest, selectTests, splitSelection } from '../../suites/harness/select.ts';
import {
  allSuites,
  createTarget,
  edgeThroughFetch,
  runConformance,
  targetFileSchema,
} from '../../suites/index.ts';

const api = 'http://mock.localhost/client/v4';
const edge = 'http://mock.localhost';

export interface MockRunOptions {
  /** Services, or prefixes of suite names; by default all. */
  readonly services: readonly string[];
  readonly browser: boolean;
  /** Number of processes that share the parts. */
  readonly workers: number;
}

/** Parts per worker if there are several: enough for all to finish at about the same time. */
const partsOfWorker = 4;

/** Parallel tests of one part: some of them wait. */
const jobs = 3;

/**
 * Parallel parts of one process, each with its own mock: while tests of one wait, those of another go on. More browsers
 * would cost more than that saves.
 */
const getLanes = ({ browser }: MockRunOptions) => (browser ? 1 : 3);

/** A run against mocks in this process, in parts. */
export interface MockRun {
  readonly parts: number;
  /** Number of parts that a process runs in parallel. */
  readonly lanes: number;
  /** Runs one of them, counted from 1. */
  part(index: number): Promise<RunResult>;
  /** Judges all parts as one run. */
  join(results: readonly RunResult[]): RunResult;
}

/** Creates mocks and divides the tests; every process with the same options gets the same parts. */
export async function openMockRun(options: MockRunOptions): Promise<MockRun> {
  const { services, browser, workers } = options;
  const lanes = getLanes(options);
  const free = await Promise.all(Array.from({ length: lanes }, () => openMock(browser)));
  const features = free[0]?.target.features;

  const chosen = selectTests(allSuites, catalogue, services.length > 0 ? { services } : {});
  const has = (feature: Feature) => features?.has(feature) || (browser && feature === 'browser');
  const runs = ({ test }: SelectedTest) => [...neededFeatures(test, catalogue)].every(has);
  const parts = splitSelection(chosen, workers === 1 ? 1 : workers * partsOfWorker, runs);
  return {
    parts: parts.length,
    lanes,
    async part(index) {
      const open = free.pop();
      if (!open) throw new Error(`part ${index} was requested while ${lanes} others are running`);
      const { mock, target } = open;
      const result = await runConformance(target, {
        suites: parts[index - 1] ?? [],
        strict: true,
        jobs,
        exchanges: 'failures',
        journal: null,
        fetch: (request) => mock.fetch(request),
        edgeFetch: edgeThroughFetch((request, headers) =>
          mock.edge(request, { ...inProcess, headerLines: headers.flat() }),
        ),
      });
      free.push(open);
      return { ...result, shard: { index, of: parts.length } };
    },
    join(results) {
      const named = results.map((result) => ({ file: `part ${result.shard?.index}`, result }));
      return mergeResults(named, { catalogue, suites: allSuites }).result;
    },
  };
}

async function openMock(browser: boolean) {
  const mock = createMock(browser ? {} : { browser: false });
  // URLs in a mock's description of itself refer to this process.
  mock.announce({ api, edge });
  const answer = await mock.fetch(new Request(new URL('/_touchstone/info', api)));
  const info = infoSchema.partial().parse(await answer.json());
  const target = createTarget(targetFileSchema.parse({ ...info, api, edge }));
  return { mock, target };
}
