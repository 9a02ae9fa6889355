import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Info, infoSchema } from '../../spec/services/touchstone/schemas.ts';
import { fetchTrusting } from '../../suites/harness/trust.ts';
import { firstLine } from '../first-line.ts';

/** A server with HTTPS and a state folder, in its own process. */
export interface StateServer {
  readonly info: Info;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Kills it, like a power failure. */
  kill(): Promise<void>;
  /** Stops it and returns its exit code. */
  stop(): Promise<number | null>;
}

const root = resolve(import.meta.dirname, '../..');

/** Starts `touchstone serve` with the current runtime. */
export async function startServer(state: string, flags: readonly string[] = ['--tls']): Promise<StateServer> {
  const args = [join(root, 'scripts/touchstone.ts'), 'serve', '--json', '--port', '0', ...flags];
  const child = spawn(process.execPath, [...args, '--state', state], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (isRunning(child)) child.kill(signal);
    await exited;
    return child.exitCode;
  };
  const info = infoSchema.parse(JSON.parse(await firstLine(child.stdout)));
  return {
    info,
    fetch: fetchTrusting(info.tls_certificate),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

/** A repository on a server: its path and its token. */
export interface Remote {
  /** Path of its URL, which stays while ports change. */
  readonly path: string;
  readonly token: string;
}

/** Creates a repository over REST. */
export async function makeRepository({ info, fetch }: StateServer, name: string): Promise<Remote> {
  const request = new Request(`${info.api}/accounts/${info.account_id}/artifacts/namespaces/default/repos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${info.api_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  const { result }: { result: { remote: string; token: string } } = await (await fetch(request)).json();
  return { path: new URL(result.remote).pathname, token: result.token };
}

/** The URL of a repository. */
export const getUrl = ({ info }: StateServer, { path }: Remote) => `${new URL(info.api ?? '').origin}${path}`;

/** Runs Git against a server and returns its output. @throws Error when it fails */
export async function git(
  server: StateServer,
  { token }: Remote,
  folder: string,
  args: readonly string[],
): Promise<string> {
  const config = [
    '-c',
    `http.extraHeader=Authorization: Bearer ${token}`,
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@b',
  ];
  const env = {
    ...process.env,
    GIT_SSL_CAINFO: server.info.tls_certificate ?? '',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const { stdout } = await promisify(execFile)('git', [...config, ...args], { cwd: folder, env });
  return stdout.trim();
}
