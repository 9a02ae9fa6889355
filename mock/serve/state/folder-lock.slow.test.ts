import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUseError, lockFolder } from './folder-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = () => join(folder, 'lock');
const leave = (holder: object | string) =>
  writeFile(file(), typeof holder === 'string' ? holder : JSON.stringify(holder));

/** The id of a process that has ended. */
async function goneProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('a folder can be locked once, and again after its release', async () => {
  const lock = await lockFolder(folder);
  const again = lockFolder(folder);
  await expect(again).rejects.toThrow(FolderInUseError);
  await expect(again).rejects.toThrow(
    `${folder} is in use by process ${process.pid} on ${hostname()}. Stop it, or remove ${file()} if it no longer runs.`,
  );
  await lock.release();
  expect(await readdir(folder)).toEqual([]);
  await (await lockFolder(folder)).release();
});

test('one of many parallel calls gets the lock', async () => {
  await leave({ pid: await goneProcess(), host: hostname(), origin: 1 });
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
  const taken = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(taken).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['lock']);
});

test.each<[string, () => Promise<object>]>([
  [
    'a process of this machine that is gone',
    async () => ({ pid: await goneProcess(), host: hostname(), origin: 1 }),
  ],
  [
    'an earlier process of the same number',
    async () => ({ pid: process.pid, host: hostname(), started: '1' }),
  ],
])('the lock of %s is taken over at once', async (_, holder) => {
  await leave(await holder());
  const lock = await lockFolder(folder);
  expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ pid: process.pid });
  await lock.release();
});

test('a new server waits while the old one ends', async () => {
  const lock = await lockFolder(folder);
  const next = lockFolder(folder);
  await lock.release();
  await (await next).release();
});

test.runIf(process.platform === 'linux')('a killed process that was not reaped holds no lock', async () => {
  // The shell becomes a program that does not know its child.
  const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 30'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [printed] = await once(parent.stdout, 'data');
    const pid = Number(String(printed));
    await expect
      .poll(() => readFile(`/proc/${pid}/stat`, 'utf8').then((facts) => facts.includes(') Z ')))
      .toBe(true);
    await leave({ pid, host: hostname(), origin: 1 });
    await (await lockFolder(folder)).release();
  } finally {
    parent.kill();
  }
});

const silentFor = async (seconds: number) => {
  const before = new Date(Date.now() - seconds * 1000);
  await utimes(file(), before, before);
};

test.each<[string, object | string]>([
  ['another machine', { pid: 1, host: 'another.test' }],
  ['an unknown process', 'half a'],
])('the lock of %s is kept, unless it was silent for a minute', async (_, holder) => {
  await leave(holder);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  await silentFor(70);
  await (await lockFolder(folder)).release();
});

test('a suspended process of this machine keeps its lock', async () => {
  const module = JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href);
  const script = `const { lockFolder } = await import(${module});
    await lockFolder(${JSON.stringify(folder)});
    console.log('held');
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(holder.stdout, 'data');
    holder.kill('SIGSTOP');
    await silentFor(70);
    await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${holder.pid} on`);
  } finally {
    holder.kill('SIGKILL');
    await once(holder, 'exit');
  }
  await (await lockFolder(folder)).release();
});

test('a server that has lost its lock is told before a write counts, and leaves the new lock', async () => {
  const lost = await lockFolder(folder);
  lost.check();
  await leave({ pid: 7, host: 'another.test', id: 'x' });
  expect(() => lost.check()).toThrow(`${folder} was taken over by process 7 on another.test`);
  await lost.release();
  expect(await readdir(folder)).toEqual(['lock']);
  await rm(file());
  expect(() => lost.check()).toThrow(`${folder} was taken over by another server`);
});
