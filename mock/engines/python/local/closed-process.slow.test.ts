import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Canary } from './testing/wall.ts';

const programs = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules', '.bin');
const deno = [join(programs, 'deno'), 'run', '--allow-all'];
const node = [join(programs, 'node')];
const everything = ['read', 'write', 'spawn', 'read in another thread', 'connect', 'signal'];

const listener = createServer((socket) => socket.end());
let folder: string;
let canary: Canary;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-wall-'));
  const file = join(folder, 'secret');
  await writeFile(file, 'secret');
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  canary = { file, port: typeof address === 'object' && address ? address.port : 0, pid: process.pid };
});
afterAll(async () => {
  listener.close();
  await rm(folder, { recursive: true });
});

/** What JavaScript that escaped from Python can do, with the second wall or without. */
async function openIn([program = '', ...args]: readonly string[], mode: 'closed' | 'open'): Promise<unknown> {
  const script = join(import.meta.dirname, 'testing', 'wall.ts');
  const { stdout } = await promisify(execFile)(program, [...args, script, mode, JSON.stringify(canary)]);
  return JSON.parse(stdout);
}

describe('code that escaped from Python', { timeout: 60_000 }, () => {
  it.each([
    ['Deno', deno, []],
    // Before version 25, Node has no permission for these two.
    ['Node', node, ['connect', 'signal']],
  ])('can do little on %s', async (_, runtime, open) => {
    expect(await openIn(runtime, 'closed')).toEqual(open);
  });

  it.each([
    ['Deno', deno],
    ['Node', node],
  ])('could do everything on %s without the second wall', async (_, runtime) => {
    expect(await openIn(runtime, 'open')).toEqual(everything);
  });
});
