import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

/** How a command is run. */
export interface RunSettings {
  readonly cwd: string;
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes that are right (default: 0). */
  readonly codes?: readonly number[];
}

/**
 * Runs a command to its end.
 *
 * @returns what it wrote to standard output
 * @throws Error with all that it wrote, when it ends with another code than it should
 */
export async function run(
  command: readonly string[],
  { cwd, env = {}, codes = [0] }: RunSettings,
): Promise<string> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let [out, all] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    all += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    all += text;
  });
  const [code, signal] = await once(child, 'close');
  if (!codes.includes(code)) throw new Error(`${command.join(' ')} ended with ${code ?? signal}:\n${all}`);
  return out;
}
