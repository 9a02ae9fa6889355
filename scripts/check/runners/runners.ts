import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { bun, deno, node } from '../runtimes.ts';
import { failingTests } from './shared/failing-tests.ts';

/** A command of a runner. */
export interface Step {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A test runner as users start it. */
export interface Runner {
  readonly name: string;
  /** The last one runs the tests. */
  readonly steps: readonly Step[];
  /** Checks how it ended; by default, that all tests of the shared test have passed. */
  readonly judge?: (outcome: Outcome) => string | undefined;
}

/** Results of the steps of a runner. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
  /** Titles of passed shared tests, without duplicates. */
  readonly passed: readonly string[];
}

/** Long enough for a busy machine; what hangs ends here. */
const patienceMs = 300_000;

/** Runs the steps of a runner in a folder, until one fails. */
export async function run({ steps }: Runner, cwd: string): Promise<Outcome> {
  let output = '';
  let code = 0;
  for (const { command, args, env = {} } of steps) {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CI: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: patienceMs,
      killSignal: 'SIGKILL',
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const [status] = await once(child, 'close');
    code = status ?? 1;
    if (code !== 0) break;
  }
  const passed = [...new Set([...output.matchAll(/shared ok: (.+)/g)].map(([, title = '']) => title.trim()))];
  return { code, output, passed };
}

/**
 * The supported test runners, as users start them.
 *
 * @param folder an absolute path for build output
 */
export function runners(folder: string): readonly Runner[] {
  const vitest = (...args: readonly string[]): Step => ({
    command: node,
    args: ['node_modules/vitest/vitest.mjs', 'run', '-c', 'vitest/vitest.config.mjs', ...args],
  });
  const jest = (msw: string, file = 'shared'): Step => ({
    command: node,
    args: [
      '--experimental-vm-modules',
      'node_modules/jest/bin/jest.js',
      ...['--config', 'jest/jest.config.mjs', '--verbose', `jest/${file}.test.mjs`],
    ],
    env: { TOUCHSTONE_RUNNER_MSW: msw },
  });
  const bunTest = (file: string): Step => ({ command: bun, args: ['test', `./bun/${file}.test.mjs`] });
  const denoTest = (file: string): Step => ({
    command: deno,
    args: ['test', '--allow-all', '--no-check', `deno/${file}.test.mjs`],
  });
  const nodeTest = (file: string): Step => ({ command: node, args: ['--test', `node/${file}.test.mjs`] });
  const page = (msw: string): readonly Step[] => [
    { command: node, args: ['browser/build.mjs', join(folder, msw), msw] },
    {
      command: node,
      args: ['browser/run.mjs', join(folder, msw), `node_modules/${msw}/lib/mockServiceWorker.js`],
    },
  ];
  return [
    { name: 'vitest on Node', steps: [vitest()] },
    {
      name: 'vitest on Bun',
      steps: [{ command: bun, args: ['--bun', ...vitest('--pool=threads').args] }],
    },
    { name: 'vitest with jsdom', steps: [vitest('--environment', 'jsdom')] },
    { name: 'vitest with happy-dom', steps: [vitest('--environment', 'happy-dom')] },
    { name: 'vitest without isolation', steps: [vitest('--no-isolate')] },
    {
      name: 'vitest, a test that fails',
      steps: [{ ...vitest(), env: { TOUCHSTONE_RUNNER_FILE: 'failing.test.mjs' } }],
      judge: printsRequests,
    },
    { name: 'bun test', steps: [bunTest('shared')] },
    {
      name: 'bun test, tests that fail',
      steps: [bunTest('failing')],
      judge: printsFailed('1 pass\n 5 fail'),
    },
    { name: 'deno test', steps: [denoTest('shared')] },
    {
      name: 'deno test, tests that fail',
      steps: [denoTest('failing')],
      judge: printsFailed('1 passed | 4 failed', 'hangs'),
    },
    { name: 'node --test', steps: [nodeTest('shared')] },
    {
      name: 'node --test, tests that fail',
      steps: [nodeTest('failing')],
      judge: printsFailed('pass 1\nℹ fail 4\nℹ cancelled 1'),
    },
    { name: 'Jest', steps: [jest('msw')] },
    { name: 'Jest, MSW 2', steps: [jest('msw2')] },
    {
      name: 'Jest, tests that fail',
      steps: [jest('msw', 'failing')],
      judge: printsFailed('5 failed, 1 passed'),
    },
    { name: 'a page', steps: page('msw') },
    { name: 'a page, MSW 2', steps: page('msw2') },
    {
      name: 'bundles for a page',
      steps: [{ command: node, args: ['browser/bundle.mjs'] }],
      judge: ({ code }) => (code === 0 ? undefined : "a bundle contains code that a page can't have"),
    },
    {
      name: 'Playwright',
      steps: [
        {
          command: node,
          args: ['node_modules/@playwright/test/cli.js', 'test', '-c', 'playwright/playwright.config.mjs'],
          env: { TOUCHSTONE_RUNNER_OUTPUT: join(folder, 'playwright') },
        },
      ],
    },
    {
      name: 'Storybook',
      steps: [
        {
          command: node,
          args: ['node_modules/vitest/vitest.mjs', 'run', '-c', 'storybook/vitest.config.mjs'],
        },
      ],
    },
  ];
}

/** A failing test must fail, with its requests and those without an operation. */
function printsRequests({ code, output }: Outcome): string | undefined {
  const words = [
    /of this test \(zone [^)]+\):\n#1 /,
    /\/lamps -> 200/,
    /GET \/zones\/[0-9a-f]{32} -> 400 zones.zone.get/,
    'no operation matches 1 request:',
    /1 × GET \/client\/v4\/no\/such\/thing/,
  ];
  const missing = words.filter((part) =>
    typeof part === 'string' ? !output.includes(part) : !part.test(output),
  );
  if (code === 0) return 'it passes';
  return missing.length === 0 ? undefined : `the output lacks ${missing.join(', ')}`;
}

/**
 * Each failing test must print its requests once, and the one that passes nothing, beside the runner's own count.
 *
 * @param left a test that the runner does not run
 */
function printsFailed(count: string, left?: string): (outcome: Outcome) => string | undefined {
  return ({ code, output }) => {
    if (code !== 1) return `it ends with ${code}`;
    const reports = failingTests.map(({ title }) =>
      title === 'throws'
        ? output.split('no request of this test was answered').length - 1
        : [...output.matchAll(new RegExp(`of this test .*:\\n\\s*#\\d.*/${title} -> 200`, 'g'))].length,
    );
    const wanted = failingTests.map(({ title }) => (title === 'passes' || title === left ? 0 : 1));
    if (reports.join() !== wanted.join()) return `the tests print ${reports} reports instead of ${wanted}`;
    return output.includes(count) ? undefined : `the output lacks ${count}`;
  };
}
