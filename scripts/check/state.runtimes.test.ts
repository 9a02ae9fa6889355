import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Info, infoSchema } from '../../spec/services/touchstone/schemas.ts';
import { firstLine } from '../first-line.ts';
import { commands, thisRuntime } from './runtimes.ts';

// `touchstone serve --state` on the runtime of this process.

interface Server {
  readonly info: Info;
  readonly child: ChildProcess;
}

let folder = '';
let running: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-state-'));
});
afterEach(async () => {
  await kill();
  rmSync(folder, { recursive: true });
});

const stateFile = () => join(folder, 'state', 'state.jsonl');

async function kill(): Promise<void> {
  if (running?.exitCode === null && running.signalCode === null) {
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
}

/** @param before shell commands that the server inherits */
async function start(before = ''): Promise<Server> {
  const args = ['scripts/touchstone.ts', 'serve', '--port', '0', '--json', '--no-browser'];
  const command = [...commands[thisRuntime], ...args, '--state', join(folder, 'state')];
  const child = spawn('sh', ['-c', `${before} exec "$@"`, 'sh', ...command], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  return { child, info: infoSchema.parse(JSON.parse(await firstLine(child.stdout))) };
}

const ask = ({ info }: Server, method: string, path: string, body?: unknown) =>
  fetch(`${info.api}/zones/${info.zone_id}${path}`, {
    method,
    headers: { authorization: `Bearer ${info.api_token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const save = (server: Server, number: number) =>
  ask(server, 'POST', '/api_gateway/operations/item', {
    ...{ method: 'GET', host: 'api.example.localhost', endpoint: `/${number}/${'x'.repeat(400)}` },
  });

async function getNumbers(server: Server): Promise<number[]> {
  const numbers: number[] = [];
  for (let page = 1; ; page++) {
    const answer = await ask(server, 'GET', `/api_gateway/operations?per_page=50&page=${page}`);
    const { result }: { result: { endpoint: string }[] } = await answer.json();
    numbers.push(...result.map(({ endpoint }) => Number(endpoint.split('/')[1])));
    if (result.length < 50) return numbers.sort((a, b) => a - b);
  }
}

/** Deno does not name the error of a file that is too large, unlike that of a full disk. */
const noRoom = thisRuntime === 'deno' ? 500 : 507;

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a server with --state', { timeout: 60_000 }, () => {
  it('goes on where a killed one was', async () => {
    const first = await start();
    for (const number of upTo(5)) expect((await save(first, number)).status).toBe(200);
    await kill();
    const second = await start();
    expect(await getNumbers(second)).toEqual(upTo(5));
    expect((await save(second, 5)).status).toBe(200);
    second.child.kill('SIGTERM');
    await once(second.child, 'exit');
    expect(await getNumbers(await start())).toEqual(upTo(6));
  });

  it('refuses changes without room, has nothing of what it refused, and goes on with room', async () => {
    // A file may have 65 KB, or twice that, depending on the shell.
    const server = await start("trap '' XFSZ; ulimit -f 128;");
    let saved = 0;
    let answer = await save(server, saved);
    for (; answer.status === 200; answer = await save(server, saved)) saved++;
    expect(answer.status).toBe(noRoom);
    expect(saved).toBeGreaterThan(20);
    const { size } = statSync(stateFile());
    // Not even part of a line stays.
    expect(readFileSync(stateFile(), 'utf8').at(-1)).toBe('\n');
    const refused = await Promise.all(upTo(20).map((number) => save(server, 1000 + number)));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([noRoom]));
    expect(statSync(stateFile()).size).toBe(size);
    expect(await getNumbers(server)).toEqual(upTo(saved));
    await kill();
    const next = await start();
    expect(await getNumbers(next)).toEqual(upTo(saved));
    expect((await save(next, saved)).status).toBe(200);
  });
});
