import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Info, infoSchema } from '../../spec/services/touchstone/schemas.ts';
import { firstLine } from '../first-line.ts';
import { commands, thisRuntime } from './runtimes.ts';

/** A mock in its own process. */
export interface ServedMock {
  readonly info: Info;
  /** Calls its API with the full-access token. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Its resident memory in bytes. */
  memory(): Promise<number>;
}

/** Starts `touchstone serve` on this runtime, and stops it at the end. */
export async function withServedMock<T>(
  flags: readonly string[],
  use: (mock: ServedMock) => Promise<T>,
): Promise<T> {
  const [program = '', ...args] = commands[thisRuntime];
  const server = spawn(
    program,
    [...args, 'scripts/touchstone.ts', 'serve', '--port', '0', '--json', ...flags],
    {
      cwd: resolve(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const info = infoSchema.parse(JSON.parse(await firstLine(server.stdout)));
    return await use({
      info,
      ask(path, init = {}) {
        const headers = new Headers(init.headers);
        headers.set('authorization', `Bearer ${info.api_token}`);
        headers.set('cf-aig-gateway-id', 'default');
        return fetch(`${info.api}${path}`, { ...init, headers });
      },
      async memory() {
        const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(server.pid)]);
        return Number(stdout) * 1024;
      },
    });
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  }
}
