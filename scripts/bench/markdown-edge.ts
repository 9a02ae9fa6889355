import { join } from 'node:path';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { type Load, startLoad } from './load.ts';
import type { LoadReport } from './load-generator.ts';
import type { PageSize } from './markdown-pages.ts';
import { interleave, perSecond, ratio, type Series, type Take } from './measure.ts';
import { authorization, touchstoneCommand } from './peers.ts';
import { watchProcess } from './process-memory.ts';
import { BenchError, type Processes, type RunningServer } from './processes.ts';
import { figure, type Result } from './table.ts';

/** A server and its request. */
interface Asked {
  readonly port: number;
  readonly accept: string;
}

const sizes: readonly { readonly size: PageSize; readonly requests: number }[] = [
  { size: '20 KB', requests: 2_000 },
  { size: '200 KB', requests: 500 },
  { size: '1 MB', requests: 100 },
];
const connections = 16;
const rounds = 7;
const host = `shop.${worldDefaults.zoneName}`;

/**
 * Pages as Markdown through the edge, against the same pages unconverted on the same edge, and a server that only
 * streams them through mdream.
 */
export async function measureMarkdownEdge(processes: Processes): Promise<Result[]> {
  const program = (name: string) => join(import.meta.dirname, name);
  const origin = await processes.serve(
    (port) => [process.execPath, program('markdown-origin.ts'), String(port)],
    '/',
  );
  const edge = () => startEdge(processes, origin.url);
  const proxy = () =>
    processes.serve(
      (port) => [process.execPath, program('markdown-proxy.ts'), String(port), origin.url],
      '/',
    );
  const client = startLoad(processes);

  const [touchstone, bare] = [await edge(), await proxy()];
  const markdown = { port: edgePort(touchstone), accept: 'text/markdown' };
  const html = { port: edgePort(touchstone), accept: 'text/html' };
  const mdream = { port: Number(new URL(bare.url).port), accept: 'text/markdown' };
  const results: Result[] = [];
  for (const { size, requests } of sizes) {
    const take = (asked: Asked) => requestRate(client, asked, size, requests);
    const figures = await interleave(
      { ours: take(markdown), unconverted: take(html), alone: take(mdream) },
      rounds,
      2,
    );
    const name = `Pages of ${size} as Markdown through the edge`;
    results.push(rates(name, figures.ours, `the same edge, left as HTML`, figures.unconverted));
    results.push(rates(name, figures.ours, 'a bare server, mdream alone', figures.alone));
  }
  const take = (asked: Asked) => firstByte(client, asked);
  const first = await interleave(
    { ours: take(markdown), unconverted: take(html), alone: take(mdream) },
    rounds,
    2,
  );
  await touchstone.stop();
  await bare.stop();
  results.push(times('the same edge, left as HTML', first.ours, first.unconverted));
  results.push(times('a bare server, mdream alone', first.ours, first.alone));

  const grown = async (server: RunningServer, asked: (server: RunningServer) => Asked): Promise<number> => {
    const growth = await getGrowth(client, server, asked(server));
    await server.stop();
    return growth;
  };
  const growths = await interleave(
    {
      ours: async () =>
        grown(await edge(), (server) => ({ port: edgePort(server), accept: 'text/markdown' })),
      unconverted: async () =>
        grown(await edge(), (server) => ({ port: edgePort(server), accept: 'text/html' })),
      alone: async () =>
        grown(await proxy(), ({ url }) => ({ port: Number(new URL(url).port), accept: 'text/markdown' })),
    },
    3,
    0,
  );
  results.push(memory('the same edge, left as HTML', growths.ours, growths.unconverted));
  results.push(memory('a bare server, mdream alone', growths.ours, growths.alone));
  await origin.stop();
  return results;
}

/** A mock in front of the origin, whose zone converts. */
async function startEdge(processes: Processes, origin: string): Promise<RunningServer> {
  const touchstone = await processes.serve(
    (port) => [...touchstoneCommand(port), '--zone-origin', origin],
    '/_touchstone/info',
  );
  const path = `/client/v4/zones/${worldDefaults.zoneId}/settings/content_converter`;
  const response = await fetch(touchstone.url + path, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ value: 'on' }),
  });
  if (!response.ok) throw new BenchError('bench', `conversion was not switched on: ${await response.text()}`);
  return touchstone;
}

/** The edge uses the port after that of the API. */
function edgePort({ url }: RunningServer): number {
  return Number(new URL(url).port) + 1;
}

/** Requests a documentation page, and checks that the answer has the requested type. */
async function ask(
  client: Load,
  { port, accept }: Asked,
  size: PageSize,
  counts: { readonly connections: number; readonly requests: number },
): Promise<LoadReport> {
  const request = [
    `GET /docs/${encodeURIComponent(size)} HTTP/1.1`,
    `Host: ${host}`,
    'User-Agent: bench',
    `Accept: ${accept}`,
    '\r\n',
  ].join('\r\n');
  const report = await client.run({ port, request, ...counts });
  if (report.types.some((type) => !type.startsWith(accept))) {
    throw new BenchError('bench', `${accept} was asked for, ${report.types.join(' and ')} came`);
  }
  return report;
}

function requestRate(client: Load, asked: Asked, size: PageSize, requests: number): Take {
  return async () =>
    perSecond(requests, (await ask(client, asked, size, { connections, requests })).milliseconds);
}

/** Milliseconds to the first byte of the body of a page of 6 MiB. */
function firstByte(client: Load, asked: Asked): Take {
  return async () => (await ask(client, asked, '6 MiB', { connections: 1, requests: 5 })).firstByte;
}

/** Peak memory growth in bytes of a server that has served only small pages before. */
async function getGrowth(client: Load, server: RunningServer, asked: Asked): Promise<number> {
  await ask(client, asked, '20 KB', { connections, requests: 500 });
  const memory = await watchProcess(server.pid);
  await ask(client, asked, '6 MiB', { connections, requests: 2 * connections });
  return memory.growth();
}

function rates(name: string, ours: Series, peer: string, theirs: Series): Result {
  return {
    name,
    ours: `${figure(ours.median)} /s`,
    peer: `${peer}: ${figure(theirs.median)} /s`,
    ratio: ratio(ours, theirs),
  };
}

function times(peer: string, ours: Series, theirs: Series): Result {
  return {
    name: 'First byte of a page of 6 MiB through the edge',
    ours: `${figure(ours.median)} ms`,
    peer: `${peer}: ${figure(theirs.median)} ms`,
    ratio: ratio(ours, theirs),
  };
}

function memory(peer: string, ours: Series, theirs: Series): Result {
  return {
    name: 'Peak memory of 16 pages of 6 MiB at once through the edge',
    ours: `${figure(ours.median / 1e6)} MB`,
    peer: `${peer}: ${figure(theirs.median / 1e6)} MB`,
    ratio: ratio(ours, theirs),
  };
}
