import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { startLoad } from './load.ts';
import { interleave, perSecond, ratio } from './measure.ts';
import { authorization, prismCommandOf, touchstoneCommand } from './peers.ts';
import { watchProcess } from './process-memory.ts';
import { BenchError, type Processes, type RunningServer } from './processes.ts';
import { figure, type Result, table } from './table.ts';

/** The published document of the platform, 4 MB, which is not part of this project. */
const document =
  process.env['TOUCHSTONE_V4_OPENAPI'] ??
  join(import.meta.dirname, '../../../shared/reference/v4-openapi-2024-08.json');

const records = `/zones/${worldDefaults.zoneId}/dns_records`;
const connections = 16;
const recordCount = 100;

/** A contender: how it starts, where it has the API, and the credentials that it takes. */
interface Contender {
  readonly command: (port: number) => readonly string[];
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: number;
}

const ours: Contender = {
  command: (port) => [...touchstoneCommand(port), '--openapi', document],
  base: '/client/v4',
  headers: { authorization },
  requests: 6_000,
};
const prism: Contender = {
  command: prismCommandOf(document),
  base: '',
  headers: { 'x-auth-email': 'user@example.com', 'x-auth-key': '144c9defac04969c7bfad8efaa8ea194' },
  requests: 600,
};

/** DNS records from the published document: start, requests of which no two are alike, and memory. */
export async function measureOpenapi(processes: Processes): Promise<string> {
  if (!existsSync(document)) return `Not measured: ${document} is missing; name it in TOUCHSTONE_V4_OPENAPI.`;
  try {
    return table([...(await measureStart(processes)), ...(await measureRequests(processes))]);
  } finally {
    await processes.stopAll();
  }
}

const serve = (processes: Processes, { command, base, headers }: Contender) =>
  processes.serve(command, base + records, headers);

async function measureStart(processes: Processes): Promise<Result[]> {
  const start = (contender: Contender) => async () => {
    const server = await serve(processes, contender);
    await server.stop();
    return server.startedIn;
  };
  const figures = await interleave({ ours: start(ours), prism: start(prism) }, 5);
  return [
    {
      name: 'Start to first answer',
      ours: `${figure(figures.ours.median)} ms`,
      peer: `Prism: ${figure(figures.prism.median)} ms`,
      ratio: ratio(figures.prism, figures.ours),
      target: { atLeast: 4 },
    },
  ];
}

async function measureRequests(processes: Processes): Promise<Result[]> {
  const [touchstone, peer] = [await serve(processes, ours), await serve(processes, prism)];
  const memory = { ours: await watchProcess(touchstone.pid), prism: await watchProcess(peer.pid) };
  for (let index = 0; index < recordCount; index++) await createRecord(touchstone, index);
  const load = startLoad(processes);
  let from = 0;
  const rate =
    (server: RunningServer, { base, headers }: Contender, requests: number) =>
    async () => {
      const port = Number(new URL(server.url).port);
      from += requests;
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const path = `${base}${records}?type=A&per_page=20&search=#######`;
      const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${head.join('')}\r\n`;
      const { milliseconds } = await load.run({ port, request, connections, requests, from });
      return perSecond(requests, milliseconds);
    };
  // Memory after the same requests to both: the journal of a faster server would hold more of them.
  await rate(touchstone, ours, prism.requests)();
  await rate(peer, prism, prism.requests)();
  const peaks = { ours: await memory.ours.peak(), prism: await memory.prism.peak() };
  const figures = await interleave(
    { ours: rate(touchstone, ours, ours.requests), prism: rate(peer, prism, prism.requests) },
    5,
    2,
  );
  const bytes = (value: number) => ({ median: value, lowest: value, highest: value, rounds: [value] });
  const mebibytes = (value: number) => `${figure(value / 2 ** 20)} MiB`;
  return [
    {
      name: `GET of 20 DNS records of ${recordCount}`,
      ours: `${figure(figures.ours.median)} /s`,
      peer: `Prism: ${figure(figures.prism.median)} /s`,
      ratio: ratio(figures.ours, figures.prism),
      target: { atLeast: 5 },
    },
    {
      name: `Peak memory of ${prism.requests} requests`,
      ours: mebibytes(peaks.ours),
      peer: `Prism: ${mebibytes(peaks.prism)}`,
      ratio: ratio(bytes(peaks.ours), bytes(peaks.prism)),
      target: { atMost: 0.5 },
    },
  ];
}

async function createRecord({ url }: RunningServer, index: number): Promise<void> {
  const record = { type: 'A', name: `host-${index}.example.com`, content: '192.0.2.1', ttl: 60 };
  const response = await fetch(url + ours.base + records, {
    method: 'POST',
    headers: { ...ours.headers, 'content-type': 'application/json' },
    body: JSON.stringify(record),
  });
  if (!response.ok) throw new BenchError('bench', `no record was created: ${await response.text()}`);
}
