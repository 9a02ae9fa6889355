import { type ChildProcess, spawn } from 'node:child_process';
import { Duplex, Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionTransport } from 'puppeteer-core';

/** Bytes of a browser's error output that are kept. */
const complaintBytes = 16_384;

/** Milliseconds the processes of a killed group get to disappear; zombies that are not reaped remain listed. */
const groupEndMs = 200;

/** A started browser, with the processes that it started itself. */
export interface BrowserProcess {
  readonly pid: number;
  readonly transport: ConnectionTransport;
  /** Resolves once its first process has ended; the remaining ones are killed. */
  readonly ended: Promise<void>;
  /** Resolves once all of its processes have ended. */
  readonly gone: Promise<void>;
  /** The end of its error output. */
  complaints(): string;
  /** Lets this program exit, or keeps it running, while the browser runs. */
  hold(held: boolean): void;
  /** Kills all its processes. */
  kill(): void;
}

/** @throws the system error if the file can't be executed; see its `code` */
export async function startProcess(
  executable: string,
  flags: readonly string[],
  env: Record<string, string>,
): Promise<BrowserProcess> {
  const child = spawn(executable, flags, {
    // Its own process group, which is killed as a whole.
    detached: process.platform !== 'win32',
    windowsHide: true,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const { pid } = child;
  const [, , errors, write, read] = child.stdio;
  if (
    pid === undefined ||
    !(errors instanceof Readable) ||
    !(write instanceof Writable) ||
    !isReadable(read)
  ) {
    child.kill('SIGKILL');
    throw new Error('this runtime gives no pipes to a process');
  }

  const transport = pipeTransport(write, read);
  let complaints = '';
  errors.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString('utf8')).slice(-complaintBytes);
  });
  errors.on('error', () => {});

  let held = true;
  let running = true;
  // Never after its end, when the number may be another process's.
  const kill = () => {
    if (running) killGroup(child, pid);
  };
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      kill();
      running = false;
      transport.end();
      resolve();
    });
  });

  return {
    pid,
    transport,
    ended,
    gone: ended.then(() => groupGone(pid)),
    complaints: () => complaints,
    hold(value) {
      // Bun counts references to a process.
      if (held === value) return;
      held = value;
      for (const handle of [child, errors, write, read]) setHeld(handle, value);
    },
    kill,
  };
}

const isReadable = (stream: unknown): stream is Readable =>
  stream instanceof Readable || stream instanceof Duplex;

/** A child's pipes are sockets on every runtime, which the types of `stdio` do not reflect. */
function setHeld(handle: object, held: boolean): void {
  const name = held ? 'ref' : 'unref';
  const change: unknown = Reflect.get(handle, name);
  if (typeof change === 'function') change.call(handle);
}

function killGroup(child: ChildProcess, pid: number): void {
  try {
    // On Windows the job of the browser's first process ends the others with it.
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

async function groupGone(pid: number): Promise<void> {
  if (process.platform === 'win32') return;
  for (const end = Date.now() + groupEndMs; Date.now() < end; await sleep(5)) {
    try {
      process.kill(-pid, 0);
    } catch {
      return;
    }
  }
}

/**
 * A browser's messages over two pipes, each ended by a zero byte. A pipe has no port that others on the machine could
 * connect to. And a browser whose pipe closes exits by itself, even if its parent was killed.
 */
export function pipeTransport(write: Writable, read: Readable): ConnectionTransport & { end(): void } {
  let parts: Buffer[] = [];
  let ended = false;

  const take = (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      parts.push(rest.subarray(0, end));
      const message = Buffer.concat(parts).toString('utf8');
      parts = [];
      rest = rest.subarray(end + 1);
      // One turn each, so that code that waits for a response continues before the next event.
      setImmediate(() => {
        if (!ended) transport.onmessage?.(message);
      });
    }
    if (rest.length > 0) parts.push(rest);
  };

  const end = () => {
    if (ended) return;
    ended = true;
    parts = [];
    read.off('data', take);
    transport.onclose?.();
  };

  // Messages sent together are written together, since each write wakes the browser.
  let waiting = '';
  const flush = () => {
    const messages = waiting;
    waiting = '';
    if (!ended) write.write(messages);
  };

  const transport: ConnectionTransport & { end(): void } = {
    send(message) {
      if (waiting === '') queueMicrotask(flush);
      waiting += `${message}\0`;
    },
    close: end,
    end,
  };
  read.on('data', take);
  read.once('close', end);
  // A crashing browser breaks both pipes; its end is reported separately.
  read.on('error', end);
  write.on('error', end);
  return transport;
}
