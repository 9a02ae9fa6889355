import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import process from 'node:process';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { dropPermissions } from '../worker/drop-permissions.ts';
import type { Canary } from './wall-canary.ts';

/** A thread as an interpreter has it, in which somebody has all of JavaScript: says which of these he can do. */
const { file, port, pid }: Canary = workerData;

const ways: Readonly<Record<string, () => unknown>> = {
  read: () => readFileSync(file),
  write: () => writeFileSync(`${file}.touched`, ''),
  spawn: () => {
    const { error } = spawnSync(process.execPath, ['--version'], { env: {} });
    if (error) throw error;
  },
  'read in another thread': () => inThread(`require('node:fs').readFileSync(${JSON.stringify(file)})`),
  connect: () =>
    new Promise((resolve, reject) => {
      connect(port, '127.0.0.1', () => resolve(undefined)).on('error', reject);
    }),
  signal: () => process.kill(pid, 0),
};

function inThread(code: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const source = `${code}; require('node:worker_threads').parentPort.postMessage(1)`;
    new Worker(source, { eval: true, execArgv: [] }).on('message', resolve).on('error', reject);
  });
}

if (parentPort) {
  dropPermissions();
  const open: string[] = [];
  for (const [way, go] of Object.entries(ways)) {
    try {
      await go();
      open.push(way);
    } catch {
      // It is closed.
    }
  }
  parentPort.postMessage(open);
}
