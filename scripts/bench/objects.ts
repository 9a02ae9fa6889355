import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { installWrangler } from '../check/clients/wrangler.ts';
import { type Load, startClient } from './load.ts';
import { interleave, perSecond, ratio } from './measure.ts';
import type { ObjectsJob, ObjectsReport } from './objects-client.ts';
import { nodeCommand, touchstoneCommand } from './peers.ts';
import { BenchError, type Processes } from './processes.ts';
import { figure, type Result, table } from './table.ts';

const root = join(import.meta.dirname, '..', '..');
const wrangler = join(root, 'scripts', 'check', 'wrangler', 'package.json');
const worker = join(root, 'mock', 'apps', 'object-storage', 'worker.ts');

/** The secret of the object-storage example on both servers. */
export const authKeySecret = worldDefaults.authKeySecret;

/** A server of the object-storage example. */
export interface ObjectsHost {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

/** `touchstone serve`. */
export async function touchstoneObjects(processes: Processes): Promise<ObjectsHost> {
  const server = await processes.serve(touchstoneCommand, '/_touchstone/info');
  const info = await fetch(`${server.url}/_touchstone/info`);
  const { objects } = (await info.json()) as { objects: string }; // As the contract says.
  return { ...server, port: Number(new URL(objects).port) };
}

/**
 * The same module under Miniflare, the platform's own simulator.
 *
 * @param folder for the bundled module and its objects
 */
export async function miniflareObjects(processes: Processes, folder: string): Promise<ObjectsHost> {
  installWrangler(process.execPath);
  const built = await Bun.build({ entrypoints: [worker], outdir: folder, format: 'esm', target: 'browser' });
  const script = built.outputs[0]?.path;
  if (script === undefined || !existsSync(script)) throw new BenchError('bench', `no bundle of ${worker}`);
  const program = join(import.meta.dirname, 'objects-miniflare.mjs');
  const objects = join(folder, 'objects');
  const server = await processes.serve(
    (port) => [nodeCommand, program, wrangler, script, String(port), objects, authKeySecret],
    '/cat-pic.jpg',
  );
  return { ...server, port: Number(new URL(server.url).port) };
}

/** The public key, so that authorization costs nothing. */
const readable = '/cat-pic.jpg';
const authorization = [`X-Custom-Auth-Key: ${authKeySecret}`];
const kilobyte = 1_024;
const megabyte = 1_048_576;
const large = 100 * megabyte;
const streams = 20;
/** Memory of the process while 20 clients stream 100 MB each. */
const memoryLimit = 300e6;

type Work = Pick<ObjectsJob, 'method' | 'path' | 'headers' | 'bodyBytes' | 'connections' | 'requests'>;

/** A measurement: bytes of the object, the request, the number of rounds, the aim. */
interface Measured {
  readonly name: string;
  readonly bytes: number;
  readonly work: Work;
  readonly rounds: number;
  readonly atLeast: number;
}

const put = (bodyBytes: number, connections: number, requests: number): Work => ({
  ...{ method: 'PUT', path: '/put-#', headers: authorization, bodyBytes, connections, requests },
});
const get = (connections: number, requests: number, ...headers: readonly string[]): Work => ({
  ...{ method: 'GET', path: readable, headers, bodyBytes: 0, connections, requests },
});

const all: readonly Measured[] = [
  { name: 'PUT of 1 KB', bytes: kilobyte, work: put(kilobyte, 16, 500), rounds: 7, atLeast: 3 },
  { name: 'GET of 1 KB', bytes: kilobyte, work: get(16, 1_000), rounds: 7, atLeast: 3 },
  { name: 'PUT of 1 MB', bytes: megabyte, work: put(megabyte, 4, 40), rounds: 5, atLeast: 1 },
  { name: 'GET of 1 MB', bytes: megabyte, work: get(4, 100), rounds: 5, atLeast: 1 },
  {
    name: 'GET of 64 KB of 1 MB',
    bytes: megabyte,
    work: get(16, 500, 'Range: bytes=500000-565535'),
    rounds: 7,
    atLeast: 3,
  },
  { name: 'PUT of 100 MB', bytes: large, work: put(large, 1, 2), rounds: 5, atLeast: 1 },
  { name: 'GET of 100 MB', bytes: large, work: get(1, 4), rounds: 5, atLeast: 1 },
  {
    name: 'GET of 1 MB of 100 MB',
    bytes: large,
    work: get(4, 100, 'Range: bytes=50000000-51048575'),
    rounds: 5,
    atLeast: 1,
  },
];

type ObjectsLoad = Load<ObjectsJob, ObjectsReport>;

/** The object-storage example of `touchstone serve`, and the same module under Miniflare. */
export async function measureObjects(processes: Processes): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-objects-'));
  try {
    const load: ObjectsLoad = startClient(processes, 'objects-client.ts');
    const ours = await touchstoneObjects(processes);
    const miniflare = await miniflareObjects(processes, folder);
    const results: Result[] = [];
    for (const measured of all) {
      console.error(`bench: objects, ${measured.name}`);
      results.push(await compare(load, { ours, miniflare }, measured));
    }
    await Promise.all([ours.stop(), miniflare.stop()]);
    console.error('bench: objects, memory');
    results.push(
      await measureMemory(processes, load, 'put', put(large, streams, streams)),
      await measureMemory(processes, load, 'get', get(streams, streams)),
    );
    return table(results);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(
  load: ObjectsLoad,
  hosts: { readonly ours: ObjectsHost; readonly miniflare: ObjectsHost },
  { name, bytes, work, rounds, atLeast }: Measured,
): Promise<Result> {
  if (work.method === 'GET')
    for (const { port } of Object.values(hosts))
      await load.run({ port, ...put(bytes, 1, 1), path: readable });
  const rate = (host: ObjectsHost) => async () => {
    const { milliseconds } = await load.run({ port: host.port, ...work });
    return perSecond(work.requests, milliseconds);
  };
  const taken = await interleave({ ours: rate(hosts.ours), miniflare: rate(hosts.miniflare) }, rounds);
  return {
    name,
    ours: `${figure(taken.ours.median)} /s`,
    peer: `Miniflare: ${figure(taken.miniflare.median)} /s`,
    ratio: ratio(taken.ours, taken.miniflare),
    target: { atLeast },
  };
}

/** Peak memory of a server that did nothing else; Linux only. */
async function measureMemory(
  processes: Processes,
  load: ObjectsLoad,
  what: string,
  work: Work,
): Promise<Result> {
  const host = await touchstoneObjects(processes);
  try {
    if (work.method === 'GET') await load.run({ port: host.port, ...put(large, 1, 1), path: readable });
    await load.run({ port: host.port, ...work });
    const status = await readFile(`/proc/${host.pid}/status`, 'utf8').catch(() => '');
    const peak = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1_024;
    const share = peak / memoryLimit;
    return {
      name: `Peak memory while ${streams} clients ${what} 100 MB each`,
      ours: `${figure(peak / 1e6)} MB`,
      peer: `the aim: ${figure(memoryLimit / 1e6)} MB`,
      ratio: { median: share, lowest: share, highest: share },
      target: { atMost: 1 },
    };
  } finally {
    await host.stop();
  }
}
