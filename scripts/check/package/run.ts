import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

/** Options of a command. */
export interface RunSettings {
  readonly cwd: string;
  /** Variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Accepted exit codes (default: 0). */
  readonly codes?: readonly number[];
}

/**
 * Runs a command to its end.
 *
 * @returns its standard output
 * @throws Error with all output when it ends with another code
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
