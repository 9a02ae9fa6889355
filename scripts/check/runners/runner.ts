import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

/** A command of a runner. */
export interface Step {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A runner of tests, as somebody starts it. */
export interface Runner {
  readonly name: string;
  /** The last is the one that runs tests. */
  readonly steps: readonly Step[];
  /** What is wrong with how it ended; by default, that not all tests of the shared test have passed. */
  readonly judge?: (outcome: Outcome) => string | undefined;
}

/** How the steps of a runner have ended. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
  /** Titles of shared tests that have passed, each once. */
  readonly passed: readonly string[];
  readonly seconds: number;
}

/** A machine that is busy takes its time; what hangs ends here. */
const patienceMs = 300_000;

/** Runs the steps of a runner in a folder, until one fails. */
export async function run({ steps }: Runner, cwd: string): Promise<Outcome> {
  const started = performance.now();
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
  return { code, output, passed, seconds: (performance.now() - started) / 1000 };
}
