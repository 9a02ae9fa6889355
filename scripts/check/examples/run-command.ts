import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

/**
 * The commands in a README, one per line.
 *
 * @throws Error if it has none
 * @example
 * getCommands('Then:\n```sh\nnpm install\nnpm test\n```\n') // ['npm install', 'npm test']
 */
export function getCommands(readme: string): string[] {
  const blocks = [...readme.matchAll(/^```sh\n(.*?)^```/gms)].map(([, text = '']) => text);
  const commands = blocks.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
  if (commands.length === 0) throw new Error('The README contains no command');
  return commands;
}

/** The result of a command. */
export interface Outcome {
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
}

/** Output of servers that are ready: ours, and Vite. */
const ready = /Press Ctrl-C to stop|Local: .*http:/;
/** Time limit of a command on a busy machine. */
const patienceMs = 300_000;

/** Whether a command runs until it is stopped. */
const isServer = (command: string) => /^npm (?:run )?start$/.test(command);

/** Runs a command in a folder. A server is stopped as soon as it is ready; it need not do more. */
export async function runCommand(
  command: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Outcome> {
  const started = performance.now();
  const child = spawn(command, {
    cwd: folder,
    env,
    shell: true,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isReady = false;
  const stop = () => {
    // Kills the whole group: children of a script are not our children.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  };
  const timer = setTimeout(stop, patienceMs);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (!isServer(command) || isReady || !ready.test(withoutColours(output))) return;
      isReady = true;
      stop();
    });
  }
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return {
    ok: isServer(command) ? isReady : code === 0,
    seconds: (performance.now() - started) / 1000,
    output,
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one.
const withoutColours = (text: string) => text.replaceAll(/\u001b\[[\d;]*m/g, '');
