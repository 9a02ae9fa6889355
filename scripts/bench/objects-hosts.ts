import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { installWrangler } from '../check/clients/wrangler.ts';
import { nodeCommand, touchstoneCommand } from './peers.ts';
import { BenchError, type Processes } from './processes.ts';

const root = join(import.meta.dirname, '..', '..');
const wrangler = join(root, 'scripts', 'check', 'wrangler', 'package.json');
const worker = join(root, 'mock', 'apps', 'object-storage', 'worker.ts');

/** What opens the object-storage example of both. */
export const authKeySecret = worldDefaults.authKeySecret;

/** Somebody who serves the object-storage example. */
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
 * @param folder where the module, bundled, and its objects are put
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
