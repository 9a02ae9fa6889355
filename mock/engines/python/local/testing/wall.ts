import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { closedCommand } from '../closed-process.ts';
import { dropPermissions } from '../worker/close-world.ts';

/**
 * Prints what JavaScript that escaped from Python could do: as `closed` in a thread of a closed process, in which
 * interpreters run, as `open` in a thread of this process.
 */
const [, , mode = '', canaryText = '{}'] = process.argv;

/** What the thread tries to reach: a file, a loopback port with a listener, a process. */
export interface Canary {
  readonly file: string;
  readonly port: number;
  readonly pid: number;
}

if (!isMainThread) await tryAll(workerData);
else if (mode === 'closed') {
  const { program, args } = closedCommand(join(import.meta.dirname, 'wall.ts'), ['open', canaryText]);
  console.log(spawnSync(program, [...args], { env: {}, encoding: 'utf8' }).stdout);
} else {
  const thread = new Worker(new URL(import.meta.url), { env: {}, workerData: JSON.parse(canaryText) });
  thread.on('message', (open: unknown) => {
    console.log(JSON.stringify(open));
    process.exit();
  });
}

/** Sends the parent the names of the open ways. */
async function tryAll({ file, port, pid }: Canary): Promise<void> {
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
  parentPort?.postMessage(open);
}

function inThread(code: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const source = `${code}; require('node:worker_threads').parentPort.postMessage(1)`;
    new Worker(source, { eval: true, execArgv: [] }).on('message', resolve).on('error', reject);
  });
}
