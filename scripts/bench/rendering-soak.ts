import { readdir, readFile, readlink } from 'node:fs/promises';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { authorization, touchstoneCommand } from './peers.ts';
import { processTree } from './process-memory.ts';
import { BenchError, type Processes, type RunningServer } from './processes.ts';
import { servePages } from './rendering-pages.ts';
import { figure, lineUp } from './table.ts';

/** A rendering request: the action, and its body. */
export interface Rendering {
  readonly action: string;
  readonly body: object;
  /** The expected status; 200 unless it is meant to fail. */
  readonly status?: number;
}

/** Sends one, without the cache, and reads the complete answer. @throws BenchError */
export async function render(
  { url }: RunningServer,
  { action, body, status = 200 }: Rendering,
): Promise<Uint8Array> {
  const path = `/client/v4/accounts/${worldDefaults.accountId}/browser-rendering/${action}?cacheTTL=0`;
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const bytes = await answer.bytes();
  if (answer.status !== status) {
    throw new BenchError(
      'bench',
      `${action}: ${answer.status} ${new TextDecoder().decode(bytes.slice(0, 500))}`,
    );
  }
  return bytes;
}

/** Sends requests, a number of them at once; returns the milliseconds until all were answered. */
export async function renderAll(
  server: RunningServer,
  requests: Iterable<Rendering>,
  atOnce: number,
): Promise<number> {
  const begun = performance.now();
  const waiting = requests[Symbol.iterator]();
  const worker = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await render(server, next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return performance.now() - begun;
}

const warmUp = 100;
const stretch = 250;
const atOnce = 4;
/** Time for garbage to be collected. */
const restMs = 3000;

/** Resources of a server and its browser at a moment. */
interface Holding {
  readonly requests: number;
  readonly processes: number;
  readonly gates: number;
  readonly server: number;
  readonly browser: number;
}

/** 500 requests of every kind, failing ones included, and what remains of them. */
export async function soak(processes: Processes): Promise<string> {
  const pages = servePages();
  const server = await processes.serve(touchstoneCommand, '/_touchstone/info');
  try {
    const held: Holding[] = [];
    for (const requests of [warmUp, stretch, stretch]) {
      await renderAll(server, mixed(pages.port, requests), atOnce);
      await Bun.sleep(restMs);
      held.push(await holding(server, requests + (held.at(-1)?.requests ?? 0)));
    }
    return toTable(held);
  } finally {
    await server.stop();
    pages.stop();
  }
}

function* mixed(port: number, count: number): Generator<Rendering> {
  const url = `http://127.0.0.1:${port}`;
  const waits = { html: '<p>', waitForSelector: { selector: '#none', timeout: 50 } };
  const kinds: readonly Rendering[] = [
    { action: 'screenshot', body: { html: '<h1>Hello</h1>', viewport: { width: 640, height: 480 } } },
    { action: 'screenshot', body: { url, screenshotOptions: { fullPage: true, type: 'jpeg' } } },
    { action: 'links', body: { url: `${url}/links`, visibleLinksOnly: true } },
    { action: 'content', body: { url, waitForTimeout: 20 } },
    { action: 'pdf', body: { html: '<h1>Hello</h1>' } },
    { action: 'markdown', body: { url } },
    { action: 'snapshot', body: { html: '<h1>Hello</h1>' } },
    { action: 'scrape', body: { url, elements: [{ selector: 'a' }] } },
    { action: 'content', body: { html: '<script>alert(1)</script>' } },
    { action: 'content', body: { url: 'http://127.0.0.1:1/' }, status: 422 },
    { action: 'screenshot', body: waits, status: 422 },
    { action: 'accessibilityTree', body: { html: '<button>Go</button>' } },
  ];
  for (let index = 0; index < count; index++) {
    const kind = kinds[index % kinds.length];
    if (kind !== undefined) yield kind;
  }
}

async function holding({ pid }: RunningServer, requests: number): Promise<Holding> {
  const tree = await processTree(pid);
  return {
    requests,
    // Without the server itself.
    processes: tree.processes - 1,
    // Without the planes of the server.
    gates: (await listeningSockets(pid)) - 2,
    server: tree.own,
    browser: tree.others,
  };
}

/** TCP sockets that a process listens on: each gate of a context is one. Linux only. */
async function listeningSockets(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN;
  const listening = new Set<string>();
  for (const table of ['tcp', 'tcp6']) {
    const lines = (await readFile(`/proc/${pid}/net/${table}`, 'utf8')).split('\n').slice(1);
    for (const line of lines) {
      const fields = line.trim().split(/\s+/);
      if (fields[3] === '0A' && fields[9] !== undefined) listening.add(`socket:[${fields[9]}]`);
    }
  }
  const handles = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(handles.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => listening.has(target)).length;
}

function toTable(held: readonly Holding[]): string {
  const megabytes = (bytes: number) => `${figure(bytes / 1e6)} MB`;
  const row = (name: string, of: (holding: Holding) => string) => [name, ...held.map(of)];
  return lineUp([
    row('Soak', ({ requests }) => `after ${requests} requests`),
    row('Processes of the browser', (holding) => String(holding.processes)),
    row('Open contexts', (holding) => String(holding.gates)),
    row('Memory of the server', (holding) => megabytes(holding.server)),
    row('Memory of the browser', (holding) => megabytes(holding.browser)),
  ]);
}
