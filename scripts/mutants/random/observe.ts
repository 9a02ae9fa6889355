import { join } from 'node:path';
import { testId } from '../../../suites/harness/suite.ts';
import { bundleServer } from '../build-server.ts';
import type { Bench } from '../judge-mutant.ts';
import { getTests, runTests } from '../run-tests.ts';
import type { Observe, ObservedTest } from './messages.ts';
import { listener, withProbes } from './probe.ts';
import { readSources } from './sources.ts';

/**
 * Runs tests against the correct server, and records what each of them reaches: files, by calls of their functions, and
 * the places of faults. Numbers count the files in order, then the faults.
 *
 * @returns which files the server loads into its own process, and what is reached before the first test
 */
export async function observe(
  { faults, tests }: Observe,
  bench: Bench,
  tested: (test: ObservedTest) => void,
): Promise<{ readonly loaded: readonly string[]; readonly atStart: readonly number[] }> {
  const sources = readSources();
  const numbered = faults.map((fault, index) => ({ fault, number: sources.length + index }));
  const byFile = Map.groupBy(numbered, ({ fault }) => fault.file);
  const texts = sources.map(
    (source, index) =>
      [source.file, withProbes(source.text, source, index, byFile.get(source.file) ?? [])] as const,
  );
  const times = new Uint32Array(sources.length + faults.length);
  Object.assign(globalThis, {
    [listener](number: number) {
      times[number] = (times[number] ?? 0) + 1;
    },
  });
  const sinceLast = () => {
    const reached = [...times.entries()].filter(([, count]) => count > 0);
    times.fill(0);
    return reached;
  };
  const { server, loaded } = await bundleServer(
    'the server with probes',
    new Map(texts),
    join(bench.folder, 'probes'),
  );
  const served = await server.serveMutated(bench.serving);
  try {
    const atStart = sinceLast().map(([number]) => number);
    const wanted = new Set(tests);
    await runTests(
      served,
      getTests(bench.suites).filter(({ suite, test }) => wanted.has(testId(suite, test))),
      bench.webhookCertificate,
      {
        exchanges: 'failures',
        reporters: [
          {
            tested({ id, duration_ms, status }) {
              tested({ id, duration_ms, passed: status === 'passed', reached: sinceLast() });
            },
          },
        ],
      },
    );
    return { loaded: [...loaded], atStart };
  } finally {
    await served.close();
  }
}
