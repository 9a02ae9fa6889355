import { join } from 'node:path';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { installWrangler } from '../check/clients/wrangler.ts';
import { BenchError, type Row, takeTurns } from './rows.ts';
import { load, nodeProgram, start, touchstone } from './servers.ts';

const root = join(import.meta.dirname, '..', '..');
const headers = { 'X-Custom-Auth-Key': worldDefaults.authKeySecret };
const [kilobyte, large] = [1_024, 104_857_600];

/** The arguments of `load` after the server and the amount. */
type LoadArguments = Parameters<typeof load> extends [unknown, unknown, ...infer Rest] ? Rest : never;

/** The object-storage example of `touchstone serve`, and the same module under Miniflare, the platform's simulator. */
export async function measureObjects(folder: string): Promise<Row[]> {
  const mock = await start(touchstone, '/_touchstone/info');
  const info = (await (await fetch(`${mock.url}/_touchstone/info`)).json()) as { objects: string }; // As the contract says.
  const ours = { pid: mock.pid, url: new URL(info.objects).origin };
  installWrangler(process.execPath);
  const worker = join(root, 'mock/apps/object-storage/worker.ts');
  const built = await Bun.build({ entrypoints: [worker], outdir: folder, format: 'esm', target: 'browser' });
  const script = built.outputs[0]?.path;
  if (script === undefined) throw new BenchError(`no bundle of ${worker}`);
  const program = join(import.meta.dirname, 'objects-miniflare.mjs');
  const wrangler = join(root, 'scripts/check/wrangler/package.json');
  const store = join(folder, 'objects');
  const miniflare = await start(
    (port) => [nodeProgram, program, wrangler, script, String(port), store, worldDefaults.authKeySecret],
    '/cat-pic.jpg',
  );

  // The one object that everybody may read, so that authorization costs nothing.
  const readable = '/cat-pic.jpg';
  const put = (number: number) => {
    const body = Buffer.alloc(kilobyte, `object ${number} `);
    return { method: 'PUT', path: `/put-${number}`, headers, body } as const;
  };
  const get = (number: number) => ({ path: readable, headers: { 'x-number': `${number}` } });
  const replace = async (bytes: number) => {
    for (const { url } of [ours, miniflare]) {
      const body = Buffer.alloc(bytes, 'object ');
      const { ok, status } = await fetch(url + readable, { method: 'PUT', headers, body });
      if (!ok) throw new BenchError(`PUT of ${bytes} bytes to ${url}: ${status}`);
    }
  };
  const row = { part: 'Objects', peer: 'Miniflare', unit: '/s', has: 'speed' } as const;
  const both = (amounts: Readonly<Record<'ours' | 'theirs', number>>, ...how: LoadArguments) =>
    takeTurns(
      {
        ours: () => load(ours, amounts.ours, ...how),
        theirs: () => load(miniflare, amounts.theirs, ...how),
      },
      7,
      2,
    );
  const puts = await both({ ours: 2_000, theirs: 500 }, put);
  await replace(kilobyte);
  const gets = await both({ ours: 6_000, theirs: 1_000 }, get);
  await replace(large);
  const largeGets = await both({ ours: 12, theirs: 12 }, get, { connections: 1 });
  return [
    { ...row, measured: 'PUT of 1 KB', ...puts, aim: 3 },
    { ...row, measured: 'GET of 1 KB', ...gets, aim: 3 },
    { ...row, measured: 'GET of 100 MB', ...largeGets, aim: 1 },
  ];
}
