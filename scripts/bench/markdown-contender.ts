import { join } from 'node:path';
import type { EngineName } from './markdown-engines.ts';
import type { MarkdownJob, MarkdownReport } from './markdown-job.ts';
import { BenchError, type Processes } from './processes.ts';

/** Time limit of one job. */
const jobLimit = 180_000;

const root = join(import.meta.dirname, '..', '..');
const program = join(import.meta.dirname, 'markdown-process.ts');
const installed = (name: string) => join(root, 'node_modules', '.bin', name);

/** How each runtime runs our programs. */
const runtimes = {
  Bun: [process.execPath],
  Node: [installed('node'), '--expose-gc'],
  Deno: [installed('deno'), 'run', '--allow-all', '--no-lock', '--quiet', '--v8-flags=--expose-gc'],
} as const satisfies Record<string, readonly string[]>;

export type Runtime = keyof typeof runtimes;

export const runtimeNames = Object.keys(runtimes) as Runtime[]; // Object.keys forgets what the keys are.

/** One engine on one runtime, in a process of its own, so that no engine shares a heap with another. */
export interface Contender {
  /** @throws BenchError when the engine does not load, fails, or takes longer than three minutes */
  ask(job: MarkdownJob): Promise<MarkdownReport>;
  stop(): Promise<void>;
}

/** Starts a process for an engine; it ends with the other processes of the run. */
export function startContender(
  processes: Processes,
  engine: EngineName,
  runtime: Runtime = 'Bun',
): Contender {
  const child = processes.start(
    Bun.spawn([...runtimes[runtime], program, engine], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const answers = getLines(child.stdout);
  return {
    async ask(job) {
      child.stdin.write(`${JSON.stringify(job)}\n`);
      child.stdin.flush();
      const late = setTimeout(() => child.kill('SIGKILL'), jobLimit);
      const { value } = await answers.next();
      clearTimeout(late);
      // One of the two, or nothing when the process ended.
      const answer = JSON.parse(value ?? '{}') as { report?: MarkdownReport; failure?: string };
      if (answer.report) return answer.report;
      const why =
        answer.failure ?? `no answer, exit code ${await child.exited}, ${child.signalCode ?? 'no signal'}`;
      throw new BenchError('bench', `${engine} on ${runtime}: ${why}`);
    },
    stop: () => processes.stop(child),
  };
}

async function* getLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  return undefined;
}
