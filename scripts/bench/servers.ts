/** Servers in processes of their own, and what they take of the machine. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { lastOffset } from '../../mock/serve/ports.ts';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { BenchError } from './rows.ts';

const root = join(import.meta.dirname, '..', '..');
/** The folder of the packages to compare with. */
export const packages = join(import.meta.dirname, 'node_modules');
/** Programs for Node run on the Node from this repository's packages. */
export const nodeProgram = join(root, 'node_modules', '.bin', 'node');

export const authorization = `Bearer ${worldDefaults.apiToken}`;
export const configsPath = `/client/v4/zones/${worldDefaults.zoneId}/token_validation/config`;

/** The command line of `serve`, as users run it. */
export const touchstone = (port: number, ...flags: readonly string[]): string[] => [
  ...[process.execPath, join(root, 'scripts', 'touchstone.ts'), 'serve', '--port', String(port)],
  ...flags,
];

/** The command line of Prism for a document. Without its log it is fastest. */
export const prism = (port: number, document: string): string[] => [
  ...[nodeProgram, join(packages, '@stoplight/prism-cli/dist/index.js'), 'mock', document],
  ...['--port', String(port), '--host', '127.0.0.1', '--verboseLevel', 'silent'],
];

/** A server in a process of its own. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first answer with status 200. */
  readonly startedIn: number;
  stop(): Promise<void>;
}

const startLimitMs = 60_000;
const stopLimitMs = 5_000;
const running = new Set<Bun.Subprocess>();

/**
 * Starts a server and waits until it answers.
 *
 * @param command returns the command line for a port
 * @param path to request, with the headers to send
 * @throws BenchError when it ends, or has not answered after a minute
 */
export async function start(
  command: (port: number) => readonly string[],
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = Bun.spawn([...command(port)], { stdio: ['ignore', 'ignore', 'inherit'] });
  running.add(child);
  while (!(await isAnswered(url + path, headers))) {
    if (child.exitCode !== null || performance.now() - started > startLimitMs) {
      throw new BenchError(`${command(port).join(' ')}: no answer from ${path}`);
    }
    await Bun.sleep(1);
  }
  return { url, pid: child.pid, startedIn: performance.now() - started, stop: () => stop(child) };
}

async function stop(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await child.exited;
  clearTimeout(force);
  running.delete(child);
}

/** Ends all servers. */
export const stopAll = () => Promise.all([...running].map(stop));

async function isAnswered(url: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(startLimitMs) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false; // Nobody listens yet.
  }
}

/** A free port with free ports after it, which the other planes of `serve` use. */
async function findPort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = (await bind(0)) ?? 0;
    const others = Array.from({ length: lastOffset }, (_, at) => bind(port + at + 1));
    if ((await Promise.all(others)).every((other) => other !== undefined)) return port;
  }
  throw new BenchError(`no ${lastOffset + 1} free ports in a row on 127.0.0.1`);
}

/** Binds a port and frees it again; undefined when it is in use. */
function bind(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(undefined));
    server.listen(wanted > 65_535 ? 0 : wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}

/** One request of a load; what it lacks, such as its method, is that of a GET of `/`. */
export type LoadRequest = Pick<autocannon.Request, 'method' | 'path' | 'headers' | 'body'>;

let sent = 0;

/**
 * Sends requests to a server over connections that stay open.
 *
 * By default the time is the server's processor time: a fast server waits for this load generator, a slow one does not.
 *
 * @param request makes a request from a number that no earlier request had
 * @returns requests per second of the processor time of the server and its children, or `by` the clock
 * @throws BenchError when an answer is missing or has a status other than 2XX
 */
export async function load(
  { url, pid }: Pick<Server, 'url' | 'pid'>,
  amount: number,
  request: (number: number) => LoadRequest,
  { connections = 16, by = 'processor' }: { connections?: number; by?: 'processor' | 'clock' } = {},
): Promise<number> {
  const getTime = () => (by === 'clock' ? performance.now() / 1_000 : getProcessorTime(pid));
  const before = await getTime();
  const result = await autocannon({
    url,
    connections,
    amount,
    timeout: 60,
    sampleInt: 20,
    requests: [{ setupRequest: (base) => ({ ...base, ...request(sent++) }) }],
  });
  if (result['2xx'] !== amount) {
    const { non2xx, errors } = result;
    throw new BenchError(`${url}: ${non2xx} refusals and ${errors} errors in ${amount} requests`);
  }
  return amount / ((await getTime()) - before);
}

/** Seconds of processor time of a process and its descendants; Linux only. */
export async function getProcessorTime(pid: number): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = new Map<number, readonly string[]>();
  for (const id of ids) {
    const stat = await readFile(`/proc/${id}/stat`, 'latin1').catch(() => ''); // It may have ended.
    // The name of the program in brackets may contain anything; the other fields follow it.
    stats.set(Number(id), stat.slice(stat.lastIndexOf(')') + 2).split(' '));
  }
  const belongs = (id: number): boolean => id === pid || (id > 1 && belongs(Number(stats.get(id)?.[1] ?? 0)));
  const ticks = [...stats].filter(([id]) => belongs(id)).flatMap(([, fields]) => fields.slice(11, 15));
  return ticks.reduce((sum, each) => sum + Number(each), 0) / 100;
}

/** Forgets the peak of a process's memory so far. */
export const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5');

/** The most memory of a process since its peak was forgotten, in MiB. */
export async function getPeak(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
